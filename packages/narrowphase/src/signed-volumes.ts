/**
 * The Signed Volumes sub-algorithm of GJK: the point of a simplex nearest the origin, by comparing the signs of
 * volumes, areas and lengths with the origin (or its projection) in place of each vertex.
 *
 * Montanari, Petrinic & Barbieri, "Improving the GJK algorithm for faster and more reliable distance queries between
 * convex objects", ACM Trans. Graph. 36(3), 2017. Unlike Johnson's sub-algorithm it never subtracts products that
 * nearly cancel, so the answer stays right down to the rounding of the input.
 *
 * We depart from the paper in three ways. A segment's weight comes from one dot product (the coordinate-wise form
 * gives the same number). A triangle's nearest inner point is taken along its normal, which keeps the direction right
 * when the point is all but zero. A tetrahedron that is flat to rounding never counts as containing the origin: its
 * faces decide. Constant cost, no allocation, any finite input.
 */
import { type GjkSimplex, gjkSimplexCompact } from './gjk-simplex.ts';

/** A tetrahedron with less volume than this part of its longest edge cubed counts as flat. */
const flatness = 1e-13;

/**
 * The best candidate so far: point xyz, the weights of the four slots, and the square of its distance. Kept here, not in
 * arguments or variables, because V8 boxes fractional numbers that cross a call or live in a closure.
 */
const best = /* @__PURE__ */ new Float64Array(8);

/**
 * Writes to `v` the point of the simplex nearest the origin, reduces the simplex to the smallest face that holds it
 * and sets the weights. Returns whether the origin lies inside a tetrahedron, in which case `v` is zero.
 */
export function signedVolumes(v: Float64Array, simplex: GjkSimplex): boolean {
  const { w, weights, count } = simplex;
  best[0] = Number.NaN;
  best[7] = Infinity;
  let inside = false;
  if (count === 1) offerVertex(w, 0);
  else if (count === 2) offerSegment(w, 0, 1);
  else if (count === 3) offerTriangle(w, 0, 1, 2);
  else inside = offerTetrahedron(w);
  v[0] = best[0]!;
  v[1] = best[1]!;
  v[2] = best[2]!;
  weights[0] = best[3]!;
  weights[1] = best[4]!;
  weights[2] = best[5]!;
  weights[3] = best[6]!;
  if (!inside) gjkSimplexCompact(simplex);
  return inside;
}

function offerVertex(w: Float64Array, i: number): void {
  const x = w[3 * i]!;
  const y = w[3 * i + 1]!;
  const z = w[3 * i + 2]!;
  const squared = x * x + y * y + z * z;
  if (!(squared < best[7]!)) return;
  best[0] = x;
  best[1] = y;
  best[2] = z;
  best[3] = best[4] = best[5] = best[6] = 0;
  best[3 + i] = 1;
  best[7] = squared;
}

function offerSegment(w: Float64Array, i: number, j: number): void {
  const ix = w[3 * i]!;
  const iy = w[3 * i + 1]!;
  const iz = w[3 * i + 2]!;
  const tx = w[3 * j]! - ix;
  const ty = w[3 * j + 1]! - iy;
  const tz = w[3 * j + 2]! - iz;
  const along = -(ix * tx + iy * ty + iz * tz);
  const length = tx * tx + ty * ty + tz * tz;
  if (!(along > 0)) {
    offerVertex(w, i);
    return;
  }
  if (!(along < length)) {
    offerVertex(w, j);
    return;
  }
  const u = along / length;
  const x = ix + u * tx;
  const y = iy + u * ty;
  const z = iz + u * tz;
  const squared = x * x + y * y + z * z;
  if (!(squared < best[7]!)) return;
  best[0] = x;
  best[1] = y;
  best[2] = z;
  best[3] = best[4] = best[5] = best[6] = 0;
  best[3 + i] = 1 - u;
  best[3 + j] = u;
  best[7] = squared;
}

function offerTriangle(w: Float64Array, i: number, j: number, k: number): void {
  const ix = w[3 * i]!;
  const iy = w[3 * i + 1]!;
  const iz = w[3 * i + 2]!;
  const jx = w[3 * j]!;
  const jy = w[3 * j + 1]!;
  const jz = w[3 * j + 2]!;
  const kx = w[3 * k]!;
  const ky = w[3 * k + 1]!;
  const kz = w[3 * k + 2]!;
  const nx = (jy - iy) * (kz - iz) - (jz - iz) * (ky - iy);
  const ny = (jz - iz) * (kx - ix) - (jx - ix) * (kz - iz);
  const nz = (jx - ix) * (ky - iy) - (jy - iy) * (kx - ix);
  const squared = nx * nx + ny * ny + nz * nz;
  if (!(squared > 0)) {
    offerSegment(w, i, j);
    offerSegment(w, j, k);
    offerSegment(w, k, i);
    return;
  }
  const height = (ix * nx + iy * ny + iz * nz) / squared;
  const px = height * nx;
  const py = height * ny;
  const pz = height * nz;
  // Signed areas with the projected origin in place of each vertex, in the coordinate plane that shows most of the
  // triangle.
  let area: number;
  let areaI: number;
  let areaJ: number;
  const ax = Math.abs(nx);
  const ay = Math.abs(ny);
  const az = Math.abs(nz);
  if (ax >= ay && ax >= az) {
    area = nx;
    areaI = (jy - py) * (kz - pz) - (jz - pz) * (ky - py);
    areaJ = (ky - py) * (iz - pz) - (kz - pz) * (iy - py);
  } else if (ay >= az) {
    area = ny;
    areaI = (jz - pz) * (kx - px) - (jx - px) * (kz - pz);
    areaJ = (kz - pz) * (ix - px) - (kx - px) * (iz - pz);
  } else {
    area = nz;
    areaI = (jx - px) * (ky - py) - (jy - py) * (kx - px);
    areaJ = (kx - px) * (iy - py) - (ky - py) * (ix - px);
  }
  const weightI = areaI / area;
  const weightJ = areaJ / area;
  const weightK = 1 - weightI - weightJ;
  if (weightI > 0 && weightJ > 0 && weightK > 0) {
    const nearest = px * px + py * py + pz * pz;
    if (!(nearest < best[7]!)) return;
    best[0] = px;
    best[1] = py;
    best[2] = pz;
    best[3] = best[4] = best[5] = best[6] = 0;
    best[3 + i] = weightI;
    best[3 + j] = weightJ;
    best[3 + k] = weightK;
    best[7] = nearest;
    return;
  }
  if (!(weightI > 0)) offerSegment(w, j, k);
  if (!(weightJ > 0)) offerSegment(w, k, i);
  if (!(weightK > 0)) offerSegment(w, i, j);
}

/** Returns whether the origin lies inside; otherwise offers the faces that may be nearest. */
function offerTetrahedron(w: Float64Array): boolean {
  const ax = w[0]!;
  const ay = w[1]!;
  const az = w[2]!;
  const bx = w[3]!;
  const by = w[4]!;
  const bz = w[5]!;
  const cx = w[6]!;
  const cy = w[7]!;
  const cz = w[8]!;
  const dx = w[9]!;
  const dy = w[10]!;
  const dz = w[11]!;
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
  const size = Math.max(
    Math.abs(ax),
    Math.abs(ay),
    Math.abs(az),
    Math.abs(bx),
    Math.abs(by),
    Math.abs(bz),
    Math.abs(cx),
    Math.abs(cy),
    Math.abs(cz),
    Math.abs(dx),
    Math.abs(dy),
    Math.abs(dz),
  );
  const sign = volume > 0 ? 1 : -1;
  const solid = volume * sign > flatness * size * size * size;
  const insideA = solid && volumeA * sign > 0;
  const insideB = solid && volumeB * sign > 0;
  const insideC = solid && volumeC * sign > 0;
  const insideD = solid && volumeD * sign > 0;
  if (insideA && insideB && insideC && insideD) {
    best[0] = best[1] = best[2] = 0;
    best[3] = volumeA / volume;
    best[4] = volumeB / volume;
    best[5] = volumeC / volume;
    best[6] = volumeD / volume;
    return true;
  }
  if (!insideA) offerTriangle(w, 1, 2, 3);
  if (!insideB) offerTriangle(w, 0, 2, 3);
  if (!insideC) offerTriangle(w, 0, 1, 3);
  if (!insideD) offerTriangle(w, 0, 1, 2);
  return false;
}
