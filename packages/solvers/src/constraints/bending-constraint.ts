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
 * on every engine, which an arc cosine would not grant.
 *
 * Müller et al., "Position based dynamics", 2007, with the gradients of Bridson, Marino & Fedkiw, "Simulation
 * of clothing with folds and wrinkles", SCA 2003; the half-angle is ours.
 */
import { requireCount, requireFraction } from '../internal/parameter-checks.ts';

/** The dihedral of the last `measure`: cosine, sine, then n₁, n₂, the squares of both and |e|. */
const dihedral = /* @__PURE__ */ new Float64Array(11);
/**
 * Rest cosine and sine, stiffness, and the error from before the last `project`: in an array, numbers that
 * are passed are not boxed.
 */
const bend = /* @__PURE__ */ new Float64Array(4);

/** Fills {@link dihedral}; false when a triangle has no area. */
function measure(positions: Float64Array, e0: number, e1: number, p: number, q: number): boolean {
  const o = 3 * e0;
  const ox = positions[o];
  const oy = positions[o + 1];
  const oz = positions[o + 2];
  const ex = positions[3 * e1] - ox;
  const ey = positions[3 * e1 + 1] - oy;
  const ez = positions[3 * e1 + 2] - oz;
  const px = positions[3 * p] - ox;
  const py = positions[3 * p + 1] - oy;
  const pz = positions[3 * p + 2] - oz;
  const qx = positions[3 * q] - ox;
  const qy = positions[3 * q + 1] - oy;
  const qz = positions[3 * q + 2] - oz;
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
  const cx = n1y * n2z - n1z * n2y;
  const cy = n1z * n2x - n1x * n2z;
  const cz = n1x * n2y - n1y * n2x;
  dihedral[0] = (n1x * n2x + n1y * n2y + n1z * n2z) / product;
  dihedral[1] = (cx * ex + cy * ey + cz * ez) / (product * edge);
  dihedral[2] = n1x;
  dihedral[3] = n1y;
  dihedral[4] = n1z;
  dihedral[5] = n2x;
  dihedral[6] = n2y;
  dihedral[7] = n2z;
  dihedral[8] = s1;
  dihedral[9] = s2;
  dihedral[10] = edge;
  return true;
}

/**
 * Writes cosine and sine of the dihedral angle to `out[at]` and `out[at + 1]`: (1, 0) when flat. Returns
 * false, and writes the flat angle, when a triangle has no area. Ids are not checked.
 */
export function measureDihedral(
  out: Float64Array,
  at: number,
  positions: Float64Array,
  e0: number,
  e1: number,
  p: number,
  q: number,
): boolean {
  const valid = measure(positions, e0, e1, p, q);
  out[at] = valid ? dihedral[0] : 1;
  out[at + 1] = valid ? dihedral[1] : 0;
  return valid;
}

/**
 * Projects one bending constraint towards the rest angle given by its cosine and sine; returns `2 tan(δ/2)`,
 * cut off at ±2, from before. Ids are not checked; a triangle without area is left alone.
 */
export function projectBending(
  positions: Float64Array,
  inverseMasses: Float64Array,
  e0: number,
  e1: number,
  p: number,
  q: number,
  restCos: number,
  restSin: number,
  stiffness = 1,
): number {
  requireFraction('stiffness', stiffness);
  bend[0] = restCos;
  bend[1] = restSin;
  bend[2] = stiffness;
  project(positions, inverseMasses, e0, e1, p, q);
  return bend[3];
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
  bend[2] = stiffness;
  for (let i = 0, k = 0; i < count; i++, k += 4) {
    bend[0] = restAngles[2 * i];
    bend[1] = restAngles[2 * i + 1];
    project(positions, inverseMasses, ids[k], ids[k + 1], ids[k + 2], ids[k + 3]);
  }
}

/** Projects towards the rest angle in {@link bend} and writes the error there. */
function project(
  positions: Float64Array,
  inverseMasses: Float64Array,
  e0: number,
  e1: number,
  p: number,
  q: number,
): void {
  bend[3] = 0;
  if (!measure(positions, e0, e1, p, q)) return;
  const cos = dihedral[0] * bend[0] + dihedral[1] * bend[1];
  const sin = dihedral[1] * bend[0] - dihedral[0] * bend[1];
  let error = (2 * sin) / (1 + cos);
  if (!(error < 2)) error = 2;
  else if (error < -2) error = -2;
  bend[3] = error;

  const edge = dihedral[10];
  const scaleP = -edge / dihedral[8];
  const scaleQ = -edge / dihedral[9];
  const gpx = dihedral[2] * scaleP;
  const gpy = dihedral[3] * scaleP;
  const gpz = dihedral[4] * scaleP;
  const gqx = dihedral[5] * scaleQ;
  const gqy = dihedral[6] * scaleQ;
  const gqz = dihedral[7] * scaleQ;
  // Where the feet of p and q lie on the edge, as fractions from e0 to e1.
  const a = 3 * e0;
  const b = 3 * e1;
  const i = 3 * p;
  const j = 3 * q;
  const ex = positions[b] - positions[a];
  const ey = positions[b + 1] - positions[a + 1];
  const ez = positions[b + 2] - positions[a + 2];
  const inverseSquare = 1 / (edge * edge);
  const footP =
    ((positions[i] - positions[a]) * ex +
      (positions[i + 1] - positions[a + 1]) * ey +
      (positions[i + 2] - positions[a + 2]) * ez) *
    inverseSquare;
  const footQ =
    ((positions[j] - positions[a]) * ex +
      (positions[j + 1] - positions[a + 1]) * ey +
      (positions[j + 2] - positions[a + 2]) * ez) *
    inverseSquare;
  const g0x = -(1 - footP) * gpx - (1 - footQ) * gqx;
  const g0y = -(1 - footP) * gpy - (1 - footQ) * gqy;
  const g0z = -(1 - footP) * gpz - (1 - footQ) * gqz;
  const g1x = -footP * gpx - footQ * gqx;
  const g1y = -footP * gpy - footQ * gqy;
  const g1z = -footP * gpz - footQ * gqz;

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
  const c = (-bend[2] * error) / weight;
  positions[a] += c * w0 * g0x;
  positions[a + 1] += c * w0 * g0y;
  positions[a + 2] += c * w0 * g0z;
  positions[b] += c * w1 * g1x;
  positions[b + 1] += c * w1 * g1y;
  positions[b + 2] += c * w1 * g1z;
  positions[i] += c * wp * gpx;
  positions[i + 1] += c * wp * gpy;
  positions[i + 2] += c * wp * gpz;
  positions[j] += c * wq * gqx;
  positions[j + 1] += c * wq * gqy;
  positions[j + 2] += c * wq * gqz;
}
