/** What all colide packages share: contracts, typed lists and argument checks. */

// Argument checks; their errors name the argument that is wrong.
export * from './checks/checks.ts';

// Contracts between packages: convex sets, structures over boxes, vectors, hits of rays.
export * from './contracts/broad-phase.ts';
export * from './contracts/convex.ts';
export * from './contracts/ray-hit.ts';
export * from './contracts/vectors.ts';

// Growable lists of ids and pairs, and structures built on them.
export * from './lists/box-ids.ts';
export * from './lists/id-list.ts';
export * from './lists/pair-list.ts';
export * from './lists/pair-order.ts';
export * from './lists/touch-events.ts';

// Numbers in memory that V8 reads and hands on without allocation, and states to go back to.
export * from './memory/boxed-number.ts';
export * from './memory/grown.ts';
export * from './memory/plain-doubles.ts';
export * from './memory/state-rollback.ts';
