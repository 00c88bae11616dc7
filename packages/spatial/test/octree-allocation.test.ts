import { LooseOctree } from '@colide/spatial/loose-octree';
import { LooseQuadtree } from '@colide/spatial/loose-quadtree';
import { Octree } from '@colide/spatial/octree';
import { Quadtree } from '@colide/spatial/quadtree';
import { describe, it } from 'vitest';
import { expectSteadyState } from './support/allocation.ts';
import { expectSteadyState2 } from './support/conformance-2.ts';

describe('octrees and quadtrees', () => {
  it('allocate nothing in steady state', () => {
    expectSteadyState(new Octree());
    expectSteadyState(new LooseOctree());
    expectSteadyState2(new Quadtree());
    expectSteadyState2(new LooseQuadtree());
  });
});
