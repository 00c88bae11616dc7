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
 * in every engine, which an arc cosine would not guarantee. Cosine and sine are left multiplied by |n₁||n₂|:
 * `cos φ` becomes n₁·n₂ and, since n₁×n₂ = −(n₁·(q−e₀)) e, `sin φ` becomes −|e| n₁·(q−e₀).
 *
 * Müller et al., "Position based dynamics", 2007, with the gradients of Bridson, Marino & Fedkiw, "Simulation
 * of clothing with folds and wrinkles", SCA 2003; the half-angle is ours.
 */
import { requireCount, requireFraction } from '../internal/parameter-checks.ts';

/** `2 tan(δ/2)` before the last projection. It is in an array, since V8 might box a returned fraction. */
const lastError = /* @__PURE__ */ new Float64Array(1);

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
  const [e, p, q] = [1, 2, 3].map(corner =>
    [0, 1, 2].map(k => positions[3 * ids[first + corner] + k] - positions[3 * ids[first] + k]),
  );
  const n1 = cross(e, p);
  const n2 = cross(q, e);
  const product = Math.sqrt(dot(n1, n1) * dot(n2, n2));
  const valid = product > 0;
  out[at] = valid ? dot(n1, n2) / product : 1;
  out[at + 1] = valid ? (Math.sqrt(dot(e, e)) * dot(cross(p, e), q)) / product : 0;
  return valid;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
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
  lastError[0] = 0;
  project(positions, inverseMasses, ids, restAngle, 0, stiffness);
  return lastError[0];
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

/**
 * Projects constraint `i`.
 *
 * In one piece: with the measured numbers in an array between two functions it took 1.5 times as long (Node
 * 20).
 */
function project(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: ArrayLike<number>,
  restAngles: ArrayLike<number>,
  i: number,
  stiffness: number,
): void {
  const e0 = ids[4 * i];
  const e1 = ids[4 * i + 1];
  const p = ids[4 * i + 2];
  const q = ids[4 * i + 3];
  const ox = positions[3 * e0];
  const oy = positions[3 * e0 + 1];
  const oz = positions[3 * e0 + 2];
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
  const squaredEdge = ex * ex + ey * ey + ez * ez;
  if (s1 === 0 || s2 === 0 || squaredEdge === 0) return;
  const edge = Math.sqrt(squaredEdge);

  const cos = n1x * n2x + n1y * n2y + n1z * n2z;
  const sin = -edge * (n1x * qx + n1y * qy + n1z * qz);
  const restCos = restAngles[2 * i];
  const restSin = restAngles[2 * i + 1];
  const sinError = sin * restCos - cos * restSin;
  const cosError = cos * restCos + sin * restSin;
  const halfTangent = sinError / (Math.sqrt(s1 * s2) + cosError);
  const error = halfTangent < 1 ? 2 * Math.max(halfTangent, -1) : 2;
  lastError[0] = error;

  // The gradients are −n₁ scaleP and −n₂ scaleQ for the corners, and n₁ share P + n₂ share Q for the ends.
  const scaleP = edge / s1;
  const scaleQ = edge / s2;
  const p1 = (scaleP * (px * ex + py * ey + pz * ez)) / squaredEdge;
  const q1 = (scaleQ * (qx * ex + qy * ey + qz * ez)) / squaredEdge;
  const p0 = scaleP - p1;
  const q0 = scaleQ - q1;
  const w0 = inverseMasses[e0];
  const w1 = inverseMasses[e1];
  const wp = inverseMasses[p];
  const wq = inverseMasses[q];
  const g0x = p0 * n1x + q0 * n2x;
  const g0y = p0 * n1y + q0 * n2y;
  const g0z = p0 * n1z + q0 * n2z;
  const g1x = p1 * n1x + q1 * n2x;
  const g1y = p1 * n1y + q1 * n2y;
  const g1z = p1 * n1z + q1 * n2z;
  const weight =
    w0 * (g0x * g0x + g0y * g0y + g0z * g0z) +
    w1 * (g1x * g1x + g1y * g1y + g1z * g1z) +
    squaredEdge * (wp / s1 + wq / s2);
  if (weight === 0) return;
  const c = (-stiffness * error) / weight;
  const c0 = c * w0;
  const c1 = c * w1;
  const cp = -c * wp * scaleP;
  const cq = -c * wq * scaleQ;
  positions[3 * e0] += c0 * g0x;
  positions[3 * e0 + 1] += c0 * g0y;
  positions[3 * e0 + 2] += c0 * g0z;
  positions[3 * e1] += c1 * g1x;
  positions[3 * e1 + 1] += c1 * g1y;
  positions[3 * e1 + 2] += c1 * g1z;
  positions[3 * p] += cp * n1x;
  positions[3 * p + 1] += cp * n1y;
  positions[3 * p + 2] += cp * n1z;
  positions[3 * q] += cq * n2x;
  positions[3 * q + 1] += cq * n2y;
  positions[3 * q + 2] += cq * n2z;
}
