/** colide and three.js: shapes from geometries and back, meshes that follow bodies, cloth, ropes and debug lines. */
export * from './body-from-mesh.ts';
export * from './body-instances.ts';
export * from './body-objects.ts';
export * from './collider-meshes.ts';
export * from './compound-from-geometry.ts';
export * from './debug-contacts.ts';
export * from './debug-kdop.ts';
export * from './debug-lines.ts';
export * from './debug-tree.ts';
export * from './debug-volumes.ts';
export * from './geometry-from-shape.ts';
export * from './mesh-shape-from-geometry.ts';
export * from './pose-history.ts';
export * from './rope-geometry.ts';
export * from './shape-from-geometry.ts';
export * from './surface-geometry.ts';
export * from './triangles-from-geometry.ts';
