/**
 * The Signed Volumes sub-algorithm of GJK: the point of a simplex nearest the origin, by comparing the signs
 * of volumes, areas and lengths with the origin (or its projection) in place of each vertex.
 *
 * Montanari, Petrinic & Barbieri, "Improving the GJK algorithm for faster and more reliable distance queries
 * between convex objects", ACM Trans. Graph. 36(3), 2017. Unlike Johnson's sub-algorithm it never subtracts
 * products that nearly cancel, so the answer stays right down to the rounding of the input.
 *
 * We depart from the paper in three ways. A segment's weight comes from one dot product (the coordinate-wise
 * form gives the same number). A triangle's nearest inner point is taken along its normal, which keeps the
 * direction right when the point is nearly zero. A tetrahedron that is flat up to rounding never counts as
 * containing the origin: its faces decide. Constant cost, no allocation, any finite input.
 */
import { bestAt, fourthAt, secondAt, thirdAt, weightsAt } from '../internal/simplex-layout.ts';
import { type GjkSimplex, gjkSimplexCompact } from './gjk-simplex.ts';

/** A tetrahedron whose volume is below this part of the cube of the sum of its coordinates counts as flat. */
const flatness = 1e-16;

/**
 * Writes to `v` the point of the simplex nearest the origin, reduces the simplex to the smallest face that
 * holds it and sets the weights. Returns whether the origin lies inside a tetrahedron, in which case `v` is
 * zero.
 */
export function signedVolumes(v: Float64Array, simplex: GjkSimplex): boolean {
  const { numbers: w, count } = simplex;
  w[bestAt] = Infinity;
  if (count === 1) {
    offerVertex(v, w, 0);
    return false;
  }
  if (count === 2) offerSegment(v, w, 0, 1);
  else if (count === 3) offerTriangle(v, w, 0, 1, 2);
  else if (offerTetrahedron(v, w)) return true;
  gjkSimplexCompact(simplex);
  return false;
}

/** Offers point i; the nearest of the points offered is kept. */
function offerVertex(v: Float64Array, w: Float64Array, i: number): void {
  const x = w[3 * i];
  const y = w[3 * i + 1];
  const z = w[3 * i + 2];
  const squared = x * x + y * y + z * z;
  if (squared >= w[bestAt]) return;
  w[bestAt] = squared;
  v[0] = x;
  v[1] = y;
  v[2] = z;
  w[weightsAt] = w[weightsAt + 1] = w[weightsAt + 2] = w[weightsAt + 3] = 0;
  w[weightsAt + i] = 1;
}

/** Offers the point of the segment i j nearest the origin. */
function offerSegment(v: Float64Array, w: Float64Array, i: number, j: number): void {
  const ix = w[3 * i];
  const iy = w[3 * i + 1];
  const iz = w[3 * i + 2];
  const tx = w[3 * j] - ix;
  const ty = w[3 * j + 1] - iy;
  const tz = w[3 * j + 2] - iz;
  const along = -(ix * tx + iy * ty + iz * tz);
  const length = tx * tx + ty * ty + tz * tz;
  if (!(along > 0)) {
    offerVertex(v, w, i);
    return;
  }
  if (!(along < length)) {
    offerVertex(v, w, j);
    return;
  }
  const u = along / length;
  const x = ix + u * tx;
  const y = iy + u * ty;
  const z = iz + u * tz;
  const squared = x * x + y * y + z * z;
  if (squared >= w[bestAt]) return;
  w[bestAt] = squared;
  v[0] = x;
  v[1] = y;
  v[2] = z;
  w[weightsAt] = w[weightsAt + 1] = w[weightsAt + 2] = w[weightsAt + 3] = 0;
  w[weightsAt + i] = 1 - u;
  w[weightsAt + j] = u;
}

/** Offers the point of the triangle i j k nearest the origin. */
function offerTriangle(v: Float64Array, w: Float64Array, i: number, j: number, k: number): void {
  const ix = w[3 * i];
  const iy = w[3 * i + 1];
  const iz = w[3 * i + 2];
  const jx = w[3 * j];
  const jy = w[3 * j + 1];
  const jz = w[3 * j + 2];
  const kx = w[3 * k];
  const ky = w[3 * k + 1];
  const kz = w[3 * k + 2];
  const nx = (jy - iy) * (kz - iz) - (jz - iz) * (ky - iy);
  const ny = (jz - iz) * (kx - ix) - (jx - ix) * (kz - iz);
  const nz = (jx - ix) * (ky - iy) - (jy - iy) * (kx - ix);
  const squared = nx * nx + ny * ny + nz * nz;
  if (!(squared > 0)) {
    offerSegment(v, w, i, j);
    offerSegment(v, w, j, k);
    offerSegment(v, w, k, i);
    return;
  }
  const height = (ix * nx + iy * ny + iz * nz) / squared;
  const px = height * nx;
  const py = height * ny;
  const pz = height * nz;
  // Signed areas with the projected origin in place of i and j, as parts of the triangle's.
  const ax = ix - px;
  const ay = iy - py;
  const az = iz - pz;
  const bx = jx - px;
  const by = jy - py;
  const bz = jz - pz;
  const cx = kx - px;
  const cy = ky - py;
  const cz = kz - pz;
  const weightI = (nx * (by * cz - bz * cy) + ny * (bz * cx - bx * cz) + nz * (bx * cy - by * cx)) / squared;
  const weightJ = (nx * (cy * az - cz * ay) + ny * (cz * ax - cx * az) + nz * (cx * ay - cy * ax)) / squared;
  const weightK = 1 - weightI - weightJ;
  if (weightI > 0 && weightJ > 0 && weightK > 0) {
    const nearest = px * px + py * py + pz * pz;
    if (nearest >= w[bestAt]) return;
    w[bestAt] = nearest;
    v[0] = px;
    v[1] = py;
    v[2] = pz;
    w[weightsAt] = w[weightsAt + 1] = w[weightsAt + 2] = w[weightsAt + 3] = 0;
    w[weightsAt + i] = weightI;
    w[weightsAt + j] = weightJ;
    w[weightsAt + k] = weightK;
    return;
  }
  if (!(weightI > 0)) offerSegment(v, w, j, k);
  if (!(weightJ > 0)) offerSegment(v, w, k, i);
  if (!(weightK > 0)) offerSegment(v, w, i, j);
}

/** Returns whether the origin lies inside; otherwise offers the faces that may be nearest. */
function offerTetrahedron(v: Float64Array, w: Float64Array): boolean {
  const ax = w[0];
  const ay = w[1];
  const az = w[2];
  const bx = w[secondAt];
  const by = w[secondAt + 1];
  const bz = w[secondAt + 2];
  const cx = w[thirdAt];
  const cy = w[thirdAt + 1];
  const cz = w[thirdAt + 2];
  const dx = w[fourthAt];
  const dy = w[fourthAt + 1];
  const dz = w[fourthAt + 2];
  // Six-fold volumes of the tetrahedra with the origin in place of a, b, c and d; they sum to the whole.
  const cdx = cy * dz - cz * dy;
  const cdy = cz * dx - cx * dz;
  const cdz = cx * dy - cy * dx;
  const volumeA = bx * cdx + by * cdy + bz * cdz;
  const volumeB = -(ax * cdx + ay * cdy + az * cdz);
  const abx = ay * bz - az * by;
  const aby = az * bx - ax * bz;
  const abz = ax * by - ay * bx;
  const volumeC = abx * dx + aby * dy + abz * dz;
  const volumeD = -(abx * cx + aby * cy + abz * cz);
  const volume = volumeA + volumeB + volumeC + volumeD;
  const size =
    Math.abs(ax) +
    Math.abs(ay) +
    Math.abs(az) +
    Math.abs(bx) +
    Math.abs(by) +
    Math.abs(bz) +
    Math.abs(cx) +
    Math.abs(cy) +
    Math.abs(cz) +
    Math.abs(dx) +
    Math.abs(dy) +
    Math.abs(dz);
  const sign = volume > 0 ? 1 : -1;
  const solid = volume * sign > flatness * size * size * size;
  const insideA = solid && volumeA * sign > 0;
  const insideB = solid && volumeB * sign > 0;
  const insideC = solid && volumeC * sign > 0;
  const insideD = solid && volumeD * sign > 0;
  if (insideA && insideB && insideC && insideD) {
    v[0] = v[1] = v[2] = 0;
    w[weightsAt] = volumeA / volume;
    w[weightsAt + 1] = volumeB / volume;
    w[weightsAt + 2] = volumeC / volume;
    w[weightsAt + 3] = volumeD / volume;
    return true;
  }
  if (!insideA) offerTriangle(v, w, 1, 2, 3);
  if (!insideB) offerTriangle(v, w, 0, 2, 3);
  if (!insideC) offerTriangle(v, w, 0, 1, 3);
  if (!insideD) offerTriangle(v, w, 0, 1, 2);
  return false;
}
