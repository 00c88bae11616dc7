/** Small dense linear algebra, predicates, sorts and random numbers for collision detection and physics. */

// Barycentric coordinates and closest points of simplices.
export * from './closest/barycentric.ts';
export * from './closest/closest-point.ts';
export * from './closest/closest-point-segment.ts';
export * from './closest/closest-point-tetrahedron.ts';
export * from './closest/closest-point-triangle.ts';

// Eigenvalues, singular values, polar decomposition, nearest rotations.
export * from './decompositions/eigen-symmetric.ts';
export * from './decompositions/eigen-symmetric-2d.ts';
export * from './decompositions/eigen-symmetric-jacobi.ts';
export * from './decompositions/extract-rotation.ts';
export * from './decompositions/extract-rotation-2d.ts';
export * from './decompositions/polar-decompose.ts';
export * from './decompositions/polar-decompose-2d.ts';
export * from './decompositions/sqrt-symmetric.ts';
export * from './decompositions/sqrt-symmetric-2d.ts';
export * from './decompositions/svd.ts';
export * from './decompositions/svd-2d.ts';

// Planes, poses and rotations.
export * from './frames/plane.ts';
export * from './frames/pose.ts';
export * from './frames/rotation.ts';

// Morton codes: positions along a space-filling curve.
export * from './morton/morton.ts';
export * from './morton/morton-2d.ts';
export * from './morton/morton-wide.ts';

// Robust geometric predicates.
export * from './predicates/in-circle.ts';
export * from './predicates/in-sphere.ts';
export * from './predicates/orient-2d.ts';
export * from './predicates/orient-3d.ts';

// Single numbers: angles, roots, interpolation, seeded random numbers.
export * from './scalars/arc-tangent.ts';
export * from './scalars/cube-root.ts';
export * from './scalars/fast-sqrt.ts';
export * from './scalars/lerp-range.ts';
export * from './scalars/random.ts';

// Sorts, scans and sortable keys.
export * from './sorts/bitonic-sort.ts';
export * from './sorts/exclusive-scan.ts';
export * from './sorts/float-keys.ts';
export * from './sorts/insertion-sort.ts';
export * from './sorts/radix-sort.ts';

// Covariance and principal axes.
export * from './statistics/covariance-accumulator.ts';
export * from './statistics/covariance-accumulator-2d.ts';
export * from './statistics/principal-axes.ts';
export * from './statistics/principal-axes-2d.ts';
