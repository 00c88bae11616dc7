import { it } from 'vitest';
import { expectMatchingSteadyState } from '../support/matching-allocation.ts';

it('rigid shape matching allocates nothing', () => expectMatchingSteadyState('rigid'));
