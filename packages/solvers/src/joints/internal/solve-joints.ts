/** The joint solver: warm start, and one pass of sequential impulses over all joints. */
import { type Doubles, plainDoubles } from '@colide/core';
import {
  distanceAxis,
  type JointData,
  jointImpulseSize,
  lockedShifts,
  lowerImpulseAt,
  motorImpulseAt,
  rotationImpulseAt,
  upperImpulseAt,
} from '../../internal/joint-data.ts';
import { applyWrench, measureMotion } from '../../internal/pair-motion.ts';
import {
  growthLimit,
  impulseScaleAt,
  jointSoftnessAt,
  leverRangeAt,
  massScaleAt,
  stateSize,
  substepAt,
} from '../../internal/solve-contacts.ts';
import {
  angularMassAt,
  errorAt,
  freeMassAt,
  jointSize,
  linearMassAt,
  responseAt,
  rotationErrorAt,
  valueAt,
} from './joint-blocks.ts';

/** Relative velocity at the anchor in the axes of the joint, then relative angular velocity. */
const motion = /* @__PURE__ */ plainDoubles(6);
/** Sum of the impulses of a joint in this pass, in its axes. */
const wrench = /* @__PURE__ */ plainDoubles(6);
/** Change of the impulse along each of the six motions. */
const change = /* @__PURE__ */ plainDoubles(6);

/** A larger impulse than any joint needs. */
const hopeless = 1e30;

/**
 * Applies the impulses that all joints have accumulated; in the first substep of a step they are scaled to
 * its length, by at most {@link growthLimit}.
 */
export function warmStartJoints(
  blocks: Doubles,
  joints: JointData,
  states: Doubles,
  step: Doubles,
  first: boolean,
): void {
  const { impulses, freeAxes, impulseTime } = joints;
  const scale = first && impulseTime > 0 ? Math.min(step[substepAt] / impulseTime, growthLimit) : 1;
  for (let j = 0; j < joints.count; j++) {
    const at = jointSize * j;
    if (blocks[at + leverRangeAt] === Infinity) continue;
    const i = jointImpulseSize * j;
    // Impulses of joints that cannot hold, with levers of kilometres say, would grow without bound.
    for (let k = 0; k < jointImpulseSize; k++)
      impulses[i + k] = Math.abs(impulses[i + k]) < hopeless ? impulses[i + k] * scale : 0;
    for (let k = 0; k < 6; k++) wrench[k] = impulses[i + k];
    if (freeAxes[j] >= 0)
      wrench[freeAxes[j] % distanceAxis] +=
        impulses[i + lowerImpulseAt] - impulses[i + upperImpulseAt] + impulses[i + motorImpulseAt];
    applyWrench(
      wrench,
      blocks,
      at,
      states,
      stateSize * joints.bodies[2 * j],
      stateSize * joints.bodies[2 * j + 1],
    );
  }
}

/** Adds the {@link change} along motion `axis` to the wrench and to the relative motion. */
function addChange(blocks: Doubles, at: number, axis: number): void {
  const impulse = change[axis];
  wrench[axis] += impulse;
  for (let k = 0; k < 6; k++) motion[k] += blocks[at + responseAt + 6 * axis + k] * impulse;
}

/** Solves the locked shifts or the locked rotations of joint `j` together. */
function solveLocked(
  blocks: Doubles,
  joints: JointData,
  j: number,
  rotations: boolean,
  step: Doubles,
  soft: boolean,
): void {
  const { impulses } = joints;
  const at = jointSize * j;
  const first = rotations ? 3 : 0;
  const i = jointImpulseSize * j + (rotations ? rotationImpulseAt : 0);
  const m = at + (rotations ? angularMassAt : linearMassAt);
  const e = at + (rotations ? rotationErrorAt : errorAt);
  const rate = soft ? step[jointSoftnessAt] : 0;
  const massScale = soft ? step[jointSoftnessAt + massScaleAt] : 1;
  const impulseScale = soft ? step[jointSoftnessAt + impulseScaleAt] : 0;
  const x = massScale * (motion[first] + rate * blocks[e]);
  const y = massScale * (motion[first + 1] + rate * blocks[e + 1]);
  const z = massScale * (motion[first + 2] + rate * blocks[e + 2]);
  const px = -(blocks[m] * x + blocks[m + 3] * y + blocks[m + 4] * z) - impulseScale * impulses[i];
  const py = -(blocks[m + 3] * x + blocks[m + 1] * y + blocks[m + 5] * z) - impulseScale * impulses[i + 1];
  const pz = -(blocks[m + 4] * x + blocks[m + 5] * y + blocks[m + 2] * z) - impulseScale * impulses[i + 2];
  impulses[i] += px;
  impulses[i + 1] += py;
  impulses[i + 2] += pz;
  change[first] = px;
  change[first + 1] = py;
  change[first + 2] = pz;
  for (let axis = first; axis < first + 3; axis++) addChange(blocks, at, axis);
}

/**
 * Lower (`sign` 1) or upper (−1) limit of the free motion of joint `j`. Equal limits are one, without a side.
 */
function solveLimit(
  blocks: Doubles,
  joints: JointData,
  j: number,
  sign: 1 | -1,
  step: Doubles,
  soft: boolean,
): void {
  const { limits, impulses } = joints;
  const at = jointSize * j;
  const slot = jointImpulseSize * j + (sign === 1 ? lowerImpulseAt : upperImpulseAt);
  const limit = limits[2 * j + (sign === 1 ? 0 : 1)];
  if (limit === -Infinity || limit === Infinity) return;
  const axis = joints.freeAxes[j] % distanceAxis;
  const equal = limits[2 * j] === limits[2 * j + 1];
  if (equal && sign === -1) return;
  const gap = sign * (blocks[at + valueAt] - limit);
  const old = impulses[slot];
  let bias = 0;
  let massScale = 1;
  let impulseScale = 0;
  if (gap > 0 && !equal) bias = gap / step[substepAt];
  else if (soft) {
    bias = step[jointSoftnessAt] * gap;
    massScale = step[jointSoftnessAt + massScaleAt];
    impulseScale = step[jointSoftnessAt + impulseScaleAt];
  }
  const wanted = -blocks[at + freeMassAt] * massScale * (sign * motion[axis] + bias) - impulseScale * old;
  const total = equal ? old + wanted : Math.max(0, old + wanted);
  impulses[slot] = total;
  change[axis] = sign * (total - old);
  addChange(blocks, at, axis);
}

/** Motor of the free motion of joint `j`. */
function solveMotor(blocks: Doubles, joints: JointData, j: number, step: Doubles): void {
  const { motors, impulses } = joints;
  const at = jointSize * j;
  const slot = jointImpulseSize * j + motorImpulseAt;
  const most = motors[2 * j + 1] * step[substepAt];
  if (most === 0) return;
  const axis = joints.freeAxes[j] % distanceAxis;
  const old = impulses[slot];
  const wanted = old - blocks[at + freeMassAt] * (motion[axis] - motors[2 * j]);
  const total = Math.max(-most, Math.min(most, wanted));
  impulses[slot] = total;
  change[axis] = total - old;
  addChange(blocks, at, axis);
}

/** One pass over all joints: motor, limits, rotations, shifts. */
export function solveJoints(
  blocks: Doubles,
  joints: JointData,
  states: Doubles,
  step: Doubles,
  soft: boolean,
): void {
  for (let j = 0; j < joints.count; j++) {
    const at = jointSize * j;
    if (blocks[at + leverRangeAt] === Infinity) continue;
    const a = stateSize * joints.bodies[2 * j];
    const b = stateSize * joints.bodies[2 * j + 1];
    measureMotion(motion, blocks, at, states, a, b);
    wrench.fill(0);
    if (joints.freeAxes[j] >= 0) {
      solveMotor(blocks, joints, j, step);
      solveLimit(blocks, joints, j, 1, step, soft);
      solveLimit(blocks, joints, j, -1, step, soft);
    }
    if (joints.locks[j] > lockedShifts) solveLocked(blocks, joints, j, true, step, soft);
    if ((joints.locks[j] & lockedShifts) !== 0) solveLocked(blocks, joints, j, false, step, soft);
    applyWrench(wrench, blocks, at, states, a, b);
  }
}
