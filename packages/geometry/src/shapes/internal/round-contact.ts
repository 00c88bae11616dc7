/**
 * Distance, normal and witness points of capsules, cylinders and balls with each other and with boxes, where
 * a closed form or one root gives them. Where none does, such as where two rims cross, the functions return
 * false, and the pair is left to GJK and EPA. If shapes are farther apart than a margin, the distance may
 * come out too small, but not below the margin.
 *
 * A contact with a flat face, or between two sides, is the right one if the nearest points lie within the
 * face or the sides. If the shapes overlap, a ball as large as the overlap must also fit into one of them at
 * its point: moved so that both points meet, the difference A ⊖ B holds that ball, so no shorter translation
 * separates them.
 *
 * O(1), no allocation. A pose is twelve numbers: a rotation matrix, column-major, then the position; capsules
 * and cylinders lie along y.
 */
import { positionAt } from '../../internal/pose-layout.ts';
import type { PosedBox, PosedRound, RoundContact } from './round-pair.ts';

const axisAt = 3;
/** Cores closer than this part of their radii are left to GJK, which knows how to find their normal. */
const leastShare = 1e-4;
/** Steps of Newton's method before bisection takes over. */
const newtonSteps = 8;
const mostSteps = 60;

/** From the centre of A to that of B, or to the point at hand. */
const between = /* @__PURE__ */ new Float64Array(3);
const direction = /* @__PURE__ */ new Float64Array(3);
const point = /* @__PURE__ */ new Float64Array(3);
const local = /* @__PURE__ */ new Float64Array(3);
const halves = /* @__PURE__ */ new Float64Array(3);
/** How far from the ends of a segment its nearest point is: 1 in the middle, 0 at an end. */
const inside = /* @__PURE__ */ new Float64Array(1);

function clamp(t: number): number {
  return Math.max(-1, Math.min(1, t));
}

/** Writes the vector from the centre of A to that of B. */
function relate(a: Float64Array, b: Float64Array): void {
  for (let k = 0; k < 3; k++) between[k] = b[positionAt + k] - a[positionAt + k];
}

/** Contact of two capsules, or of a ball and a capsule. */
export function contactCapsules(out: RoundContact, a: PosedRound, b: PosedRound): boolean {
  const { pose: m } = a;
  const { pose: n } = b;
  const { radius: radiusA } = a.shape;
  const halfA = a.shape.kind === 'sphere' ? 0 : a.shape.halfHeight;
  const { radius: radiusB, halfHeight: halfB } = b.shape;
  relate(m, n);
  // In units of the half heights, from −1 to 1, where the lines are nearest.
  const slope = halfA * halfB * (m[3] * n[3] + m[4] * n[4] + m[5] * n[5]);
  const toA = halfA * (m[axisAt] * between[0] + m[axisAt + 1] * between[1] + m[axisAt + 2] * between[2]);
  const toB = halfB * (n[axisAt] * between[0] + n[axisAt + 1] * between[1] + n[axisAt + 2] * between[2]);
  const determinant = halfA * halfA * halfB * halfB - slope * slope;
  let s = determinant > 0 ? clamp((toA * halfB * halfB - slope * toB) / determinant) : 0;
  const t = halfB > 0 ? clamp((slope * s - toB) / (halfB * halfB)) : 0;
  if (halfA > 0) s = clamp((toA + slope * t) / (halfA * halfA));
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    direction[k] = between[k] + t * halfB * n[axisAt + k] - s * halfA * m[axisAt + k];
    squared += direction[k] * direction[k];
  }
  const length = Math.sqrt(squared);
  if (!(length > leastShare * (radiusA + radiusB))) return false;
  out.distance = length - radiusA - radiusB;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = direction[k] / length;
    const onAxis = m[positionAt + k] + s * halfA * m[axisAt + k];
    out.pointA[k] = onAxis + radiusA * out.normal[k];
    out.pointB[k] = onAxis + direction[k] - radiusB * out.normal[k];
  }
  return true;
}

/**
 * Contact of a ball or capsule `a` and a cylinder. Half the derivative of the squared distance along the
 * segment rises from end to end; where it vanishes is the nearest point.
 */
export function contactCapsuleCylinder(out: RoundContact, a: PosedRound, b: PosedRound): boolean {
  const { pose: m } = a;
  const { pose: n } = b;
  const half = a.shape.kind === 'sphere' ? 0 : a.shape.halfHeight;
  const { radius, halfHeight } = b.shape;
  relate(n, m);
  // Along the axis of the cylinder: y + t · v; across it: a square of length q + 2 t · p + t² · r.
  const y = n[axisAt] * between[0] + n[axisAt + 1] * between[1] + n[axisAt + 2] * between[2];
  const v = half * (m[3] * n[3] + m[4] * n[4] + m[5] * n[5]);
  const q = between[0] * between[0] + between[1] * between[1] + between[2] * between[2] - y * y;
  const p = half * (m[axisAt] * between[0] + m[axisAt + 1] * between[1] + m[axisAt + 2] * between[2]) - y * v;
  const r = half * half - v * v;
  let low = -1;
  let high = 1;
  let first = 0;
  let t = -1;
  for (let step = 0; step < mostSteps; step++) {
    const across = Math.sqrt(Math.max(0, q + t * (2 * p + t * r)));
    const outer = Math.max(0, across - radius);
    const over = Math.max(0, Math.abs(y + t * v) - halfHeight);
    const turn = outer > 0 ? (p + t * r) / across : 0;
    const rise = over === 0 ? 0 : y + t * v < 0 ? -v : v;
    const slope = outer * turn + over * rise;
    // Both ends first: the nearest point may be one of them.
    if (slope === 0 || (step === 0 && slope > 0) || (step === 1 && slope < 0)) break;
    if (slope < 0) low = t;
    else high = t;
    const bend = turn * turn + rise * rise + (outer > 0 ? (outer / across) * (r - turn * turn) : 0);
    const next = step === 1 ? (first + slope) / (first - slope) : t - slope / bend;
    const last = t;
    if (step === 0) {
      first = slope;
      t = 1;
    } else t = step < newtonSteps && next > low && next < high ? next : 0.5 * (low + high);
    if (Math.abs(t - last) <= 1e-15) break;
  }
  inside[0] = 1 - Math.abs(t);
  for (let k = 0; k < 3; k++) point[k] = m[positionAt + k] + t * half * m[axisAt + k];
  return contactPointCylinder(out, a, b);
}

/** Contact of a ball with the radius of A around {@link point} and a cylinder. */
function contactPointCylinder(out: RoundContact, a: PosedRound, b: PosedRound): boolean {
  const { pose: n } = b;
  const round = a.shape.radius;
  const { radius, halfHeight } = b.shape;
  for (let k = 0; k < 3; k++) between[k] = point[k] - n[positionAt + k];
  const y = n[axisAt] * between[0] + n[axisAt + 1] * between[1] + n[axisAt + 2] * between[2];
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    direction[k] = between[k] - y * n[axisAt + k];
    squared += direction[k] * direction[k];
  }
  const across = Math.sqrt(squared);
  const share = across > radius ? 1 - radius / across : 0;
  const over = Math.max(0, Math.abs(y) - halfHeight) * (y < 0 ? -1 : 1);
  squared = 0;
  for (let k = 0; k < 3; k++) {
    direction[k] = -(share * direction[k] + over * n[axisAt + k]);
    squared += direction[k] * direction[k];
  }
  const length = Math.sqrt(squared);
  if (!(length > leastShare * (round + radius))) return false;
  out.distance = length - round;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = direction[k] / length;
    out.pointA[k] = point[k] + round * out.normal[k];
    out.pointB[k] = point[k] + direction[k];
  }
  return true;
}

/**
 * Contact of two cylinders, unless it is between their rims. A capsule around the axis of a cylinder holds
 * it, so it is no farther away; and if it meets the other cylinder with its side, so does the cylinder.
 */
export function contactCylinders(
  out: RoundContact,
  a: PosedRound,
  b: PosedRound,
  margin: Float64Array,
): boolean {
  if (contactSide(out, a, b, margin)) return true;
  const isFound = contactSide(out, b, a, margin) || contactCap(out, b, a, margin);
  if (isFound) flip(out);
  return isFound || contactCap(out, a, b, margin);
}

/** Contact of the side of cylinder `a` and cylinder `b`. */
function contactSide(out: RoundContact, a: PosedRound, b: PosedRound, margin: Float64Array): boolean {
  if (!contactCapsuleCylinder(out, a, b)) return false;
  if (out.distance > margin[0]) return true;
  const { radius, halfHeight } = a.shape;
  return inside[0] > 0 && -out.distance <= Math.min(radius, inside[0] * halfHeight);
}

/** Writes the point of a capsule or cylinder that is farthest along a unit vector. */
function supportRound(out: Float64Array, { pose: m, shape }: PosedRound, along: Float64Array): void {
  const { radius, halfHeight } = shape;
  const cosine = m[axisAt] * along[0] + m[axisAt + 1] * along[1] + m[axisAt + 2] * along[2];
  const height = cosine < 0 ? -halfHeight : halfHeight;
  // A capsule is as round along its axis as across it.
  const isCapsule = shape.kind === 'capsule';
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    out[k] = isCapsule ? along[k] : along[k] - cosine * m[axisAt + k];
    squared += out[k] * out[k];
  }
  const factor = squared > 0 ? radius / Math.sqrt(squared) : 0;
  for (let k = 0; k < 3; k++) out[k] = m[positionAt + k] + height * m[axisAt + k] + factor * out[k];
}

/** Contact of cylinder `a` and the cap of cylinder `b` that its centre is over. */
function contactCap(out: RoundContact, a: PosedRound, b: PosedRound, margin: Float64Array): boolean {
  const { pose: n } = b;
  const { radius, halfHeight } = b.shape;
  relate(a.pose, n);
  setNormal(
    out,
    n,
    axisAt,
    n[axisAt] * between[0] + n[axisAt + 1] * between[1] + n[axisAt + 2] * between[2] < 0,
  );
  supportRound(out.pointA, a, out.normal);
  for (let k = 0; k < 3; k++) between[k] = n[positionAt + k] - out.pointA[k];
  const height = out.normal[0] * between[0] + out.normal[1] * between[1] + out.normal[2] * between[2];
  let squared = 0;
  for (let k = 0; k < 3; k++) squared += (between[k] - height * out.normal[k]) ** 2;
  out.distance = height - halfHeight;
  placeOnB(out);
  const room = Math.min(radius - Math.sqrt(squared), halfHeight);
  return out.distance > margin[0] || (room >= 0 && -out.distance <= room);
}

/** Contact of box `a` and capsule or cylinder `b`, if it is with the face farthest from the centre of `b`. */
export function contactBox(out: RoundContact, a: PosedBox, b: PosedRound, margin: Float64Array): boolean {
  const { pose: m } = a;
  const box = a.shape;
  halves[0] = box.halfX;
  halves[1] = box.halfY;
  halves[2] = box.halfZ;
  relate(b.pose, m);
  toLocal(m);
  let face = 0;
  for (let k = 1; k < 3; k++)
    if (Math.abs(local[k]) - halves[k] > Math.abs(local[face]) - halves[face]) face = k;
  setNormal(out, m, 3 * face, local[face] < 0);
  supportRound(out.pointA, b, out.normal);
  for (let k = 0; k < 3; k++) between[k] = m[positionAt + k] - out.pointA[k];
  toLocal(m);
  out.distance = out.normal[0] * between[0] + out.normal[1] * between[1] + out.normal[2] * between[2];
  out.distance -= halves[face];
  placeOnB(out);
  local[face] = 0;
  for (let k = 0; k < 3; k++) local[k] = halves[k] - Math.abs(local[k]);
  const room = Math.min(local[0], local[1], local[2]);
  flip(out);
  if (out.distance > margin[0]) return true;
  if (!(room >= 0)) return false;
  // A capsule has a ball of its own at its point.
  return -out.distance <= room || (b.shape.kind === 'capsule' && -out.distance <= b.shape.radius);
}

/** Writes {@link between} in the frame at `m`. */
function toLocal(m: Float64Array): void {
  for (let k = 0; k < 3; k++)
    local[k] = m[3 * k] * between[0] + m[3 * k + 1] * between[1] + m[3 * k + 2] * between[2];
}

/** Sets the normal to the axis at `m[at…]`, or against it. */
function setNormal(out: RoundContact, m: Float64Array, at: number, isAgainst: boolean): void {
  for (let k = 0; k < 3; k++) out.normal[k] = isAgainst ? -m[at + k] : m[at + k];
}

/** Sets the point of B from that of A and the distance. */
function placeOnB({ normal, pointA, pointB, distance }: RoundContact): void {
  for (let k = 0; k < 3; k++) pointB[k] = pointA[k] + distance * normal[k];
}

/** Swaps A and B. */
function flip({ normal, pointA, pointB }: RoundContact): void {
  for (let k = 0; k < 3; k++) {
    normal[k] = -normal[k];
    const onA = pointA[k];
    pointA[k] = pointB[k];
    pointB[k] = onA;
  }
}
