import { Bvh } from '@colide/spatial';
import { describe, it } from 'vitest';
import { expectSteadyState } from '../support/allocation.ts';

describe('Bvh', () => {
  it('allocates nothing in steady state', () => expectSteadyState(new Bvh()));
});
