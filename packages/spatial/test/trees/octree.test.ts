import { Octree } from '@colide/spatial';
import { describeBroadPhase } from '../support/conformance.ts';

describeBroadPhase('Octree', Octree);
