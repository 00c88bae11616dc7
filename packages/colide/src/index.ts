/** Every colide package behind one name. Tree shaking leaves what you import. */
export * from '@colide/bounds';
export * from '@colide/broadphase-gpu';
export * from '@colide/core';
export * from '@colide/geometry';
export * from '@colide/math';
export * from '@colide/narrowphase';
export * from '@colide/solvers';
export * from '@colide/spatial';
export * from './body-settings.ts';
export * from './create-gpu-broad-phase.ts';
export * from './soft-bodies.ts';
export * from './soft-body.ts';
export * from './soft-body-settings.ts';
export * from './stage-timings.ts';
export * from './world.ts';
export * from './world-part.ts';
export * from './world-queries.ts';
