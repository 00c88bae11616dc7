/**
 * Points of rigid bodies in the substeps of particles: how easily they move, how far they have moved, and
 * pushes on them.
 */
import type { RigidSubsteps } from '../rigid-substeps.ts';

/**
 * Of the last {@link rigidMobility}: I⁻¹ (r × n), then the mobility. In an array, since a fraction that is
 * returned may be boxed.
 */
export const lever = /* @__PURE__ */ new Float64Array(4);

/**
 * Sets {@link lever}[3] to how far the point with the arm `arms[a…]` from the centre of body `index` moves
 * along the unit vector `direction` under a unit push there; 0 for bodies that cannot be pushed.
 */
export function rigidMobility(
  substeps: RigidSubsteps,
  index: number,
  arms: Float64Array,
  a: number,
  direction: Float64Array,
): void {
  lever[3] = 0;
  if (substeps.states[index] < 2) return;
  const { inverseMasses, worldInverseInertias: m } = substeps.bodies;
  const x = arms[a + 1] * direction[2] - arms[a + 2] * direction[1];
  const y = arms[a + 2] * direction[0] - arms[a] * direction[2];
  const z = arms[a] * direction[1] - arms[a + 1] * direction[0];
  const at = 6 * index;
  lever[0] = m[at] * x + m[at + 3] * y + m[at + 4] * z;
  lever[1] = m[at + 3] * x + m[at + 1] * y + m[at + 5] * z;
  lever[2] = m[at + 4] * x + m[at + 5] * y + m[at + 2] * z;
  lever[3] = inverseMasses[index] + x * lever[0] + y * lever[1] + z * lever[2];
}

/**
 * Adds `size[0]` times a unit push against `direction` to `target`, shifts or motions; the lever is that of
 * the last {@link rigidMobility}.
 */
export function rigidPush(
  target: Float64Array,
  substeps: RigidSubsteps,
  index: number,
  direction: Float64Array,
  size: Float64Array,
): void {
  const s = size[0];
  const w = s * substeps.bodies.inverseMasses[index];
  const at = 6 * index;
  for (let k = 0; k < 3; k++) {
    target[at + k] -= w * direction[k];
    target[at + 3 + k] -= s * lever[k];
  }
  substeps.states[index] = 3;
}

/**
 * Writes to `out` by how much the numbers `values`, shifts or motions, move the point with the arm
 * `arms[a…]`.
 */
export function rigidDisplacement(
  out: Float64Array,
  values: Float64Array,
  index: number,
  arms: Float64Array,
  a: number,
): void {
  const at = 6 * index;
  const x = values[at + 3];
  const y = values[at + 4];
  const z = values[at + 5];
  out[0] = values[at] + y * arms[a + 2] - z * arms[a + 1];
  out[1] = values[at + 1] + z * arms[a] - x * arms[a + 2];
  out[2] = values[at + 2] + x * arms[a + 1] - y * arms[a];
}
