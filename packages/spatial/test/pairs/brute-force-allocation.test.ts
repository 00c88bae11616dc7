import { BruteForce } from '@colide/spatial';
import { describe, it } from 'vitest';
import { expectSteadyState } from '../support/allocation.ts';

describe('BruteForce', () => {
  it('allocates nothing in steady state', () => expectSteadyState(new BruteForce()));
});
