/**
 * The layout of a hull under construction, on flat arrays. Triangle f owns
 *
 *   origin, twin   half-edges 4f, 4f + 1 and 4f + 2; the fourth slot stays empty, so a shift gives the face
 *   planes         4f, 4f + 1, 4f + 2: unit normal n; 4f + 3: offset d. The signed distance of x is n · x − d
 *
 * and point p the coordinates 3p, 3p + 1 and 3p + 2.
 */

/** Slots for half-edges per triangle. */
export const faceSize = 4;

/** Numbers per plane. */
export const planeSize = 4;

/** Index of the offset in a plane. */
export const offsetAt = 3;

/** Numbers per point. */
export const pointSize = 3;

/** The triangle that owns half-edge `h`. */
export function faceOf(h: number): number {
  return h >> 2;
}

/** The half-edge after `h` in its triangle. */
export function nextHalfEdge(h: number): number {
  return (h & 3) === 2 ? h - 2 : h + 1;
}
