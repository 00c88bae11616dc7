import { LooseQuadtree } from '@colide/spatial';
import { describeBroadPhase2 } from '../support/conformance-2d.ts';

describeBroadPhase2('LooseQuadtree', LooseQuadtree);
