import { KdBoxTree } from '@colide/spatial/kd-box-tree';
import { describeBroadPhase } from './support/conformance.ts';

describeBroadPhase('KdBoxTree', KdBoxTree);
