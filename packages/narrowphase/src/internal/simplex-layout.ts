/**
 * The layout of the array of a `GjkSimplex`. Inner loops use this array rather than the views, since engines
 * check every array they touch.
 *
 * | from | what |
 * | ---: | --- |
 * | 0, 3, 6, 9 | w: up to four points of A ⊖ B |
 * | 12 | the points of A they come from |
 * | 24 | the points of B they come from |
 * | 36 | the weights of the four points |
 * | 40 | the largest \|w\|² since the search began |
 * | 41 | squared distance of the best candidate of the sub-algorithm; in a variable V8 would box it |
 *
 * Vertex indices lie in an array of their own: four of A, then four of B.
 */
export const secondAt = 3;
export const thirdAt = 6;
export const fourthAt = 9;
export const pointsAAt = 12;
export const pointsBAt = 24;
export const weightsAt = 36;
export const largestAt = 40;
export const bestAt = 41;
export const simplexSize = 42;
export const idsBAt = 4;
export const idsSize = 8;
