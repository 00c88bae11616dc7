/**
 * Contact manifolds of the simplest pairs, on flat data of a `ColliderSet` (fifteen numbers a collider), one point each or a
 * few against a plane. `margin[0]` is how far apart surfaces may be and still give a point, with negative depth.
 */
import type { Convex } from '@colide/core';
import { type ContactManifold, contactManifoldReduce } from '../../contacts/contact-manifold.ts';

/** Numbers a collider. */
export const colliderStride = 15;

/** How far the centre of a ball is from the surface of the other shape; in an array, since a fraction that is passed may be boxed. */
const gap = /* @__PURE__ */ new Float64Array(1);

/** The point of a ball, whose centre is {@link gap} away from the other shape against the normal. */
function onePoint(out: ContactManifold, data: Float64Array, a: number): number {
  const { normal, pointsA, pointsB } = out;
  const radius = data[a + 3];
  const distance = gap[0];
  for (let k = 0; k < 3; k++) {
    pointsA[k] = data[a + k] + radius * normal[k];
    pointsB[k] = data[a + k] + distance * normal[k];
  }
  out.depths[0] = radius - distance;
  out.ids[0] = 0;
  out.count = 1;
  return 1;
}

/** Two balls. */
export function collideSphereSphere(
  out: ContactManifold,
  data: Float64Array,
  i: number,
  j: number,
  margin: Float64Array,
): number {
  const a = colliderStride * i;
  const b = colliderStride * j;
  const x = data[b] - data[a];
  const y = data[b + 1] - data[a + 1];
  const z = data[b + 2] - data[a + 2];
  const squared = x * x + y * y + z * z;
  const reach = data[a + 3] + data[b + 3] + margin[0];
  if (!(squared <= reach * reach)) return 0;
  const distance = Math.sqrt(squared);
  const { normal } = out;
  const inverse = distance > 0 ? 1 / distance : 0;
  normal[0] = x * inverse;
  normal[1] = distance > 0 ? y * inverse : 1;
  normal[2] = z * inverse;
  gap[0] = distance - data[b + 3];
  return onePoint(out, data, a);
}

/** Offset of the centre from the box, beyond its sides. */
const beyond = /* @__PURE__ */ new Float64Array(3);

/** A ball and a box. */
export function collideSphereBox(
  out: ContactManifold,
  data: Float64Array,
  i: number,
  j: number,
  margin: Float64Array,
): number {
  const a = colliderStride * i;
  const b = colliderStride * j;
  const x = data[a] - data[b];
  const y = data[a + 1] - data[b + 1];
  const z = data[a + 2] - data[b + 2];
  let squared = 0;
  let wayOut = Infinity;
  let exit = 0;
  let side = 1;
  for (let k = 0; k < 3; k++) {
    const p = b + 6 + 3 * k;
    const along = x * data[p] + y * data[p + 1] + z * data[p + 2];
    const half = data[b + 3 + k];
    const over = along > half ? along - half : along < -half ? along + half : 0;
    beyond[k] = over;
    squared += over * over;
    const way = half - Math.abs(along);
    if (way < wayOut) {
      wayOut = way;
      exit = p;
      side = along < 0 ? 1 : -1;
    }
  }
  const reach = data[a + 3] + margin[0];
  if (!(squared <= reach * reach)) return 0;
  const { normal } = out;
  if (squared === 0) {
    for (let k = 0; k < 3; k++) normal[k] = side * data[exit + k];
    gap[0] = -wayOut;
    return onePoint(out, data, a);
  }
  const distance = Math.sqrt(squared);
  for (let k = 0; k < 3; k++)
    normal[k] =
      -(beyond[0] * data[b + 6 + k] + beyond[1] * data[b + 9 + k] + beyond[2] * data[b + 12 + k]) / distance;
  gap[0] = distance;
  return onePoint(out, data, a);
}

/** A ball and the half-space below plane `j` (unit normal and offset: n · x ≤ offset). */
export function collideSpherePlane(
  out: ContactManifold,
  data: Float64Array,
  i: number,
  j: number,
  margin: Float64Array,
): number {
  const a = colliderStride * i;
  const p = colliderStride * j;
  const height = data[a] * data[p] + data[a + 1] * data[p + 1] + data[a + 2] * data[p + 2] - data[p + 3];
  if (!(height <= data[a + 3] + margin[0])) return 0;
  for (let k = 0; k < 3; k++) out.normal[k] = -data[p + k];
  gap[0] = height;
  return onePoint(out, data, a);
}

/** Adds a point of A that is `height` above plane `p`, unless it is too high. The normal of `out` must be set. */
function addAbovePlane(
  out: ContactManifold,
  point: Float64Array,
  data: Float64Array,
  p: number,
  margin: Float64Array,
  id: number,
): void {
  const height = point[0] * data[p] + point[1] * data[p + 1] + point[2] * data[p + 2] - data[p + 3];
  if (!(height <= margin[0]) || out.count === out.capacity) return;
  const at = 3 * out.count;
  for (let k = 0; k < 3; k++) {
    out.pointsA[at + k] = point[k];
    out.pointsB[at + k] = point[k] - height * data[p + k];
  }
  out.depths[out.count] = -height;
  out.ids[out.count] = id;
  out.count++;
}

const corner = /* @__PURE__ */ new Float64Array(3);

/** A box and a half-space: its corners that are low enough, at most four. */
export function collideBoxPlane(
  out: ContactManifold,
  data: Float64Array,
  i: number,
  j: number,
  margin: Float64Array,
): number {
  const a = colliderStride * i;
  const p = colliderStride * j;
  out.count = 0;
  for (let k = 0; k < 3; k++) out.normal[k] = -data[p + k];
  for (let c = 0; c < 8; c++) {
    for (let k = 0; k < 3; k++)
      corner[k] =
        data[a + k] +
        (c & 1 ? 1 : -1) * data[a + 3] * data[a + 6 + k] +
        (c & 2 ? 1 : -1) * data[a + 4] * data[a + 9 + k] +
        (c & 4 ? 1 : -1) * data[a + 5] * data[a + 12 + k];
    addAbovePlane(out, corner, data, p, margin, c);
  }
  return contactManifoldReduce(out);
}

/** A capsule (ends and radius) and a half-space: below each end. */
export function collideCapsulePlane(
  out: ContactManifold,
  data: Float64Array,
  i: number,
  j: number,
  margin: Float64Array,
): number {
  const a = colliderStride * i;
  const p = colliderStride * j;
  out.count = 0;
  for (let k = 0; k < 3; k++) out.normal[k] = -data[p + k];
  for (let end = 0; end < 2; end++) {
    for (let k = 0; k < 3; k++) corner[k] = data[a + 3 * end + k] - data[a + 6] * data[p + k];
    addAbovePlane(out, corner, data, p, margin, end);
  }
  return out.count;
}

const direction = /* @__PURE__ */ new Float64Array(3);
/** Directions around the normal in which the foot of a convex set is sampled, as multiples of two tangents. */
const around = /* @__PURE__ */ Float64Array.of(0, 0, 1, 0, -1, 0, 0, 1, 0, -1, 1, 1, -1, -1, 1, -1, -1, 1);
/** Tangent of the angle by which the sampled directions lean away from the normal. */
const lean = 0.05;

/** Any convex set and a half-space: its support points around the direction of the plane, at most four. */
export function collideConvexPlane(
  out: ContactManifold,
  a: Convex,
  data: Float64Array,
  j: number,
  margin: Float64Array,
): number {
  const p = colliderStride * j;
  const x = data[p];
  const y = data[p + 1];
  const z = data[p + 2];
  const { normal } = out;
  normal[0] = -x;
  normal[1] = -y;
  normal[2] = -z;
  out.count = 0;
  // Two vectors across the normal, of length about one (Duff et al. 2017).
  const sign = z < 0 ? -1 : 1;
  const s = -1 / (sign + z);
  const t = x * y * s;
  for (let d = 0; d < around.length; d += 2) {
    const u = lean * around[d];
    const v = lean * around[d + 1];
    direction[0] = -x + u * (1 + sign * x * x * s) + v * t;
    direction[1] = -y + u * sign * t + v * (sign + y * y * s);
    direction[2] = -z - u * sign * x - v * y;
    a.support(corner, direction);
    let known = false;
    for (let i = 0; i < out.count && !known; i++) {
      const dx = out.pointsA[3 * i] - corner[0];
      const dy = out.pointsA[3 * i + 1] - corner[1];
      const dz = out.pointsA[3 * i + 2] - corner[2];
      known = dx * dx + dy * dy + dz * dz < 1e-20;
    }
    if (!known) addAbovePlane(out, corner, data, p, margin, d >> 1);
  }
  return contactManifoldReduce(out);
}
