import { DynamicBvh } from '@colide/spatial';
import { describe, it } from 'vitest';
import { expectSteadyState } from '../support/allocation.ts';

describe('DynamicBvh', () => {
  it('allocates nothing in steady state', () => expectSteadyState(new DynamicBvh()));
});
