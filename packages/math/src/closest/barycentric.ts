/**
 * Barycentric coordinates: a point as the weighted mean of the corners of a segment, triangle or tetrahedron.
 * The weights sum to 1; all are at least 0 exactly for points inside.
 *
 * Idea: each weight is the part of the length, area or volume that the point spans with the other corners.
 * Everything is measured from corner a, so that shapes far from the origin lose no digits in the products.
 *
 * Degenerate shapes: a triangle without area is taken as its longest edge, a tetrahedron without volume as
 * its largest face, a segment without length as its first point. The weights stay finite and sum to 1, and
 * false is returned. "Without" means below the rounding error: area under 4e-16, volume under 1e-15 of the
 * product of the edge lengths.
 *
 * Cost: O(1), no allocation, no checks: NaN in, NaN out. Lengths between 1e-75 and 1e75 neither over- nor
 * underflow. `out` may be one of the inputs.
 *
 * A. F. Möbius, "Der barycentrische Calcul", 1827. C. Ericson, "Real-Time Collision Detection", 2005, §3.4.
 */
import type { ReadonlyVec2, ReadonlyVec3, Vec2, Vec3, Vec4 } from '@colide/core';

const flatTriangle = 4e-16;
const flatTetrahedron = 1e-15;

/** A planar triangle and its point, lifted to z = 0. */
const raisedP = /* @__PURE__ */ new Float64Array(3);
const raisedA = /* @__PURE__ */ new Float64Array(3);
const raisedB = /* @__PURE__ */ new Float64Array(3);
const raisedC = /* @__PURE__ */ new Float64Array(3);

/** Weights of the point on the line a b nearest to `p`; false when a = b. */
export function barycentricSegment(out: Vec2, p: ReadonlyVec3, a: ReadonlyVec3, b: ReadonlyVec3): boolean {
  const x = b[0] - a[0];
  const y = b[1] - a[1];
  const z = b[2] - a[2];
  const squared = x * x + y * y + z * z;
  const along = (p[0] - a[0]) * x + (p[1] - a[1]) * y + (p[2] - a[2]) * z;
  const t = squared === 0 ? 0 : along / squared;
  out[0] = 1 - t;
  out[1] = t;
  return squared !== 0;
}

/** Weights of `p` in a planar triangle; false when a, b, c are collinear. */
export function barycentricTriangle2d(
  out: Vec3,
  p: ReadonlyVec2,
  a: ReadonlyVec2,
  b: ReadonlyVec2,
  c: ReadonlyVec2,
): boolean {
  for (let axis = 0; axis < 2; axis++) {
    raisedP[axis] = p[axis];
    raisedA[axis] = a[axis];
    raisedB[axis] = b[axis];
    raisedC[axis] = c[axis];
  }
  return triangleWeights(out, raisedP, raisedA, raisedB, raisedC);
}

/**
 * Weights, in a triangle in space, of the point of its plane nearest to `p`; false when a, b, c are
 * collinear.
 */
export function barycentricTriangle(
  out: Vec3,
  p: ReadonlyVec3,
  a: ReadonlyVec3,
  b: ReadonlyVec3,
  c: ReadonlyVec3,
): boolean {
  return triangleWeights(out, p, a, b, c);
}

/** As {@link barycentricTriangle}; writes the first three elements of `out`. */
function triangleWeights(
  out: Vec3 | Vec4,
  p: ReadonlyVec3,
  a: ReadonlyVec3,
  b: ReadonlyVec3,
  c: ReadonlyVec3,
): boolean {
  const ax = a[0];
  const ay = a[1];
  const az = a[2];
  const ux = b[0] - ax;
  const uy = b[1] - ay;
  const uz = b[2] - az;
  const vx = c[0] - ax;
  const vy = c[1] - ay;
  const vz = c[2] - az;
  const x = p[0] - ax;
  const y = p[1] - ay;
  const z = p[2] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const areaSquared = nx * nx + ny * ny + nz * nz;
  const abSquared = ux * ux + uy * uy + uz * uz;
  const acSquared = vx * vx + vy * vy + vz * vz;
  if (areaSquared > flatTriangle * flatTriangle * abSquared * acSquared) {
    const weightB = ((y * vz - z * vy) * nx + (z * vx - x * vz) * ny + (x * vy - y * vx) * nz) / areaSquared;
    const weightC = ((uy * z - uz * y) * nx + (uz * x - ux * z) * ny + (ux * y - uy * x) * nz) / areaSquared;
    out[0] = 1 - weightB - weightC;
    out[1] = weightB;
    out[2] = weightC;
    return true;
  }
  const wx = vx - ux;
  const wy = vy - uy;
  const wz = vz - uz;
  const bcSquared = wx * wx + wy * wy + wz * wz;
  let weightB = 0;
  let weightC = 0;
  if (bcSquared >= abSquared && bcSquared >= acSquared && bcSquared > 0) {
    weightC = ((x - ux) * wx + (y - uy) * wy + (z - uz) * wz) / bcSquared;
    weightB = 1 - weightC;
  } else if (abSquared >= acSquared && abSquared > 0) weightB = (x * ux + y * uy + z * uz) / abSquared;
  else if (acSquared > 0) weightC = (x * vx + y * vy + z * vz) / acSquared;
  out[0] = 1 - weightB - weightC;
  out[1] = weightB;
  out[2] = weightC;
  return false;
}

/** Weights of `p` in a tetrahedron, of either orientation; false when a, b, c, d are coplanar. */
export function barycentricTetrahedron(
  out: Vec4,
  p: ReadonlyVec3,
  a: ReadonlyVec3,
  b: ReadonlyVec3,
  c: ReadonlyVec3,
  d: ReadonlyVec3,
): boolean {
  const ax = a[0];
  const ay = a[1];
  const az = a[2];
  const ux = b[0] - ax;
  const uy = b[1] - ay;
  const uz = b[2] - az;
  const vx = c[0] - ax;
  const vy = c[1] - ay;
  const vz = c[2] - az;
  const wx = d[0] - ax;
  const wy = d[1] - ay;
  const wz = d[2] - az;
  const x = p[0] - ax;
  const y = p[1] - ay;
  const z = p[2] - az;
  // Normals of the three faces at a, each towards the opposite corner when the orientation is positive.
  const vwX = vy * wz - vz * wy;
  const vwY = vz * wx - vx * wz;
  const vwZ = vx * wy - vy * wx;
  const wuX = wy * uz - wz * uy;
  const wuY = wz * ux - wx * uz;
  const wuZ = wx * uy - wy * ux;
  const uvX = uy * vz - uz * vy;
  const uvY = uz * vx - ux * vz;
  const uvZ = ux * vy - uy * vx;
  const volume = ux * vwX + uy * vwY + uz * vwZ;
  const lengths =
    Math.sqrt(ux * ux + uy * uy + uz * uz) *
    Math.sqrt(vx * vx + vy * vy + vz * vz) *
    Math.sqrt(wx * wx + wy * wy + wz * wz);
  if (Math.abs(volume) > flatTetrahedron * lengths) {
    const weightB = (x * vwX + y * vwY + z * vwZ) / volume;
    const weightC = (x * wuX + y * wuY + z * wuZ) / volume;
    const weightD = (x * uvX + y * uvY + z * uvZ) / volume;
    out[0] = 1 - weightB - weightC - weightD;
    out[1] = weightB;
    out[2] = weightC;
    out[3] = weightD;
    return true;
  }
  normals[0] = vwX;
  normals[1] = vwY;
  normals[2] = vwZ;
  normals[3] = wuX;
  normals[4] = wuY;
  normals[5] = wuZ;
  normals[6] = uvX;
  normals[7] = uvY;
  normals[8] = uvZ;
  largestFaceWeights(out, p, a, b, c, d);
  return false;
}

/** Normals of the faces opposite b, c and d. */
const normals = /* @__PURE__ */ new Float64Array(9);

/** Weights in the largest face of a flat tetrahedron, given {@link normals}. */
function largestFaceWeights(
  out: Vec4,
  p: ReadonlyVec3,
  a: ReadonlyVec3,
  b: ReadonlyVec3,
  c: ReadonlyVec3,
  d: ReadonlyVec3,
): void {
  let withoutA = 0;
  let withoutB = 0;
  let withoutC = 0;
  let withoutD = 0;
  for (let i = 0; i < 3; i++) {
    // The normal of the face opposite a is the sum of the other three.
    withoutA += (normals[i] + normals[3 + i] + normals[6 + i]) ** 2;
    withoutB += normals[i] * normals[i];
    withoutC += normals[3 + i] * normals[3 + i];
    withoutD += normals[6 + i] * normals[6 + i];
  }
  const largest = Math.max(withoutA, withoutB, withoutC, withoutD);
  if (largest === withoutD) {
    triangleWeights(out, p, a, b, c);
    out[3] = 0;
  } else if (largest === withoutC) {
    triangleWeights(out, p, a, b, d);
    out[3] = out[2];
    out[2] = 0;
  } else if (largest === withoutB) {
    triangleWeights(out, p, a, c, d);
    out[3] = out[2];
    out[2] = out[1];
    out[1] = 0;
  } else {
    triangleWeights(out, p, b, c, d);
    out[3] = out[2];
    out[2] = out[1];
    out[1] = out[0];
    out[0] = 0;
  }
}
