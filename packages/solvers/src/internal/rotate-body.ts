/**
 * Free rotation of one rigid body, and its inertia in world axes. The energy ½ Σ Lᵢ²/Iᵢ, L = Iω in the body's
 * frame, is split into that of a ball whose moment is the middle one, ½ L²/Iₘ, and the differences of the
 * other two. Each part is solved exactly: the ball rotates about L, which is constant in world axes, and the
 * others about their axes, by h Lᵢ (1/Iᵢ − 1/Iₘ), in the symmetric sequence ½x ½y z ½y ½x, of which one is
 * missing. That is a second-order symplectic method, and exact for bodies with two equal moments. Rods need
 * that: split by axes alone, without the ball, the error in the direction of L is divided by their small
 * moment, and they would spin ever faster.
 *
 * A rotation is the quaternion (tan(θ/2), 1), with a polynomial for the tangent: no sine, the same bits in
 * every engine, and an exact rotation whatever the error of its angle. The quaternion is normalised once at
 * the end. The new angular velocity comes from the angular momentum in world axes, which does not change, so
 * rounding errors cannot add up in it.
 *
 * Dullweber, Leimkuhler & McLachlan, "Symplectic splitting methods for rigid body molecular dynamics", J.
 * Chem. Phys. 107, 1997, who also take the symmetric top first.
 */

import { plainDoubles } from '@colide/core';
import { rotationFromUnitQuat } from '@colide/math';

const frame = /* @__PURE__ */ new Float64Array(9);
const momentum = /* @__PURE__ */ plainDoubles(3);
const orientation = /* @__PURE__ */ plainDoubles(4);
/** A rotation: its axis (any length), and half the angle divided by that length. */
const rotation = /* @__PURE__ */ plainDoubles(4);
const halfAt = 3;
/** Half the time, times the amount by which the inverse of each moment exceeds that of the middle one. */
const rates = /* @__PURE__ */ plainDoubles(3);

/**
 * Solves the part of Euler's equations that belongs to principal axis `axis`, for a half or the whole of the
 * time.
 */
function rotateAboutAxis(axis: number, j: number, k: number, whole: boolean): void {
  if (rates[axis] === 0) return;
  const rate = momentum[axis] * rates[axis];
  const half = whole ? rate : 0.5 * rate;
  const square = half * half;
  const t = half * (1 + square * (1 / 3 + square * (2 / 15)));
  const s = 1 / (1 + t * t);
  const cos = (1 - t * t) * s;
  const sin = 2 * t * s;
  const a = momentum[j];
  const b = momentum[k];
  momentum[j] = cos * a + sin * b;
  momentum[k] = cos * b - sin * a;
  const w = orientation[3];
  const u = orientation[axis];
  const v = orientation[j];
  const x = orientation[k];
  orientation[3] = w - t * u;
  orientation[axis] = u + t * w;
  orientation[j] = v + t * x;
  orientation[k] = x - t * v;
}

/** First bit of the locks of rotation. */
const rotationLock = 3;

/** Offsets of the columns of a symmetric matrix stored as xx, yy, zz, xy, xz, yz. */
const columns = [0, 3, 4, 3, 1, 5, 4, 5, 2];

/**
 * Eliminates the locked rotations of body `i` from its world inverse inertia W: for each, W − w wᵀ / w_k with
 * the column w of its axis k. What remains is the response to torques while the locks hold.
 */
function lockInertia(inertias: Float64Array, locks: number, i: number): void {
  for (let k = 0; k < 3; k++) {
    if (((locks >> (rotationLock + k)) & 1) === 0) continue;
    for (let c = 0; c < 3; c++) momentum[c] = inertias[6 * i + columns[3 * k + c]];
    for (let c = 0; c < 3; c++)
      for (let r = 0; r <= c; r++)
        if (r === k || c === k || momentum[k] === 0) inertias[6 * i + columns[3 * r + c]] = 0;
        else inertias[6 * i + columns[3 * r + c]] -= (momentum[r] * momentum[c]) / momentum[k];
  }
}

/**
 * Writes the world inverse inertia `R I⁻¹ Rᵀ` of body `i`: xx, yy, zz, xy, xz, yz; without the rotations that
 * are locked.
 */
export function updateWorldInertia(bodies: RotatingBodies, i: number): void {
  writeWorldInertia(bodies, i);
  const locks = bodies.locks[i];
  if (locks >> rotationLock !== 0) lockInertia(bodies.worldInverseInertias, locks, i);
}

function writeWorldInertia(
  { worldInverseInertias, rotations, inverseMoments }: RotatingBodies,
  i: number,
): void {
  const a = inverseMoments[3 * i];
  const b = inverseMoments[3 * i + 1];
  const c = inverseMoments[3 * i + 2];
  const at = 6 * i;
  if (a === b && b === c) {
    worldInverseInertias[at] = worldInverseInertias[at + 1] = worldInverseInertias[at + 2] = a;
    worldInverseInertias[at + 3] = worldInverseInertias[at + 4] = worldInverseInertias[at + 5] = 0;
    return;
  }
  rotationFromUnitQuat(frame, rotations, 4 * i);
  const x0 = frame[0];
  const y0 = frame[1];
  const z0 = frame[2];
  const x1 = frame[3];
  const y1 = frame[4];
  const z1 = frame[5];
  const x2 = frame[6];
  const y2 = frame[7];
  const z2 = frame[8];
  worldInverseInertias[at] = a * x0 * x0 + b * x1 * x1 + c * x2 * x2;
  worldInverseInertias[at + 1] = a * y0 * y0 + b * y1 * y1 + c * y2 * y2;
  worldInverseInertias[at + 2] = a * z0 * z0 + b * z1 * z1 + c * z2 * z2;
  worldInverseInertias[at + 3] = a * x0 * y0 + b * x1 * y1 + c * x2 * y2;
  worldInverseInertias[at + 4] = a * x0 * z0 + b * x1 * z1 + c * x2 * z2;
  worldInverseInertias[at + 5] = a * y0 * z0 + b * y1 * z1 + c * y2 * z2;
}

/** The arrays of `RigidBodies` that free rotation reads and writes. */
export interface RotatingBodies {
  readonly rotations: Float64Array;
  readonly angularVelocities: Float64Array;
  readonly inverseMoments: Float64Array;
  readonly worldInverseInertias: Float64Array;
  readonly locks: Uint8Array;
}

/** Rotates body `i` by its angular velocity for the time `time` and brings its world inertia up to date. */
export function rotateBody(bodies: RotatingBodies, i: number, time: number): void {
  const { angularVelocities: w, inverseMoments } = bodies;
  const p = 3 * i;
  if (w[p] === 0 && w[p + 1] === 0 && w[p + 2] === 0) return;
  const a = inverseMoments[p];
  const b = inverseMoments[p + 1];
  const c = inverseMoments[p + 2];
  const isLocked = bodies.locks[i] >> rotationLock !== 0;
  if (isLocked || (a === b && b === c) || a === 0 || b === 0 || c === 0) rotateEvenly(bodies, i, time);
  else rotateFreely(bodies, i, time);
}

/**
 * Rotates body `i`, which rolls on its side, about its y axis for the time `time`: its axis follows the part
 * of the angular velocity perpendicular to it, and the spin follows the axis. That is motion without
 * gyroscopic torque, which contacts would balance anyway. Where a body rotates by more than a radian in the
 * time, precession leads the axis anywhere, and contacts cannot hold it.
 */
export function rollBody(bodies: RotatingBodies, i: number, time: number): void {
  const { rotations, angularVelocities: w } = bodies;
  if (bodies.locks[i] >> rotationLock !== 0) {
    rotateEvenly(bodies, i, time);
    return;
  }
  const p = 3 * i;
  rotationFromUnitQuat(frame, rotations, 4 * i);
  const spin = w[p] * frame[3] + w[p + 1] * frame[4] + w[p + 2] * frame[5];
  const x = w[p] - spin * frame[3];
  const y = w[p + 1] - spin * frame[4];
  const z = w[p + 2] - spin * frame[5];
  w[p] = x;
  w[p + 1] = y;
  w[p + 2] = z;
  rotateEvenly(bodies, i, time);
  rotationFromUnitQuat(frame, rotations, 4 * i);
  w[p] = spin * frame[3];
  w[p + 1] = spin * frame[4];
  w[p + 2] = spin * frame[5];
  rotateEvenly(bodies, i, time);
  w[p] += x;
  w[p + 1] += y;
  w[p + 2] += z;
}

/** Writes the {@link orientation}, rotated by the {@link rotation}, to `rotations[o…]`. */
function applyTurn(rotations: Float64Array, o: number): void {
  const half = rotation[halfAt];
  const square =
    half * half * (rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2]);
  const t = half * (1 + square * (1 / 3 + square * (2 / 15)));
  const tx = t * rotation[0];
  const ty = t * rotation[1];
  const tz = t * rotation[2];
  const x = orientation[0];
  const y = orientation[1];
  const z = orientation[2];
  const w = orientation[3];
  const qx = x + tx * w + ty * z - tz * y;
  const qy = y + ty * w + tz * x - tx * z;
  const qz = z + tz * w + tx * y - ty * x;
  const qw = w - tx * x - ty * y - tz * z;
  const s = 1 / Math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
  rotations[o] = qx * s;
  rotations[o + 1] = qy * s;
  rotations[o + 2] = qz * s;
  rotations[o + 3] = qw * s;
}

/**
 * Rotation at constant angular velocity: for equal moments, for locked axes, or for a body that no torque can
 * rotate.
 */
function rotateEvenly(bodies: RotatingBodies, i: number, time: number): void {
  const { rotations, angularVelocities, inverseMoments } = bodies;
  const p = 3 * i;
  const o = 4 * i;
  for (let k = 0; k < 3; k++) rotation[k] = angularVelocities[p + k];
  rotation[halfAt] = 0.5 * time;
  for (let k = 0; k < 4; k++) orientation[k] = rotations[o + k];
  applyTurn(rotations, o);
  if (inverseMoments[p] !== inverseMoments[p + 1] || inverseMoments[p + 1] !== inverseMoments[p + 2])
    updateWorldInertia(bodies, i);
}

/** Euler's equations for three moments that are not all equal. */
function rotateFreely(bodies: RotatingBodies, i: number, time: number): void {
  const { rotations, angularVelocities, inverseMoments, worldInverseInertias } = bodies;
  const p = 3 * i;
  const o = 4 * i;
  const wx = angularVelocities[p];
  const wy = angularVelocities[p + 1];
  const wz = angularVelocities[p + 2];
  const a = inverseMoments[p];
  const b = inverseMoments[p + 1];
  const c = inverseMoments[p + 2];
  const h = 0.5 * time;
  rotationFromUnitQuat(frame, rotations, o);
  const l0 = (frame[0] * wx + frame[1] * wy + frame[2] * wz) / a;
  const l1 = (frame[3] * wx + frame[4] * wy + frame[5] * wz) / b;
  const l2 = (frame[6] * wx + frame[7] * wy + frame[8] * wz) / c;
  const lx = frame[0] * l0 + frame[3] * l1 + frame[6] * l2;
  const ly = frame[1] * l0 + frame[4] * l1 + frame[7] * l2;
  const lz = frame[2] * l0 + frame[5] * l1 + frame[8] * l2;
  momentum[0] = l0;
  momentum[1] = l1;
  momentum[2] = l2;
  const middle = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  rates[0] = h * (a - middle);
  rates[1] = h * (b - middle);
  rates[2] = h * (c - middle);
  for (let k = 0; k < 4; k++) orientation[k] = rotations[o + k];
  rotateAboutAxis(0, 1, 2, false);
  rotateAboutAxis(1, 2, 0, false);
  rotateAboutAxis(2, 0, 1, true);
  rotateAboutAxis(1, 2, 0, false);
  rotateAboutAxis(0, 1, 2, false);
  rotation[0] = lx;
  rotation[1] = ly;
  rotation[2] = lz;
  rotation[halfAt] = h * middle;
  applyTurn(rotations, o);
  updateWorldInertia(bodies, i);
  const m = 6 * i;
  const xy = worldInverseInertias[m + 3];
  const xz = worldInverseInertias[m + 4];
  const yz = worldInverseInertias[m + 5];
  angularVelocities[p] = worldInverseInertias[m] * lx + xy * ly + xz * lz;
  angularVelocities[p + 1] = xy * lx + worldInverseInertias[m + 1] * ly + yz * lz;
  angularVelocities[p + 2] = xz * lx + yz * ly + worldInverseInertias[m + 2] * lz;
}
