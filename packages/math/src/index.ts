/** Small dense linear algebra, predicates, sorts and random numbers for collision detection and physics. */
export * from './random.ts';
