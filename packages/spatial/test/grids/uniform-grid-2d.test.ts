import { UniformGrid2d } from '@colide/spatial';
import { describeBroadPhase2d } from '../support/conformance-2d.ts';

describeBroadPhase2d('UniformGrid2d', UniformGrid2d);
