import { HashGrid2d } from '@colide/spatial';
import { describeBroadPhase2d } from '../support/conformance-2d.ts';

describeBroadPhase2d('HashGrid2d', HashGrid2d);
