import { TriangleBsp } from '@colide/spatial/triangle-bsp';
import { describeTriangleQueries } from './support/mesh-conformance.ts';

describeTriangleQueries('TriangleBsp', TriangleBsp);
