/**
 * Triangulation of polygons in the plane by cutting off ears (Meisters 1975), with exact predicates. Holes
 * are joined to the outline first by a bridge to a corner they can see, so that the outline passes the bridge
 * twice. O(n²) for most polygons.
 */
import { orientationOf } from './orientation-of.ts';

/** Twice the signed area of the closed loop, relative to its first corner. */
export function loopArea(coords: ArrayLike<number>, loop: readonly number[]): number {
  let sum = 0;
  for (let i = 2; i < loop.length; i++) {
    const [a, b, c] = [2 * loop[0], 2 * loop[i - 1], 2 * loop[i]];
    sum +=
      (coords[b] - coords[a]) * (coords[c + 1] - coords[a + 1]) -
      (coords[b + 1] - coords[a + 1]) * (coords[c] - coords[a]);
  }
  return sum;
}

/**
 * Triangles (three corners each, counter-clockwise) of the counter-clockwise polygon `loop`, appended to
 * `out`. Corners on a straight line give triangles without area, so that all triangles meet edge to edge.
 * Returns false if no ear is left because the loop crosses itself; the rest is then not triangulated.
 */
export function clipEars(out: number[], coords: ArrayLike<number>, loop: readonly number[]): boolean {
  const left = [...loop];
  let i = 0;
  let misses = 0;
  while (left.length > 2) {
    const n = left.length;
    i %= n;
    const a = left[(i + n - 1) % n];
    const b = left[i];
    const c = left[(i + 1) % n];
    const orientation = orientationOf(coords, a, b, c);
    if (orientation === 0 || (orientation > 0 && isEmpty(coords, left, a, b, c))) {
      out.push(a, b, c);
      left.splice(i, 1);
      misses = 0;
      // Go on at the corner after the next, so that no corner collects a fan of slivers.
      i++;
    } else if (++misses > n) return false;
    else i++;
  }
  return true;
}

/** Whether no corner of the loop, other than those at a, b and c, lies in or on the triangle. */
function isEmpty(
  coords: ArrayLike<number>,
  loop: readonly number[],
  a: number,
  b: number,
  c: number,
): boolean {
  for (const p of loop) {
    if (isSame(coords, p, a) || isSame(coords, p, b) || isSame(coords, p, c)) continue;
    if (
      orientationOf(coords, a, b, p) >= 0 &&
      orientationOf(coords, b, c, p) >= 0 &&
      orientationOf(coords, c, a, p) >= 0
    )
      return false;
  }
  return true;
}

function isSame(coords: ArrayLike<number>, p: number, q: number): boolean {
  return p === q || (coords[2 * p] === coords[2 * q] && coords[2 * p + 1] === coords[2 * q + 1]);
}

/** Whether corner `p` lies inside the loop (crossing number; points on the border may go either way). */
export function isInsideLoop(coords: ArrayLike<number>, loop: readonly number[], p: number): boolean {
  const x = coords[2 * p];
  const y = coords[2 * p + 1];
  let inside = false;
  for (let i = 0; i < loop.length; i++) {
    const a = 2 * loop[i];
    const b = 2 * loop[(i + 1) % loop.length];
    const above = coords[a + 1] > y;
    if (above === coords[b + 1] > y) continue;
    const t = (y - coords[a + 1]) / (coords[b + 1] - coords[a + 1]);
    if (coords[a] + t * (coords[b] - coords[a]) > x) inside = !inside;
  }
  return inside;
}

/**
 * The outline with each hole (clockwise) cut in by a bridge; holes farthest to the right are joined first.
 */
export function bridgeHoles(coords: ArrayLike<number>, outline: number[], holes: number[][]): number[] {
  let loop = outline;
  const rightmost = (hole: number[]): number =>
    hole.reduce((best, _, i) => (coords[2 * hole[i]] > coords[2 * hole[best]] ? i : best), 0);
  const sorted = holes
    .map(hole => ({ hole, at: rightmost(hole) }))
    .sort((p, q) => coords[2 * q.hole[q.at]] - coords[2 * p.hole[p.at]]);
  for (const { hole, at } of sorted) {
    const from = hole[at];
    const target = visibleCorner(coords, loop, from, holes);
    loop = [...loop.slice(0, target + 1), ...hole.slice(at), ...hole.slice(0, at + 1), ...loop.slice(target)];
  }
  return loop;
}

/** Position in `loop` of the nearest corner whose connection with corner `p` crosses no edge. */
function visibleCorner(coords: ArrayLike<number>, loop: number[], p: number, holes: number[][]): number {
  const distance = (i: number): number =>
    (coords[2 * loop[i]] - coords[2 * p]) ** 2 + (coords[2 * loop[i] + 1] - coords[2 * p + 1]) ** 2;
  const order = loop.map((_, i) => i).sort((i, j) => distance(i) - distance(j));
  for (const i of order) {
    if (!isInCone(coords, loop, i, p)) continue;
    if ([loop, ...holes].every(other => !crosses(coords, other, p, loop[i]))) return i;
  }
  return order[0];
}

/** Whether corner `p` lies in the inner angle of the loop at position i. */
function isInCone(coords: ArrayLike<number>, loop: number[], i: number, p: number): boolean {
  const a = loop[(i + loop.length - 1) % loop.length];
  const b = loop[i];
  const c = loop[(i + 1) % loop.length];
  const leftOfIn = orientationOf(coords, a, b, p) >= 0;
  const leftOfOut = orientationOf(coords, b, c, p) >= 0;
  return orientationOf(coords, a, b, c) >= 0 ? leftOfIn && leftOfOut : leftOfIn || leftOfOut;
}

/** Whether the segment p q properly crosses, or passes through a corner of, an edge of the loop. */
function crosses(coords: ArrayLike<number>, loop: number[], p: number, q: number): boolean {
  for (let i = 0; i < loop.length; i++) {
    const a = loop[i];
    const b = loop[(i + 1) % loop.length];
    if (isSame(coords, a, p) || isSame(coords, a, q) || isSame(coords, b, p) || isSame(coords, b, q))
      continue;
    const sideA = orientationOf(coords, p, q, a);
    const sideB = orientationOf(coords, p, q, b);
    if (sideA > 0 ? sideB > 0 : sideA < 0 && sideB < 0) continue;
    const sideP = orientationOf(coords, a, b, p);
    const sideQ = orientationOf(coords, a, b, q);
    if (sideP > 0 ? sideQ <= 0 : sideP < 0 ? sideQ >= 0 : true) return true;
  }
  return false;
}
