/** Every colide package behind one name. Tree shaking keeps only what you import. */
export * from '@colide/bounds';
export * from '@colide/broadphase-gpu';
export * from '@colide/core';
export * from '@colide/geometry';
export * from '@colide/math';
export * from '@colide/narrowphase';
export * from '@colide/simd';
export * from '@colide/solvers';
export * from '@colide/spatial';
export * from '@colide/workers';
export * from '@colide/world';
export * from '@colide/world2d';
