import { KdopTree, ObbTree } from '@colide/spatial';
import { describeTriangleQueries } from '../support/mesh-conformance.ts';

describeTriangleQueries('ObbTree', ObbTree);
describeTriangleQueries('KdopTree', KdopTree);
