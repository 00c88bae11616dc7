import { MultiReferenceOctree } from '@colide/spatial/multi-reference-octree';
import { describeBroadPhase } from './support/conformance.ts';

describeBroadPhase('MultiReferenceOctree', MultiReferenceOctree);
