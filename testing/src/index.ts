/** Seeded generators, brute-force oracles, matchers and meters for the tests of all packages. */
export * from './allocation.ts';
export * from './arbitraries.ts';
export * from './data-convex.ts';
export * from './data-folder.ts';
export * from './data-linalg.ts';
export * from './data-meshes.ts';
export * from './generate-boxes.ts';
export * from './generate-convex.ts';
export * from './generate-dirty-meshes.ts';
export * from './generate-meshes.ts';
export * from './generate-points.ts';
export * from './matchers.ts';
export * from './oracle-boxes.ts';
export * from './oracle-convex.ts';
export * from './oracle-points.ts';
