/**
 * What the impulse solver keeps of a joint during a substep: a block like that of a manifold, with the axes of the joint's frame
 * on body A in the place of normal and tangents and the anchor on body B as the centre. The whole block is made afresh whenever
 * bodies have moved, so errors and levers are exact.
 */

import type { Doubles } from '@colide/core';
import { rotationFromUnitQuat } from '@colide/math';
import type { JointData } from '../../internal/joint-data.ts';
import { addResponse, response, setTangents } from '../../internal/pair-motion.ts';
import { leverA, leverB, massAt, reachAt, stateSize } from '../../internal/sweep-contacts.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';
import { angleOf } from './arc-tangent.ts';

/** Numbers a block: the first 15 and the reach are where those of a manifold are. */
export const jointSize = 96;
/** Response of the six relative motions to forces and torques, a full symmetric 6×6 matrix. */
export const responseAt = 48;
/** Inverse of the response of locked shifts, then of locked turns: xx, yy, zz, xy, xz, yz each. */
export const shiftMass = 16;
export const turnMass = 22;
/** How far locked shifts and turns are off. */
export const errorAt = 28;
/** Value of the free motion and one over its response. */
export const valueAt = 34;
export const freeMass = 35;

const orientation = /* @__PURE__ */ new Float64Array(4);
const frame = /* @__PURE__ */ new Float64Array(9);
const arms = /* @__PURE__ */ new Float64Array(6);
const angle = /* @__PURE__ */ new Float64Array(2);

/** Writes to {@link arms} where the anchor at `local` of a body is, from its centre. */
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

/** Writes the quaternion of a body times that of the frame at `local` to `out[at…]`. */
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
  const u = frames[local + 3];
  const v = frames[local + 4];
  const s = frames[local + 5];
  const r = frames[local + 6];
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

/** Axes, levers and errors of a joint from where its bodies are. */
function setGeometry(blocks: Doubles, at: number, bodies: RigidBodies, joints: JointData, j: number): void {
  const { frames, freeAxes, values } = joints;
  const { positions } = bodies;
  const a = joints.bodies[2 * j];
  const b = joints.bodies[2 * j + 1];
  const local = 14 * j;
  rotateAnchor(0, bodies, a, frames, local);
  rotateAnchor(3, bodies, b, frames, local + 7);
  rotateFrame(orientation, bodies, a, frames, local);
  rotationFromUnitQuat(frame, orientation, 0);
  const x = orientation[0];
  const y = orientation[1];
  const z = orientation[2];
  const w = orientation[3];
  rotateFrame(orientation, bodies, b, frames, local + 7);
  const dx = positions[3 * b] - positions[3 * a] + arms[3] - arms[0];
  const dy = positions[3 * b + 1] - positions[3 * a + 1] + arms[4] - arms[1];
  const dz = positions[3 * b + 2] - positions[3 * a + 2] + arms[5] - arms[2];
  if (freeAxes[j] === 6) {
    // The first axis is along the line between the anchors, or any when they coincide.
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    values[j] = length;
    frame[0] = length > 0 ? dx / length : 1;
    frame[1] = length > 0 ? dy / length : 0;
    frame[2] = length > 0 ? dz / length : 0;
  }
  for (let k = 0; k < 9; k++) blocks[at + k] = frame[k];
  if (freeAxes[j] === 6) setTangents(blocks, at);
  for (let k = 0; k < 3; k++) {
    blocks[at + leverB + k] = arms[3 + k];
    blocks[at + leverA + k] = arms[3 + k] + positions[3 * b + k] - positions[3 * a + k];
    blocks[at + errorAt + k] = dx * frame[3 * k] + dy * frame[3 * k + 1] + dz * frame[3 * k + 2];
  }
  // Turn of B's frame as seen from A's: conjugate of A's times B's.
  const u = orientation[0];
  const v = orientation[1];
  const s = orientation[2];
  const r = orientation[3];
  const cos = w * r + x * u + y * v + z * s;
  const sign = cos < 0 ? -2 : 2;
  const sin = w * u - x * r - y * s + z * v;
  blocks[at + errorAt + 3] = sign * sin;
  blocks[at + errorAt + 4] = sign * (w * v - y * r - z * u + x * s);
  blocks[at + errorAt + 5] = sign * (w * s - z * r - x * v + y * u);
  if (freeAxes[j] === 0) values[j] = blocks[at + errorAt];
  else if (freeAxes[j] === 3) {
    angle[0] = Math.abs(cos);
    angle[1] = cos < 0 ? -sin : sin;
    angleOf(angle);
    values[j] = 2 * angle[0];
  }
  blocks[at + valueAt] = values[j];
}

/** Writes the blocks of all joints; those whose bodies cannot move are left out by an infinite reach. */
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
    blocks[at + reachAt] = Infinity;
    if (a < 0 || (states[stateSize * a + massAt] === 0 && states[stateSize * b + massAt] === 0)) continue;
    blocks[at + reachAt] = -1;
    setGeometry(blocks, at, bodies, joints, j);
    response.fill(0);
    addResponse(blocks, at, at + leverA, states, stateSize * a);
    addResponse(blocks, at, at + leverB, states, stateSize * b);
    for (let e = 0; e < 6; e++)
      for (let f = e; f < 6; f++)
        blocks[at + responseAt + 6 * e + f] = blocks[at + responseAt + 6 * f + e] = response[6 * e + f];
    invertLocked(blocks, at + shiftMass, at + responseAt, joints.locks[j] & 7);
    invertLocked(blocks, at + turnMass, at + responseAt + 21, joints.locks[j] >> 3);
    const free = joints.freeAxes[j] % 6;
    const k = free < 0 ? 0 : blocks[at + responseAt + 7 * free];
    blocks[at + freeMass] = k > 0 ? 1 / k : 0;
  }
}
