/**
 * Gravity in two forms: the uniform field near the ground, `F = m g`, and Newton's attraction of all pairs,
 * `F = G m₁ m₂ d / |d|³`, the latter in O(n²) with equal and opposite forces, so that momentum is conserved
 * to rounding.
 */
import { type ReadonlyVec3, requireFinite, requireLength, requireNonNegative } from '@colide/core';

/** Adds `m · gravity` to the force on every particle of finite mass. */
export function addUniformGravity(
  forces: Float64Array,
  inverseMasses: Float64Array,
  gravity: ReadonlyVec3,
): void {
  const gx = gravity[0];
  const gy = gravity[1];
  const gz = gravity[2];
  const count = inverseMasses.length;
  requireLength('forces', forces, 3 * count);
  for (let i = 0, k = 0; i < count; i++, k += 3) {
    const w = inverseMasses[i];
    if (w === 0) continue;
    const mass = 1 / w;
    forces[k] += mass * gx;
    forces[k + 1] += mass * gy;
    forces[k + 2] += mass * gz;
  }
}

/**
 * Adds the mutual attraction of all particles of finite mass.
 *
 * @param constant Newton's G in the units of the scene
 * @param softening length ε of Plummer's softening, `|d|² + ε²`; 0 for the exact law
 */
export function addMutualGravity(
  forces: Float64Array,
  positions: Float64Array,
  inverseMasses: Float64Array,
  constant: number,
  softening = 0,
): void {
  requireFinite('constant', constant);
  requireNonNegative('softening', softening);
  const count = inverseMasses.length;
  const softeningSquared = softening * softening;
  for (let i = 0; i < count; i++) {
    if (inverseMasses[i] === 0) continue;
    const a = 3 * i;
    for (let j = i + 1; j < count; j++) {
      if (inverseMasses[j] === 0) continue;
      const b = 3 * j;
      const dx = positions[b] - positions[a];
      const dy = positions[b + 1] - positions[a + 1];
      const dz = positions[b + 2] - positions[a + 2];
      const squared = dx * dx + dy * dy + dz * dz + softeningSquared;
      if (squared === 0) continue;
      const strength = constant / (inverseMasses[i] * inverseMasses[j] * squared * Math.sqrt(squared));
      forces[a] += dx * strength;
      forces[a + 1] += dy * strength;
      forces[a + 2] += dz * strength;
      forces[b] -= dx * strength;
      forces[b + 1] -= dy * strength;
      forces[b + 2] -= dz * strength;
    }
  }
}
