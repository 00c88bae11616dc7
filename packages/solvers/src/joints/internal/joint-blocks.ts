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
  lockedShifts,
  rotationAxis,
  rotationLocksAt,
  shiftAxis,
} from '../../internal/joint-data.ts';
import { addResponse, responseSize, setTangents } from '../../internal/pair-motion.ts';
import { inverseMassAt, leverAAt, leverBAt, leverRangeAt, stateSize } from '../../internal/solve-contacts.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';
import { arcTangent } from './arc-tangent.ts';

/**
 * Block of a joint, `jointSize` numbers. Axes, levers and their range are where those of a contact block are.
 *
 * | at | numbers | what                                                                                |
 * | -- | ------- | ----------------------------------------------------------------------------------- |
 * |  0 | 3 · 3   | axes of the joint                                                                   |
 * |  9 | 3 · 2   | levers from bodies A and B to the anchor                                            |
 * | 15 | 1       | −1; `Infinity` for joints that are skipped, since neither body can move             |
 * | 16 | 6       | effective mass of the locked shifts: xx, yy, zz, xy, xz, yz                         |
 * | 22 | 6       | effective mass of the locked rotations                                              |
 * | 28 | 3 · 2   | errors of the shifts and of the rotations                                           |
 * | 34 | 1       | value of the free motion                                                            |
 * | 35 | 1       | effective mass of the free motion                                                   |
 * | 48 | 36      | response of the six relative motions to forces and torques, a full symmetric matrix |
 */
export const jointSize = 96;
export const linearMassAt = 16;
export const angularMassAt = 22;
export const errorAt = 28;
export const rotationErrorAt = 31;
export const valueAt = 34;
export const freeMassAt = 35;
export const responseAt = 48;
/** Where the rotations begin on the diagonal of the response. */
const rotationResponseAt = responseAt + 21;

const response = /* @__PURE__ */ plainDoubles(responseSize);
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

/** Writes the inverse of the locked part of a 3×3 block of the response, zeros for what is free. */
function invertLocked(blocks: Doubles, out: number, from: number, locks: number): void {
  const lx = locks & 1;
  const ly = (locks >> 1) & 1;
  const lz = (locks >> 2) & 1;
  const xx = lx ? blocks[from] : 1;
  const yy = ly ? blocks[from + 7] : 1;
  const zz = lz ? blocks[from + 14] : 1;
  const xy = lx & ly ? blocks[from + 1] : 0;
  const xz = lx & lz ? blocks[from + 2] : 0;
  const yz = ly & lz ? blocks[from + 8] : 0;
  const a = yy * zz - yz * yz;
  const b = xz * yz - xy * zz;
  const c = xy * yz - xz * yy;
  const determinant = xx * a + xy * b + xz * c;
  const s = determinant > 1e-14 * xx * yy * zz ? 1 / determinant : 0;
  blocks[out] = lx * s * a;
  blocks[out + 1] = ly * s * (xx * zz - xz * xz);
  blocks[out + 2] = lz * s * (xx * yy - xy * xy);
  blocks[out + 3] = lx * ly * s * b;
  blocks[out + 4] = lx * lz * s * c;
  blocks[out + 5] = ly * lz * s * (xy * xz - xx * yz);
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
    blocks[at + leverRangeAt] = Infinity;
    if (a < 0 || (states[stateSize * a + inverseMassAt] === 0 && states[stateSize * b + inverseMassAt] === 0))
      continue;
    blocks[at + leverRangeAt] = -1;
    setGeometry(blocks, at, bodies, joints, j);
    response.fill(0);
    addResponse(response, blocks, at, at + leverAAt, states, stateSize * a);
    addResponse(response, blocks, at, at + leverBAt, states, stateSize * b);
    for (let e = 0; e < 6; e++)
      for (let f = e; f < 6; f++)
        blocks[at + responseAt + 6 * e + f] = blocks[at + responseAt + 6 * f + e] = response[6 * e + f];
    invertLocked(blocks, at + linearMassAt, at + responseAt, joints.locks[j] & lockedShifts);
    invertLocked(blocks, at + angularMassAt, at + rotationResponseAt, joints.locks[j] >> rotationLocksAt);
    const free = joints.freeAxes[j] % distanceAxis;
    const k = free < 0 ? 0 : blocks[at + responseAt + 7 * free];
    blocks[at + freeMassAt] = k > 0 ? 1 / k : 0;
  }
}
