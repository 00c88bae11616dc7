/**
 * Joints between frames of particles: pins, pairs of points that are kept together. One pin is a ball joint, two on the axis are a
 * hinge, three off a line hold two bodies firmly; a distance joint is a pin of some length. Pins hang on frames by weights as contact
 * points do, and lie in records of the same layout.
 */
import { rotationFromUnitQuat } from '@colide/math';

import type { JointData } from '../../internal/joint-data.ts';
import { solveSymmetric } from '../../internal/solve-symmetric.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';
import { extentAt, frameMassAt, frameSize, frameWeights } from './particle-frames.ts';
import {
  addInverseMass,
  armAt,
  direction,
  impulse,
  inverse,
  moveB,
  particlePointSize,
  particleStep,
  pushPair,
  relativeVelocity,
  weightAt,
} from './particle-push.ts';

/** Most pins of a joint. */
export const pinsPerJoint = 3;
/** Where the point of a body that is not moved was when the step began; the shortest and the longest distance of the points. */
const baseAt = 17;
const shortestAt = 20;
const longestAt = 21;

const ballLocks = 0b000111;
const hingeLocks = 0b110111;
const fixedLocks = 0b111111;
const distanceAxis = 6;

const rotation = /* @__PURE__ */ new Float64Array(9);
const response = /* @__PURE__ */ new Float64Array(6);
const local = /* @__PURE__ */ new Float64Array(3);
const pointA = /* @__PURE__ */ new Float64Array(3);
const pointB = /* @__PURE__ */ new Float64Array(3);

/** How many pins stand for a joint; throws where pins cannot. */
function pinCount(joints: JointData, j: number, free: Int8Array): number {
  const distance = free[j] === distanceAxis;
  const limited = joints.limits[2 * j] > -Infinity || joints.limits[2 * j + 1] < Infinity;
  if (joints.motors[2 * j + 1] === 0 && (distance || !limited)) {
    if (distance || joints.locks[j] === ballLocks) return 1;
    if (joints.locks[j] === hingeLocks) return 2;
    if (joints.locks[j] === fixedLocks) return 3;
  }
  throw new RangeError(
    `joint ${j} must be a ball, hinge, fixed or distance joint, a hinge without limits, and without a motor: particles have no others`,
  );
}

/** Makes pins of all joints; returns how many there are. `pairs` takes their bodies. */
export function loadPins(
  pins: Float64Array,
  pairs: Int32Array,
  frames: Float64Array,
  bodies: RigidBodies,
  joints: JointData,
): number {
  let count = 0;
  for (let j = 0; j < joints.count; j++) {
    const a = joints.bodies[2 * j];
    const b = joints.bodies[2 * j + 1];
    if (a < 0) continue;
    if (!(a < bodies.count && b < bodies.count))
      throw new RangeError(`joint ${j} names a body beyond ${bodies.count - 1}`);
    const wanted = pinCount(joints, j, joints.freeAxes);
    if (frames[frameSize * a + frameMassAt] + frames[frameSize * b + frameMassAt] === 0) continue;
    for (let p = 0; p < wanted; p++, count++) {
      const at = particlePointSize * count;
      pairs[2 * count] = a;
      pairs[2 * count + 1] = b;
      const fixed = joints.freeAxes[j] !== distanceAxis;
      pins[at + shortestAt] = fixed ? 0 : joints.limits[2 * j];
      pins[at + longestAt] = fixed ? 0 : joints.limits[2 * j + 1];
      // A ball joint has its pin at the anchor, a hinge two on the axis, a fixed joint one on each axis.
      for (let side = 0; side < 2; side++)
        hangPin(pins, at, side, frames, bodies, joints, j, wanted === 1 ? -1 : wanted === 2 ? 0 : p, p === 0);
    }
  }
  return count;
}

/** Hangs one side of a pin on its body, off the anchor along `axis` of the joint's frame unless −1. */
function hangPin(
  pins: Float64Array,
  at: number,
  side: number,
  frames: Float64Array,
  bodies: RigidBodies,
  joints: JointData,
  j: number,
  axis: number,
  ahead: boolean,
): void {
  const from = 14 * j + 7 * side;
  for (let k = 0; k < 3; k++) local[k] = joints.frames[from + k];
  if (axis >= 0) {
    rotationFromUnitQuat(rotation, joints.frames, from + 3);
    let reach = 0;
    for (let k = 0; k < 2; k++) {
      const frame = frameSize * joints.bodies[2 * j + k];
      if (frames[frame + frameMassAt] > 0)
        for (let e = 0; e < 3; e++) reach = Math.max(reach, frames[frame + extentAt + e]);
    }
    for (let k = 0; k < 3; k++) local[k] += (ahead ? reach : -reach) * rotation[3 * axis + k];
  }
  const body = joints.bodies[2 * j + side];
  rotationFromUnitQuat(rotation, bodies.rotations, 4 * body);
  const arm = at + armAt + 3 * side;
  for (let k = 0; k < 3; k++)
    pins[arm + k] = rotation[k] * local[0] + rotation[3 + k] * local[1] + rotation[6 + k] * local[2];
  if (frames[frameSize * body + frameMassAt] > 0)
    frameWeights(pins, at + weightAt + 4 * side, frames, frameSize * body, pins, arm);
  else for (let k = 0; k < 3; k++) pins[at + baseAt + k] = bodies.positions[3 * body + k] + pins[arm + k];
}

/**
 * One sweep over all pins, in order or against it. There and back again is a symmetric operator, whose errors fade; a sweep in one
 * direction only can make long and firm chains swing up.
 */
export function sweepPins(
  pins: Float64Array,
  pairs: Int32Array,
  count: number,
  frames: Float64Array,
  bodies: RigidBodies,
  substep: number,
  backwards: boolean,
): void {
  for (let n = 0; n < count; n++) {
    const p = backwards ? count - 1 - n : n;
    const at = particlePointSize * p;
    const a = pairs[2 * p];
    const b = pairs[2 * p + 1];
    findPoint(pointA, pins, at, 0, frames, bodies, a, substep);
    findPoint(pointB, pins, at, 1, frames, bodies, b, substep);
    let square = 0;
    for (let k = 0; k < 3; k++) {
      direction[k] = pointB[k] - pointA[k];
      square += direction[k] * direction[k];
    }
    const length = Math.sqrt(square);
    if (length === 0) continue;
    let excess = length - Math.min(Math.max(length, pins[at + shortestAt]), pins[at + longestAt]);
    if (excess === 0) continue;
    // What was torn apart, by a teleport say, comes together no faster than overlap is undone.
    const recovery = particleStep[0] * particleStep[1];
    if (Math.abs(excess) > recovery) {
      relativeVelocity(bodies, a, b, pins, at);
      let opening = 0;
      for (let k = 0; k < 3; k++) opening += (moveB[k] * (pointB[k] - pointA[k])) / length;
      const most = recovery + particleStep[0] * Math.max(-particleStep[1], excess > 0 ? opening : -opening);
      const share = Math.min(1, most / Math.abs(excess));
      excess *= share;
      for (let k = 0; k < 3; k++) direction[k] *= share;
    }
    if (pins[at + longestAt] > 0) {
      for (let k = 0; k < 3; k++) direction[k] = (pointB[k] - pointA[k]) / length;
      inverse[0] = 0;
      addInverseMass(frames, bodies, a, pins, at + armAt);
      addInverseMass(frames, bodies, b, pins, at + armAt + 3);
      for (let k = 0; k < 3; k++) impulse[k] = (-excess / inverse[0]) * direction[k];
    } else {
      // Points that are kept together: the impulse that closes the gap in all directions at once.
      response.fill(0);
      addResponse(frames, bodies, a, pins, at + armAt);
      addResponse(frames, bodies, b, pins, at + armAt + 3);
      for (let k = 0; k < 3; k++) impulse[k] = -direction[k];
      solveSymmetric(impulse, response);
    }
    pushPair(frames, a, b, pins, at);
  }
}

/** Adds to {@link response} how far impulses at a point of a body move it: 1/m − [r] I⁻¹ [r], r the arm. */
function addResponse(
  frames: Float64Array,
  bodies: RigidBodies,
  body: number,
  pins: Float64Array,
  arm: number,
): void {
  const w = frames[frameSize * body + frameMassAt];
  if (w === 0) return;
  const x = pins[arm];
  const y = pins[arm + 1];
  const z = pins[arm + 2];
  const m = bodies.worldInverseInertias;
  const i = 6 * body;
  const xx = m[i];
  const yy = m[i + 1];
  const zz = m[i + 2];
  const xy = m[i + 3];
  const xz = m[i + 4];
  const yz = m[i + 5];
  response[0] += w + z * z * yy - 2 * y * z * yz + y * y * zz;
  response[1] += w + z * z * xx - 2 * x * z * xz + x * x * zz;
  response[2] += w + y * y * xx - 2 * x * y * xy + x * x * yy;
  response[3] += x * z * yz + y * z * xz - z * z * xy - x * y * zz;
  response[4] += x * y * yz + y * z * xy - y * y * xz - x * z * yy;
  response[5] += x * y * xz + x * z * xy - x * x * yz - y * z * xx;
}

/** Writes where one side of a pin is, and its arm from the centre of the body. */
function findPoint(
  out: Float64Array,
  pins: Float64Array,
  at: number,
  side: number,
  frames: Float64Array,
  bodies: RigidBodies,
  body: number,
  substep: number,
): void {
  const frame = frameSize * body;
  const arm = at + armAt + 3 * side;
  if (frames[frame + frameMassAt] > 0) {
    const w = at + weightAt + 4 * side;
    for (let k = 0; k < 3; k++) {
      const p = frames[frame + k];
      const q = frames[frame + 3 + k];
      const r = frames[frame + 6 + k];
      const s = frames[frame + 9 + k];
      out[k] = pins[w] * p + pins[w + 1] * q + pins[w + 2] * r + pins[w + 3] * s;
      pins[arm + k] = out[k] - 0.25 * (p + q + r + s);
    }
    return;
  }
  const { velocities: v, angularVelocities: o } = bodies;
  const i = 3 * body;
  const t = (substep + 1) * particleStep[0];
  for (let k = 0; k < 3; k++) {
    const l = (k + 1) % 3;
    const m = (k + 2) % 3;
    out[k] = pins[at + baseAt + k] + t * (v[i + k] + o[i + l] * pins[arm + m] - o[i + m] * pins[arm + l]);
  }
}
