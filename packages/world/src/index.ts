/** Worlds: rigid and soft bodies, queries, snapshots. */

// Bodies: their settings, and shapes as plain data.
export * from './bodies/body-checks.ts';
export * from './bodies/body-materials.ts';
export * from './bodies/body-settings.ts';
export * from './bodies/shape-codec.ts';
export * from './bodies/vector-like.ts';

// Queries: ray casts, shape casts, overlaps, the nearest body.
export * from './queries/query-filter.ts';
export * from './queries/world-hit-list.ts';
export * from './queries/world-queries.ts';

// What a step reports: touching pairs, counters, times.
export * from './reports/contact-counters.ts';
export * from './reports/stage-timings.ts';
export * from './reports/touch-events.ts';

// Cloth, ropes and soft bodies.
export * from './soft/soft-bodies.ts';
export * from './soft/soft-body.ts';
export * from './soft/soft-body-settings.ts';

// The world, its options, and the contracts of its parts and its pool.
export * from './world/create-gpu-broad-phase.ts';
export * from './world/world.ts';
export * from './world/world-memory.ts';
export * from './world/world-options.ts';
export * from './world/world-part.ts';
export * from './world/world-pool.ts';
