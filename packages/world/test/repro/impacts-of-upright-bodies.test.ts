import { BoxShape, HalfSpace } from '@colide/geometry';
import { ContactImpacts, World } from '@colide/world';
import { expect, it } from 'vitest';

it('the impulse of a body that must not turn is that of its momentum, not an estimate of a fortieth', () => {
  for (const lockedRotation of ['', 'xz', 'xyz'] as const) {
    const impacts = new ContactImpacts({ minSpeed: 1 });
    const world = new World({ solver: impacts });
    world.add({ shape: new HalfSpace() });
    world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), mass: 2, position: [0, 3, 0], lockedRotation });
    let impulse = 0;
    for (let step = 0; step < 60; step++) {
      world.step(1 / 60);
      for (const impact of impacts) impulse += impact.impulse;
    }
    // It falls 2.5 m, and its weight during the step is part of it.
    expect(impulse).toBeGreaterThan(13.7);
    expect(impulse).toBeLessThan(14.8);
  }
});
