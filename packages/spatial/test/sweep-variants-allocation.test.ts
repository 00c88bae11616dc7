import { MultiSweepAndPrune } from '@colide/spatial/multi-sweep-and-prune';
import { SegmentedSweepAndPrune } from '@colide/spatial/segmented-sweep-and-prune';
import { describe, it } from 'vitest';
import { expectSteadyState } from './support/allocation.ts';

describe('variants of sweep and prune', () => {
  it('MultiSweepAndPrune allocates nothing in steady state', () =>
    expectSteadyState(new MultiSweepAndPrune()));

  it('SegmentedSweepAndPrune allocates nothing in steady state', () =>
    expectSteadyState(new SegmentedSweepAndPrune()));
});
