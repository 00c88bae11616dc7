/** What all colide packages share: contracts, typed lists and argument checks. */
export * from './box-ids.ts';
export * from './broad-phase.ts';
export * from './checks.ts';
export * from './convex.ts';
export * from './grown.ts';
export * from './id-list.ts';
export * from './pair-list.ts';
export * from './pair-order.ts';
export * from './plain-doubles.ts';
export * from './ray-hit.ts';
export * from './touch-events.ts';
export * from './vectors.ts';
