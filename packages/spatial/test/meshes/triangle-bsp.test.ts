import { TriangleBsp } from '@colide/spatial';
import { describeTriangleQueries } from '../support/mesh-conformance.ts';

describeTriangleQueries('TriangleBsp', TriangleBsp);
