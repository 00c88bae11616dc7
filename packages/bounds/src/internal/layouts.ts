/**
 * The layouts of the records of volumes. A record is a run of numbers in an array of any kind; bulk arrays
 * hold one record after the other. The numbers of a vector follow each other as x, y, z.
 *
 * | record  | at 0        | at 3         | at 6       | at 9   | at 12  | size        |
 * | ------- | ----------- | ------------ | ---------- | ------ | ------ | ----------- |
 * | AABB    | min         | max          |            |        |        | 6           |
 * | sphere  | centre      | radius       |            |        |        | 4           |
 * | capsule | one end     | other end    | radius     |        |        | 7           |
 * | OBB     | centre      | half extents | x axis     | y axis | z axis | 15          |
 * | frame   | x axis      | y axis       | z axis     | origin |        | 12          |
 * | k-DOP   | lower bounds, one per direction; then upper bounds            | 2 · count   |
 *
 * A frame is a pose with the rotation as a matrix: its columns, then the translation.
 */

/** Numbers per axis-aligned box, and where its maximum begins; its minimum begins at 0. */
export const aabbSize = 6;
export const maxAt = 3;

/** Numbers per sphere, and where its radius is. */
export const sphereSize = 4;
export const radiusAt = 3;

/** Numbers per capsule, where its second end begins, and where its radius is. The first end is at 0. */
export const capsuleSize = 7;
export const endAt = 3;
export const capsuleRadiusAt = 6;

/** Numbers per oriented box, and where centre, half extents and axes begin. */
export const obbSize = 15;
export const centerAt = 0;
export const halvesAt = 3;
export const axesAt = 6;
export const xAxisAt = 6;
export const yAxisAt = 9;
export const zAxisAt = 12;

/** Numbers per frame, and where its origin begins; its axes begin at 0. */
export const frameSize = 12;
export const originAt = 9;
