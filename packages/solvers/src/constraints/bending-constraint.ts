/**
 * Bending: the dihedral angle φ between two triangles that share an edge keeps its rest value φ₀. Four
 * particles: the ends e₀, e₁ of the edge and the opposite corners p, q.
 *
 * With e = e₁−e₀, n₁ = e×(p−e₀) and n₂ = (q−e₀)×e the gradients of φ are `∇p = −|e| n₁/|n₁|²`, `∇q = −|e|
 * n₂/|n₂|²`, and those of the ends follow because all four and their moments sum to zero.
 *
 * The angle is never computed. Rest angles are stored as cosine and sine, δ = φ − φ₀ comes out of the
 * addition theorems as (cos δ, sin δ), and `δ ≈ 2 tan(δ/2) = 2 sin δ/(1 + cos δ)`, cut off at 2, has the
 * right sign on the whole circle. So a fold of more than 180° does not snap over, and the bits are the same
 * in every engine, which an arc cosine would not guarantee.
 *
 * Müller et al., "Position based dynamics", 2007, with the gradients of Bridson, Marino & Fedkiw, "Simulation
 * of clothing with folds and wrinkles", SCA 2003; the half-angle is ours.
 */
import { requireCount, requireFraction } from '../internal/parameter-checks.ts';

/** The result of {@link measure}; the offsets are below. */
const dihedral = /* @__PURE__ */ new Float64Array(13);
const cosAt = 0;
const sinAt = 1;
/** n₁ and n₂, their squares, |e|. */
const normalPAt = 2;
const normalQAt = 5;
const squarePAt = 8;
const squareQAt = 9;
const edgeAt = 10;
/** The feet of the perpendiculars from p and q on the edge, as fractions from e₀ to e₁. */
const footPAt = 11;
const footQAt = 12;

/** Fills {@link dihedral}; false when a triangle has no area. */
function measure(positions: Float64Array, ids: ArrayLike<number>, at: number): boolean {
  const o = 3 * ids[at];
  const e = 3 * ids[at + 1];
  const p = 3 * ids[at + 2];
  const q = 3 * ids[at + 3];
  const ox = positions[o];
  const oy = positions[o + 1];
  const oz = positions[o + 2];
  const ex = positions[e] - ox;
  const ey = positions[e + 1] - oy;
  const ez = positions[e + 2] - oz;
  const px = positions[p] - ox;
  const py = positions[p + 1] - oy;
  const pz = positions[p + 2] - oz;
  const qx = positions[q] - ox;
  const qy = positions[q + 1] - oy;
  const qz = positions[q + 2] - oz;
  const n1x = ey * pz - ez * py;
  const n1y = ez * px - ex * pz;
  const n1z = ex * py - ey * px;
  const n2x = qy * ez - qz * ey;
  const n2y = qz * ex - qx * ez;
  const n2z = qx * ey - qy * ex;
  const s1 = n1x * n1x + n1y * n1y + n1z * n1z;
  const s2 = n2x * n2x + n2y * n2y + n2z * n2z;
  const edge = Math.sqrt(ex * ex + ey * ey + ez * ez);
  if (s1 === 0 || s2 === 0 || edge === 0) return false;
  const product = Math.sqrt(s1 * s2);
  const inverseSquare = 1 / (edge * edge);
  const cx = n1y * n2z - n1z * n2y;
  const cy = n1z * n2x - n1x * n2z;
  const cz = n1x * n2y - n1y * n2x;
  dihedral[cosAt] = (n1x * n2x + n1y * n2y + n1z * n2z) / product;
  dihedral[sinAt] = (cx * ex + cy * ey + cz * ez) / (product * edge);
  dihedral[normalPAt] = n1x;
  dihedral[normalPAt + 1] = n1y;
  dihedral[normalPAt + 2] = n1z;
  dihedral[normalQAt] = n2x;
  dihedral[normalQAt + 1] = n2y;
  dihedral[normalQAt + 2] = n2z;
  dihedral[squarePAt] = s1;
  dihedral[squareQAt] = s2;
  dihedral[edgeAt] = edge;
  dihedral[footPAt] = (px * ex + py * ey + pz * ez) * inverseSquare;
  dihedral[footQAt] = (qx * ex + qy * ey + qz * ez) * inverseSquare;
  return true;
}

/** `2 tan(δ/2)` of the measured angle against the rest angle at `restAngles[at…]`, cut off at ±2. */
function bendingError(restAngles: ArrayLike<number>, at: number): number {
  const cos = dihedral[cosAt] * restAngles[at] + dihedral[sinAt] * restAngles[at + 1];
  const sin = dihedral[sinAt] * restAngles[at] - dihedral[cosAt] * restAngles[at + 1];
  const error = (2 * sin) / (1 + cos);
  if (!(error < 2)) return 2;
  return Math.max(error, -2);
}

/**
 * Writes cosine and sine of the dihedral angle to `out[at]` and `out[at + 1]`: (1, 0) when flat. Returns
 * false, and writes the flat angle, when a triangle has no area. Ids are not checked.
 *
 * @param ids e₀, e₁, p and q, from `ids[first]` on
 */
export function measureDihedral(
  out: Float64Array,
  at: number,
  positions: Float64Array,
  ids: ArrayLike<number>,
  first = 0,
): boolean {
  const valid = measure(positions, ids, first);
  out[at] = valid ? dihedral[cosAt] : 1;
  out[at + 1] = valid ? dihedral[sinAt] : 0;
  return valid;
}

/**
 * Projects one bending constraint; returns `2 tan(δ/2)`, cut off at ±2, from before. Ids are not checked; a
 * triangle without area is left alone.
 *
 * @param ids e₀, e₁, p and q
 * @param restAngle cosine and sine of the rest angle
 */
export function projectBending(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: ArrayLike<number>,
  restAngle: ArrayLike<number>,
  stiffness = 1,
): number {
  requireFraction('stiffness', stiffness);
  const error = measure(positions, ids, 0) ? bendingError(restAngle, 0) : 0;
  project(positions, inverseMasses, ids, restAngle, 0, stiffness);
  return error;
}

/**
 * One sweep over `count` bending constraints, ids `e₀, e₁, p, q` and rest cosine and sine each (`restAngles`
 * as {@link measureDihedral} writes them). Ids are not checked.
 */
export function projectBendings(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: Uint32Array,
  restAngles: Float64Array,
  stiffness = 1,
  count = restAngles.length / 2,
): void {
  requireFraction('stiffness', stiffness);
  requireCount(count, ids, 4);
  for (let i = 0; i < count; i++) project(positions, inverseMasses, ids, restAngles, i, stiffness);
}

/** Projects constraint `i`. */
function project(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: ArrayLike<number>,
  restAngles: ArrayLike<number>,
  i: number,
  stiffness: number,
): void {
  if (!measure(positions, ids, 4 * i)) return;
  const scaleP = -dihedral[edgeAt] / dihedral[squarePAt];
  const scaleQ = -dihedral[edgeAt] / dihedral[squareQAt];
  const gpx = dihedral[normalPAt] * scaleP;
  const gpy = dihedral[normalPAt + 1] * scaleP;
  const gpz = dihedral[normalPAt + 2] * scaleP;
  const gqx = dihedral[normalQAt] * scaleQ;
  const gqy = dihedral[normalQAt + 1] * scaleQ;
  const gqz = dihedral[normalQAt + 2] * scaleQ;
  const footP = dihedral[footPAt];
  const footQ = dihedral[footQAt];
  const g0x = -(1 - footP) * gpx - (1 - footQ) * gqx;
  const g0y = -(1 - footP) * gpy - (1 - footQ) * gqy;
  const g0z = -(1 - footP) * gpz - (1 - footQ) * gqz;
  const g1x = -footP * gpx - footQ * gqx;
  const g1y = -footP * gpy - footQ * gqy;
  const g1z = -footP * gpz - footQ * gqz;

  const e0 = ids[4 * i];
  const e1 = ids[4 * i + 1];
  const p = ids[4 * i + 2];
  const q = ids[4 * i + 3];
  const w0 = inverseMasses[e0];
  const w1 = inverseMasses[e1];
  const wp = inverseMasses[p];
  const wq = inverseMasses[q];
  const weight =
    w0 * (g0x * g0x + g0y * g0y + g0z * g0z) +
    w1 * (g1x * g1x + g1y * g1y + g1z * g1z) +
    wp * (gpx * gpx + gpy * gpy + gpz * gpz) +
    wq * (gqx * gqx + gqy * gqy + gqz * gqz);
  if (weight === 0) return;
  const c = (-stiffness * bendingError(restAngles, 2 * i)) / weight;
  positions[3 * e0] += c * w0 * g0x;
  positions[3 * e0 + 1] += c * w0 * g0y;
  positions[3 * e0 + 2] += c * w0 * g0z;
  positions[3 * e1] += c * w1 * g1x;
  positions[3 * e1 + 1] += c * w1 * g1y;
  positions[3 * e1 + 2] += c * w1 * g1z;
  positions[3 * p] += c * wp * gpx;
  positions[3 * p + 1] += c * wp * gpy;
  positions[3 * p + 2] += c * wp * gpz;
  positions[3 * q] += c * wq * gqx;
  positions[3 * q + 1] += c * wq * gqy;
  positions[3 * q + 2] += c * wq * gqz;
}
