/** The joint solver: warm start, and one pass of sequential impulses over all joints. */
import { type Doubles, plainDoubles } from '@colide/core';
import {
  distanceAxis,
  type JointData,
  jointImpulseSize,
  lowerImpulseAt,
  motorImpulseAt,
  upperImpulseAt,
} from '../../internal/joint-data.ts';
import { applyWrench, measureMotion } from '../../internal/pair-motion.ts';
import {
  growthLimit,
  impulseScaleAt,
  jointSoftnessAt,
  massScaleAt,
  stateSize,
  substepAt,
} from '../../internal/solve-contacts.ts';
import {
  errorAt,
  freeMassAt,
  freeResponseAt,
  jointSize,
  lockedMassAt,
  reactionAt,
  skippedAt,
  valueAt,
} from './joint-blocks.ts';

/** Relative velocity at the anchor in the axes of the joint, then relative angular velocity. */
const motion = /* @__PURE__ */ plainDoubles(6);
/** Sum of the impulses of a joint in this pass, in its axes. */
const wrench = /* @__PURE__ */ plainDoubles(6);
/** Speed of the free motion, and the impulse that changes it. */
const speed = /* @__PURE__ */ plainDoubles(1);
const push = /* @__PURE__ */ plainDoubles(1);

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
    if (blocks[at + skippedAt] === 1) continue;
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

/** Solves all locked motions of joint `j` together. */
function solveLocked(blocks: Doubles, joints: JointData, j: number, step: Doubles, soft: boolean): void {
  const { impulses } = joints;
  const at = jointSize * j;
  const i = jointImpulseSize * j;
  const rate = soft ? step[jointSoftnessAt] : 0;
  const massScale = soft ? step[jointSoftnessAt + massScaleAt] : 1;
  const impulseScale = soft ? step[jointSoftnessAt + impulseScaleAt] : 0;
  const x = massScale * (motion[0] + rate * blocks[at + errorAt]);
  const y = massScale * (motion[1] + rate * blocks[at + errorAt + 1]);
  const z = massScale * (motion[2] + rate * blocks[at + errorAt + 2]);
  const u = massScale * (motion[3] + rate * blocks[at + errorAt + 3]);
  const v = massScale * (motion[4] + rate * blocks[at + errorAt + 4]);
  const w = massScale * (motion[5] + rate * blocks[at + errorAt + 5]);
  for (let k = 0; k < 6; k++) {
    const m = at + lockedMassAt + 6 * k;
    const change =
      -blocks[m] * x -
      blocks[m + 1] * y -
      blocks[m + 2] * z -
      blocks[m + 3] * u -
      blocks[m + 4] * v -
      blocks[m + 5] * w -
      impulseScale * impulses[i + k];
    impulses[i + k] += change;
    wrench[k] = change;
  }
}

/**
 * Applies the impulse {@link push} along the free motion of joint `j`, together with what holds the locked
 * ones.
 */
function pushFree(blocks: Doubles, joints: JointData, j: number, axis: number): void {
  const { impulses } = joints;
  const at = jointSize * j;
  const i = jointImpulseSize * j;
  const impulse = push[0];
  for (let k = 0; k < 6; k++) {
    const reaction = blocks[at + reactionAt + k] * impulse;
    impulses[i + k] += reaction;
    wrench[k] += reaction;
  }
  wrench[axis] += impulse;
  speed[0] += impulse / blocks[at + freeMassAt];
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
  const wanted = -blocks[at + freeMassAt] * massScale * (sign * speed[0] + bias) - impulseScale * old;
  const total = equal ? old + wanted : Math.max(0, old + wanted);
  impulses[slot] = total;
  push[0] = sign * (total - old);
  pushFree(blocks, joints, j, axis);
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
  const wanted = old - blocks[at + freeMassAt] * (speed[0] - motors[2 * j]);
  const total = Math.max(-most, Math.min(most, wanted));
  impulses[slot] = total;
  push[0] = total - old;
  pushFree(blocks, joints, j, axis);
}

/** One pass over all joints: all locked motions together, then motor and limits in what they leave free. */
export function solveJoints(
  blocks: Doubles,
  joints: JointData,
  states: Doubles,
  step: Doubles,
  soft: boolean,
): void {
  for (let j = 0; j < joints.count; j++) {
    const at = jointSize * j;
    if (blocks[at + skippedAt] === 1) continue;
    const a = stateSize * joints.bodies[2 * j];
    const b = stateSize * joints.bodies[2 * j + 1];
    measureMotion(motion, blocks, at, states, a, b);
    wrench.fill(0);
    if (joints.locks[j] !== 0) solveLocked(blocks, joints, j, step, soft);
    if (joints.freeAxes[j] >= 0 && blocks[at + freeMassAt] > 0) {
      const r = at + freeResponseAt;
      speed[0] = motion[joints.freeAxes[j] % distanceAxis];
      for (let k = 0; k < 6; k++) speed[0] += blocks[r + k] * wrench[k];
      solveMotor(blocks, joints, j, step);
      solveLimit(blocks, joints, j, 1, step, soft);
      solveLimit(blocks, joints, j, -1, step, soft);
    }
    applyWrench(wrench, blocks, at, states, a, b);
  }
}
