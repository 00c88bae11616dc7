import { Quadtree } from '@colide/spatial';
import { describeBroadPhase2d } from '../support/conformance-2d.ts';

describeBroadPhase2d('Quadtree', Quadtree);
