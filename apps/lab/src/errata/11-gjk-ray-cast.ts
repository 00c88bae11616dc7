/** Erratum 11: when the ray cast of GJK gives up. */
import { defineErratum } from '../harness/erratum.ts';

type Point = [number, number];
const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1];
const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];

/** The point of the segment or triangle nearest the origin, and the corners it needs; by trying all faces. */
function nearest(points: Point[]): { v: Point; kept: Point[] } {
  let best: { v: Point; kept: Point[] } = { v: points[0], kept: [points[0]] };
  const offer = (v: Point, kept: Point[]) => {
    if (dot(v, v) < dot(best.v, best.v)) best = { v, kept };
  };
  for (const p of points) offer(p, [p]);
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++) {
      const edge = subtract(points[j], points[i]);
      const t = -dot(points[i], edge) / dot(edge, edge);
      if (t > 0 && t < 1)
        offer([points[i][0] + t * edge[0], points[i][1] + t * edge[1]], [points[i], points[j]]);
    }
  if (points.length === 3) {
    const side = (a: Point, b: Point) => a[0] * b[1] - a[1] * b[0];
    const [a, b, c] = [0, 1, 2].map(i => Math.sign(side(points[i], points[(i + 1) % 3])));
    if (a === b && b === c) return { v: [0, 0], kept: points };
  }
  return best;
}

/** A square of half extent 1 as the configuration-space obstacle A − B, its centre at `center`. */
const support = (center: Point, [x, y]: Point): Point => [
  center[0] + (x < 0 ? -1 : 1),
  center[1] + (y < 0 ? -1 : 1),
];

/** Time of impact of the origin that moves along `r`, or `Infinity`; leaves once t exceeds `last`. */
function rayCast(center: Point, r: Point, last: number): number {
  let t = 0;
  let v: Point = subtract(center, [0, 0]);
  let simplex: Point[] = [];
  for (let step = 0; step < 50 && dot(v, v) > 1e-18; step++) {
    const p = support(center, [-v[0], -v[1]]);
    if (dot(v, p) > t * dot(v, r)) {
      if (dot(v, r) <= 0) return Infinity;
      t = dot(v, p) / dot(v, r);
      if (t > last) return Infinity;
      simplex = [];
    }
    ({ v, kept: simplex } = nearest([...simplex, subtract(p, [t * r[0], t * r[1]])]));
  }
  return t;
}

/** The first of many small advances at which the origin is inside the square. */
function march(center: Point, r: Point): number {
  const steps = 1_000_000;
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    if (Math.abs(t * r[0] - center[0]) <= 1 && Math.abs(t * r[1] - center[1]) <= 1) return t;
  }
  return Infinity;
}

const casts: [string, Point, Point][] = [
  ['head on', [5, 0], [10, 0]],
  ['at a corner', [5, 4], [8, 8]],
  ['past it', [5, 4], [10, 0]],
  ['too short', [5, 0], [3, 0]],
];

export const erratum = defineErratum({
  number: 11,
  source: 'S2 algorithm 2, line 11, and algorithm 3, line 4',
  title: 'When the ray cast of GJK gives up',
  printed: 'if t > 0 return no hit; in the contact variant, while the error ≤ ε² continue',
  corrected: 'if t > 1 return no hit; while the error > ε² continue',
  explanation:
    'The motion ends at t = 1. As printed, the first advance along the ray ends the search, so that only bodies that overlap from the start are ever hit; and the loop of the contact variant stops at once.',
  run: () =>
    casts.map(([label, center, r]) => ({
      label: `a moving point and a square, ${label}: time of impact`,
      printed: rayCast(center, r, 0),
      corrected: rayCast(center, r, 1),
      truth: march(center, r),
      tolerance: 2e-6,
    })),
});
