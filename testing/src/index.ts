/** Seeded generators, brute-force oracles, matchers and meters for the tests of all packages. */
export * from './allocation.ts';
export * from './data-convex.ts';
export * from './data-folder.ts';
export * from './data-linalg.ts';
export * from './data-meshes.ts';
export * from './matchers.ts';
