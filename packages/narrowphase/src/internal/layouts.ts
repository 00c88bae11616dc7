/**
 * The records of primitives on flat arrays, in the world.
 *
 * | record   | size | numbers                                              |
 * | -------- | ---- | ---------------------------------------------------- |
 * | sphere   | 4    | centre 0–2, radius 3                                 |
 * | plane    | 4    | unit normal n 0–2, offset d 3: the points n · x = d  |
 * | segment  | 6    | first end 0–2, second end 3–5                        |
 * | capsule  | 7    | as a segment, radius 6                               |
 * | triangle | 9    | corners 0–2, 3–5, 6–8                                |
 * | obb      | 15   | centre 0–2, half extents 3–5, axes 6–8, 9–11, 12–14  |
 *
 * A collider of a `ColliderSet` has the record of its kind, in the space of the largest; a capsule also has
 * its half height after its radius. Other convex sets have no record.
 */

export const sphereSize = 4;
export const sphereRadiusAt = 3;
export const planeSize = 4;
export const planeOffsetAt = 3;
export const segmentSize = 6;
export const secondEndAt = 3;
export const capsuleSize = 7;
export const capsuleRadiusAt = 6;
export const triangleSize = 9;
export const obbHalfAt = 3;
export const obbAxesAt = 6;
export const obbSize = 15;
export const colliderSize = 15;
export const capsuleHalfHeightAt = 7;
