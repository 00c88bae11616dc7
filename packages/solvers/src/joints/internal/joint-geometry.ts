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
import { leverAAt, leverBAt } from '../../internal/solve-contacts.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';
import { angleRatesAt, errorAt, rotationErrorAt } from './joint-layout.ts';

const rotation = /* @__PURE__ */ new Float64Array(9);
/** Positions of the two bodies. */
const places = /* @__PURE__ */ new Float64Array(6);
/** Rotations of the two bodies. */
const rotations = /* @__PURE__ */ new Float64Array(8);
/** Rotations of the two frames in the world. */
const frameTurns = /* @__PURE__ */ new Float64Array(8);
const orientation = /* @__PURE__ */ new Float64Array(4);
/** Rotation of B's frame relative to A's. */
const relative = /* @__PURE__ */ new Float64Array(4);
/** Arms from the centres of bodies A and B to their anchors. */
const arms = /* @__PURE__ */ new Float64Array(6);
/** Cosine and sine of an angle, and the angle. */
const direction = /* @__PURE__ */ new Float64Array(2);
const angle = /* @__PURE__ */ new Float64Array(1);

/** Below this, the x axes of the frames count as opposite or as equal. */
const tiny = 1e-12;

/** Reads the pose of one side; the world is at the origin. */
function readSide(side: 0 | 1, bodies: RigidBodies, body: number, frames: Float64Array, local: number): void {
  for (let k = 0; k < 3; k++) places[3 * side + k] = body < 0 ? 0 : bodies.positions[3 * body + k];
  for (let k = 0; k < 4; k++)
    rotations[4 * side + k] = body < 0 ? (k === 3 ? 1 : 0) : bodies.rotations[4 * body + k];
  rotationFromUnitQuat(rotation, rotations, 4 * side);
  for (let k = 0; k < 3; k++)
    arms[3 * side + k] =
      rotation[k] * frames[local] + rotation[3 + k] * frames[local + 1] + rotation[6 + k] * frames[local + 2];
  // Rotation of the body times that of its frame.
  const x = rotations[4 * side];
  const y = rotations[4 * side + 1];
  const z = rotations[4 * side + 2];
  const w = rotations[4 * side + 3];
  const u = frames[local + frameRotationAt];
  const v = frames[local + frameRotationAt + 1];
  const s = frames[local + frameRotationAt + 2];
  const r = frames[local + frameRotationAt + 3];
  frameTurns[4 * side] = w * u + x * r + y * s - z * v;
  frameTurns[4 * side + 1] = w * v + y * r + z * u - x * s;
  frameTurns[4 * side + 2] = w * s + z * r + x * v - y * u;
  frameTurns[4 * side + 3] = w * r - x * u - y * v - z * s;
}

/** Writes to {@link relative} the rotation of B's frame relative to A's: the conjugate of A's times B's. */
function setRelative(): void {
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

/** Rotation errors along the axes of A's frame; only the swing if the joint may twist. */
function setAxisErrors(blocks: Doubles, at: number, locks: number): void {
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
  blocks[at + rotationErrorAt] = 2 * x;
  blocks[at + rotationErrorAt + 1] = 2 * (c * relative[1] - s * relative[2]);
  blocks[at + rotationErrorAt + 2] = 2 * (s * relative[1] + c * relative[2]);
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
  direction[0] = w;
  direction[1] = x;
  doubleAngle();
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

/** Value of the free motion of slot `s` of a joint with its block at `at`. Angles count full revolutions. */
function setValue(blocks: Doubles, at: number, joints: JointData, s: number): void {
  const { values, freeAxes, forms } = joints;
  const axis = freeAxes[s];
  if (axis === rotationAxis) {
    if (forms[s] === axesForm) {
      direction[0] = relative[3];
      direction[1] = relative[0];
      doubleAngle();
    } else angle[0] = blocks[at + rotationErrorAt];
    values[s] = angle[0] + 2 * Math.PI * Math.round((values[s] - angle[0]) / (2 * Math.PI));
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
  const { frames, freeAxes, values, nexts } = joints;
  const local = jointFrameSize * j;
  readSide(0, bodies, joints.bodies[2 * j], frames, local);
  readSide(1, bodies, joints.bodies[2 * j + 1], frames, local + frameSideSize);
  for (let k = 0; k < 4; k++) orientation[k] = frameTurns[k];
  rotationFromUnitQuat(rotation, orientation, 0);
  const dx = places[3] - places[0] + arms[3] - arms[0];
  const dy = places[4] - places[1] + arms[4] - arms[1];
  const dz = places[5] - places[2] + arms[5] - arms[2];
  if (freeAxes[j] === distanceAxis) {
    // The first axis runs from anchor to anchor, or anywhere when they coincide.
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    values[j] = length;
    rotation[0] = length > 0 ? dx / length : 1;
    rotation[1] = length > 0 ? dy / length : 0;
    rotation[2] = length > 0 ? dz / length : 0;
  }
  for (let k = 0; k < 9; k++) blocks[at + k] = rotation[k];
  if (freeAxes[j] === distanceAxis) setTangents(blocks, at);
  for (let k = 0; k < 3; k++) {
    blocks[at + leverBAt + k] = arms[3 + k];
    blocks[at + leverAAt + k] = arms[3 + k] + places[3 + k] - places[k];
    blocks[at + errorAt + k] = dx * rotation[3 * k] + dy * rotation[3 * k + 1] + dz * rotation[3 * k + 2];
  }
  if (rotates(joints, j)) {
    setRelative();
    if (joints.forms[j] === axesForm) setAxisErrors(blocks, at, joints.locks[j]);
    else setAngles(blocks, at, joints.forms[j] === coneForm);
  }
  for (let s = j; s >= 0; s = nexts[s]) setValue(blocks, at, joints, s);
}
