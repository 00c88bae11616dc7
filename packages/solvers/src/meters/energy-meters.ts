/**
 * Energy and momentum of particle arrays, for tests, plots and alarms. All are O(n) and only read. Particles
 * of inverse mass 0 have no finite energy or momentum and are left out.
 */
import type { ReadonlyVec3, Vec3 } from '@colide/core';

/** Kinetic energy `Σ ½ m v²`. */
export function kineticEnergy(velocities: Float64Array, inverseMasses: Float64Array): number {
  let sum = 0;
  for (let i = 0, k = 0; i < inverseMasses.length; i++, k += 3) {
    const w = inverseMasses[i];
    if (w === 0) continue;
    const x = velocities[k];
    const y = velocities[k + 1];
    const z = velocities[k + 2];
    sum += (x * x + y * y + z * z) / w;
  }
  return 0.5 * sum;
}

/** Kinetic energy of a Verlet state, with the velocity `(x − x₋)/dt` of the middle of the last step. */
export function kineticEnergyVerlet(
  positions: Float64Array,
  previousPositions: Float64Array,
  inverseMasses: Float64Array,
  dt: number,
): number {
  let sum = 0;
  for (let i = 0, k = 0; i < inverseMasses.length; i++, k += 3) {
    const w = inverseMasses[i];
    if (w === 0) continue;
    const x = positions[k] - previousPositions[k];
    const y = positions[k + 1] - previousPositions[k + 1];
    const z = positions[k + 2] - previousPositions[k + 2];
    sum += (x * x + y * y + z * z) / w;
  }
  return (0.5 * sum) / (dt * dt);
}

/** Potential energy in a uniform field, `−Σ m g·x`, zero at the origin. */
export function uniformGravityEnergy(
  positions: Float64Array,
  inverseMasses: Float64Array,
  gravity: ReadonlyVec3,
): number {
  let sum = 0;
  for (let i = 0, k = 0; i < inverseMasses.length; i++, k += 3) {
    const w = inverseMasses[i];
    if (w === 0) continue;
    sum -= (positions[k] * gravity[0] + positions[k + 1] * gravity[1] + positions[k + 2] * gravity[2]) / w;
  }
  return sum;
}

/** Potential energy of springs, `Σ ½ k (l − l₀)²`. */
export function springEnergy(
  positions: Float64Array,
  ids: Uint32Array,
  restLengths: Float64Array,
  stiffness: number,
): number {
  let sum = 0;
  for (let i = 0; i < restLengths.length; i++) {
    const a = 3 * ids[2 * i];
    const b = 3 * ids[2 * i + 1];
    const dx = positions[b] - positions[a];
    const dy = positions[b + 1] - positions[a + 1];
    const dz = positions[b + 2] - positions[a + 2];
    const stretch = Math.sqrt(dx * dx + dy * dy + dz * dz) - restLengths[i];
    sum += stretch * stretch;
  }
  return 0.5 * stiffness * sum;
}

/** Linear momentum `Σ m v`. */
export function linearMomentum(out: Vec3, velocities: Float64Array, inverseMasses: Float64Array): Vec3 {
  let px = 0;
  let py = 0;
  let pz = 0;
  for (let i = 0, k = 0; i < inverseMasses.length; i++, k += 3) {
    const w = inverseMasses[i];
    if (w === 0) continue;
    px += velocities[k] / w;
    py += velocities[k + 1] / w;
    pz += velocities[k + 2] / w;
  }
  out[0] = px;
  out[1] = py;
  out[2] = pz;
  return out;
}

/** Angular momentum about the origin, `Σ m x × v`. */
export function angularMomentum(
  out: Vec3,
  positions: Float64Array,
  velocities: Float64Array,
  inverseMasses: Float64Array,
): Vec3 {
  let lx = 0;
  let ly = 0;
  let lz = 0;
  for (let i = 0, k = 0; i < inverseMasses.length; i++, k += 3) {
    const w = inverseMasses[i];
    if (w === 0) continue;
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    const vx = velocities[k];
    const vy = velocities[k + 1];
    const vz = velocities[k + 2];
    lx += (y * vz - z * vy) / w;
    ly += (z * vx - x * vz) / w;
    lz += (x * vy - y * vx) / w;
  }
  out[0] = lx;
  out[1] = ly;
  out[2] = lz;
  return out;
}
