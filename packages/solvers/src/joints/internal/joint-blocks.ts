/**
 * Prepares the joint blocks of the impulse solver: like contact blocks, with the axes of the joint's frame on
 * body A instead of normal and tangents, and the anchor on body B as the centre. Blocks are prepared again
 * whenever the bodies have moved, so errors and levers are exact. `joint-geometry` computes positions and
 * rotations.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import { axesForm, couplingAxis, distanceAxis, type JointData, nobody } from '../../internal/joint-data.ts';
import { addResponse, responseSize } from '../../internal/pair-motion.ts';
import {
  inverseInertiaAt,
  inverseMassAt,
  leverAAt,
  leverBAt,
  stateSize,
} from '../../internal/solve-contacts.ts';
import { prepareCoupling } from '../../internal/solve-free.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';
import { rotates, setGeometry } from './joint-geometry.ts';
import {
  angleRatesAt,
  diagonalStride,
  freeResponseAt,
  jointSize,
  lockedMassAt,
  motionCount,
  reactionAt,
  rotationAt,
  rowSize,
  skippedAt,
  stateAt,
} from './joint-layout.ts';
import { isPointJoint, type PointJoints } from './point-joints.ts';

/**
 * The 6×6 matrix by which impulses along the motions change their speeds, row by row; `pair-motion` has a
 * drawing.
 */
const response = /* @__PURE__ */ plainDoubles(responseSize);
/** The diagonal before the matrix was solved. */
const diagonal = /* @__PURE__ */ plainDoubles(motionCount);
const column = /* @__PURE__ */ plainDoubles(3);
/** Fraction of the diagonal below which a pivot is only rounding. */
const singular = 1e-10;

/**
 * Solves the {@link response} of the first `count` motions for the locked ones, in place, by the sweep
 * operator. This leaves minus the inverse among the locked motions, the reaction of the locked motions to the
 * free ones, and the response of the free ones while the others are locked. Motions that no impulse can
 * change count as free.
 */
function sweepLocked(locks: number, count: number): number {
  let swept = 0;
  for (let k = 0; k < count; k++) {
    const own = rowSize * k;
    const pivot = response[own + k];
    if (((locks >> k) & 1) === 0 || !(pivot > singular * diagonal[k])) continue;
    swept |= 1 << k;
    for (let e = 0; e < count; e++) {
      if (e === k) continue;
      const row = rowSize * e;
      const share = response[row + k] / pivot;
      for (let f = 0; f < count; f++) response[row + f] -= share * response[own + f];
      response[row + k] = share;
    }
    for (let e = 0; e < count; e++) response[own + e] /= pivot;
    response[own + k] = -1 / pivot;
  }
  return swept;
}

/** Expresses both triangles of the {@link response} in the angles of a joint: T R Tᵀ. */
function responseToAngles(blocks: Doubles, at: number): void {
  const g = at + angleRatesAt;
  for (let e = 0; e < motionCount; e++) {
    for (let k = 0; k < 3; k++) column[k] = response[rowSize * e + rotationAt + k];
    for (let k = 0; k < 3; k++)
      response[rowSize * e + rotationAt + k] =
        blocks[g + 3 * k] * column[0] + blocks[g + 3 * k + 1] * column[1] + blocks[g + 3 * k + 2] * column[2];
  }
  for (let f = 0; f < motionCount; f++) {
    for (let k = 0; k < 3; k++) column[k] = response[rowSize * (rotationAt + k) + f];
    for (let k = 0; k < 3; k++)
      response[rowSize * (rotationAt + k) + f] =
        blocks[g + 3 * k] * column[0] + blocks[g + 3 * k + 1] * column[1] + blocks[g + 3 * k + 2] * column[2];
  }
}

/** Writes the masses of a joint and of its free motions from the {@link response} of its bodies. */
function setMasses(blocks: Doubles, joints: JointData, j: number): void {
  const { freeAxes, nexts, locks, freeMasses } = joints;
  const at = jointSize * j;
  const count = rotates(joints, j) ? motionCount : rotationAt;
  for (let e = 0; e < count; e++)
    for (let f = 0; f < e; f++) response[rowSize * e + f] = response[rowSize * f + e];
  if (joints.forms[j] !== axesForm) responseToAngles(blocks, at);
  for (let e = 0; e < count; e++) diagonal[e] = response[diagonalStride * e];
  for (let s = j; s >= 0; s = nexts[s]) {
    const free = freeAxes[s] % distanceAxis;
    for (let e = 0; e < motionCount && free >= 0; e++)
      blocks[jointSize * s + freeResponseAt + e] = response[rowSize * free + e];
  }
  const swept = sweepLocked(locks[j], count);
  for (let e = 0; e < count; e++) {
    const isSwept = ((swept >> e) & 1) === 1;
    for (let f = 0; f < count; f++)
      blocks[at + lockedMassAt + rowSize * e + f] =
        isSwept && ((swept >> f) & 1) === 1 ? -response[rowSize * e + f] : 0;
  }
  for (let s = j; s >= 0; s = nexts[s]) {
    const slot = jointSize * s;
    const free = freeAxes[s] % distanceAxis;
    const k = free < 0 ? 0 : response[diagonalStride * free];
    freeMasses[s] = free >= 0 && k > singular * diagonal[free] ? 1 / k : 0;
    for (let e = 0; e < motionCount && free >= 0; e++)
      blocks[slot + reactionAt + e] = ((swept >> e) & 1) === 1 ? -response[rowSize * e + free] : 0;
  }
}

/**
 * Gives balls and hinges that can move to `points`. Returns whether there are other joints, for
 * {@link prepareJoints}.
 */
export function takePointJoints(
  points: PointJoints,
  bodies: RigidBodies,
  states: Doubles,
  joints: JointData,
): boolean {
  let hasOthers = false;
  points.clear();
  for (let j = 0; j < joints.count; j++) {
    const a = joints.bodies[2 * j];
    const b = joints.bodies[2 * j + 1];
    if (a === nobody) continue;
    const stateA = stateSize * (a < 0 ? bodies.count : a);
    const stateB = stateSize * (b < 0 ? bodies.count : b);
    if (!isPointJoint(joints, j)) hasOthers = true;
    else if (isMovable(states, stateA) || isMovable(states, stateB)) points.take(joints, j, stateA, stateB);
  }
  return hasOthers;
}

/** Whether impulses can move the body with the state at `at`. */
function isMovable(states: Doubles, at: number): boolean {
  const i = at + inverseInertiaAt;
  return states[at + inverseMassAt] + states[i] + states[i + 1] + states[i + 2] !== 0;
}

/**
 * Writes the blocks of all joints but balls and hinges. Slots are marked as skipped if they are not in use,
 * if they are further slots of a joint, if they have kernels of their own, or if their bodies cannot move.
 * The last are at rest, unless they drive others by a coupling.
 */
export function prepareJoints(
  blocks: Doubles,
  bodies: RigidBodies,
  states: Doubles,
  joints: JointData,
): void {
  const { owners, freeAxes, couplings } = joints;
  for (let j = 0; j < joints.count; j++) {
    const at = jointSize * j;
    const a = joints.bodies[2 * j];
    const b = joints.bodies[2 * j + 1];
    blocks[at + skippedAt] = 1;
    if (a === nobody || owners[j] >= 0 || freeAxes[j] === couplingAxis || isPointJoint(joints, j)) continue;
    const stateA = stateSize * (a < 0 ? bodies.count : a);
    const stateB = stateSize * (b < 0 ? bodies.count : b);
    blocks[at + stateAt] = stateA;
    blocks[at + stateAt + 1] = stateB;
    const isFixed = !isMovable(states, stateA) && !isMovable(states, stateB);
    if (isFixed && couplings === 0) continue;
    blocks[at + skippedAt] = isFixed ? 1 : 0;
    setGeometry(blocks, at, bodies, joints, j);
    response.fill(0);
    if (!isFixed) {
      addResponse(response, blocks, at, at + leverAAt, states, stateA);
      addResponse(response, blocks, at, at + leverBAt, states, stateB);
    }
    setMasses(blocks, joints, j);
  }
  for (let j = 0; j < joints.count && couplings > 0; j++)
    if (freeAxes[j] === couplingAxis && joints.bodies[2 * j] !== nobody) prepareCoupling(joints, j);
}
