import { BoxShape, HalfSpace } from '@colide/geometry';
import { expectNoAllocation } from '@colide/testing';
import { ContactImpacts, ContactRules, World } from '@colide/world';
import { describe, it } from 'vitest';

// The clock of the stages, and fractions that cross calls: some for each point.
const boxedNumbers = 200;

describe('contacts in steady state', () => {
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
});
