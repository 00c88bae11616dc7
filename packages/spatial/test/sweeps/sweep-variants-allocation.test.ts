import { MultiSweepAndPrune, SegmentedSweepAndPrune } from '@colide/spatial';

import { describe, it } from 'vitest';
import { expectSteadyState } from '../support/allocation.ts';

describe('variants of sweep and prune', () => {
  it('MultiSweepAndPrune allocates nothing in steady state', () =>
    expectSteadyState(new MultiSweepAndPrune()));

  it('SegmentedSweepAndPrune allocates nothing in steady state', () =>
    expectSteadyState(new SegmentedSweepAndPrune()));
});
