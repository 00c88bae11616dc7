import { TriangleGrid } from '@colide/spatial/triangle-grid';
import { describeTriangleQueries } from './support/mesh-conformance.ts';

describeTriangleQueries('TriangleGrid', TriangleGrid);
