import { SweepAndPrune } from '@colide/spatial';
import { describe, it } from 'vitest';
import { expectSteadyState } from '../support/allocation.ts';

describe('SweepAndPrune', () => {
  it('allocates nothing in steady state', () => expectSteadyState(new SweepAndPrune()));
});
