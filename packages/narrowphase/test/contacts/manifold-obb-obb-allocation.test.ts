import { createObb, obbFromBox } from '@colide/bounds';
import { createContactManifold, manifoldObbObb } from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, it } from 'vitest';

describe('manifoldObbObb', () => {
  it('allocates nothing', () => {
    const flat = new Float64Array(60);
    for (let i = 0; i < 4; i++)
      flat.set(obbFromBox(createObb(), [0.7 * i, 0.1 * i, 0], [0.5, 0.5, 0.5], [0.1 * i, 0.3, 0, 1]), 15 * i);
    const out = createContactManifold(8);
    const margin = Float64Array.of(0.02);
    expectNoAllocation(() => {
      for (let i = 0; i < 3; i++)
        for (let j = i + 1; j < 4; j++) manifoldObbObb(out, flat, 15 * i, 15 * j, margin);
    });
  });
});
