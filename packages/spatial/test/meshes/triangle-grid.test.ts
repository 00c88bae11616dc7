import { TriangleGrid } from '@colide/spatial';
import { describeTriangleQueries } from '../support/mesh-conformance.ts';

describeTriangleQueries('TriangleGrid', TriangleGrid);
