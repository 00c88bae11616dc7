/** The separating axes of two boxes, one at a time, without allocation. */
import { createObb, obbFromBox } from '@colide/bounds';
import { createSatObbSteps, satObbStart, satObbStep } from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { it } from 'vitest';

it('satObbStart and satObbStep allocate nothing', () => {
  const steps = createSatObbSteps();
  const a = obbFromBox(createObb(), [0.1, 0.2, 0.3], [1, 0.7, 0.5], [0.1, 0.2, 0.3, 0.9]);
  const b = obbFromBox(createObb(), [0.6, 0.3, 0.1], [0.4, 0.9, 0.8], [0.5, -0.2, 0.1, 0.8]);
  expectNoAllocation(() => {
    satObbStart(steps, a, b);
    while (!satObbStep(steps));
  });
});
