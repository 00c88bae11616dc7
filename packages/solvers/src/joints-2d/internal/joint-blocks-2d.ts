/**
 * Prepares the blocks of planar joints: axes, levers, errors and masses from the poses of the bodies. Blocks
 * are prepared afresh whenever the bodies have moved, so errors and levers are exact.
 *
 * With the levers a and b of a joint on its two bodies, three numbers each, an impulse λ along its motions
 * changes their speeds by K λ with K = (mA + mB) diag(1, 1, 0) + iA a aᵀ + iB b bᵀ, where m are inverse
 * masses and i inverse moments.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import { arcTangent } from '@colide/math';
import {
  couplingAxis,
  distanceAxis,
  type JointData,
  jointSpringSize,
  nobody,
} from '../../internal/joint-data.ts';
import {
  errorAt,
  freeResponseAt,
  leversAAt,
  leversBAt,
  lockedMassAt,
  pinArmsAt,
  pinAt,
  pinEntryAAt,
  pinEntryJointAt,
  pinEntryPushAAt,
  pinEntrySize,
  pinLoadAt,
  pinMassAt,
  pinShiftAt,
  pinSize,
  planarFrameSize,
  planarJointSize,
  planarRotation,
  planarSideSize,
  reactionAt,
  revoluteLocks,
  singularShare,
  skippedAt,
  statesAt,
} from '../../internal/joint-layout-2d.ts';
import {
  displacementAt,
  inverseMassAt,
  inverseMomentAt,
  rotationAt,
  stateSize,
} from '../../internal/planar-layout.ts';
import { prepareCoupling } from '../../internal/solve-free.ts';
import { WaveOrder } from '../../internal/wave-order.ts';
import type { RigidBodies2d } from '../../rigid-2d/rigid-bodies-2d.ts';
import { followPin2d, type Pins2d, pushSize } from './solve-pins-2d.ts';

/** The positions of the two bodies, the arms from their centres to the anchors, and their first axes. */
const centers = /* @__PURE__ */ plainDoubles(4);
const arms = /* @__PURE__ */ plainDoubles(4);
const axes = /* @__PURE__ */ plainDoubles(4);
/** Cosine and sine of the angle between the frames, and the angle. */
const direction = /* @__PURE__ */ new Float64Array(2);
const angle = /* @__PURE__ */ new Float64Array(1);
/** The 3×3 matrix K, and its diagonal before it was solved. */
const response = /* @__PURE__ */ plainDoubles(9);
const diagonal = /* @__PURE__ */ plainDoubles(3);
/** The order in which pins are entered. */
const waves = /* @__PURE__ */ new WaveOrder();

/**
 * Reads the pose of a side of a joint; that of the world is the origin. States may be missing between steps.
 */
function readSide(
  side: 0 | 1,
  bodies: RigidBodies2d,
  body: number,
  states: Doubles | undefined,
  frames: Float64Array,
  local: number,
): void {
  let x = 0;
  let y = 0;
  let c = 1;
  let s = 0;
  if (body >= 0) {
    x = bodies.positions[2 * body];
    y = bodies.positions[2 * body + 1];
    c = bodies.rotations[2 * body];
    s = bodies.rotations[2 * body + 1];
    if (states !== undefined) {
      const at = stateSize * body;
      const cosine = states[at + rotationAt];
      const sine = states[at + rotationAt + 1];
      const turned = c * cosine - s * sine;
      x += states[at + displacementAt];
      y += states[at + displacementAt + 1];
      s = s * cosine + c * sine;
      c = turned;
    }
  }
  centers[2 * side] = x;
  centers[2 * side + 1] = y;
  arms[2 * side] = c * frames[local] - s * frames[local + 1];
  arms[2 * side + 1] = s * frames[local] + c * frames[local + 1];
  axes[2 * side] = c * frames[local + 2] - s * frames[local + 3];
  axes[2 * side + 1] = s * frames[local + 2] + c * frames[local + 3];
}

/** Axes, levers, errors and values of joint `j`, to its block; from the states of a step, if there is one. */
export function setGeometry2d(
  blocks: Doubles,
  bodies: RigidBodies2d,
  states: Doubles | undefined,
  joints: JointData,
  j: number,
): void {
  const { frames, freeAxes, values, nexts } = joints;
  const at = planarJointSize * j;
  const local = planarFrameSize * j;
  readSide(0, bodies, joints.bodies[2 * j], states, frames, local);
  readSide(1, bodies, joints.bodies[2 * j + 1], states, frames, local + planarSideSize);
  const dx = centers[2] - centers[0] + arms[2] - arms[0];
  const dy = centers[3] - centers[1] + arms[3] - arms[1];
  // A pin holds along any two axes: those of the world need no rotation.
  const isPin = joints.locks[j] === revoluteLocks;
  let x = isPin ? 1 : axes[0];
  let y = isPin ? 0 : axes[1];
  if (freeAxes[j] === distanceAxis) {
    // The first axis runs from anchor to anchor, or anywhere when they coincide.
    const length = Math.sqrt(dx * dx + dy * dy);
    values[j] = length;
    x = length > 0 ? dx / length : 1;
    y = length > 0 ? dy / length : 0;
  }
  // The anchor on B, from both centres.
  const ax = arms[2] + centers[2] - centers[0];
  const ay = arms[3] + centers[3] - centers[1];
  blocks[at] = x;
  blocks[at + 1] = y;
  blocks[at + leversAAt] = ax * y - ay * x;
  blocks[at + leversAAt + 1] = ax * x + ay * y;
  blocks[at + leversAAt + 2] = 1;
  blocks[at + leversBAt] = arms[2] * y - arms[3] * x;
  blocks[at + leversBAt + 1] = arms[2] * x + arms[3] * y;
  blocks[at + leversBAt + 2] = 1;
  blocks[at + errorAt] = dx * x + dy * y;
  blocks[at + errorAt + 1] = dy * x - dx * y;
  measureAngle();
  blocks[at + errorAt + 2] = angle[0];
  for (let s = j; s >= 0; s = nexts[s]) {
    const axis = freeAxes[s];
    if (axis < 0 || axis === distanceAxis) continue;
    if (axis === planarRotation) countTurns(values, s);
    else values[s] = blocks[at + errorAt + axis];
  }
}

/**
 * Measures the {@link angle} from the first axis of A to that of B. Twice the sine of half of it would do for
 * an error; this is exact at any size.
 */
function measureAngle(): void {
  direction[0] = axes[0] * axes[2] + axes[1] * axes[3];
  direction[1] = axes[0] * axes[3] - axes[1] * axes[2];
  arcTangent(angle, 0, direction);
}

/**
 * Replaces `values[s]` by the {@link angle} plus the number of full revolutions that brings it nearest to the
 * old value.
 */
function countTurns(values: Float64Array, s: number): void {
  values[s] = angle[0] + 2 * Math.PI * Math.round((values[s] - angle[0]) / (2 * Math.PI));
}

/**
 * Adds what an impulse on the body with the state `state` and levers at `levers` contributes to
 * {@link response}.
 */
function addResponse2d(blocks: Doubles, levers: number, states: Doubles, state: number): void {
  const mass = states[state + inverseMassAt];
  const moment = states[state + inverseMomentAt];
  response[0] += mass;
  response[4] += mass;
  for (let e = 0; e < 3; e++)
    for (let f = 0; f < 3; f++) response[3 * e + f] += moment * blocks[levers + e] * blocks[levers + f];
}

/**
 * Solves the {@link response} for the locked motions, in place, by the sweep operator: this leaves minus the
 * inverse among locked motions, the reaction of the locked motions to the free ones, and the response of the
 * free ones while the others are locked. Motions that no impulse can change count as free. Returns the
 * motions that were solved.
 */
function sweepLocked2d(locks: number): number {
  let swept = 0;
  for (let k = 0; k < 3; k++) {
    if (((locks >> k) & 1) === 0) continue;
    const pivot = response[4 * k];
    if (!(pivot > singularShare * diagonal[k])) continue;
    swept |= 1 << k;
    for (let e = 0; e < 3; e++) {
      if (e === k) continue;
      const share = response[3 * e + k] / pivot;
      for (let f = 0; f < 3; f++) if (f !== k) response[3 * e + f] -= share * response[3 * k + f];
    }
    for (let e = 0; e < 3; e++) {
      response[3 * e + k] /= pivot;
      if (e !== k) response[3 * k + e] /= pivot;
    }
    response[4 * k] = -1 / pivot;
  }
  return swept;
}

/** Whether a coupling drives the free motion of slot `s`. */
function isCoupled({ links, freeAxes, bodies, count }: JointData, s: number): boolean {
  for (let k = 0; k < 2 * count; k++)
    if (links[k] === s && freeAxes[k >> 1] === couplingAxis && bodies[2 * (k >> 1)] !== nobody) return true;
  return false;
}

/** Whether limits, a motor, a spring, friction or a coupling act along the free motion of slot `s`. */
function isActive(joints: JointData, s: number): boolean {
  const { limits, motors, springs, frictions } = joints;
  const p = jointSpringSize * s;
  return (
    (joints.couplings > 0 && isCoupled(joints, s)) ||
    limits[2 * s] !== -Infinity ||
    limits[2 * s + 1] !== Infinity ||
    motors[2 * s + 1] + frictions[s] + springs[p + 1] + springs[p + 2] > 0
  );
}

/**
 * Whether joint `j` is a pin, a revolute joint that rotates freely, as most are in chains and nets.
 */
function isPin(joints: JointData, j: number): boolean {
  return joints.locks[j] === revoluteLocks && joints.nexts[j] < 0 && !isActive(joints, j);
}

/** Adds joint `j` to the pins at the beginning of a step; false if its matrix is singular. */
function addPin(pins: Pins2d, bodies: RigidBodies2d, states: Doubles, joints: JointData, j: number): boolean {
  const { frames } = joints;
  const { values, entries, count } = pins;
  const at = pinSize * count;
  const e = pinEntrySize * count;
  const local = planarFrameSize * j;
  for (let side = 0; side < 2; side++) {
    const body = joints.bodies[2 * j + side];
    const index = body < 0 ? bodies.count : body;
    readSide(side as 0 | 1, bodies, body, undefined, frames, local + planarSideSize * side);
    entries[e + pinEntryAAt + side] = stateSize * index;
    entries[e + pinEntryPushAAt + side] = pushSize * index;
  }
  entries[e + pinEntryJointAt] = j;
  for (let k = 0; k < 4; k++) values[at + pinArmsAt + k] = arms[k];
  for (let k = 0; k < 2; k++) values[at + pinShiftAt + k] = centers[2 + k] - centers[k];
  values[at + pinLoadAt] = values[at + pinLoadAt + 1] = values[at + pinMassAt] = 0;
  followPin2d(pins, count, states);
  if (values[at + pinMassAt] === 0) return false;
  pins.count++;
  joints.freeMasses[j] = 0;
  measureAngle();
  countTurns(joints.values, j);
  return true;
}

/** Writes the masses of joint `j` and of its free motions from the {@link response} of its bodies. */
function setMasses2d(blocks: Doubles, joints: JointData, j: number): void {
  const { freeAxes, nexts, locks, freeMasses } = joints;
  const at = planarJointSize * j;
  for (let k = 0; k < 3; k++) diagonal[k] = response[4 * k];
  for (let s = j; s >= 0; s = nexts[s]) {
    const free = freeAxes[s] % distanceAxis;
    for (let k = 0; k < 3 && free >= 0; k++)
      blocks[planarJointSize * s + freeResponseAt + k] = response[3 * free + k];
  }
  const swept = sweepLocked2d(locks[j]);
  for (let e = 0; e < 3; e++)
    for (let f = 0; f < 3; f++)
      blocks[at + lockedMassAt + 3 * e + f] = (swept >> e) & (swept >> f) & 1 ? -response[3 * e + f] : 0;
  for (let s = j; s >= 0; s = nexts[s]) {
    const free = freeAxes[s] % distanceAxis;
    const k = free < 0 ? 0 : response[4 * free];
    freeMasses[s] = free >= 0 && k > singularShare * diagonal[free] && isActive(joints, s) ? 1 / k : 0;
    for (let e = 0; e < 3 && free >= 0; e++)
      blocks[planarJointSize * s + reactionAt + e] = (swept >> e) & 1 ? -response[3 * e + free] : 0;
  }
}

/** Orders the slots so that those which follow each other share no body that moves. */
function orderJoints({ bodies, count }: JointData, states: Doubles): void {
  waves.begin(states.length / stateSize);
  for (let j = 0; j < count; j++) {
    const a = bodies[2 * j];
    const b = bodies[2 * j + 1];
    waves.enter(j, isMovable(states, a) ? a : -1, isMovable(states, b) ? b : -1);
  }
  waves.finish();
}

function isMovable(states: Doubles, body: number): boolean {
  const at = stateSize * body;
  return body >= 0 && states[at + inverseMassAt] + states[at + inverseMomentAt] > 0;
}

/**
 * Writes the blocks of all joints, at the beginning of a step (`isFirst`) and after each motion, and at the
 * beginning finds the pins, in the order of waves. Those that are pins or not in use, or whose bodies cannot
 * move, are marked as skipped.
 */
export function prepareJoints2d(
  blocks: Doubles,
  pins: Pins2d,
  bodies: RigidBodies2d,
  states: Doubles,
  joints: JointData,
  isFirst: boolean,
): void {
  if (pins.count === joints.count) return;
  if (isFirst) orderJoints(joints, states);
  for (let n = 0; n < joints.count; n++) {
    const j = isFirst ? waves.order[n] : n;
    const at = planarJointSize * j;
    if (!isFirst && blocks[at + pinAt] === 1) continue;
    const a = joints.bodies[2 * j];
    const b = joints.bodies[2 * j + 1];
    blocks[at + pinAt] = 0;
    blocks[at + skippedAt] = 1;
    if (a === nobody || joints.owners[j] >= 0 || joints.freeAxes[j] === couplingAxis) continue;
    const stateA = stateSize * (a < 0 ? bodies.count : a);
    const stateB = stateSize * (b < 0 ? bodies.count : b);
    blocks[at + statesAt] = stateA;
    blocks[at + statesAt + 1] = stateB;
    const mobility =
      states[stateA + inverseMassAt] +
      states[stateA + inverseMomentAt] +
      states[stateB + inverseMassAt] +
      states[stateB + inverseMomentAt];
    // Joints of bodies that cannot move are at rest, unless they drive others by a coupling.
    if (mobility === 0 && joints.couplings === 0) continue;
    if (isFirst && isPin(joints, j) && addPin(pins, bodies, states, joints, j)) {
      blocks[at + pinAt] = 1;
      continue;
    }
    blocks[at + skippedAt] = mobility === 0 ? 1 : 0;
    setGeometry2d(blocks, bodies, states, joints, j);
    response.fill(0);
    addResponse2d(blocks, at + leversAAt, states, stateA);
    addResponse2d(blocks, at + leversBAt, states, stateB);
    setMasses2d(blocks, joints, j);
  }
  for (let j = 0; j < joints.count && joints.couplings > 0; j++)
    if (joints.freeAxes[j] === couplingAxis && joints.bodies[2 * j] !== nobody) prepareCoupling(joints, j);
}
