/** Bounding volumes: sphere, AABB, OBB, k-DOP and capsule, as records and as flat bulk arrays. */

// Axis-aligned boxes.
export * from './aabb/aabb.ts';
export * from './aabb/aabb-2d.ts';
export * from './aabb/aabb-bulk.ts';
export * from './aabb/aabb-motion.ts';
export * from './aabb/aabb-query.ts';
export * from './aabb/ray-aabb.ts';

// Capsules.
export * from './capsule/capsule.ts';
export * from './capsule/capsule-bulk.ts';
export * from './capsule/capsule-fit.ts';
export * from './capsule/capsule-motion.ts';
export * from './capsule/capsule-overlap.ts';
export * from './capsule/capsule-query.ts';
export * from './capsule/ray-capsule.ts';

// Circles, in the plane.
export * from './circle/circle-2d.ts';
export * from './circle/circle-query-2d.ts';

// What all volumes share: points of meshes, sides of planes, outward rounding.
export * from './common/mesh-points.ts';
export * from './common/plane-side.ts';
export * from './common/round-outward.ts';

// k-DOPs: discrete oriented polytopes.
export * from './kdop/kdop.ts';
export * from './kdop/kdop-bulk.ts';
export * from './kdop/kdop-directions.ts';
export * from './kdop/kdop-faces.ts';
export * from './kdop/kdop-motion.ts';
export * from './kdop/kdop-query.ts';
export * from './kdop/ray-kdop.ts';

// Oriented boxes.
export * from './obb/obb.ts';
export * from './obb/obb-bulk.ts';
export * from './obb/obb-motion.ts';
export * from './obb/obb-overlap.ts';
export * from './obb/obb-pca.ts';
export * from './obb/obb-query.ts';
export * from './obb/obb-tight.ts';
export * from './obb/ray-obb.ts';

// Spheres.
export * from './sphere/ray-sphere.ts';
export * from './sphere/sphere.ts';
export * from './sphere/sphere-bulk.ts';
export * from './sphere/sphere-minimal.ts';
export * from './sphere/sphere-motion.ts';
export * from './sphere/sphere-of-spheres.ts';
export * from './sphere/sphere-overlap.ts';
export * from './sphere/sphere-query.ts';
export * from './sphere/sphere-ritter.ts';
