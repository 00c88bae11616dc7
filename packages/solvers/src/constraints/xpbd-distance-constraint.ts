/**
 * Distance constraints with compliance (extended position-based dynamics): each constraint is a spring of
 * stiffness 1/α, solved implicitly. With the multiplier λ accumulated over the iterations of a step and α̃ =
 * α/h², `Δλ = (−C − α̃ λ)/(w₁ + w₂ + α̃)`, `C = |δ| − d`: the stiffness no longer depends on the number of
 * iterations or the step length. α = 0 is the rigid constraint.
 *
 * Set the multipliers to zero at the start of every step (or substep).
 *
 * Macklin, Müller & Chentanez, "XPBD: position-based simulation of compliant constrained dynamics", MIG 2016.
 */
import { requireLength, requireNonNegative, requirePositive } from '@colide/core';
import { requireCount } from '../internal/parameter-checks.ts';
import type { DistanceList } from './distance-constraint.ts';

/** Distance constraints with compliance. */
export interface CompliantDistances extends DistanceList {
  /** α in m/N of all constraints. */
  readonly compliance: number;
  /** λ of each constraint, kept between the sweeps of a step. */
  readonly multipliers: Float64Array;
}

/** Projects constraint `i` of a list and returns its new multiplier. Ids are not checked. */
export function projectDistanceCompliant(
  positions: Float64Array,
  inverseMasses: Float64Array,
  distances: CompliantDistances,
  i: number,
  dt: number,
): number {
  requireNonNegative('compliance', distances.compliance);
  requirePositive('dt', dt);
  project(positions, inverseMasses, distances, i, distances.compliance / (dt * dt));
  return distances.multipliers[i];
}

/** One sweep over compliant distance constraints. Ids are not checked. */
export function projectDistancesCompliant(
  positions: Float64Array,
  inverseMasses: Float64Array,
  distances: CompliantDistances,
  dt: number,
): void {
  const { ids, restLengths, compliance, multipliers, count = restLengths.length } = distances;
  requireNonNegative('compliance', compliance);
  requirePositive('dt', dt);
  requireCount(count, ids, 2);
  requireLength('multipliers', multipliers, count);
  const scaled = compliance / (dt * dt);
  for (let i = 0; i < count; i++) project(positions, inverseMasses, distances, i, scaled);
}

/** Projects constraint `i`; `scaled` is α̃. */
function project(
  positions: Float64Array,
  inverseMasses: Float64Array,
  distances: CompliantDistances,
  i: number,
  scaled: number,
): void {
  const { ids, restLengths, multipliers } = distances;
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
  if (wa + wb === 0 || length === 0) return;
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
