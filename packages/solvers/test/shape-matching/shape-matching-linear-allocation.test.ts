import { it } from 'vitest';
import { expectMatchingSteadyState } from '../support/matching-allocation.ts';

it('linear shape matching allocates nothing', () => expectMatchingSteadyState('linear'));
