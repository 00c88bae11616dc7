import { LinearOctree } from '@colide/spatial/linear-octree';
import { describeBroadPhase } from './support/conformance.ts';

describeBroadPhase('LinearOctree', LinearOctree);
