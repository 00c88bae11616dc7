/**
 * Damped linear springs between pairs of particles: `F = (k (l − l₀) + c l̇) d/l`, equal and opposite on both
 * ends.
 *
 * Explicit integration of a spring is stable only while h < 2/√(k (w₁ + w₂)); for stiff cloth and rope use
 * distance constraints instead. Coincident ends have no direction and exert no force.
 */
import { requireNonNegative } from '@colide/core';
import type { DistanceList } from '../constraints/distance-constraint.ts';
import { requireCount } from '../internal/parameter-checks.ts';

/** Springs of one kind. */
export interface Springs extends DistanceList {
  /** k in N/m. */
  readonly stiffness: number;
  /** c in N·s/m along the spring. Default 0. */
  readonly damping?: number;
}

/** Adds the forces of springs. Ids are not checked. */
export function addSprings(
  forces: Float64Array,
  positions: Float64Array,
  velocities: Float64Array,
  springs: Springs,
): void {
  const { ids, restLengths, stiffness, damping = 0, count = restLengths.length } = springs;
  requireNonNegative('stiffness', stiffness);
  requireNonNegative('damping', damping);
  requireCount(count, ids, 2);
  for (let i = 0; i < count; i++) {
    const a = 3 * ids[2 * i];
    const b = 3 * ids[2 * i + 1];
    const dx = positions[b] - positions[a];
    const dy = positions[b + 1] - positions[a + 1];
    const dz = positions[b + 2] - positions[a + 2];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (length === 0) continue;
    const rate =
      ((velocities[b] - velocities[a]) * dx +
        (velocities[b + 1] - velocities[a + 1]) * dy +
        (velocities[b + 2] - velocities[a + 2]) * dz) /
      length;
    const pull = (stiffness * (length - restLengths[i]) + damping * rate) / length;
    forces[a] += dx * pull;
    forces[a + 1] += dy * pull;
    forces[a + 2] += dz * pull;
    forces[b] -= dx * pull;
    forces[b + 1] -= dy * pull;
    forces[b + 2] -= dz * pull;
  }
}
