/** Grids, trees, hierarchies and sweeps over boxes, and queries on triangle meshes. */
export * from './brute-force.ts';
export * from './kd-box-tree.ts';
export * from './kd-tree.ts';
export * from './linear-octree.ts';
export * from './loose-octree.ts';
export * from './loose-quadtree.ts';
export * from './multi-reference-octree.ts';
export * from './nearest-points.ts';
export * from './octree.ts';
export * from './quadtree.ts';
export * from './query-counters.ts';
export * from './ray-hit-list.ts';
export * from './triangle-pairs.ts';
export * from './triangle-queries.ts';
export * from './uniform-grid.ts';
export * from './uniform-grid-2.ts';
