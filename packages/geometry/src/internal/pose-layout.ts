/** The layout of a pose on twelve numbers: a column-major rotation matrix, then the position. */
export const positionAt = 9;
export const poseSize = 12;
