/**
 * Prepares the joint blocks of the impulse solver: like contact blocks, with the axes of the joint's frame on
 * body A instead of normal and tangents, and the anchor on body B as the centre. Blocks are prepared afresh
 * whenever the bodies have moved, so errors and levers are exact.
 */

import { type Doubles, plainDoubles } from '@colide/core';
import { rotationFromUnitQuat } from '@colide/math';
import {
  distanceAxis,
  frameRotationAt,
  frameSideSize,
  type JointData,
  jointFrameSize,
  rotationAxis,
  shiftAxis,
} from '../../internal/joint-data.ts';
import { addResponse, responseSize, setTangents } from '../../internal/pair-motion.ts';
import { inverseMassAt, leverAAt, leverBAt, stateSize } from '../../internal/solve-contacts.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';
import { arcTangent } from './arc-tangent.ts';

/**
 * Block of a joint, `jointSize` numbers. Axes and levers are where those of a contact block are.
 *
 * | at | numbers | what                                                                                |
 * | -- | ------- | ----------------------------------------------------------------------------------- |
 * |  0 | 3 · 3   | axes of the joint                                                                   |
 * |  9 | 3 · 2   | levers from bodies A and B to the anchor                                            |
 * | 15 | 1       | 1 for joints that are skipped, since neither body can move; otherwise 0             |
 * | 16 | 36      | effective mass of the locked motions, a symmetric 6×6 matrix; 0 for those not locked |
 * | 52 | 6       | errors of the shifts and of the rotations                                           |
 * | 58 | 1       | value of the free motion                                                            |
 * | 59 | 1       | effective mass of the free motion while the others are locked                       |
 * | 60 | 6       | response of the free motion to impulses along all six                               |
 * | 66 | 6       | impulses of the locked motions that a unit impulse along the free one calls for     |
 */
export const jointSize = 72;
export const skippedAt = 15;
export const lockedMassAt = 16;
export const errorAt = 52;
export const rotationErrorAt = 55;
export const valueAt = 58;
export const freeMassAt = 59;
export const freeResponseAt = 60;
export const reactionAt = 66;

const response = /* @__PURE__ */ plainDoubles(responseSize);
/** Its diagonal before it was solved. */
const diagonal = /* @__PURE__ */ plainDoubles(6);
/** Share of the diagonal below which a pivot is rounding. */
const singular = 1e-10;
const orientation = /* @__PURE__ */ new Float64Array(4);
const frame = /* @__PURE__ */ new Float64Array(9);
/** Cosine and sine of half the angle of a hinge. */
const halfAngle = /* @__PURE__ */ new Float64Array(2);
/** Arms from the centres of bodies A and B to their anchors. */
const arms = /* @__PURE__ */ new Float64Array(6);

/** Writes to {@link arms} the arm from the centre of a body to its anchor at `local`. */
function rotateAnchor(
  out: number,
  bodies: RigidBodies,
  body: number,
  frames: Float64Array,
  local: number,
): void {
  rotationFromUnitQuat(frame, bodies.rotations, 4 * body);
  for (let k = 0; k < 3; k++)
    arms[out + k] =
      frame[k] * frames[local] + frame[3 + k] * frames[local + 1] + frame[6 + k] * frames[local + 2];
}

/** Writes the rotation of a body times that of its frame at `local`. */
function rotateFrame(
  out: Float64Array,
  bodies: RigidBodies,
  body: number,
  frames: Float64Array,
  local: number,
): void {
  const q = bodies.rotations;
  const x = q[4 * body];
  const y = q[4 * body + 1];
  const z = q[4 * body + 2];
  const w = q[4 * body + 3];
  const u = frames[local + frameRotationAt];
  const v = frames[local + frameRotationAt + 1];
  const s = frames[local + frameRotationAt + 2];
  const r = frames[local + frameRotationAt + 3];
  out[0] = w * u + x * r + y * s - z * v;
  out[1] = w * v + y * r + z * u - x * s;
  out[2] = w * s + z * r + x * v - y * u;
  out[3] = w * r - x * u - y * v - z * s;
}

/**
 * Solves the {@link response} for the locked motions, in place, by the sweep operator: what is left is minus
 * the inverse among locked motions, the reaction of the locked motions to the free ones, and the response of
 * the free ones while the others are locked. Motions that no impulse can change count as free.
 */
function sweepLocked(locks: number): number {
  let swept = 0;
  for (let k = 0; k < 6; k++) {
    if (((locks >> k) & 1) === 0) continue;
    const pivot = response[7 * k];
    if (!(pivot > singular * diagonal[k])) continue;
    swept |= 1 << k;
    for (let e = 0; e < 6; e++) {
      if (e === k) continue;
      const share = response[6 * e + k] / pivot;
      for (let f = 0; f < 6; f++) if (f !== k) response[6 * e + f] -= share * response[6 * k + f];
    }
    for (let e = 0; e < 6; e++) {
      response[6 * e + k] /= pivot;
      if (e !== k) response[6 * k + e] /= pivot;
    }
    response[7 * k] = -1 / pivot;
  }
  return swept;
}

/** Writes the masses of a joint from the {@link response} of its bodies. */
function setMasses(blocks: Doubles, at: number, locks: number, free: number): void {
  for (let e = 0; e < 6; e++) {
    diagonal[e] = response[7 * e];
    for (let f = 0; f < e; f++) response[6 * e + f] = response[6 * f + e];
  }
  for (let e = 0; e < 6 && free >= 0; e++) blocks[at + freeResponseAt + e] = response[6 * free + e];
  const swept = sweepLocked(locks);
  for (let e = 0; e < 6; e++) {
    const isSwept = ((swept >> e) & 1) === 1;
    for (let f = 0; f < 6; f++)
      blocks[at + lockedMassAt + 6 * e + f] = isSwept && ((swept >> f) & 1) === 1 ? -response[6 * e + f] : 0;
    if (free >= 0) blocks[at + reactionAt + e] = isSwept ? -response[6 * e + free] : 0;
  }
  const k = free < 0 ? 0 : response[7 * free];
  blocks[at + freeMassAt] = free >= 0 && k > singular * diagonal[free] ? 1 / k : 0;
}

/** Axes, levers and errors of a joint from the poses of its bodies. */
function setGeometry(blocks: Doubles, at: number, bodies: RigidBodies, joints: JointData, j: number): void {
  const { frames, freeAxes, values } = joints;
  const { positions } = bodies;
  const a = joints.bodies[2 * j];
  const b = joints.bodies[2 * j + 1];
  const local = jointFrameSize * j;
  rotateAnchor(0, bodies, a, frames, local);
  rotateAnchor(3, bodies, b, frames, local + frameSideSize);
  rotateFrame(orientation, bodies, a, frames, local);
  rotationFromUnitQuat(frame, orientation, 0);
  const x = orientation[0];
  const y = orientation[1];
  const z = orientation[2];
  const w = orientation[3];
  rotateFrame(orientation, bodies, b, frames, local + frameSideSize);
  const dx = positions[3 * b] - positions[3 * a] + arms[3] - arms[0];
  const dy = positions[3 * b + 1] - positions[3 * a + 1] + arms[4] - arms[1];
  const dz = positions[3 * b + 2] - positions[3 * a + 2] + arms[5] - arms[2];
  if (freeAxes[j] === distanceAxis) {
    // The first axis runs from anchor to anchor, or anywhere when they coincide.
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    values[j] = length;
    frame[0] = length > 0 ? dx / length : 1;
    frame[1] = length > 0 ? dy / length : 0;
    frame[2] = length > 0 ? dz / length : 0;
  }
  for (let k = 0; k < 9; k++) blocks[at + k] = frame[k];
  if (freeAxes[j] === distanceAxis) setTangents(blocks, at);
  for (let k = 0; k < 3; k++) {
    blocks[at + leverBAt + k] = arms[3 + k];
    blocks[at + leverAAt + k] = arms[3 + k] + positions[3 * b + k] - positions[3 * a + k];
    blocks[at + errorAt + k] = dx * frame[3 * k] + dy * frame[3 * k + 1] + dz * frame[3 * k + 2];
  }
  // Rotation of B's frame as seen from A's: conjugate of A's times B's.
  const u = orientation[0];
  const v = orientation[1];
  const s = orientation[2];
  const r = orientation[3];
  const cos = w * r + x * u + y * v + z * s;
  const sign = cos < 0 ? -2 : 2;
  const sin = w * u - x * r - y * s + z * v;
  blocks[at + rotationErrorAt] = sign * sin;
  blocks[at + rotationErrorAt + 1] = sign * (w * v - y * r - z * u + x * s);
  blocks[at + rotationErrorAt + 2] = sign * (w * s - z * r - x * v + y * u);
  if (freeAxes[j] === shiftAxis) values[j] = blocks[at + errorAt];
  else if (freeAxes[j] === rotationAxis) {
    halfAngle[0] = Math.abs(cos);
    halfAngle[1] = cos < 0 ? -sin : sin;
    arcTangent(values, j, halfAngle);
    values[j] *= 2;
  }
  blocks[at + valueAt] = values[j];
}

/** Writes the blocks of all joints; those that neither body can move are marked as skipped. */
export function prepareJoints(
  blocks: Doubles,
  bodies: RigidBodies,
  states: Doubles,
  joints: JointData,
): void {
  for (let j = 0; j < joints.count; j++) {
    const at = jointSize * j;
    const a = joints.bodies[2 * j];
    const b = joints.bodies[2 * j + 1];
    blocks[at + skippedAt] = 1;
    if (a < 0 || (states[stateSize * a + inverseMassAt] === 0 && states[stateSize * b + inverseMassAt] === 0))
      continue;
    blocks[at + skippedAt] = 0;
    setGeometry(blocks, at, bodies, joints, j);
    response.fill(0);
    addResponse(response, blocks, at, at + leverAAt, states, stateSize * a);
    addResponse(response, blocks, at, at + leverBAt, states, stateSize * b);
    setMasses(blocks, at, joints.locks[j], joints.freeAxes[j] % distanceAxis);
  }
}
