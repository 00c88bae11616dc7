import {
  BoxShape,
  type ConvexShape,
  PointShape,
  SegmentShape,
  SphereShape,
  TriangleShape,
} from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { type BodyType, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const [a, b, c] = [
  [-2, 0, -2],
  [2, 0, -2],
  [0, 0, 3],
];
const shapes: [string, ConvexShape | MeshShape][] = [
  ['box without a height', new BoxShape([2, 0, 2])],
  ['box without an area', new BoxShape([2, 0, 0])],
  ['box that is a point', new BoxShape([0, 0, 0])],
  ['triangle', new TriangleShape(a, b, c)],
  ['segment', new SegmentShape([-2, 0, 0], [2, 0, 0])],
  ['point', new PointShape([0, 0, 0])],
  ['flat mesh', new MeshShape(new TriangleBvh([...a, ...b, ...c], [0, 1, 2]))],
];

describe('a body without thickness', () => {
  for (const [name, shape] of shapes)
    for (const type of ['kinematic', 'static'] as BodyType[])
      it(`is stepped: ${type} ${name}`, () => {
        const world = new World();
        const body = world.add({ shape, type });
        const ball = world.add({ shape: new SphereShape(0.5), position: [0, 0.52, 0] });
        for (let n = 0; n < 5; n++) world.step(1 / 60);
        expect(world.events.touching.toArray()).toEqual([[body, ball]]);
        if (type === 'static') return;
        // One that moves, turns and stops again.
        world.setVelocity(body, [0, 30, 0], [1, 2, 3]);
        for (let n = 0; n < 5; n++) world.step(1 / 60);
        world.setVelocity(body, [0, 0, 0], [0, 0, 0]);
        for (let n = 0; n < 5; n++) world.step(1 / 60);
        expect(world.bodies.positions.slice(0, 6).every(Number.isFinite)).toBe(true);
        world.setMaterial(body, { bullet: true });
        world.setVelocity(body, [1e-170, 0, 0]);
        for (let n = 0; n < 5; n++) world.step(1 / 60);
      });

  it('carries a body that lies on it', () => {
    const world = new World();
    const plate = world.add({ shape: new BoxShape([2, 0, 2]), type: 'kinematic' });
    const box = world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 0.5, 0] });
    world.setVelocity(plate, [0, 1, 0]);
    for (let n = 0; n < 60; n++) world.step(1 / 60);
    expect(world.bodies.positions[3 * box + 1]).toBeCloseTo(1.5, 2);
  });
});
