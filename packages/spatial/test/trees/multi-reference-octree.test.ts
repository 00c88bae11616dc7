import { MultiReferenceOctree } from '@colide/spatial';
import { describeBroadPhase } from '../support/conformance.ts';

describeBroadPhase('MultiReferenceOctree', MultiReferenceOctree);
