/**
 * The layout of a stretch of a ray, the part of it in one cell: the parameters at which it enters and leaves.
 */
export const stretchSize = 2;
export const nearAt = 0;
export const farAt = 1;
