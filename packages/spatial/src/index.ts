/** Grids, trees, hierarchies and sweeps over boxes, and queries on triangle meshes. */

// Grids over boxes, with equal or with hashed cells.
export * from './grids/hash-cells.ts';
export * from './grids/hash-grid.ts';
export * from './grids/hash-grid-2d.ts';
export * from './grids/uniform-grid.ts';
export * from './grids/uniform-grid-2d.ts';

// Structures over triangle meshes.
export * from './meshes/bsp-tree.ts';
export * from './meshes/height-field-mesh.ts';
export * from './meshes/mesh-closest-point.ts';
export * from './meshes/mesh-overlap.ts';
export * from './meshes/mesh-shape.ts';
export * from './meshes/ray-hit-list.ts';
export * from './meshes/triangle-bsp.ts';
export * from './meshes/triangle-bvh.ts';
export * from './meshes/triangle-bvh-refit.ts';
export * from './meshes/triangle-grid.ts';
export * from './meshes/triangle-octree.ts';
export * from './meshes/triangle-pairs.ts';
export * from './meshes/triangle-queries.ts';

// Pairs of overlapping boxes, and which structure to choose.
export * from './pairs/box-statistics.ts';
export * from './pairs/brute-force.ts';
export * from './pairs/choose-broad-phase.ts';
export * from './pairs/coherent-pairs.ts';
export * from './pairs/neighbor-list.ts';
export * from './pairs/pair-tracker.ts';
export * from './pairs/query-counters.ts';

// Structures over points.
export * from './points/kd-tree.ts';
export * from './points/nearest-points.ts';
export * from './points/point-grid.ts';

// Sweep and prune: boxes sorted along axes.
export * from './sweeps/multi-sweep-and-prune.ts';
export * from './sweeps/segmented-sweep-and-prune.ts';
export * from './sweeps/sort-and-sweep.ts';
export * from './sweeps/sweep-and-prune.ts';

// Trees over boxes.
export * from './trees/bvh.ts';
export * from './trees/dynamic-bvh.ts';
export * from './trees/kd-box-tree.ts';
export * from './trees/linear-octree.ts';
export * from './trees/loose-octree.ts';
export * from './trees/loose-quadtree.ts';
export * from './trees/multi-reference-octree.ts';
export * from './trees/octree.ts';
export * from './trees/quadtree.ts';

// Trees of bounding volumes over meshes.
export * from './volumes/kdop-tree.ts';
export * from './volumes/obb-tree.ts';
export * from './volumes/sphere-tree.ts';
