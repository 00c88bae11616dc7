/**
 * The ids of the contact points that clipping gives (`clip-features.ts`).
 *
 * | bits of an id | a corner        | an edge cut by a side                     | an end of parallel edges |
 * | ------------- | --------------- | ----------------------------------------- | ------------------------ |
 * | 0–10          | the corner      | the side                                  | which end, 1 or 2        |
 * | 11–21         |                 | the edge: by its first corner, or `sideBit` and the side it lies on ||
 * | 28            |                 |                                           | set                      |
 * | 29            |                 | set                                       |                          |
 * | 30            | set if B has the reference                                 ||                          |
 */

/** The bits of a corner's id. The id of a side is that of the corner at which it begins. */
export const cornerMask = 0x3ff;
/** Edges that lie on a side of the reference, not of the incident polygon, have one bit more. */
export const sideBit = 0x400;
export const edgeMask = 0x7ff;
export const edgeShift = 11;
export const parallelShift = 28;
export const cutShift = 29;
export const referenceShift = 30;
