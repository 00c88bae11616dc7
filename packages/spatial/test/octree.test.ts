import { Octree } from '@colide/spatial/octree';
import { describeBroadPhase } from './support/conformance.ts';

describeBroadPhase('Octree', Octree);
