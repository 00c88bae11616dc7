/**
 * Energy and momentum of rigid bodies, for tests, plots and alarms. Bodies of infinite mass are left out.
 * O(bodies) each.
 */

import type { Vec3 } from '@colide/core';
import { rotationFromUnitQuat } from '@colide/math';
import type { RigidBodies } from '../rigid/rigid-bodies.ts';

const frame = /* @__PURE__ */ new Float64Array(9);
const local = /* @__PURE__ */ new Float64Array(3);

/** Angular velocity of body `i` in its own frame, to {@link local}. */
function toLocal(bodies: RigidBodies, i: number): void {
  const w = bodies.angularVelocities;
  rotationFromUnitQuat(frame, bodies.rotations, 4 * i);
  for (let k = 0; k < 3; k++)
    local[k] = frame[3 * k] * w[3 * i] + frame[3 * k + 1] * w[3 * i + 1] + frame[3 * k + 2] * w[3 * i + 2];
}

/** Kinetic energy of translation and rotation. */
export function rigidKineticEnergy(bodies: RigidBodies): number {
  const { velocities: v, inverseMasses, inverseMoments } = bodies;
  let sum = 0;
  for (let i = 0; i < bodies.count; i++) {
    if (inverseMasses[i] === 0) continue;
    const k = 3 * i;
    sum += (v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]) / inverseMasses[i];
    toLocal(bodies, i);
    for (let axis = 0; axis < 3; axis++)
      if (inverseMoments[k + axis] > 0) sum += (local[axis] * local[axis]) / inverseMoments[k + axis];
  }
  return 0.5 * sum;
}

/** Linear momentum `Σ m v`. */
export function rigidLinearMomentum(out: Vec3, bodies: RigidBodies): Vec3 {
  out[0] = out[1] = out[2] = 0;
  for (let i = 0; i < bodies.count; i++)
    if (bodies.inverseMasses[i] > 0)
      for (let k = 0; k < 3; k++) out[k] += bodies.velocities[3 * i + k] / bodies.inverseMasses[i];
  return out;
}

/** Angular momentum about the origin, `Σ m x × v + Iω`. */
export function rigidAngularMomentum(out: Vec3, bodies: RigidBodies): Vec3 {
  const { positions: p, velocities: v, inverseMasses, inverseMoments } = bodies;
  out[0] = out[1] = out[2] = 0;
  for (let i = 0; i < bodies.count; i++) {
    if (inverseMasses[i] === 0) continue;
    const k = 3 * i;
    out[0] += (p[k + 1] * v[k + 2] - p[k + 2] * v[k + 1]) / inverseMasses[i];
    out[1] += (p[k + 2] * v[k] - p[k] * v[k + 2]) / inverseMasses[i];
    out[2] += (p[k] * v[k + 1] - p[k + 1] * v[k]) / inverseMasses[i];
    toLocal(bodies, i);
    for (let axis = 0; axis < 3; axis++) {
      if (inverseMoments[k + axis] === 0) continue;
      const l = local[axis] / inverseMoments[k + axis];
      for (let j = 0; j < 3; j++) out[j] += frame[3 * axis + j] * l;
    }
  }
  return out;
}
