import { LooseOctree, LooseQuadtree, Octree, Quadtree } from '@colide/spatial';

import { describe, it } from 'vitest';
import { expectSteadyState } from '../support/allocation.ts';
import { expectSteadyState2d } from '../support/conformance-2d.ts';

describe('octrees and quadtrees', () => {
  it('allocate nothing in steady state', () => {
    expectSteadyState(new Octree());
    expectSteadyState(new LooseOctree());
    expectSteadyState2d(new Quadtree());
    expectSteadyState2d(new LooseQuadtree());
  });
});
