import { KdBoxTree, LinearOctree, MultiReferenceOctree } from '@colide/spatial';

import { describe, it } from 'vitest';
import { expectSteadyState } from '../support/allocation.ts';

describe('trees over boxes', () => {
  it('allocate nothing in steady state', () => {
    expectSteadyState(new LinearOctree());
    expectSteadyState(new MultiReferenceOctree());
    expectSteadyState(new KdBoxTree());
  });
});
