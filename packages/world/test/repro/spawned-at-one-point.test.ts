/**
 * Bodies that began at one point left along one axis: 25 balls as a tower whose top came down at 12.6 m/s,
 * 200 boxes as a row that took 22 s to come to rest.
 */
import { BoxShape, CapsuleShape, HalfSpace, HullShape, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { World } from '@colide/world';
import { expect, it } from 'vitest';

/** The hull of fourteen points on a sphere, which is narrowest in a direction of its own. */
function randomHull(radius: number, seed: number): HullShape {
  const random = new Random(seed);
  const points: number[] = [];
  for (let i = 0; i < 14; i++) {
    const point = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
    const length = Math.hypot(...point);
    for (const x of point) points.push((radius * x) / length);
  }
  return HullShape.fromPoints(points);
}

it.each([
  ['balls', 25, new SphereShape(0.125), Infinity],
  ['balls', 50, new SphereShape(0.05), Infinity],
  ['capsules', 50, new CapsuleShape(0.25, 0.25), 8],
  ['boxes', 50, new BoxShape([0.5, 0.5, 0.5]), 8],
  ['boxes', 200, new BoxShape([0.05, 0.05, 0.05]), 3],
  ['hulls', 50, randomHull(0.5, 5), 8],
])('%s do not fly, and rest unless they roll: %d', (_, count, shape, seconds) => {
  const world = new World();
  world.add({ shape: new HalfSpace() });
  for (let i = 0; i < count; i++) world.add({ shape, position: [0, 1, 0] });
  for (let n = 0; n < 60 * Math.min(seconds, 8) && world.sleeperCount < count; n++) {
    world.step(1 / 60);
    const { velocities: v } = world.bodies;
    let fastest = 0;
    for (let i = 3; i < 3 * (count + 1); i += 3)
      fastest = Math.max(fastest, Math.hypot(v[i], v[i + 1], v[i + 2]));
    expect(fastest).toBeLessThan(7);
  }
  if (seconds < Infinity) expect(world.sleeperCount).toBe(count);
});

it('makes no momentum', () => {
  const world = new World({ gravity: [0, 0, 0] });
  for (let i = 0; i < 10; i++) world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [1, 2, 3] });
  for (let n = 0; n < 60; n++) world.step(1 / 60);
  const { velocities } = world.bodies;
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let i = k; i < 30; i += 3) sum += velocities[i];
    expect(Math.abs(sum)).toBeLessThan(1e-12);
  }
});

it.each([0, 30])('crowds on a mesh whose origin is %d m beside them do not pass it', beside => {
  const positions = [-50, 0, -50, 50, 0, -50, 50, 0, 50, -50, 0, 50];
  const ground = new MeshShape(new TriangleBvh(positions, [0, 2, 1, 0, 3, 2]));
  for (const shape of [new BoxShape([0.25, 0.25, 0.25]), new SphereShape(0.25)]) {
    const world = new World();
    world.add({ shape: ground, type: 'static', position: [beside, 0, 0] });
    for (let i = 0; i < 8; i++) world.add({ shape, position: [0.001, 0.1, 0] });
    for (let n = 0; n < 120; n++) world.step(1 / 60);
    for (let i = 1; i <= 8; i++) expect(world.bodies.positions[3 * i + 1]).toBeGreaterThan(0);
  }
});

it('crowds that begin on a half-space stay near it', () => {
  const world = new World();
  world.add({ shape: new HalfSpace() });
  for (let i = 0; i < 25; i++) world.add({ shape: new BoxShape([0.5, 0.5, 0.5]) });
  for (let n = 0; n < 300; n++) {
    world.step(1 / 60);
    for (let i = 1; i <= 25; i++) expect(world.bodies.positions[3 * i + 1]).toBeGreaterThan(-0.5);
  }
});
