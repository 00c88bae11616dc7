/**
 * The layouts of a triangle, x, y, z of three corners, and of a plane, a normal n and an offset d: n · x = d.
 */
export const triangleSize = 9;
export const planeSize = 4;
export const offsetAt = 3;
/** Offset of the position in a pose, after a column-major rotation matrix. */
export const positionAt = 9;
