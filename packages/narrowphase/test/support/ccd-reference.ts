/** Distances as functions of time in closed form, and their first zeros. Independent of the package. */

/** Three numbers. */
export type V3 = [number, number, number];
type Q4 = readonly [number, number, number, number];

const dot = (a: V3, b: V3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const minus = (a: V3, b: V3): V3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: V3, b: V3): V3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/**
 * The first zero of a function that starts positive, in [0, 1], by samples and bisection; 0 when it does not,
 * `Infinity` when no sample is negative. A convex function is searched for its minimum first, so that no dip
 * is missed.
 */
export function firstZero(gap: (t: number) => number, samples: number, convex = false): number {
  if (gap(0) <= 0) return 0;
  let low = 0;
  let high = Infinity;
  if (convex) {
    const lowest = minimum(gap);
    if (gap(lowest) <= 0) high = lowest;
  } else
    for (let i = 1; i <= samples && high === Infinity; i++) {
      if (gap(i / samples) <= 0) high = i / samples;
      else low = i / samples;
    }
  if (high === Infinity) return Infinity;
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    if (gap(middle) <= 0) high = middle;
    else low = middle;
  }
  return high;
}

/** The minimum of a convex function on [0, 1], by golden section. */
function minimum(gap: (t: number) => number): number {
  const golden = 0.5 * (Math.sqrt(5) - 1);
  let low = 0;
  let high = 1;
  for (let k = 0; k < 80; k++) {
    const third = (high - low) * golden;
    if (gap(high - third) < gap(low + third)) high = low + third;
    else low = high - third;
  }
  return 0.5 * (low + high);
}

/**
 * The y axis of a body that starts with a rotation and turns by `angular` from time 0 to 1 (Rodrigues'
 * formula).
 */
export function turnedAxis([x, y, z, w]: Q4, angular: V3, t: number): V3 {
  const u: V3 = [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)];
  const rate = Math.hypot(...angular);
  if (rate === 0) return u;
  const axis = angular.map(value => value / rate) as V3;
  const [c, s] = [Math.cos(rate * t), Math.sin(rate * t)];
  const side = cross(axis, u);
  const along = dot(axis, u) * (1 - c);
  return u.map((value, i) => c * value + s * side[i] + along * axis[i]) as V3;
}

/** Distance of a point from a segment. */
export function pointSegment(p: V3, a: V3, b: V3): number {
  const d = minus(b, a);
  const t = Math.min(1, Math.max(0, dot(minus(p, a), d) / dot(d, d)));
  return Math.hypot(...a.map((x, i) => x + t * d[i] - p[i]));
}

/** Distance of a point from a triangle: over the face, or to the nearest edge. */
export function pointTriangle(p: V3, a: V3, b: V3, c: V3): number {
  const normal = cross(minus(b, a), minus(c, a));
  const inside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([from, to]) => dot(cross(minus(to, from), minus(p, from)), normal) >= 0);
  if (inside) return Math.abs(dot(minus(p, a), normal)) / Math.hypot(...normal);
  return Math.min(pointSegment(p, a, b), pointSegment(p, b, c), pointSegment(p, c, a));
}

/**
 * When a vertex meets a face, or an edge an edge, whose corners move on straight lines: the first root of the
 * cubic that says when the four corners lie in one plane, at which the features meet in it. `grazing` when
 * they come close to meeting before.
 */
export function clothReference(
  start: Float64Array,
  end: Float64Array,
  isEdge: boolean,
): { time: number; grazing: boolean } {
  const at = (k: number, t: number): V3 =>
    [0, 1, 2].map(i => start[3 * k + i] + t * (end[3 * k + i] - start[3 * k + i])) as V3;
  const volume = (t: number): number => {
    const o = at(0, t);
    return dot(minus(at(1, t), o), cross(minus(at(2, t), o), minus(at(3, t), o)));
  };
  let grazing = false;
  for (const t of cubicRoots(volume)) {
    const p = [0, 1, 2, 3].map(k => at(k, t)) as [V3, V3, V3, V3];
    const inside = isEdge ? edgeMargin(p) : faceMargin(p);
    if (inside >= 0) return { time: t, grazing: grazing || inside < 1e-4 };
    if (inside > -1e-4) grazing = true;
  }
  return { time: Infinity, grazing };
}

/**
 * The roots in [0, 1], in order, of a cubic polynomial given by its values: bisection between its extremes.
 */
function cubicRoots(f: (t: number) => number): number[] {
  // Coefficients from four values.
  const [y0, y1, y2, y3] = [f(0), f(1 / 3), f(2 / 3), f(1)];
  const c3 = 4.5 * (y3 - 3 * y2 + 3 * y1 - y0);
  const c2 = 9 * y0 - 22.5 * y1 + 18 * y2 - 4.5 * y3;
  const c1 = -5.5 * y0 + 9 * y1 - 4.5 * y2 + y3;
  const stops = [0];
  const root = Math.sqrt(Math.max(0, c2 * c2 - 3 * c3 * c1));
  for (const t of [(-c2 - root) / (3 * c3), (-c2 + root) / (3 * c3)].sort((a, b) => a - b))
    if (t > 0 && t < 1) stops.push(t);
  stops.push(1);
  const roots: number[] = [];
  for (let i = 1; i < stops.length; i++) {
    let [low, high] = [stops[i - 1], stops[i]];
    if (f(low) * f(high) > 0) continue;
    const sign = f(high) > 0 ? 1 : -1;
    for (let k = 0; k < 60; k++) {
      const middle = 0.5 * (low + high);
      if (sign * f(middle) > 0) high = middle;
      else low = middle;
    }
    roots.push(high);
  }
  return roots;
}

/** The least barycentric weight of vertex 0 in face 1 2 3, all in one plane. */
function faceMargin([p, a, b, c]: [V3, V3, V3, V3]): number {
  const n = cross(minus(b, a), minus(c, a));
  const area = dot(n, n);
  const weight = (from: V3, to: V3) => dot(cross(minus(to, from), minus(p, from)), n) / area;
  return Math.min(weight(a, b), weight(b, c), weight(c, a));
}

/** How far inside both edges 0 1 and 2 3 their crossing lies, as a part of their lengths. */
function edgeMargin([a, b, c, d]: [V3, V3, V3, V3]): number {
  const u = minus(b, a);
  const v = minus(d, c);
  const n = cross(u, v);
  const w = minus(c, a);
  const s = dot(cross(w, v), n) / dot(n, n);
  const t = dot(cross(w, u), n) / dot(n, n);
  return Math.min(s, 1 - s, t, 1 - t);
}
