import { TriangleOctree } from '@colide/spatial';
import { describeTriangleQueries } from '../support/mesh-conformance.ts';

describeTriangleQueries('TriangleOctree', TriangleOctree);
