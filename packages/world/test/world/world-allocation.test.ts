import {
  BoxShape,
  type ConvexShape,
  HalfSpace,
  HullShape,
  SphereShape,
  solidIcosahedron,
  solidTruncatedOctahedron,
  terrainGrid,
} from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { expectNoAllocation } from '@colide/testing/allocation';
import { World } from '@colide/world';
import { describe, it } from 'vitest';

const hills = terrainGrid({ columns: 9, rows: 9, cellSize: 1, amplitude: 0.3, seed: 4 });
const shapes: Record<string, ConvexShape> = {
  boxes: new BoxShape([0.5, 0.5, 0.5]),
  balls: new SphereShape(0.5),
  hulls: HullShape.fromPoints(solidTruncatedOctahedron(0.5).positions),
};

/** Two layers of bodies, wide awake. */
function createWorld(shape: ConvexShape, mesh: boolean): World {
  const world = new World({ sleeping: false });
  if (mesh)
    world.add({ shape: new MeshShape(new TriangleBvh(hills.positions, hills.indices)), type: 'static' });
  else world.add({ shape: new HalfSpace() });
  for (let i = 0; i < 18; i++)
    world.add({
      shape,
      position: [2 + 1.3 * (i % 3), 1 + 1.1 * Math.floor(i / 9), 2 + 1.3 * (Math.floor(i / 3) % 3)],
      friction: 1,
    });
  for (let n = 0; n < 120; n++) world.step(1 / 60);
  return world;
}

/** The clock gives one number when a step begins and one at the end of each of its six stages. */
const clockNumbers = 7;

describe('World.step', () => {
  for (const [name, shape] of Object.entries(shapes))
    for (const mesh of name === 'hulls' ? [false] : [false, true])
      it(`puts nothing but the time on the heap with ${name} on ${mesh ? 'a mesh' : 'the ground'}`, () => {
        const world = createWorld(shape, mesh);
        expectNoAllocation(() => world.step(1 / 60), { boxedNumbers: clockNumbers });
      });

  it('boxes no numbers where the edges of many hulls cross', () => {
    const world = new World({ sleeping: false });
    world.add({ shape: new HalfSpace() });
    const walls = new BoxShape([3, 4, 0.5]);
    for (let w = 0; w < 4; w++) {
      const turn = Math.SQRT1_2;
      const isAcross = w > 1;
      const side = 2.5 * (w % 2 === 0 ? 1 : -1);
      world.add({
        shape: walls,
        type: 'static',
        position: isAcross ? [side, 4, 0] : [0, 4, side],
        rotation: isAcross ? [0, turn, 0, turn] : [0, 0, 0, 1],
      });
    }
    const shape = HullShape.fromPoints(solidIcosahedron(0.5).positions);
    for (let i = 0; i < 96; i++)
      world.add({
        shape,
        position: [(i % 4) - 1.5, 0.6 + Math.floor(i / 16), (Math.floor(i / 4) % 4) - 1.5],
      });
    for (let n = 0; n < 240; n++) world.step(1 / 60);
    expectNoAllocation(() => world.step(1 / 60), { boxedNumbers: 100 });
  });
});
