/**
 * Axes, levers, errors and angles of a joint from the poses of its bodies.
 *
 * Rotations between the frames are measured in one of three ways. Locked rotations of simple joints are
 * components along the axes of A's frame: twice the vector part of the swing quaternion, which is exact at
 * zero, where it is held. Joints with several limited rotations use the angles of twist and swing. With X the
 * x axis of B's frame in A's frame, and q the quaternion of B's frame in A's frame,
 *
 *   twist   2 atan2(q_x, q_w)
 *   swing   2 atan2(−X_z, 1 + X_x) about y, 2 atan2(X_y, 1 + X_x) about z
 *   cone    the angle between the two x axes
 *
 * The rates of these angles are linear in the angular velocity, with the rows at `angleRatesAt`, which are
 * exact at any angle. They are singular where the x axes are opposite.
 */
import type { Doubles } from '@colide/core';
import { arcTangent, rotationFromUnitQuat } from '@colide/math';
import {
  axesForm,
  coneForm,
  distanceAxis,
  frameRotationAt,
  frameSideSize,
  type JointData,
  jointFrameSize,
  rotationAxis,
} from '../../internal/joint-data.ts';
import { setTangents } from '../../internal/pair-motion.ts';
import { leverAAt } from '../../internal/solve-contacts.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';
import { followAnchors } from './ball-blocks.ts';
import { angleRatesAt, errorAt, rotationErrorAt } from './joint-layout.ts';

const rotation = /* @__PURE__ */ new Float64Array(9);
/** Rotations of the two frames in the world. */
const frameTurns = /* @__PURE__ */ new Float64Array(8);
/** Rotation of B's frame relative to A's. */
const relative = /* @__PURE__ */ new Float64Array(4);
/** Cosine and sine of an angle, and the angle. */
const direction = /* @__PURE__ */ new Float64Array(2);
const angle = /* @__PURE__ */ new Float64Array(1);

/** Below this, the x axes of the frames count as opposite or as equal. */
const tiny = 1e-12;

/** Writes the world rotation of the frame of joint `j` on one of its bodies to {@link frameTurns}. */
function turnFrame(side: 0 | 1, { rotations }: RigidBodies, { bodies, frames }: JointData, j: number): void {
  const body = bodies[2 * j + side];
  const local = jointFrameSize * j + frameSideSize * side + frameRotationAt;
  const x = body < 0 ? 0 : rotations[4 * body];
  const y = body < 0 ? 0 : rotations[4 * body + 1];
  const z = body < 0 ? 0 : rotations[4 * body + 2];
  const w = body < 0 ? 1 : rotations[4 * body + 3];
  const u = frames[local];
  const v = frames[local + 1];
  const s = frames[local + 2];
  const r = frames[local + 3];
  frameTurns[4 * side] = w * u + x * r + y * s - z * v;
  frameTurns[4 * side + 1] = w * v + y * r + z * u - x * s;
  frameTurns[4 * side + 2] = w * s + z * r + x * v - y * u;
  frameTurns[4 * side + 3] = w * r - x * u - y * v - z * s;
}

/** Writes the axes of A's frame of joint `j` to `blocks[at]`. */
export function writeAxes(
  blocks: Doubles,
  at: number,
  bodies: RigidBodies,
  joints: JointData,
  j: number,
): void {
  turnFrame(0, bodies, joints, j);
  rotationFromUnitQuat(rotation, frameTurns, 0);
  for (let k = 0; k < 9; k++) blocks[at + k] = rotation[k];
}

/** Writes to {@link relative} the rotation of B's frame relative to A's: the conjugate of A's times B's. */
function setRelative(bodies: RigidBodies, joints: JointData, j: number): void {
  turnFrame(1, bodies, joints, j);
  const x = frameTurns[0];
  const y = frameTurns[1];
  const z = frameTurns[2];
  const w = frameTurns[3];
  const u = frameTurns[4];
  const v = frameTurns[5];
  const s = frameTurns[6];
  const r = frameTurns[7];
  const cos = w * r + x * u + y * v + z * s;
  const sign = cos < 0 ? -1 : 1;
  relative[0] = sign * (w * u - x * r - y * s + z * v);
  relative[1] = sign * (w * v - y * r - z * u + x * s);
  relative[2] = sign * (w * s - z * r - x * v + y * u);
  relative[3] = sign * cos;
}

/** Rotation errors along the axes of A's frame, to `out[at]`; only the swing if the joint may twist. */
function setAxisErrors(out: Doubles, at: number, locks: number): void {
  const x = relative[0];
  const w = relative[3];
  let c = 1;
  let s = 0;
  if (((locks >> rotationAxis) & 1) === 0) {
    const length = Math.sqrt(x * x + w * w);
    if (length > tiny) {
      c = w / length;
      s = x / length;
    }
  }
  out[at] = 2 * x;
  out[at + 1] = 2 * (c * relative[1] - s * relative[2]);
  out[at + 2] = 2 * (s * relative[1] + c * relative[2]);
}

/** Sets {@link angle} to twice the angle of {@link direction}. */
function doubleAngle(): void {
  arcTangent(angle, 0, direction);
  angle[0] *= 2;
}

/** Angles of twist and swing, and the rows that give their rates from the angular velocity. */
function setAngles(blocks: Doubles, at: number, isCone: boolean): void {
  const x = relative[0];
  const y = relative[1];
  const z = relative[2];
  const w = relative[3];
  const ahead = 2 * (x * x + w * w);
  const up = 2 * (x * y + w * z);
  const side = 2 * (x * z - w * y);
  const far = Math.max(tiny, ahead);
  const e = at + rotationErrorAt;
  const g = at + angleRatesAt;
  blocks[g] = 1;
  blocks[g + 1] = up / far;
  blocks[g + 2] = side / far;
  measureTwist();
  blocks[e] = angle[0];
  direction[0] = ahead;
  if (isCone) {
    const sin = Math.sqrt(up * up + side * side);
    const isStraight = sin < tiny;
    direction[1] = sin;
    doubleAngle();
    blocks[e + 1] = angle[0];
    blocks[e + 2] = 0;
    for (let k = 3; k < 9; k++) blocks[g + k] = 0;
    blocks[g + 4] = isStraight ? 1 : -side / sin;
    blocks[g + 5] = isStraight ? 0 : up / sin;
    return;
  }
  const forward = ahead - 1;
  const d = 2 / Math.max(tiny, ahead * ahead + side * side);
  const f = 2 / Math.max(tiny, ahead * ahead + up * up);
  direction[1] = -side;
  doubleAngle();
  blocks[e + 1] = angle[0];
  direction[1] = up;
  doubleAngle();
  blocks[e + 2] = angle[0];
  blocks[g + 3] = -ahead * up * d;
  blocks[g + 4] = (ahead * forward + side * side) * d;
  blocks[g + 5] = -side * up * d;
  blocks[g + 6] = -ahead * side * f;
  blocks[g + 7] = -up * side * f;
  blocks[g + 8] = (ahead * forward + up * up) * f;
}

/** Sets the angle of slot `s` to {@link angle} plus the full revolutions that it has made. */
function setAngle({ values }: JointData, s: number): void {
  values[s] = angle[0] + 2 * Math.PI * Math.round((values[s] - angle[0]) / (2 * Math.PI));
}

/** Sets {@link angle} to that of the twist. */
function measureTwist(): void {
  direction[0] = relative[3];
  direction[1] = relative[0];
  doubleAngle();
}

/**
 * Errors of the rotations of hinge `j`, to three numbers at `at`, and its angle; its axes have just been
 * written.
 */
export function turnHinge(out: Doubles, at: number, bodies: RigidBodies, joints: JointData, j: number): void {
  setRelative(bodies, joints, j);
  setAxisErrors(out, at, joints.locks[j]);
  measureTwist();
  setAngle(joints, j);
}

/** Value of the free motion of slot `s` of a joint with its block at `at`. Angles count full revolutions. */
function setValue(blocks: Doubles, at: number, joints: JointData, s: number): void {
  const { values, freeAxes, forms } = joints;
  const axis = freeAxes[s];
  if (axis === rotationAxis) {
    if (forms[s] === axesForm) measureTwist();
    else angle[0] = blocks[at + rotationErrorAt];
    setAngle(joints, s);
  } else if (axis >= 0 && axis < distanceAxis) values[s] = blocks[at + errorAt + axis];
}

/** Whether a joint locks or measures a rotation. Ball joints, for instance, do not. */
export function rotates({ locks, forms, freeAxes, nexts }: JointData, j: number): boolean {
  if (locks[j] >> rotationAxis !== 0 || forms[j] !== axesForm) return true;
  for (let s = j; s >= 0; s = nexts[s])
    if (freeAxes[s] >= rotationAxis && freeAxes[s] < distanceAxis) return true;
  return false;
}

/** Axes, levers, errors and values of joint `j`, to the block at `at`. */
export function setGeometry(
  blocks: Doubles,
  at: number,
  bodies: RigidBodies,
  joints: JointData,
  j: number,
): void {
  const { freeAxes, values, nexts } = joints;
  const e = at + errorAt;
  writeAxes(blocks, at, bodies, joints, j);
  followAnchors(blocks, at + leverAAt, e, bodies, joints, j);
  const dx = blocks[e];
  const dy = blocks[e + 1];
  const dz = blocks[e + 2];
  if (freeAxes[j] === distanceAxis) {
    // The first axis runs from anchor to anchor, or anywhere when they coincide.
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    values[j] = length;
    blocks[at] = length > 0 ? dx / length : 1;
    blocks[at + 1] = length > 0 ? dy / length : 0;
    blocks[at + 2] = length > 0 ? dz / length : 0;
    setTangents(blocks, at);
  }
  for (let k = 0; k < 3; k++)
    blocks[e + k] = dx * blocks[at + 3 * k] + dy * blocks[at + 3 * k + 1] + dz * blocks[at + 3 * k + 2];
  if (rotates(joints, j)) {
    setRelative(bodies, joints, j);
    if (joints.forms[j] === axesForm) setAxisErrors(blocks, at + rotationErrorAt, joints.locks[j]);
    else setAngles(blocks, at, joints.forms[j] === coneForm);
  }
  for (let s = j; s >= 0; s = nexts[s]) setValue(blocks, at, joints, s);
}
