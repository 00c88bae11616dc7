/**
 * Planes as four numbers [nx, ny, nz, d]: the points x with n · x = d. The unit normal n points to the
 * positive side, and n · x − d is the signed distance of x. A plane is a `Vec4`; any array kind will do.
 *
 * Cost: O(1) each, `planeFromPolygon` O(n); no allocation. `out` may be one of the inputs. Coordinates are
 * not checked in the O(1) functions: NaN in, NaN (or `false`) out.
 *
 * Newell's method: I. Sutherland, R. Sproull & R. Schumacker, "A characterization of ten hidden-surface
 * algorithms", ACM Computing Surveys 6(1), 1974. The rest is in C. Ericson, "Real-Time Collision Detection",
 * 2005, §3.6.
 */
import {
  type ReadonlyMat4,
  type ReadonlyVec3,
  type ReadonlyVec4,
  requireInteger,
  requireLength,
  type Vec3,
  type Vec4,
} from '@colide/core';

/** Scratch: a normal of any length and a point of the plane. */
const direction = /* @__PURE__ */ new Float64Array(3);
const anchor = /* @__PURE__ */ new Float64Array(3);

/**
 * Writes the plane through `point` perpendicular to `normal`; false, and zeros, if the normal is zero or not
 * finite.
 */
function setPlane(out: Vec4, point: ReadonlyVec3, normal: ReadonlyVec3): boolean {
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  const px = point[0];
  const py = point[1];
  const pz = point[2];
  // Scaled to size 1 first, so that neither tiny nor huge normals under- or overflow when squared.
  const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(size > 0 && size < Infinity)) {
    for (let i = 0; i < 4; i++) out[i] = 0;
    return false;
  }
  const length = size * Math.sqrt((x / size) ** 2 + (y / size) ** 2 + (z / size) ** 2);
  const nx = x / length;
  const ny = y / length;
  const nz = z / length;
  out[0] = nx;
  out[1] = ny;
  out[2] = nz;
  out[3] = nx * px + ny * py + nz * pz;
  return true;
}

/**
 * The plane through a, b and c, which appear counter-clockwise from its positive side. Returns false, and
 * writes zeros, if they are collinear up to rounding (sine of the angle at a below 4e-16).
 */
export function planeFromPoints(out: Vec4, a: ReadonlyVec3, b: ReadonlyVec3, c: ReadonlyVec3): boolean {
  const ux = b[0] - a[0];
  const uy = b[1] - a[1];
  const uz = b[2] - a[2];
  const vx = c[0] - a[0];
  const vy = c[1] - a[1];
  const vz = c[2] - a[2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const lengths = Math.sqrt(ux * ux + uy * uy + uz * uz) * Math.sqrt(vx * vx + vy * vy + vz * vz);
  const valid = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) > 4e-16 * lengths;
  direction[0] = valid ? x : 0;
  direction[1] = valid ? y : 0;
  direction[2] = valid ? z : 0;
  return setPlane(out, a, direction);
}

/**
 * The plane through `point` with the direction of `normal`, of any length; false, and zeros, for a zero
 * normal.
 */
export function planeFromNormal(out: Vec4, point: ReadonlyVec3, normal: ReadonlyVec3): boolean {
  return setPlane(out, point, normal);
}

/**
 * The best plane of a polygon, which need be neither convex nor quite flat, by Newell's method: the
 * components of the normal are the signed areas of its projections, and the plane passes through the mean of
 * the vertices. `points` holds three numbers per vertex, counter-clockwise seen from the positive side.
 * Returns the area; 0, and writes zeros, if there is none.
 */
export function planeFromPolygon(out: Vec4, points: ArrayLike<number>, count = points.length / 3): number {
  requireInteger('count', count);
  requireLength('points', points, 3 * count);
  if (count === 0) {
    for (let i = 0; i < 4; i++) out[i] = 0;
    return 0;
  }
  // Relative to the first vertex: far from the origin the products would otherwise cancel.
  const ox = points[0];
  const oy = points[1];
  const oz = points[2];
  let x = 0;
  let y = 0;
  let z = 0;
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  let ax = points[3 * count - 3] - ox;
  let ay = points[3 * count - 2] - oy;
  let az = points[3 * count - 1] - oz;
  for (let i = 0; i < count; i++) {
    const bx = points[3 * i] - ox;
    const by = points[3 * i + 1] - oy;
    const bz = points[3 * i + 2] - oz;
    x += (ay - by) * (az + bz);
    y += (az - bz) * (ax + bx);
    z += (ax - bx) * (ay + by);
    sumX += bx;
    sumY += by;
    sumZ += bz;
    ax = bx;
    ay = by;
    az = bz;
  }
  direction[0] = x;
  direction[1] = y;
  direction[2] = z;
  anchor[0] = ox + sumX / count;
  anchor[1] = oy + sumY / count;
  anchor[2] = oz + sumZ / count;
  setPlane(out, anchor, direction);
  return 0.5 * Math.sqrt(x * x + y * y + z * z);
}

/** Signed distance of `point`: positive on the side the normal points to. */
export function planeDistance(plane: ReadonlyVec4, point: ReadonlyVec3): number {
  return plane[0] * point[0] + plane[1] * point[1] + plane[2] * point[2] - plane[3];
}

/** Writes to `out` the point of the plane nearest to `point`. */
export function planeProject(out: Vec3, plane: ReadonlyVec4, point: ReadonlyVec3): Vec3 {
  const nx = plane[0];
  const ny = plane[1];
  const nz = plane[2];
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const distance = nx * x + ny * y + nz * z - plane[3];
  out[0] = x - distance * nx;
  out[1] = y - distance * ny;
  out[2] = z - distance * nz;
  return out;
}

/**
 * Writes to `out` the point that three planes share. Returns false, and leaves `out` unchanged, if two are
 * parallel or all three share a direction up to rounding (determinant of the normals below 1e-14).
 */
export function planesIntersection(out: Vec3, p: ReadonlyVec4, q: ReadonlyVec4, r: ReadonlyVec4): boolean {
  // Cramer's rule in vector form: x = (p₃ (q × r) + q₃ (r × p) + r₃ (p × q)) / (p · (q × r)).
  const qrX = q[1] * r[2] - q[2] * r[1];
  const qrY = q[2] * r[0] - q[0] * r[2];
  const qrZ = q[0] * r[1] - q[1] * r[0];
  const determinant = p[0] * qrX + p[1] * qrY + p[2] * qrZ;
  if (!(Math.abs(determinant) > 1e-14)) return false;
  const scale = 1 / determinant;
  const rpX = r[1] * p[2] - r[2] * p[1];
  const rpY = r[2] * p[0] - r[0] * p[2];
  const rpZ = r[0] * p[1] - r[1] * p[0];
  const pqX = p[1] * q[2] - p[2] * q[1];
  const pqY = p[2] * q[0] - p[0] * q[2];
  const pqZ = p[0] * q[1] - p[1] * q[0];
  const dp = p[3];
  const dq = q[3];
  const dr = r[3];
  out[0] = (dp * qrX + dq * rpX + dr * pqX) * scale;
  out[1] = (dp * qrY + dq * rpY + dr * pqY) * scale;
  out[2] = (dp * qrZ + dq * rpZ + dr * pqZ) * scale;
  return true;
}

/**
 * Writes to `out` the image of the plane under the affine map `m` (column-major 4×4; scaling, shear and
 * reflection allowed). Normals transform by the cofactors of `m`, its inverse transpose up to a factor, so
 * that the positive side is mapped to the positive side. Returns false if `m` flattens the plane to a line or
 * point.
 */
export function planeTransform(out: Vec4, plane: ReadonlyVec4, m: ReadonlyMat4): boolean {
  const x = plane[0];
  const y = plane[1];
  const z = plane[2];
  const c00 = m[5] * m[10] - m[6] * m[9];
  const c01 = m[6] * m[8] - m[4] * m[10];
  const c02 = m[4] * m[9] - m[5] * m[8];
  const sign = m[0] * c00 + m[1] * c01 + m[2] * c02 < 0 ? -1 : 1;
  const nx = c00 * x + (m[9] * m[2] - m[10] * m[1]) * y + (m[1] * m[6] - m[2] * m[5]) * z;
  const ny = c01 * x + (m[10] * m[0] - m[8] * m[2]) * y + (m[2] * m[4] - m[0] * m[6]) * z;
  const nz = c02 * x + (m[8] * m[1] - m[9] * m[0]) * y + (m[0] * m[5] - m[1] * m[4]) * z;
  // The point of the plane nearest to the origin, mapped.
  const px = plane[3] * x;
  const py = plane[3] * y;
  const pz = plane[3] * z;
  direction[0] = sign * nx;
  direction[1] = sign * ny;
  direction[2] = sign * nz;
  for (let i = 0; i < 3; i++) anchor[i] = m[i] * px + m[i + 4] * py + m[i + 8] * pz + m[i + 12];
  return setPlane(out, anchor, direction);
}
