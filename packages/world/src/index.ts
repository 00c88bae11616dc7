/** Worlds: rigid and soft bodies, queries, snapshots. */

// Bodies: their settings, changes and handles, and shapes as plain data.
export * from './bodies/body-change.ts';
export * from './bodies/body-checks.ts';
export * from './bodies/body-handle.ts';
export * from './bodies/body-materials.ts';
export * from './bodies/body-motion.ts';
export * from './bodies/body-settings.ts';
export * from './bodies/shape-codec.ts';
export * from './bodies/shape-scale.ts';
export * from './bodies/vector-like.ts';

// Buoyancy: water that bodies float in.
export * from './buoyancy/buoyancy.ts';

// Characters moved by the player.
export * from './characters/character.ts';
export * from './characters/character-options.ts';

// Touching bodies, impacts, and rules for contacts.
export * from './contacts/body-touches.ts';
export * from './contacts/combine-rule.ts';
export * from './contacts/contact-impacts.ts';
export * from './contacts/contact-rules.ts';
export * from './contacts/rolling-friction.ts';

// Joints between bodies, and their settings.
export * from './joints/joint-settings.ts';
export * from './joints/world-joints.ts';

// Queries: ray casts, shape casts, overlaps, the nearest body.
export * from './queries/query-filter.ts';
export * from './queries/world-hit-list.ts';
export * from './queries/world-queries.ts';

// Reports of a step: touching pairs, counters, times.
export * from './reports/contact-counters.ts';
export * from './reports/stage-timings.ts';

// Cloth, ropes and soft bodies.
export * from './soft/colored-soft-share.ts';
export * from './soft/colored-soft-solver.ts';
export * from './soft/create-soft-hold.ts';
export * from './soft/ragdoll-figure.ts';
export * from './soft/self-collision.ts';
export * from './soft/soft-bodies.ts';
export * from './soft/soft-body.ts';
export * from './soft/soft-body-settings.ts';
export * from './soft/soft-crew.ts';
export * from './soft/sphere-tree-self-collision.ts';

// Solvers that use the shapes of a world.
export * from './solvers/colored-projection-solver.ts';
export * from './solvers/colored-support-plane-solver.ts';
export * from './solvers/projection-solver.ts';
export * from './solvers/support-plane-solver.ts';
export * from './solvers/vertex-crew.ts';
export * from './solvers/vertex-share.ts';

// Vehicles on wheels.
export * from './vehicles/vehicle.ts';
export * from './vehicles/vehicle-options.ts';
export * from './vehicles/vehicle-wheel.ts';

// Pairs by bounding volumes of the shapes.
export * from './volumes/volume-broad-phase.ts';

// The world, its options, and the contracts of its parts and its pool.
export * from './world/body-history.ts';
export * from './world/collider-broad-phase.ts';
export * from './world/continuous-method.ts';
export * from './world/create-gpu-broad-phase.ts';
export * from './world/world.ts';
export * from './world/world-memory.ts';
export * from './world/world-options.ts';
export * from './world/world-part.ts';
export * from './world/world-pool.ts';
export * from './world/world-rollback.ts';
export * from './world/world-save.ts';
export * from './world/world-solver.ts';
