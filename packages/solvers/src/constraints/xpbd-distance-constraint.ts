/**
 * Distance constraints with compliance (extended position-based dynamics): each constraint is a spring of
 * stiffness 1/α, solved implicitly. With the multiplier λ accumulated over the iterations of a step and α̃ =
 * α/h², `Δλ = (−C − α̃ λ)/(w₁ + w₂ + α̃)`, `C = |δ| − d`: the stiffness no longer depends on iterations or
 * step length. α = 0 is the rigid constraint.
 *
 * Set the multipliers to zero at the start of every step (or substep).
 *
 * Macklin, Müller & Chentanez, "XPBD: position-based simulation of compliant constrained dynamics", MIG 2016.
 */
import { requireLength, requireNonNegative, requirePositive } from '@colide/core';
import { requireCount } from '../internal/parameter-checks.ts';

/** Projects one compliant distance constraint and returns its new multiplier. Ids are not checked. */
export function projectDistanceCompliant(
  positions: Float64Array,
  inverseMasses: Float64Array,
  a: number,
  b: number,
  restLength: number,
  compliance: number,
  multiplier: number,
  dt: number,
): number {
  requireNonNegative('compliance', compliance);
  requirePositive('dt', dt);
  const scaled = compliance / (dt * dt);
  const wa = inverseMasses[a];
  const wb = inverseMasses[b];
  const i = 3 * a;
  const j = 3 * b;
  const dx = positions[j] - positions[i];
  const dy = positions[j + 1] - positions[i + 1];
  const dz = positions[j + 2] - positions[i + 2];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (wa + wb === 0 || length === 0) return multiplier;
  const change = (restLength - length - scaled * multiplier) / (wa + wb + scaled);
  const c = change / length;
  positions[i] -= dx * c * wa;
  positions[i + 1] -= dy * c * wa;
  positions[i + 2] -= dz * c * wa;
  positions[j] += dx * c * wb;
  positions[j + 1] += dy * c * wb;
  positions[j + 2] += dz * c * wb;
  return multiplier + change;
}

/**
 * One sweep over `count` compliant distance constraints. `multipliers` holds λ of each between the sweeps of
 * a step. Ids are not checked.
 *
 * @param compliance α in m/N of all constraints
 */
export function projectDistancesCompliant(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: Uint32Array,
  restLengths: Float64Array,
  compliance: number,
  multipliers: Float64Array,
  dt: number,
  count = restLengths.length,
): void {
  requireNonNegative('compliance', compliance);
  requirePositive('dt', dt);
  requireCount(count, ids, 2);
  requireLength('multipliers', multipliers, count);
  const scaled = compliance / (dt * dt);
  for (let i = 0; i < count; i++) {
    const ia = ids[2 * i];
    const ib = ids[2 * i + 1];
    const wa = inverseMasses[ia];
    const wb = inverseMasses[ib];
    const a = 3 * ia;
    const b = 3 * ib;
    const dx = positions[b] - positions[a];
    const dy = positions[b + 1] - positions[a + 1];
    const dz = positions[b + 2] - positions[a + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (wa + wb === 0 || length === 0) continue;
    const change = (restLengths[i] - length - scaled * multipliers[i]) / (wa + wb + scaled);
    multipliers[i] += change;
    const c = change / length;
    positions[a] -= dx * c * wa;
    positions[a + 1] -= dy * c * wa;
    positions[a + 2] -= dz * c * wa;
    positions[b] += dx * c * wb;
    positions[b + 1] += dy * c * wb;
    positions[b + 2] += dz * c * wb;
  }
}
