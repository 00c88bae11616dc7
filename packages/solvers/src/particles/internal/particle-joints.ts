/**
 * Joints between frames of particles by pins: pairs of points that are kept together. One pin is a ball
 * joint, two on the axis are a hinge, three that are not on a line hold two bodies rigidly; a distance joint
 * is a pin of some length. Pins are attached to frames by weights, like contact points, and have records of
 * the same layout.
 */
import { rotationFromUnitQuat } from '@colide/math';
import {
  ballLocks,
  distanceAxis,
  fixedLocks,
  frameRotationAt,
  frameSideSize,
  hingeLocks,
  type JointData,
  jointFrameSize,
  jointSpringSize,
  nobody,
} from '../../internal/joint-data.ts';
import { solveSymmetric } from '../../internal/solve-symmetric.ts';
import { extentAt, frameMassAt, frameSize, frameWeights } from './particle-frames.ts';
import {
  armAt,
  armSize,
  measureInverseMass,
  type ParticleStep,
  particlePointSize,
  pointRestAt,
  pushPair,
  relativeVelocity,
  weightAt,
  weightSize,
} from './particle-push.ts';

/** The largest number of pins of a joint. */
export const pinsPerJoint = 3;
/**
 * Pin, after arms and weights (see `particle-push`):
 *
 * | at | numbers | what                                                          |
 * | -- | ------- | ------------------------------------------------------------- |
 * | 17 | 3       | position of the point of an immovable body when the step began |
 * | 20 | 1       | shortest distance of the two points                           |
 * | 21 | 1       | longest distance of the two points; 0 keeps them together     |
 */
const baseAt = pointRestAt;
const shortestAt = pointRestAt + 3;
const longestAt = pointRestAt + 4;

/** Pin at the anchor itself, not off it along an axis. */
const noAxis = -1;

const rotation = /* @__PURE__ */ new Float64Array(9);
const response = /* @__PURE__ */ new Float64Array(6);
const local = /* @__PURE__ */ new Float64Array(3);
const pointA = /* @__PURE__ */ new Float64Array(3);
const pointB = /* @__PURE__ */ new Float64Array(3);

/** Whether joint `j` only holds two bodies together, without motor, spring or friction. */
function isPlain({ bodies, motors, springs, frictions, owners, nexts }: JointData, j: number): boolean {
  const p = jointSpringSize * j;
  const driven = motors[2 * j + 1] + springs[p + 1] + springs[p + 2] + frictions[j] > 0;
  return !driven && bodies[2 * j] >= 0 && bodies[2 * j + 1] >= 0 && owners[j] < 0 && nexts[j] < 0;
}

/** How many pins represent joint `j`; throws if pins cannot. */
function pinCount(joints: JointData, j: number): number {
  const distance = joints.freeAxes[j] === distanceAxis;
  const limited = joints.limits[2 * j] > -Infinity || joints.limits[2 * j + 1] < Infinity;
  if (isPlain(joints, j) && (distance || !limited)) {
    if (distance || joints.locks[j] === ballLocks) return 1;
    if (joints.locks[j] === hingeLocks) return 2;
    if (joints.locks[j] === fixedLocks) return 3;
  }
  throw new RangeError(
    `joint ${j} must be a ball, hinge, fixed or distance joint, a hinge without limits, between two bodies and without motor, spring or friction: particles have no others`,
  );
}

/** Makes the pins of all joints and writes their bodies to `pairs`; returns how many there are. */
export function loadPins(
  step: ParticleStep,
  pins: Float64Array,
  pairs: Int32Array,
  joints: JointData,
): number {
  const { frames, bodies } = step;
  let count = 0;
  for (let j = 0; j < joints.count; j++) {
    const a = joints.bodies[2 * j];
    const b = joints.bodies[2 * j + 1];
    if (a === nobody) continue;
    if (!(a < bodies.count && b < bodies.count))
      throw new RangeError(`joint ${j} names a body beyond ${bodies.count - 1}`);
    const wanted = pinCount(joints, j);
    if (frames[frameSize * a + frameMassAt] + frames[frameSize * b + frameMassAt] === 0) continue;
    for (let p = 0; p < wanted; p++, count++) {
      const at = particlePointSize * count;
      pairs[2 * count] = a;
      pairs[2 * count + 1] = b;
      const fixed = joints.freeAxes[j] !== distanceAxis;
      pins[at + shortestAt] = fixed ? 0 : joints.limits[2 * j];
      pins[at + longestAt] = fixed ? 0 : joints.limits[2 * j + 1];
      // A ball joint has its pin at the anchor, a hinge two on the axis, a fixed joint one on each axis.
      const axis = wanted === 1 ? noAxis : wanted === 2 ? 0 : p;
      for (let side = 0; side < 2; side++) {
        setLocalPin(step, joints, j, side, axis, p === 0);
        hangPin(step, pins, at, side, joints.bodies[2 * j + side]);
      }
    }
  }
  return count;
}

/**
 * Writes one side of a pin in the axes of its body: at the anchor, or off it along `axis` of the joint's
 * frame.
 */
function setLocalPin(
  step: ParticleStep,
  joints: JointData,
  j: number,
  side: number,
  axis: number,
  ahead: boolean,
): void {
  const { frames } = step;
  const from = jointFrameSize * j + frameSideSize * side;
  for (let k = 0; k < 3; k++) local[k] = joints.frames[from + k];
  if (axis === noAxis) return;
  // Pins lie no farther out than the frames of the bodies extend along the axis of the joint. Farther out,
  // the weights of the four particles exceed 1, and pushes at the pin deform the frame more than they move
  // it: a flat wheel at rest on its axle became unstable.
  let farthest = 0;
  for (let n = 1; n >= 0; n--) {
    // The current side comes last, so its rotation remains.
    const other = side ^ n;
    const frame = frameSize * joints.bodies[2 * j + other];
    rotationFromUnitQuat(
      rotation,
      joints.frames,
      jointFrameSize * j + frameSideSize * other + frameRotationAt,
    );
    let square = 0;
    for (let k = 0; k < 3; k++) square += (frames[frame + extentAt + k] * rotation[3 * axis + k]) ** 2;
    if (frames[frame + frameMassAt] > 0 && square > farthest) farthest = square;
  }
  const distance = (ahead ? 1 : -1) * Math.sqrt(farthest);
  for (let k = 0; k < 3; k++) local[k] += distance * rotation[3 * axis + k];
}

/** Attaches one side of a pin, {@link local}, to its body. */
function hangPin(step: ParticleStep, pins: Float64Array, at: number, side: number, body: number): void {
  const { frames, bodies } = step;
  rotationFromUnitQuat(rotation, bodies.rotations, 4 * body);
  const arm = at + armAt + armSize * side;
  for (let k = 0; k < 3; k++)
    pins[arm + k] = rotation[k] * local[0] + rotation[3 + k] * local[1] + rotation[6 + k] * local[2];
  if (frames[frameSize * body + frameMassAt] > 0)
    frameWeights(pins, at + weightAt + weightSize * side, frames, frameSize * body, pins, arm);
  else for (let k = 0; k < 3; k++) pins[at + baseAt + k] = bodies.positions[3 * body + k] + pins[arm + k];
}

/**
 * One sweep over all pins, in order or in reverse. A sweep forwards and one back form a symmetric operator,
 * whose errors fade; sweeps in one direction only can make long rigid chains swing up.
 */
export function sweepPins(
  step: ParticleStep,
  pins: Float64Array,
  pairs: Int32Array,
  count: number,
  backwards: boolean,
): void {
  const { direction, impulse, moveB } = step;
  for (let n = 0; n < count; n++) {
    const p = backwards ? count - 1 - n : n;
    const at = particlePointSize * p;
    const a = pairs[2 * p];
    const b = pairs[2 * p + 1];
    findPoint(pointA, step, pins, at, 0, a);
    findPoint(pointB, step, pins, at, 1, b);
    let square = 0;
    for (let k = 0; k < 3; k++) {
      direction[k] = pointB[k] - pointA[k];
      square += direction[k] * direction[k];
    }
    const length = Math.sqrt(square);
    if (length === 0) continue;
    let excess = length - Math.min(Math.max(length, pins[at + shortestAt]), pins[at + longestAt]);
    if (excess === 0) continue;
    // Points that are far apart, after a teleport for instance, come together no faster than overlap is
    // undone.
    const recovery = step.substep * step.pushSpeed;
    if (Math.abs(excess) > recovery) {
      relativeVelocity(step, a, b, pins, at);
      let opening = 0;
      for (let k = 0; k < 3; k++) opening += (moveB[k] * (pointB[k] - pointA[k])) / length;
      const most = recovery + step.substep * Math.max(-step.pushSpeed, excess > 0 ? opening : -opening);
      const share = Math.min(1, most / Math.abs(excess));
      excess *= share;
      for (let k = 0; k < 3; k++) direction[k] *= share;
    }
    if (pins[at + longestAt] > 0) {
      for (let k = 0; k < 3; k++) direction[k] = (pointB[k] - pointA[k]) / length;
      measureInverseMass(step, a, b, pins, at);
      const { inverseMass } = step;
      for (let k = 0; k < 3; k++) impulse[k] = (-excess / inverseMass) * direction[k];
    } else {
      // Points that are kept together: the impulse that closes the gap in all directions at once.
      response.fill(0);
      addResponse(step, a, pins, at + armAt);
      addResponse(step, b, pins, at + armAt + armSize);
      for (let k = 0; k < 3; k++) impulse[k] = -direction[k];
      solveSymmetric(impulse, response);
    }
    pushPair(step, a, b, pins, at);
  }
}

/**
 * Adds to {@link response} the displacement of a point of a body per impulse there: 1/m − [r] I⁻¹ [r] with
 * the arm r.
 */
function addResponse(step: ParticleStep, body: number, pins: Float64Array, arm: number): void {
  const w = step.frames[frameSize * body + frameMassAt];
  if (w === 0) return;
  const x = pins[arm];
  const y = pins[arm + 1];
  const z = pins[arm + 2];
  const m = step.bodies.worldInverseInertias;
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

/** Writes the world point of one side of a pin, and its arm from the centre of the body. */
function findPoint(
  out: Float64Array,
  step: ParticleStep,
  pins: Float64Array,
  at: number,
  side: number,
  body: number,
): void {
  const { frames, bodies } = step;
  const frame = frameSize * body;
  const arm = at + armAt + armSize * side;
  if (frames[frame + frameMassAt] > 0) {
    const w = at + weightAt + weightSize * side;
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
  const t = (step.substepsDone + 1) * step.substep;
  for (let k = 0; k < 3; k++) {
    const l = (k + 1) % 3;
    const m = (k + 2) % 3;
    out[k] = pins[at + baseAt + k] + t * (v[i + k] + o[i + l] * pins[arm + m] - o[i + m] * pins[arm + l]);
  }
}
