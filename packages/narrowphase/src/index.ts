/** Narrow phase: exact tests between pairs of shapes, rays and triangles. */
export * from './epa.ts';
export * from './gjk.ts';
export * from './gjk-cache.ts';
export * from './gjk-intersects.ts';
export * from './gjk-simplex.ts';
export * from './penetration.ts';
export * from './ray-hit.ts';
export * from './ray-triangle.ts';
export * from './ray-triangle-watertight.ts';
export * from './signed-volumes.ts';
export * from './triangle-triangle.ts';
