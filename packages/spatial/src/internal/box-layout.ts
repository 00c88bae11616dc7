/** The layout of a box in space: minimum x, y, z, then maximum x, y, z. */
export const boxSize = 6;
export const maxAt = 3;
