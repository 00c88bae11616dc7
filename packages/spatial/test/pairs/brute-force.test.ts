import { BruteForce } from '@colide/spatial';
import { describeBroadPhase } from '../support/conformance.ts';

describeBroadPhase('BruteForce', BruteForce);
