/**
 * The rigid motion of a body made of particles of equal mass: the pose that fits its rest shape best, and the
 * velocities with the same linear and angular momentum.
 *
 * Both are least-squares fits. The pose is that of shape matching (Müller et al. 2005), with the rotation
 * found by Newton steps from the last one, or from scratch if those do not converge. Velocity and angular
 * velocity are the momentum over the mass and the angular momentum over the inertia of the particles at their
 * current positions. Cost O(n), no allocation.
 *
 * Limits: particles on a line leave the rotation about it undetermined. It keeps its initial value, and its
 * speed is 0.
 */
import type { Quat, Vec3 } from '@colide/core';
import { extractRotation, polarDecompose, quatFromRotation } from '@colide/math';
import { solveSymmetric } from '../internal/solve-symmetric.ts';

const moments = /* @__PURE__ */ new Float64Array(9);
const center = /* @__PURE__ */ new Float64Array(3);
const restCenter = /* @__PURE__ */ new Float64Array(3);
const rotation = /* @__PURE__ */ new Float64Array(4);
const rotationMatrix = /* @__PURE__ */ new Float64Array(9);
const stretch = /* @__PURE__ */ new Float64Array(9);
const tensor = /* @__PURE__ */ new Float64Array(6);
const momentum = /* @__PURE__ */ new Float64Array(3);

/** Mean of `count` points, measured from the first, so that distance costs no digits. */
function mean(out: Float64Array, points: Float64Array, count: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    for (let k = axis; k < 3 * count; k += 3) sum += points[k] - points[axis];
    out[axis] = points[axis] + sum / count;
  }
}

/**
 * Writes the pose that takes `restPositions` nearest to `positions`: `x ≈ R x⁰ + outPosition`. `outRotation`
 * holds an initial guess less than 180° away, such as the last rotation. Both arrays have three numbers per
 * particle; unchecked.
 */
export function rigidFitPose(
  outPosition: Vec3,
  outRotation: Quat,
  restPositions: Float64Array,
  positions: Float64Array,
): void {
  const count = (restPositions.length / 3) | 0;
  mean(restCenter, restPositions, count);
  mean(center, positions, count);
  moments.fill(0);
  for (let k = 0; k < 3 * count; k += 3)
    for (let column = 0; column < 3; column++) {
      const q = restPositions[k + column] - restCenter[column];
      for (let row = 0; row < 3; row++) moments[3 * column + row] += (positions[k + row] - center[row]) * q;
    }
  if (extractRotation(outRotation, moments) === Infinity) {
    polarDecompose(rotationMatrix, stretch, moments);
    quatFromRotation(rotation, 0, rotationMatrix);
    for (let k = 0; k < 4; k++) outRotation[k] = rotation[k];
  }
  const x = outRotation[0];
  const y = outRotation[1];
  const z = outRotation[2];
  const w = outRotation[3];
  const a = restCenter[0];
  const b = restCenter[1];
  const c = restCenter[2];
  // R c⁰ = c⁰ + 2 u × (u × c⁰ + w c⁰)
  const s = y * c - z * b + w * a;
  const t = z * a - x * c + w * b;
  const u = x * b - y * a + w * c;
  outPosition[0] = center[0] - a - 2 * (y * u - z * t);
  outPosition[1] = center[1] - b - 2 * (z * s - x * u);
  outPosition[2] = center[2] - c - 2 * (x * t - y * s);
}

/**
 * Writes velocity and angular velocity of particles of equal mass that moved from `previousPositions` to
 * `positions` in `dt[0]` seconds. The velocity is that of their mean, written to `outCenter`. Unchecked.
 */
export function rigidFitMotion(
  outVelocity: Vec3,
  outAngularVelocity: Vec3,
  outCenter: Vec3,
  positions: Float64Array,
  previousPositions: Float64Array,
  dt: Float64Array,
): void {
  const count = (positions.length / 3) | 0;
  mean(center, positions, count);
  tensor.fill(0);
  let vx = 0;
  let vy = 0;
  let vz = 0;
  let lx = 0;
  let ly = 0;
  let lz = 0;
  for (let k = 0; k < 3 * count; k += 3) {
    const x = positions[k] - center[0];
    const y = positions[k + 1] - center[1];
    const z = positions[k + 2] - center[2];
    const u = positions[k] - previousPositions[k];
    const v = positions[k + 1] - previousPositions[k + 1];
    const w = positions[k + 2] - previousPositions[k + 2];
    vx += u;
    vy += v;
    vz += w;
    lx += y * w - z * v;
    ly += z * u - x * w;
    lz += x * v - y * u;
    tensor[0] += y * y + z * z;
    tensor[1] += x * x + z * z;
    tensor[2] += x * x + y * y;
    tensor[3] -= x * y;
    tensor[4] -= x * z;
    tensor[5] -= y * z;
  }
  momentum[0] = lx;
  momentum[1] = ly;
  momentum[2] = lz;
  solveSymmetric(momentum, tensor);
  const h = dt[0];
  outVelocity[0] = vx / count / h;
  outVelocity[1] = vy / count / h;
  outVelocity[2] = vz / count / h;
  for (let k = 0; k < 3; k++) {
    outAngularVelocity[k] = momentum[k] / h;
    outCenter[k] = center[k];
  }
}
