import { TriangleOctree } from '@colide/spatial/triangle-octree';
import { describeTriangleQueries } from './support/mesh-conformance.ts';

describeTriangleQueries('TriangleOctree', TriangleOctree);
