/**
 * The layout of the arrays of a `HullShape`.
 *
 * | array | record | numbers |
 * | --- | --- | --- |
 * | `planes` | face | outward unit normal n 0–2, offset d 3: the points n · x = d |
 * | `edges` | edge | first vertex 0, second 1; the face on the left 2, on the right 3 |
 */
export const planeSize = 4;
export const offsetAt = 3;
export const edgeSize = 4;
export const secondVertexAt = 1;
export const leftFaceAt = 2;
export const rightFaceAt = 3;
