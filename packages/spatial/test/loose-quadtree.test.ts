import { LooseQuadtree } from '@colide/spatial/loose-quadtree';
import { describeBroadPhase2 } from './support/conformance-2.ts';

describeBroadPhase2('LooseQuadtree', LooseQuadtree);
