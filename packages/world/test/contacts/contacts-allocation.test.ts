import { BoxShape, Compound, HalfSpace, SphereShape } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { expectNoAllocation } from '@colide/testing/allocation';
import { ContactImpacts, ContactRules, RollingFriction, World } from '@colide/world';
import { describe, it } from 'vitest';

// The clock of the stages, and fractions that cross calls: some for each point.
const boxedNumbers = 200;
/** The clock gives one number when a step begins and one at the end of each of its six stages. */
const clockNumbers = 7;

describe('contacts in steady state', () => {
  it('put nothing but numbers on the heap with materials of triangles and children', () => {
    const world = new World({ sleeping: false, restitutionRule: 'average' });
    const corners = [-9, 0, -9, 9, 0, -9, -9, 0, 9, 9, 0, 9];
    const shape = new MeshShape(new TriangleBvh(corners, [0, 2, 1, 1, 2, 3]), {
      materials: [{ friction: 0.31 }, { friction: 0.72, restitution: 0.13 }],
      triangleMaterials: [0, 1],
    });
    world.add({ shape, type: 'static' });
    const foot = { shape: new BoxShape([0.5, 0.5, 0.5]), material: { friction: 0.77 } };
    for (let i = 0; i < 4; i++)
      world.add({ shape: new Compound([foot]), position: [2 * i - 4, 0.5 + (i % 2), 0] });
    for (let n = 0; n < 60; n++) world.step(1 / 60);
    // The time, and for each of the 16 points its range, and the distances of the two triangles.
    expectNoAllocation(() => world.step(1 / 60), { boxedNumbers: clockNumbers + 16 * 4 });
  });

  it('put nothing but numbers on the heap, with impacts and rules', () => {
    const rules = new ContactRules({ filter: () => true, modify: () => {} });
    const impacts = new ContactImpacts({ solver: rules, minSpeed: 0 });
    const world = new World({ solver: impacts, sleeping: false });
    const ground = world.add({ shape: new HalfSpace() });
    for (let i = 0; i < 4; i++)
      world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 0.5 + i, 0] });
    rules.setSurfaceVelocity(ground, [0.001, 0, 0]);
    rules.setOneWay(1, [0, 1, 0]);
    for (let n = 0; n < 60; n++) world.step(1 / 60);
    expectNoAllocation(() => world.step(1 / 60), { boxedNumbers });
  });

  it('put nothing but numbers on the heap, with rolling friction', () => {
    const rolling = new RollingFriction({ coefficient: 0.05 });
    const world = new World({ solver: rolling, sleeping: false });
    world.add({ shape: new HalfSpace([0.01, 1, 0]) });
    for (let i = 0; i < 8; i++)
      rolling.setCoefficient(world.add({ shape: new SphereShape(0.5), position: [2 * i, 0.5, 0] }), 0.01 * i);
    for (let n = 0; n < 60; n++) world.step(1 / 60);
    expectNoAllocation(() => world.step(1 / 60), { boxedNumbers });
  });
});
