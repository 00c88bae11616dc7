import { LooseOctree } from '@colide/spatial/loose-octree';
import { describeBroadPhase } from './support/conformance.ts';

describeBroadPhase('LooseOctree', LooseOctree);
