import {
  Compound,
  convexDecomposition,
  HalfSpace,
  HullShape,
  SphereShape,
  solidTorus,
  solidTruncatedOctahedron,
  terrainField,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { manifoldSat } from '@colide/narrowphase';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const hull = HullShape.fromPoints(solidTruncatedOctahedron(0.5).positions);

describe('the narrow phase of a world', () => {
  it('can be the separating-axis test for hulls', () => {
    const heights = [undefined, manifoldSat].map(narrowPhase => {
      const world = new World(narrowPhase ? { narrowPhase } : {});
      world.add({ shape: new HalfSpace() });
      const random = new Random(2);
      for (let i = 0; i < 12; i++)
        world.add({
          shape: hull,
          position: [random.uniform(-0.4, 0.4), 0.6 + 0.9 * i, random.uniform(-0.4, 0.4)],
          rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
        });
      for (let n = 0; n < 240; n++) world.step(dt);
      let sum = 0;
      for (let body = 1; body <= 12; body++) {
        expect(world.bodies.positions[3 * body + 1]).toBeGreaterThan(0.3);
        sum += world.bodies.positions[3 * body + 1];
      }
      for (let c = 0; c < world.contacts.count; c++)
        expect(world.contacts.separations[c]).toBeGreaterThan(-0.02);
      return sum;
    });
    // Not the same bits, but the same pile.
    expect(heights[1] / heights[0]).toBeGreaterThan(0.7);
    expect(heights[1] / heights[0]).toBeLessThan(1.4);
  });
});

describe('concave bodies of a world', () => {
  it('are compounds of the parts of a convex decomposition', () => {
    const { positions, indices } = solidTorus(1, 0.35, 12, 8);
    const { hulls } = convexDecomposition(positions, indices, { maxConcavity: 0.1 });
    expect(hulls.length).toBeGreaterThan(3);
    const ring = new Compound(hulls.map(part => ({ shape: new HullShape(part) })));
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const body = world.add({ shape: ring, position: [0, 0.5, 0] });
    // A ball falls through the hole to the ground; it would lie on the hull of the ring.
    const ball = world.add({ shape: new SphereShape(0.3), position: [0.05, 2, 0] });
    for (let n = 0; n < 120; n++) world.step(dt);
    expect(world.bodies.positions[3 * ball + 1]).toBeCloseTo(0.3, 2);
    expect(world.bodies.positions[3 * body + 1]).toBeCloseTo(0.35, 2);
    expect(world.events.touching.count).toBeGreaterThanOrEqual(2);
  });
});

describe('height fields of a world', () => {
  it('are static meshes of their triangles', () => {
    const field = terrainField({ columns: 17, rows: 17, cellSize: 1, amplitude: 1.5, seed: 3 });
    const { positions, indices } = field.geometry();
    const world = new World();
    world.add({ shape: new MeshShape(new TriangleBvh(positions, indices)), type: 'static' });
    const random = new Random(7);
    for (let i = 0; i < 12; i++)
      world.add({
        shape: i % 2 === 0 ? hull : new SphereShape(0.4),
        position: [random.uniform(5, 11), 3 + 0.3 * i, random.uniform(5, 11)],
      });
    for (let n = 0; n < 150; n++) {
      world.step(dt);
      for (let body = 1; body <= 12; body++) {
        const [x, y, z] = world.bodies.positions.slice(3 * body, 3 * body + 3);
        const ground = field.sample(x, z);
        if (Number.isFinite(ground)) expect(y - ground).toBeGreaterThan(0.2);
      }
    }
  });
});
