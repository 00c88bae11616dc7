import { LinearOctree } from '@colide/spatial';
import { describeBroadPhase } from '../support/conformance.ts';

describeBroadPhase('LinearOctree', LinearOctree);
