/** Grids, trees, hierarchies and sweeps over boxes, and queries on triangle meshes. */
export * from './brute-force.ts';
export * from './query-counters.ts';
export * from './ray-hit-list.ts';
export * from './triangle-pairs.ts';
export * from './triangle-queries.ts';
