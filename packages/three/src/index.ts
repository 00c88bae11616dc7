/**
 * colide and three.js: shapes from geometries and back, meshes that follow bodies, cloth, ropes and debug
 * lines.
 */

// Meshes and instances that follow bodies.
export * from './bodies/body-from-mesh.ts';
export * from './bodies/body-from-object.ts';
export * from './bodies/body-instances.ts';
export * from './bodies/body-objects.ts';
export * from './bodies/collider-meshes.ts';
export * from './bodies/pose-history.ts';

// Lines that show volumes, trees and contacts.
export * from './debug/debug-contacts.ts';
export * from './debug/debug-kdop.ts';
export * from './debug/debug-lines.ts';
export * from './debug/debug-tree.ts';
export * from './debug/debug-volumes.ts';

// Physics of glTF documents.
export * from './gltf/gltf-joint.ts';
export * from './gltf/gltf-joints-of.ts';
export * from './gltf/gltf-json.ts';
export * from './gltf/gltf-physics-add.ts';
export * from './gltf/gltf-physics-read.ts';
export * from './gltf/gltf-physics-write.ts';

// Ray casts of three.js, accelerated by trees.
export * from './raycast/bvh-raycast.ts';
export * from './raycast/bvh-raycast-refit.ts';

// Shapes from geometries, and back.
export * from './shapes/compound-from-geometry.ts';
export * from './shapes/geometry-from-shape.ts';
export * from './shapes/mesh-shape-from-geometry.ts';
export * from './shapes/mesh-shape-from-object.ts';
export * from './shapes/shape-from-geometry.ts';
export * from './shapes/triangles-from-geometry.ts';

// Geometries of cloth and ropes.
export * from './soft/rope-geometry.ts';
export * from './soft/surface-geometry.ts';
