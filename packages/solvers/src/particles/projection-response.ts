/**
 * Projection response to one contact between elements (vertex, edge, face) made of particles: contact points
 * p_A and p_B are both brought to the projection point `q = (m_A p_A + m_B p_B)/(m_A + m_B)`, nearer to the
 * point of the heavier body. An edge with p = (1−α)x₁ + αx₂ moves by `x₁ += (1−α)/((1−α)²+α²) (q−p)`, `x₂ +=
 * α/((1−α)²+α²) (q−p)`, and a face likewise with its barycentric weights. (The source prints q with the
 * masses exchanged.)
 *
 * Particles of different masses within an element share the move by weight over mass, `Δxᵢ = wᵢ bᵢ / Σ wⱼ bⱼ²
 * (q−p)`, which for equal masses is the formula above. For many contacts with friction and restitution use
 * `particle-contacts`.
 *
 * Ponce Atencio, M.Sc. thesis, COPPE/UFRJ 2005, §4.2.1, after Jakobsen, "Advanced character physics", GDC
 * 2001.
 */
import type { ReadonlyVec3, Vec3 } from '@colide/core';

/** An edge as a face whose third corner is the second one again and has no weight. */
const edge = /* @__PURE__ */ new Uint32Array(3);
const edgeWeights = /* @__PURE__ */ new Float64Array(3);

/**
 * Writes the projection point of two contact points to `out`. One mass may be `Infinity`; two give the
 * middle.
 */
export function projectionPoint(
  out: Vec3,
  pointA: ReadonlyVec3,
  massA: number,
  pointB: ReadonlyVec3,
  massB: number,
): Vec3 {
  if (!(massA > 0 && massB > 0)) throw new RangeError(`masses must be positive, got ${massA} and ${massB}`);
  const share =
    massA === massB ? 0.5 : massB === Infinity ? 1 : massA === Infinity ? 0 : massB / (massA + massB);
  const x = pointA[0] + (pointB[0] - pointA[0]) * share;
  const y = pointA[1] + (pointB[1] - pointA[1]) * share;
  const z = pointA[2] + (pointB[2] - pointA[2]) * share;
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

/** Moves vertex `a` to `q`; false when it is fixed. Ids are not checked. */
export function moveVertexTo(
  positions: Float64Array,
  inverseMasses: Float64Array,
  a: number,
  q: ReadonlyVec3,
): boolean {
  if (inverseMasses[a] === 0) return false;
  positions[3 * a] = q[0];
  positions[3 * a + 1] = q[1];
  positions[3 * a + 2] = q[2];
  return true;
}

/**
 * Moves edge `a, b` so that its point (1−α)a + αb lands on `q`; false when all its particles there are fixed.
 */
export function moveEdgeTo(
  positions: Float64Array,
  inverseMasses: Float64Array,
  a: number,
  b: number,
  alpha: number,
  q: ReadonlyVec3,
): boolean {
  edge[0] = a;
  edge[1] = edge[2] = b;
  edgeWeights[0] = 1 - alpha;
  edgeWeights[1] = alpha;
  return moveFaceTo(positions, inverseMasses, edge, edgeWeights, q);
}

/**
 * Moves a face so that its point with the given barycentric weights lands on `q`; false when all particles of
 * positive weight are fixed. Ids are not checked.
 *
 * @param face three particles
 */
export function moveFaceTo(
  positions: Float64Array,
  inverseMasses: Float64Array,
  face: ArrayLike<number>,
  weights: ReadonlyVec3,
  q: ReadonlyVec3,
): boolean {
  const i = 3 * face[0];
  const j = 3 * face[1];
  const k = 3 * face[2];
  const u = weights[0];
  const v = weights[1];
  const w = weights[2];
  const shareA = inverseMasses[face[0]] * u;
  const shareB = inverseMasses[face[1]] * v;
  const shareC = inverseMasses[face[2]] * w;
  const weight = shareA * u + shareB * v + shareC * w;
  if (weight === 0) return false;
  const dx = (q[0] - (u * positions[i] + v * positions[j] + w * positions[k])) / weight;
  const dy = (q[1] - (u * positions[i + 1] + v * positions[j + 1] + w * positions[k + 1])) / weight;
  const dz = (q[2] - (u * positions[i + 2] + v * positions[j + 2] + w * positions[k + 2])) / weight;
  positions[i] += shareA * dx;
  positions[i + 1] += shareA * dy;
  positions[i + 2] += shareA * dz;
  positions[j] += shareB * dx;
  positions[j + 1] += shareB * dy;
  positions[j + 2] += shareB * dz;
  positions[k] += shareC * dx;
  positions[k + 1] += shareC * dy;
  positions[k + 2] += shareC * dz;
  return true;
}
