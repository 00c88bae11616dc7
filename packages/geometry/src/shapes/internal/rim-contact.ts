/**
 * Contact of two cylinders between a rim and a rim or a cap. Along a unit vector, two convex sets are apart
 * by at most their distance; where they overlap, by at most minus their depth. Both are the maximum over all
 * unit vectors. For cylinders this separation has a closed form, n · d − Σ (r sin α + h |cos α|), with the
 * vector d between the centres and the angle α between n and an axis. Where rims meet it is smooth, and
 * Newton's method on the unit sphere finds its maximum, where EPA takes forty support points.
 *
 * If the cylinders are apart, a local maximum is the only one, since the separation is concave in space. If
 * they overlap, by a quarter of the smallest radius and half height at most, it is compared with the normals
 * of caps, of crossing sides and of a side and a rim. That there is no other is not proved; tests compare it
 * with EPA. All other cases are left to GJK and EPA.
 *
 * O(1), no allocation. Poses as in `round-contact.ts`.
 */
import { positionAt } from '../../internal/pose-layout.ts';
import type { PosedRound, RoundContact } from './round-pair.ts';

const axisAt = 3;
/** Where Newton's method starts: the line of centres, between both caps, beside each of them. */
const startCount = 4;
const mostSteps = 16;
/** The longest step, also where the separation is not concave, and as a share of the way to an axis. */
const longest = 0.3;
const longestUphill = 0.1;
const longestShare = 0.8;
/** How far a cap is tilted for a start beside it, and how far that between caps may be from their plane. */
const tilt = 0.1;
const mostSlope = 5;
/** Sine of the angle below which axes are parallel. */
const leastSine = 1e-9;
/** Squared length of the last step: another one would be shorter than the rounding of the normal. */
const leastStep = 1e-16;
/** Rims do not decide if the normal is as close as this to an axis or to perpendicular to it. */
const leastAngle = 1e-6;
/** The greatest depth, as a share of the smallest radius and half height. */
const mostDepth = 0.25;

/** From the centre of A to that of B. */
const between = /* @__PURE__ */ new Float64Array(3);
const normal = /* @__PURE__ */ new Float64Array(3);
/**
 * The gradient of the separation in space; directions across the normal, along the rim of A and across it.
 */
const gradient = /* @__PURE__ */ new Float64Array(3);
const along = /* @__PURE__ */ new Float64Array(3);
const across = /* @__PURE__ */ new Float64Array(3);
/** From the axis of a cylinder, across it, to where the other would rest on its cap. */
const foot = /* @__PURE__ */ new Float64Array(3);
/** The separation along the normal, and the squared length of the last step. */
const separation = /* @__PURE__ */ new Float64Array(1);
const moved = /* @__PURE__ */ new Float64Array(1);
/** The separation along the normal of a cap, and the length of {@link foot}. */
const cap = /* @__PURE__ */ new Float64Array(2);
const lengthAt = 1;

/**
 * Fills `out` if two rims or a rim and a cap decide; returns false if they do not. If the cylinders are
 * farther apart than `margin[0]`, the distance is some number above it, and the other fields are meaningless.
 * `least[0]` is a lower bound of the distance.
 */
export function contactRims(
  out: RoundContact,
  a: PosedRound,
  b: PosedRound,
  margin: Float64Array,
  least: Float64Array,
): boolean {
  for (let k = 0; k < 3; k++) normal[k] = between[k] = b.pose[positionAt + k] - a.pose[positionAt + k];
  let isOnRims = false;
  for (let start = 0; start < startCount && !isOnRims; start++) {
    if (start === 1) setBetween(a, b);
    else if (start === 2) tiltCap(a, b, 1);
    else if (start === 3) tiltCap(b, a, -1);
    isOnRims = climb(a, b, margin);
  }
  out.distance = isOnRims ? separation[0] : -Infinity;
  if (out.distance > margin[0]) return true;
  if (isOnRims) writeRims(out, a);
  restOn(out, a, b, 1);
  restOn(out, b, a, -1);
  return out.distance >= 0 || (out.distance >= least[0] && isBest(out, a, b));
}

/** Fills `out` from the normal that {@link climb} found. */
function writeRims(out: RoundContact, { pose: m, shape: p }: PosedRound): void {
  const cosine = m[axisAt] * normal[0] + m[axisAt + 1] * normal[1] + m[axisAt + 2] * normal[2];
  const share = p.radius / Math.sqrt(1 - cosine * cosine);
  const height = (cosine < 0 ? -p.halfHeight : p.halfHeight) - share * cosine;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = normal[k];
    out.pointA[k] = m[positionAt + k] + height * m[axisAt + k] + share * normal[k];
    out.pointB[k] = out.pointA[k] + out.distance * normal[k];
  }
}

/**
 * Measures the separation along the normal of the cap of `own` that faces the other, and {@link foot}. `sign`
 * is −1 if the line of centres points to `own`. Returns −1 for the lower cap, 1 for the upper one.
 */
function measureCap(
  { pose: m, shape: p }: PosedRound,
  { pose: n, shape: q }: PosedRound,
  sign: number,
): number {
  let over = 0;
  let cosine = 0;
  for (let k = 0; k < 3; k++) {
    over += sign * between[k] * m[axisAt + k];
    cosine += m[axisAt + k] * n[axisAt + k];
  }
  const side = over < 0 ? -1 : 1;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    foot[k] = n[axisAt + k] - cosine * m[axisAt + k];
    squared += foot[k] * foot[k];
  }
  const sine = Math.sqrt(squared);
  cap[0] = side * over - p.halfHeight - q.radius * sine - q.halfHeight * Math.abs(cosine);
  // The nearer end of the axis of the other, then the rim around it.
  const end = side * cosine < 0 ? q.halfHeight : -q.halfHeight;
  const slope = sine > leastSine ? end + (side * q.radius * cosine) / sine : 0;
  squared = 0;
  for (let k = 0; k < 3; k++) {
    foot[k] = sign * between[k] - over * m[axisAt + k] + slope * foot[k];
    squared += foot[k] * foot[k];
  }
  cap[lengthAt] = Math.sqrt(squared);
  if (!(sine > leastSine)) centerFoot(p.radius, q.radius);
  return side;
}

/**
 * For parallel axes: moves {@link foot}, the centre of the other cap, to the middle of what both share along
 * the line of centres; makes it too long if they share nothing.
 */
function centerFoot(radius: number, other: number): void {
  const length = cap[lengthAt];
  const low = Math.max(-radius, length - other);
  const high = Math.min(radius, length + other);
  const middle = low <= high ? 0.5 * (low + high) : Infinity;
  if (length > 0) for (let k = 0; k < 3; k++) foot[k] *= middle / length;
  cap[lengthAt] = Math.abs(middle);
}

/**
 * Fills `out` with the contact of the cap of `own` if that is over the other, and better than what is there.
 */
function restOn(out: RoundContact, own: PosedRound, other: PosedRound, sign: number): void {
  const { pose: m, shape: p } = own;
  const side = measureCap(own, other, sign);
  if (!(cap[lengthAt] <= p.radius && cap[0] > out.distance)) return;
  out.distance = cap[0];
  const onOwn = sign > 0 ? out.pointA : out.pointB;
  const onOther = sign > 0 ? out.pointB : out.pointA;
  for (let k = 0; k < 3; k++) {
    const outward = side * m[axisAt + k];
    out.normal[k] = sign * outward;
    onOwn[k] = m[positionAt + k] + p.halfHeight * outward + foot[k];
    onOther[k] = onOwn[k] + out.distance * outward;
  }
}

/**
 * Sets the normal to between those of the two caps that face each other. Of caps that are almost parallel the
 * right one is almost in the plane of both; how far from it follows from the offset of the centres.
 */
function setBetween({ pose: m, shape: p }: PosedRound, { pose: n, shape: q }: PosedRound): void {
  let alongA = 0;
  let alongB = 0;
  for (let k = 0; k < 3; k++) {
    alongA += between[k] * m[axisAt + k];
    alongB += between[k] * n[axisAt + k];
  }
  const sideA = alongA < 0 ? -0.5 : 0.5;
  const sideB = alongB < 0 ? -0.5 : 0.5;
  foot[0] = m[4] * n[5] - m[5] * n[4];
  foot[1] = m[5] * n[3] - m[3] * n[5];
  foot[2] = m[3] * n[4] - m[4] * n[3];
  let squared = 0;
  let offset = 0;
  for (let k = 0; k < 3; k++) {
    squared += foot[k] * foot[k];
    offset += between[k] * foot[k];
  }
  const share = squared > 0 ? offset / (Math.sqrt(squared) * (p.radius + q.radius)) : 0;
  const slope =
    0.5 * Math.max(-mostSlope, Math.min(mostSlope, share / Math.sqrt(Math.max(0.01, 1 - share * share))));
  for (let k = 0; k < 3; k++) normal[k] = sideA * m[axisAt + k] + sideB * n[axisAt + k] + slope * foot[k];
}

/** Tilts the normal of a cap by a little towards {@link foot}, into {@link normal}. */
function tiltCap(own: PosedRound, other: PosedRound, sign: number): void {
  const side = measureCap(own, other, sign);
  for (let k = 0; k < 3; k++)
    normal[k] = sign * (side * own.pose[axisAt + k] + (tilt / cap[lengthAt]) * foot[k]);
}

/**
 * Whether two cylinders that overlap do so by little, and no cap or crossing of sides is a better way out.
 */
function isBest({ distance }: RoundContact, a: PosedRound, b: PosedRound): boolean {
  const { pose: m, shape: p } = a;
  const { pose: n, shape: q } = b;
  if (-distance > mostDepth * Math.min(p.radius, p.halfHeight, q.radius, q.halfHeight)) return false;
  measureCap(a, b, 1);
  if (cap[0] > distance) return false;
  measureCap(b, a, -1);
  if (cap[0] > distance) return false;
  const x = m[4] * n[5] - m[5] * n[4];
  const y = m[5] * n[3] - m[3] * n[5];
  const z = m[3] * n[4] - m[4] * n[3];
  const apart = Math.abs(between[0] * x + between[1] * y + between[2] * z) / Math.sqrt(x * x + y * y + z * z);
  return !(apart - p.radius - q.radius > distance);
}

/**
 * Moves {@link normal}, which may have any length, to a maximum of the separation. Returns true if it is that
 * of two rims, or if a separation above the margin was met on the way.
 */
function climb(a: PosedRound, b: PosedRound, margin: Float64Array): boolean {
  moved[0] = 1;
  for (let step = 0; step < mostSteps; step++) {
    const isLast = moved[0] < leastStep;
    const squared = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
    const scale = 1 / Math.sqrt(squared);
    for (let k = 0; k < 3; k++) normal[k] *= scale;
    if (!turn(a, b)) return false;
    if (isLast || separation[0] > margin[0]) return true;
  }
  return false;
}

/**
 * Measures the separation along {@link normal} and moves it by a step of Newton's method; returns false if it
 * is not that of two rims.
 */
function turn({ pose: m, shape: p }: PosedRound, { pose: n, shape: q }: PosedRound): boolean {
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  const ca = m[3] * x + m[4] * y + m[5] * z;
  const cb = n[3] * x + n[4] * y + n[5] * z;
  const sa = Math.sqrt(1 - ca * ca);
  const sb = Math.sqrt(1 - cb * cb);
  const ra = p.radius / sa;
  const rb = q.radius / sb;
  const fa = (ca < 0 ? -p.halfHeight : p.halfHeight) - ra * ca;
  const fb = (cb < 0 ? -q.halfHeight : q.halfHeight) - rb * cb;
  let value = 0;
  for (let k = 0; k < 3; k++) {
    gradient[k] = between[k] - fa * m[axisAt + k] - fb * n[axisAt + k] - (ra + rb) * normal[k];
    value += gradient[k] * normal[k];
    across[k] = (m[axisAt + k] - ca * normal[k]) / sa;
  }
  separation[0] = value;
  if (!(Math.min(sa, sb) > leastAngle && Math.min(Math.abs(ca), Math.abs(cb)) > leastAngle)) return false;
  along[0] = (m[4] * z - m[5] * y) / sa;
  along[1] = (m[5] * x - m[3] * z) / sa;
  along[2] = (m[3] * y - m[4] * x) / sa;
  let gu = 0;
  let gv = 0;
  // The components of the direction along the rim of B.
  let bu = 0;
  let bv = 0;
  for (let k = 0; k < 3; k++) {
    gu += gradient[k] * along[k];
    gv += gradient[k] * across[k];
    bu += (n[axisAt + k] * across[k]) / sb;
    bv -= (n[axisAt + k] * along[k]) / sb;
  }
  const uu = -ra - rb * bu * bu - value;
  const uv = -rb * bu * bv;
  const vv = -rb * bv * bv - value;
  const determinant = uu * vv - uv * uv;
  const isConcave = uu < 0 && determinant > 0;
  const s = isConcave ? (uv * gv - vv * gu) / determinant : gu;
  const t = isConcave ? (uv * gu - uu * gv) / determinant : gv;
  const squared = s * s + t * t;
  moved[0] = isConcave ? squared : 1;
  const most = Math.min(isConcave ? longest : longestUphill, longestShare * Math.min(sa, sb));
  const scale = isConcave && squared <= most * most ? 1 : most / Math.sqrt(squared);
  for (let k = 0; k < 3; k++) normal[k] += scale * (s * along[k] + t * across[k]);
  return true;
}
