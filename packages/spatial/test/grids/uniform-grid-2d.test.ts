import { UniformGrid2 } from '@colide/spatial';
import { describeBroadPhase2 } from '../support/conformance-2d.ts';

describeBroadPhase2('UniformGrid2', UniformGrid2);
