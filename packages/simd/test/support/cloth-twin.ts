/** A sweep over a cloth in JavaScript, each operation rounded to single precision, as the kernel does it. */
import { type ClothConstraints, colorConstraints } from '@colide/solvers';

const f = Math.fround;
const add = (a: number, b: number) => f(a + b);
const sub = (a: number, b: number) => f(a - b);
const mul = (a: number, b: number) => f(a * b);
const div = (a: number, b: number) => f(a / b);
const root = (a: number) => f(Math.sqrt(a));

type Vector = [number, number, number];

const dot = (a: Vector, b: Vector) => add(add(mul(a[0], b[0]), mul(a[1], b[1])), mul(a[2], b[2]));
const minus = (a: Vector, b: Vector) => a.map((x, k) => sub(x, b[k])) as Vector;
const scaled = (a: Vector, c: number) => a.map(x => mul(x, c)) as Vector;
const sum = (a: Vector, b: Vector) => a.map((x, k) => add(x, b[k])) as Vector;
const cross = (a: Vector, b: Vector): Vector => [
  sub(mul(a[1], b[2]), mul(a[2], b[1])),
  sub(mul(a[2], b[0]), mul(a[0], b[2])),
  sub(mul(a[0], b[1]), mul(a[1], b[0])),
];

/** Particles in single precision. */
interface Particles {
  readonly points: Vector[];
  readonly weights: number[];
}

function bend({ points, weights }: Particles, ids: readonly number[], rest: readonly number[], k: number) {
  const [e0, e1, p, q] = ids;
  const e = minus(points[e1], points[e0]);
  const toP = minus(points[p], points[e0]);
  const toQ = minus(points[q], points[e0]);
  const n1 = cross(e, toP);
  const n2 = cross(toQ, e);
  const [s1, s2, squared] = [dot(n1, n1), dot(n2, n2), dot(e, e)];
  if (s1 === 0 || s2 === 0 || squared === 0) return;
  const edge = root(squared);
  const cos = dot(n1, n2);
  const sin = mul(-edge, dot(n1, toQ));
  const sinError = sub(mul(sin, f(rest[0])), mul(cos, f(rest[1])));
  const cosError = add(mul(cos, f(rest[0])), mul(sin, f(rest[1])));
  const tangent = div(sinError, add(root(mul(s1, s2)), cosError));
  const error = tangent < 1 ? mul(2, Math.max(tangent, -1)) : 2;
  const [scaleP, scaleQ] = [div(edge, s1), div(edge, s2)];
  const p1 = div(mul(scaleP, dot(toP, e)), squared);
  const q1 = div(mul(scaleQ, dot(toQ, e)), squared);
  const g0 = sum(scaled(n1, sub(scaleP, p1)), scaled(n2, sub(scaleQ, q1)));
  const g1 = sum(scaled(n1, p1), scaled(n2, q1));
  const [w0, w1, wp, wq] = ids.map(id => weights[id]);
  const ends = add(mul(w0, dot(g0, g0)), mul(w1, dot(g1, g1)));
  const weight = add(ends, mul(squared, add(div(wp, s1), div(wq, s2))));
  if (weight === 0) return;
  const c = div(mul(-k, error), weight);
  points[e0] = sum(points[e0], scaled(g0, mul(c, w0)));
  points[e1] = sum(points[e1], scaled(g1, mul(c, w1)));
  points[p] = sum(points[p], scaled(n1, mul(mul(-c, wp), scaleP)));
  points[q] = sum(points[q], scaled(n2, mul(mul(-c, wq), scaleQ)));
}

function thread({ points, weights }: Particles, a: number, b: number, rest: number, k: number) {
  const d = minus(points[b], points[a]);
  const length = root(dot(d, d));
  const weight = mul(length, add(weights[a], weights[b]));
  if (weight === 0) return;
  const c = div(mul(k, sub(length, rest)), weight);
  points[a] = sum(points[a], scaled(d, mul(c, weights[a])));
  points[b] = sum(points[b], scaled(d, mul(-c, weights[b])));
}

const unitOf = (most: number) => (most > 0 ? 2 ** -Math.floor(Math.log2(most)) : 1);

/** One sweep; changes `positions`. */
export function sweepTwin(cloth: ClothConstraints, positions: Float64Array, inverseMasses: Float64Array) {
  const count = inverseMasses.length;
  const unit = unitOf(Math.max(0, ...cloth.restLengths));
  const massUnit = unitOf(Math.max(0, ...inverseMasses));
  const middle = [0, 1, 2].map(k => positions[3 * (count >> 1) + k]);
  const local = (i: number) => middle.map((x, k) => f((positions[3 * i + k] - x) * unit)) as Vector;
  const before = Array.from({ length: count }, (_, i) => local(i));
  const particles = { points: [...before], weights: Array.from(inverseMasses, w => f(w * massUnit)) };
  const { bendingIds, restAngles, ids, restLengths } = cloth;
  if (cloth.bending !== 0)
    for (const i of colorConstraints(bendingIds, 4, count).order)
      bend(
        particles,
        [...bendingIds.slice(4 * i, 4 * i + 4)],
        [...restAngles.slice(2 * i, 2 * i + 2)],
        f(cloth.bending),
      );
  for (const i of colorConstraints(ids.subarray(0, 2 * cloth.count), 2, count).order)
    thread(particles, ids[2 * i], ids[2 * i + 1], f(restLengths[i] * unit), f(cloth.stiffness));
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) positions[3 * i + k] += (particles.points[i][k] - before[i][k]) / unit;
}
