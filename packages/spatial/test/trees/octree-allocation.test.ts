import { LooseOctree, LooseQuadtree, Octree, Quadtree } from '@colide/spatial';

import { describe, it } from 'vitest';
import { expectSteadyState } from '../support/allocation.ts';
import { expectSteadyState2 } from '../support/conformance-2d.ts';

describe('octrees and quadtrees', () => {
  it('allocate nothing in steady state', () => {
    expectSteadyState(new Octree());
    expectSteadyState(new LooseOctree());
    expectSteadyState2(new Quadtree());
    expectSteadyState2(new LooseQuadtree());
  });
});
