/**
 * Fast bodies and thin obstacles, with default settings: nothing passes through, and no other body is
 * stopped.
 */
import {
  BoxShape,
  CapsuleShape,
  Compound,
  type ConvexShape,
  CylinderShape,
  HalfSpace,
  HullShape,
  SphereShape,
} from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { type BodySettings, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const tries = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/** Whether two bodies in free flight touch within some seconds; the last one is the fast one. */
function touch(seconds: number, ...bodies: BodySettings[]): boolean {
  const world = new World({ gravity: [0, 0, 0] });
  for (const body of bodies) world.add(body);
  for (let n = 0; n < seconds / dt + 3; n++) {
    world.step(dt);
    if (world.events.touching.count > 0) return true;
  }
  return false;
}

/** A wall as a mesh of triangles in the plane x = 0. */
function meshWall(half: number, cells: number): MeshShape {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= cells; j++)
    for (let i = 0; i <= cells; i++)
      positions.push(0, half * ((2 * i) / cells - 1), half * ((2 * j) / cells - 1));
  for (let j = 0; j < cells; j++)
    for (let i = 0; i < cells; i++) {
      const a = j * (cells + 1) + i;
      indices.push(a, a + 1, a + cells + 1, a + 1, a + cells + 2, a + cells + 1);
    }
  return new MeshShape(new TriangleBvh(positions, indices));
}

describe('fast bodies', () => {
  it('a ball that grazes an edge touches it, at all speeds', () => {
    for (const radius of [0.05, 0.25])
      for (const speed of [20, 60, 150, 300])
        for (const n of tries)
          expect(
            touch(
              9 / speed,
              { shape: new BoxShape([0.01, 1, 2]), type: 'static', position: [3.3, -1, 0] },
              {
                shape: new SphereShape(radius),
                position: [-0.37 * n, radius * (0.9 - 0.15 * n), 0],
                velocity: [speed, 0, 0],
              },
            ),
            `${radius} m, ${speed} m/s, ${n}`,
          ).toBe(true);
  });

  it('the end of a rod meets a wall, be it a box or a mesh', () => {
    const rods = [new BoxShape([0.02, 0.02, 1]), new CylinderShape(0.03, 1), new CapsuleShape(0.03, 0.95)];
    for (const wall of [new BoxShape([0.01, 0.5, 0.5]), meshWall(0.5, 1), meshWall(0.5, 7)])
      for (const [i, shape] of rods.entries())
        for (const speed of [20, 80, 300])
          expect(
            touch(
              5 / speed,
              { shape: wall, type: 'static', position: [3.3, 0, 1.4] },
              {
                shape,
                ...(i > 0 && { rotation: [1, 0, 0, 1] }),
                position: [0.1 * i, 0.02 * i, 0],
                velocity: [speed, 0, 0],
              },
            ),
            `rod ${i}, ${speed} m/s`,
          ).toBe(true);
  });

  it('a rod that turns meets a thin post, and a ball', () => {
    const rod = (spin: number): BodySettings => ({
      shape: new BoxShape([1, 0.02, 0.02]),
      angularVelocity: [0, spin, 0],
    });
    const obstacles: BodySettings[] = [
      { shape: new BoxShape([0.01, 1, 0.01]), type: 'static' },
      { shape: new SphereShape(0.05) },
    ];
    for (const obstacle of obstacles)
      for (const spin of [10, 20, 40])
        for (const n of tries) {
          const angle = 0.5 + 0.2 * n;
          const position = [0.93 * Math.cos(angle), 0, -0.93 * Math.sin(angle)] as const;
          expect(touch(angle / spin, { ...obstacle, position }, rod(spin)), `${spin} rad/s, ${n}`).toBe(true);
        }
  });

  it('nothing passes a wall: plates thrown flat, hulls, compounds, whatever they turn like', () => {
    const octahedron = [0.3, 0, 0, -0.3, 0, 0, 0, 0.3, 0, 0, -0.3, 0, 0, 0, 0.3, 0, 0, -0.3];
    const shapes: (ConvexShape | Compound)[] = [
      new BoxShape([0.02, 0.5, 0.5]),
      HullShape.fromPoints(octahedron),
      new Compound([
        { shape: new SphereShape(0.1), position: [0, 0.6, 0] },
        { shape: new SphereShape(0.1), position: [0, -0.6, 0] },
      ]),
    ];
    for (const wall of [new BoxShape([0.01, 3, 3]), meshWall(3, 5)])
      for (const [i, shape] of shapes.entries())
        for (const speed of [10, 60, 300])
          for (const n of [0, 1, 2, 3]) {
            const world = new World({ gravity: [0, 0, 0] });
            world.add({ shape: wall, type: 'static' });
            const body = world.add({
              shape,
              position: [-2 - 0.31 * n, 0, 0],
              velocity: [speed, 0, 0],
              angularVelocity: [n, 2 * n, 7 * (n % 2)],
            });
            for (let k = 0; k < 3 / speed / dt + 6; k++) {
              world.step(dt);
              expect(world.bodies.positions[3 * body], `shape ${i}, ${speed} m/s, ${n}`).toBeLessThan(0);
            }
          }
  });

  it('roll and slide without being held up, on all grounds', () => {
    const grounds: BodySettings[] = [
      { shape: new HalfSpace() },
      { shape: new BoxShape([60, 1, 60]), type: 'static', position: [0, -1, 0] },
      { shape: meshWall(60, 40), type: 'static', rotation: [0, 0, -1, 1] },
    ];
    for (const ground of grounds)
      for (const shape of [new SphereShape(0.2), new BoxShape([0.2, 0.2, 0.2])]) {
        const world = new World();
        world.add({ ...ground, friction: 0 });
        const body = world.add({ shape, position: [-50, 0.2, 0.1], velocity: [60, 0, 0], friction: 0 });
        for (let n = 0; n < 60; n++) world.step(dt);
        expect(world.bodies.positions[3 * body]).toBeCloseTo(10, 2);
        expect(world.bodies.positions[3 * body + 1]).toBeCloseTo(0.2, 2);
      }
  });

  it('ride a fast lift without being held up', () => {
    const world = new World();
    const lift = world.add({
      shape: new BoxShape([2, 0.1, 2]),
      type: 'kinematic',
      position: [0, 100, 0],
      velocity: [0, -8, 0],
    });
    const rider = world.add({
      shape: new BoxShape([0.2, 0.05, 0.2]),
      position: [0, 100.15, 0],
      velocity: [0, -8, 0],
    });
    for (let n = 0; n < 120; n++) world.step(dt);
    const y = (body: number) => world.bodies.positions[3 * body + 1];
    expect(y(rider) - y(lift)).toBeCloseTo(0.15, 2);
  });

  it('do not gain energy where they are put back', () => {
    const world = new World();
    world.add({ shape: new BoxShape([5, 0.5, 5]), type: 'static', position: [0, -0.5, 0], restitution: 1 });
    const ball = world.add({ shape: new SphereShape(0.05), position: [0, 10, 0] });
    const energy = () =>
      9.81 * world.bodies.positions[3 * ball + 1] + 0.5 * world.bodies.velocities[3 * ball + 1] ** 2;
    const before = energy();
    for (let n = 0; n < 600; n++) world.step(dt);
    expect(energy() / before).toBeLessThan(1.01);
  });

  it('many bullets among many fast bodies cost little: they look at their neighbours only', () => {
    const world = new World({ gravity: [0, 0, 0], sleeping: false });
    const shape = new SphereShape(0.1);
    for (let i = 0; i < 600; i++)
      world.add({ shape, position: [2 * i, 0, 0], velocity: [0, 60, 0], bullet: i % 2 === 0 });
    let tests = 0;
    const { support } = shape;
    shape.support = function (out, direction) {
      tests++;
      return support.call(this, out, direction);
    };
    world.step(dt);
    expect(tests).toBeLessThan(600 * 100);
  });
});
