/**
 * Half-edge meshes, hulls, convex shapes as support mappings, mass properties, decomposition, solids and mesh
 * files.
 */

// Shapes made of shapes: posed, scaled, rounded, sums, unions, compounds.
export * from './composed/compound.ts';
export * from './composed/convex-aabb.ts';
export * from './composed/convex-union.ts';
export * from './composed/minkowski-difference.ts';
export * from './composed/minkowski-polytope.ts';
export * from './composed/minkowski-sum.ts';
export * from './composed/posed.ts';
export * from './composed/rounded.ts';
export * from './composed/scaled.ts';

// Readers and writers of mesh files.
export * from './files/parse-obj.ts';
export * from './files/parse-ply.ts';
export * from './files/parse-stl.ts';
export * from './files/plain-codec.ts';
export * from './files/write-mesh.ts';

// Convex hulls, Gauss maps and convex decomposition.
export * from './hulls/convex-decomposition.ts';
export * from './hulls/convex-decomposition-2d.ts';
export * from './hulls/gauss-map.ts';
export * from './hulls/hull-scale.ts';
export * from './hulls/quick-hull.ts';
export * from './hulls/quick-hull-2d.ts';

// Volume, centre of mass and inertia.
export * from './mass/convex-mass.ts';
export * from './mass/mass-properties.ts';
export * from './mass/mass-properties-2d.ts';
export * from './mass/particle-mass-properties.ts';

// Triangle meshes: half-edges, reports, terrains, grids.
export * from './meshes/cloth-grid.ts';
export * from './meshes/half-edge-mesh.ts';
export * from './meshes/height-field.ts';
export * from './meshes/mesh-report.ts';
export * from './meshes/mesh-surface.ts';
export * from './meshes/rope-line.ts';
export * from './meshes/terrain.ts';
export * from './meshes/triangle-mesh.ts';

// Convex shapes in the plane.
export * from './planar/box-shape-2d.ts';
export * from './planar/capsule-shape-2d.ts';
export * from './planar/circle-shape-2d.ts';
export * from './planar/compound-2d.ts';
export * from './planar/half-plane-2d.ts';
export * from './planar/point-shape-2d.ts';
export * from './planar/polygon-shape-2d.ts';
export * from './planar/posed-2d.ts';
export * from './planar/rounded-2d.ts';
export * from './planar/segment-shape-2d.ts';

// Convex shapes as support mappings.
export * from './shapes/any-shape.ts';
export * from './shapes/box-shape.ts';
export * from './shapes/capsule-shape.ts';
export * from './shapes/cone-shape.ts';
export * from './shapes/convex-shape.ts';
export * from './shapes/cylinder-shape.ts';
export * from './shapes/ellipsoid-shape.ts';
export * from './shapes/half-space.ts';
export * from './shapes/hull-separation.ts';
export * from './shapes/hull-shape.ts';
export * from './shapes/point-shape.ts';
export * from './shapes/segment-shape.ts';
export * from './shapes/sphere-shape.ts';
export * from './shapes/support-cells.ts';
export * from './shapes/surface-material.ts';
export * from './shapes/triangle-shape.ts';

// Solids to start from: Platonic, Archimedean, of revolution.
export * from './solids/solid-archimedean.ts';
export * from './solids/solid-geometry.ts';
export * from './solids/solid-icosphere.ts';
export * from './solids/solid-platonic.ts';
export * from './solids/solid-revolution.ts';
export * from './solids/solid-torus-knot.ts';
