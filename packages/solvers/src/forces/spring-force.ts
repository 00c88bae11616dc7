/**
 * Damped linear springs between pairs of particles: `F = (k (l − l₀) + c l̇) d/l`, equal and opposite on both
 * ends.
 *
 * Explicit integration of a spring is stable only while h < 2/√(k (w₁ + w₂)); for stiff cloth and rope use
 * distance constraints instead. Coincident ends have no direction and exert no force.
 */
import { requireNonNegative } from '@colide/core';
import { requireCount } from '../internal/parameter-checks.ts';

/**
 * Adds the forces of `count` springs; spring `i` joins particles `ids[2i]` and `ids[2i + 1]`. Ids are not
 * checked.
 *
 * @param stiffness k in N/m, of all springs
 * @param damping c in N·s/m along the spring
 */
export function addSprings(
  forces: Float64Array,
  positions: Float64Array,
  velocities: Float64Array,
  ids: Uint32Array,
  restLengths: Float64Array,
  stiffness: number,
  damping = 0,
  count = restLengths.length,
): void {
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
