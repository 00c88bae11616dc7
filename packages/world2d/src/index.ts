/** A world of rigid bodies in the plane: they fall, collide, stack and rest. */

// Bodies: settings, materials, vectors, and shapes as plain data.
export * from './bodies/body-change-2d.ts';
export * from './bodies/body-checks-2d.ts';
export * from './bodies/body-handle-2d.ts';
export * from './bodies/body-motion-2d.ts';
export * from './bodies/body-settings-2d.ts';
export * from './bodies/shape-codec-2d.ts';
export * from './bodies/vector-like-2d.ts';

// Characters.
export * from './characters/character-2d.ts';
export * from './characters/character-options-2d.ts';

// Impacts, and rules for contacts.
export * from './contacts/contact-impacts-2d.ts';
export * from './contacts/contact-rules-2d.ts';

// Pictures for debugging.
export * from './draw/world-painter-2d.ts';

// Joints.
export * from './joints/joint-settings-2d.ts';
export * from './joints/world-joints-2d.ts';

// Queries: rays, moving shapes, overlaps, the nearest body.
export * from './queries/world-hit-list-2d.ts';
export * from './queries/world-queries-2d.ts';

// Ropes, nets and soft bodies.
export * from './soft/soft-bodies-2d.ts';
export * from './soft/soft-body-2d.ts';
export * from './soft/soft-settings-2d.ts';

// The world and its options.
export * from './world/body-history-2d.ts';
export * from './world/world-2d.ts';
export * from './world/world-extras-2d.ts';
export * from './world/world-options-2d.ts';
export * from './world/world-part-2d.ts';
export * from './world/world-rollback-2d.ts';
export * from './world/world-save-2d.ts';
export * from './world/world-snapshots-2d.ts';
export * from './world/world-solver-2d.ts';
