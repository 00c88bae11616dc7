import { SortAndSweep } from '@colide/spatial';
import { describe, it } from 'vitest';
import { expectSteadyState } from '../support/allocation.ts';

describe('SortAndSweep', () => {
  it('allocates nothing in steady state', () => expectSteadyState(new SortAndSweep()));
});
