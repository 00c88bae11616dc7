import { it } from 'vitest';
import { expectMatchingSteadyState } from '../support/matching-allocation.ts';

it('quadratic shape matching allocates nothing', () => expectMatchingSteadyState('quadratic'));
