import { KdBoxTree, LinearOctree, LooseOctree, MultiReferenceOctree, Octree } from '@colide/spatial';
import { describeSurfaceBoxes } from '../support/surface-boxes.ts';

for (const Structure of [Octree, LooseOctree, LinearOctree, MultiReferenceOctree, KdBoxTree])
  describeSurfaceBoxes(Structure);
