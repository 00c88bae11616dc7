import { Quadtree } from '@colide/spatial/quadtree';
import { describeBroadPhase2 } from './support/conformance-2.ts';

describeBroadPhase2('Quadtree', Quadtree);
