import { HashGrid, HashGrid2d } from '@colide/spatial';
import { describe, it } from 'vitest';
import { expectSteadyState } from '../support/allocation.ts';
import { expectSteadyState2d } from '../support/conformance-2d.ts';

describe('HashGrid', () => {
  it('allocates nothing in steady state', () => expectSteadyState(new HashGrid()));
  it('allocates nothing in steady state in the plane', () => expectSteadyState2d(new HashGrid2d()));
});
