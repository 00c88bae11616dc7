import { LooseOctree } from '@colide/spatial';
import { describeBroadPhase } from '../support/conformance.ts';

describeBroadPhase('LooseOctree', LooseOctree);
