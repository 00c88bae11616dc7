/**
 * An angular limit by dot product: `(x₂ − x₀)·(x₁ − x₀) ≤ α` around the joint x₀. For sticks of lengths l₁
 * and l₂ the limit α = l₁ l₂ cos θ keeps the angle at x₀ at θ or more, with no trigonometric function.
 *
 * The gradients of C = (x₂−x₀)·(x₁−x₀) − α are `∇₁ = x₂ − x₀`, `∇₂ = x₁ − x₀`, `∇₀ = −∇₁ − ∇₂`; a violated
 * constraint is moved by `−w ∇ C / Σ w |∇|²`. C is quadratic, so one projection is only a Newton step; a few
 * sweeps converge. Momentum is conserved because the gradients sum to zero.
 *
 * Jakobsen, "Advanced character physics", GDC 2001.
 */
import { requireCount, requireFraction } from '../internal/parameter-checks.ts';

/**
 * Projects one angular limit and returns whether it was violated. Ids are not checked.
 *
 * @param ids the particle at the joint, then the two outer ones
 */
export function projectAngle(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: ArrayLike<number>,
  maxDot: number,
  stiffness = 1,
): boolean {
  requireFraction('stiffness', stiffness);
  return project(positions, inverseMasses, ids, 0, maxDot, stiffness);
}

/**
 * One sweep over `count` angular limits, ids `joint, a, b` each. Returns how many were violated. Ids are not
 * checked.
 */
export function projectAngles(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: Uint32Array,
  maxDots: Float64Array,
  stiffness = 1,
  count = maxDots.length,
): number {
  requireFraction('stiffness', stiffness);
  requireCount(count, ids, 3);
  let violated = 0;
  for (let i = 0, k = 0; i < count; i++, k += 3)
    if (project(positions, inverseMasses, ids, k, maxDots[i], stiffness)) violated++;
  return violated;
}

function project(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: ArrayLike<number>,
  at: number,
  maxDot: number,
  stiffness: number,
): boolean {
  const joint = ids[at];
  const a = ids[at + 1];
  const b = ids[at + 2];
  const o = 3 * joint;
  const i = 3 * a;
  const j = 3 * b;
  const ax = positions[i] - positions[o];
  const ay = positions[i + 1] - positions[o + 1];
  const az = positions[i + 2] - positions[o + 2];
  const bx = positions[j] - positions[o];
  const by = positions[j + 1] - positions[o + 1];
  const bz = positions[j + 2] - positions[o + 2];
  const excess = ax * bx + ay * by + az * bz - maxDot;
  if (excess <= 0) return false;
  const wo = inverseMasses[joint];
  const wa = inverseMasses[a];
  const wb = inverseMasses[b];
  const ox = ax + bx;
  const oy = ay + by;
  const oz = az + bz;
  const weight =
    wa * (bx * bx + by * by + bz * bz) +
    wb * (ax * ax + ay * ay + az * az) +
    wo * (ox * ox + oy * oy + oz * oz);
  if (weight === 0) return true;
  const c = (stiffness * excess) / weight;
  positions[i] -= c * wa * bx;
  positions[i + 1] -= c * wa * by;
  positions[i + 2] -= c * wa * bz;
  positions[j] -= c * wb * ax;
  positions[j + 1] -= c * wb * ay;
  positions[j + 2] -= c * wb * az;
  positions[o] += c * wo * ox;
  positions[o + 1] += c * wo * oy;
  positions[o + 2] += c * wo * oz;
  return true;
}
