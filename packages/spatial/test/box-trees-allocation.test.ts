import { KdBoxTree } from '@colide/spatial/kd-box-tree';
import { LinearOctree } from '@colide/spatial/linear-octree';
import { MultiReferenceOctree } from '@colide/spatial/multi-reference-octree';
import { describe, it } from 'vitest';
import { expectSteadyState } from './support/allocation.ts';

describe('trees over boxes', () => {
  it('allocate nothing in steady state', () => {
    expectSteadyState(new LinearOctree());
    expectSteadyState(new MultiReferenceOctree());
    expectSteadyState(new KdBoxTree());
  });
});
