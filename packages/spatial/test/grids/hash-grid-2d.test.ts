import { HashGrid2 } from '@colide/spatial';
import { describeBroadPhase2 } from '../support/conformance-2d.ts';

describeBroadPhase2('HashGrid2', HashGrid2);
