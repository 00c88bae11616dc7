import { TriangleBvh } from '@colide/spatial';
import { describeTriangleQueries } from '../support/mesh-conformance.ts';

describeTriangleQueries('TriangleBvh', TriangleBvh);
