/**
 * The rare cases of triangle against triangle: both in one plane, or one of them only a segment or a point.
 * Exact, like the general case; not tuned for speed. Points are given by index, three numbers each.
 */
import { sideOfLine, sideOfPlane } from './orientation.ts';

/** Whether the three points from `first` on lie on one line. */
export function isDegenerate(p: Float64Array, first: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (sideOfLine(p, (axis + 1) % 3, (axis + 2) % 3, first, first + 1, first + 2) !== 0) return false;
  }
  return true;
}

/**
 * Whether the three collinear points from `thin` on, not all in the plane of the triangle from `solid` on,
 * meet it.
 */
export function segmentMeetsTriangle(p: Float64Array, thin: number, solid: number): boolean {
  for (let i = 0; i < 3; i++) {
    const s = thin + i;
    const t = thin + ((i + 1) % 3);
    const sideS = sideOfPlane(p, solid, solid + 1, solid + 2, s);
    const sideT = sideOfPlane(p, solid, solid + 1, solid + 2, t);
    if (sideS * sideT > 0 || (sideS === 0 && sideT === 0)) continue;
    const u = sideOfPlane(p, s, t, solid, solid + 1);
    const v = sideOfPlane(p, s, t, solid + 1, solid + 2);
    const w = sideOfPlane(p, s, t, solid + 2, solid);
    if ((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0)) return true;
  }
  return false;
}

/** Whether all six points lie in one plane: whether any four of them do. */
export function isFlat(p: Float64Array): boolean {
  for (let i = 0; i < 3; i++)
    for (let j = i + 1; j < 4; j++)
      for (let k = j + 1; k < 5; k++)
        for (let l = k + 1; l < 6; l++) if (sideOfPlane(p, i, j, k, l) !== 0) return false;
  return true;
}

/** Whether the point sets 0…2 and 3…5, all in one plane, meet as triangles, segments or points. */
export function flatTrianglesMeet(p: Float64Array): boolean {
  const dropped = droppedAxis(p);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++)
      if (segmentsMeet(p, dropped, i, (i + 1) % 3, 3 + j, 3 + ((j + 1) % 3))) return true;
  return inTriangle(p, dropped, 0, 3) || inTriangle(p, dropped, 3, 0);
}

/** The coordinate to drop so that the common plane, or line, keeps its extent. */
function droppedAxis(p: Float64Array): number {
  let best = -1;
  let largest = 0;
  for (let i = 0; i < 6; i++)
    for (let j = i + 1; j < 6; j++)
      for (let k = j + 1; k < 6; k++)
        for (let axis = 0; axis < 3; axis++) {
          const x = (axis + 1) % 3;
          const y = (axis + 2) % 3;
          const area = Math.abs(
            (p[3 * j + x] - p[3 * i + x]) * (p[3 * k + y] - p[3 * i + y]) -
              (p[3 * j + y] - p[3 * i + y]) * (p[3 * k + x] - p[3 * i + x]),
          );
          if (area > largest && sideOfLine(p, x, y, i, j, k) !== 0) {
            largest = area;
            best = axis;
          }
        }
  if (best >= 0) return best;
  // All on one line: drop the coordinate that changes least.
  let least = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = axis; i < 18; i += 3) {
      min = Math.min(min, p[i]);
      max = Math.max(max, p[i]);
    }
    if (max - min < least) {
      least = max - min;
      best = axis;
    }
  }
  return best;
}

/** Whether the closed segments a b and c d meet in the plane of the coordinates that are not dropped. */
function segmentsMeet(p: Float64Array, dropped: number, a: number, b: number, c: number, d: number): boolean {
  const x = (dropped + 1) % 3;
  const y = (dropped + 2) % 3;
  const abc = sideOfLine(p, x, y, a, b, c);
  const abd = sideOfLine(p, x, y, a, b, d);
  const cda = sideOfLine(p, x, y, c, d, a);
  const cdb = sideOfLine(p, x, y, c, d, b);
  if (abc * abd > 0 || cda * cdb > 0) return false;
  return overlapOnAxis(p, x, a, b, c, d) && overlapOnAxis(p, y, a, b, c, d);
}

function overlapOnAxis(p: Float64Array, axis: number, a: number, b: number, c: number, d: number): boolean {
  const pa = p[3 * a + axis];
  const pb = p[3 * b + axis];
  const pc = p[3 * c + axis];
  const pd = p[3 * d + axis];
  return Math.max(Math.min(pa, pb), Math.min(pc, pd)) <= Math.min(Math.max(pa, pb), Math.max(pc, pd));
}

/**
 * Whether point `v` lies in the triangle from `first` on, in the plane of the coordinates that are not
 * dropped.
 */
function inTriangle(p: Float64Array, dropped: number, v: number, first: number): boolean {
  const x = (dropped + 1) % 3;
  const y = (dropped + 2) % 3;
  const whole = sideOfLine(p, x, y, first, first + 1, first + 2);
  if (whole === 0) return false;
  for (let i = 0; i < 3; i++)
    if (sideOfLine(p, x, y, first + i, first + ((i + 1) % 3), v) * whole < 0) return false;
  return true;
}
