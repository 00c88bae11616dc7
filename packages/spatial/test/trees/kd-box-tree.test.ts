import { KdBoxTree } from '@colide/spatial';
import { describeBroadPhase } from '../support/conformance.ts';

describeBroadPhase('KdBoxTree', KdBoxTree);
