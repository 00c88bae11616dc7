/** The joint solver: warm start, and one pass of sequential impulses over all joints. */
import { type Doubles, plainDoubles } from '@colide/core';
import {
  axesForm,
  couplingAxis,
  distanceAxis,
  type JointData,
  jointImpulseSize,
  rotationAxis,
} from '../../internal/joint-data.ts';
import { applyWrench, measureMotion } from '../../internal/pair-motion.ts';
import { impulseScaleAt, jointSoftnessAt, massScaleAt } from '../../internal/solve-contacts.ts';
import {
  addImpulses,
  freeImpulse,
  scaleImpulses,
  setFreeSpeed,
  solveFree,
} from '../../internal/solve-free.ts';
import {
  angleRatesAt,
  errorAt,
  freeResponseAt,
  jointSize,
  lockedMassAt,
  motionCount,
  reactionAt,
  skippedAt,
  stateAt,
} from './joint-layout.ts';

/**
 * Relative velocity at the anchor in the axes of the joint, then relative angular velocity or rates of
 * angles.
 */
const motion = /* @__PURE__ */ plainDoubles(motionCount);
/** Sum of the impulses of a joint in this pass, along its six motions. */
const wrench = /* @__PURE__ */ plainDoubles(motionCount);
const torque = /* @__PURE__ */ plainDoubles(3);

/** Measures the {@link motion} of joint `j`. */
function measure(blocks: Doubles, joints: JointData, j: number, states: Doubles): void {
  const at = jointSize * j;
  measureMotion(motion, blocks, at, states, blocks[at + stateAt], blocks[at + stateAt + 1]);
  if (joints.forms[j] === axesForm) return;
  for (let k = 0; k < 3; k++) torque[k] = motion[3 + k];
  const g = at + angleRatesAt;
  for (let k = 0; k < 3; k++)
    motion[3 + k] =
      blocks[g + 3 * k] * torque[0] + blocks[g + 3 * k + 1] * torque[1] + blocks[g + 3 * k + 2] * torque[2];
}

/** The speed of the free motion of slot `s` of joint `j`. */
export function measureFree(
  blocks: Doubles,
  joints: JointData,
  j: number,
  s: number,
  states: Doubles,
): number {
  measure(blocks, joints, j, states);
  return motion[joints.freeAxes[s] % distanceAxis];
}

/** Converts the torques of `out` from the angles of joint `j` to its axes. */
export function torquesToAxes(out: Doubles, blocks: Doubles, joints: JointData, j: number): void {
  if (joints.forms[j] === axesForm) return;
  for (let k = 0; k < 3; k++) torque[k] = out[3 + k];
  const g = jointSize * j + angleRatesAt;
  for (let k = 0; k < 3; k++)
    out[3 + k] = blocks[g + k] * torque[0] + blocks[g + 3 + k] * torque[1] + blocks[g + 6 + k] * torque[2];
}

/** Applies the {@link wrench} to the bodies of joint `j`. */
function apply(blocks: Doubles, joints: JointData, j: number, states: Doubles): void {
  const at = jointSize * j;
  torquesToAxes(wrench, blocks, joints, j);
  applyWrench(wrench, blocks, at, states, blocks[at + stateAt], blocks[at + stateAt + 1]);
}

/** Writes the sum of the impulses of joint `j` along its six motions. */
export function gatherImpulses(out: Doubles, joints: JointData, j: number): void {
  const { impulses, freeAxes, nexts } = joints;
  const i = jointImpulseSize * j;
  for (let k = 0; k < motionCount; k++) out[k] = impulses[i + k];
  for (let s = j; s >= 0; s = nexts[s])
    if (freeAxes[s] >= 0) addImpulses(out, freeAxes[s] % distanceAxis, joints, s);
}

/**
 * Applies the accumulated impulses of all joints. In the first substep of a step they are scaled to its
 * length, by at most {@link growthLimit}. In later substeps they are those of the previous substep, and are
 * added to the loads.
 */
export function warmStartJoints(blocks: Doubles, joints: JointData, states: Doubles, first: boolean): void {
  const { freeAxes, loads } = joints;
  for (let j = 0; j < joints.count; j++) {
    if (freeAxes[j] === couplingAxis && joints.bodies[2 * j] >= 0) {
      if (first) loads[motionCount * j] = 0;
      else addImpulses(loads, motionCount * j, joints, j);
      warmStartCoupling(blocks, joints, j, states);
    }
    if (blocks[jointSize * j + skippedAt] === 1) continue;
    for (let s = j; s >= 0; s = joints.nexts[s]) {
      scaleImpulses(joints, s);
      joints.approaches[s] = 0;
    }
    gatherImpulses(wrench, joints, j);
    for (let k = 0; k < motionCount; k++)
      loads[motionCount * j + k] = first ? 0 : loads[motionCount * j + k] + wrench[k];
    apply(blocks, joints, j, states);
  }
}

/**
 * Adds the impulses of the last substep to the loads and converts them to forces: the mean over the substeps.
 */
export function finishLoads(blocks: Doubles, joints: JointData, substeps: number): void {
  const { loads, freeAxes } = joints;
  const share = 1 / (substeps * joints.impulseTime);
  for (let j = 0; j < joints.count; j++) {
    if (freeAxes[j] === couplingAxis && joints.bodies[2 * j] >= 0) {
      addImpulses(loads, motionCount * j, joints, j);
      loads[motionCount * j] *= share;
    }
    if (blocks[jointSize * j + skippedAt] === 1) continue;
    gatherImpulses(wrench, joints, j);
    for (let k = 0; k < motionCount; k++)
      loads[motionCount * j + k] = share * (loads[motionCount * j + k] + wrench[k]);
  }
}

/** As {@link solveLocked}, for a joint that locks shifts alone. */
function solveShifts(blocks: Doubles, joints: JointData, j: number, step: Doubles, soft: boolean): void {
  const { impulses } = joints;
  const at = jointSize * j;
  const i = jointImpulseSize * j;
  const rate = soft ? step[jointSoftnessAt] : 0;
  const massScale = soft ? step[jointSoftnessAt + massScaleAt] : 1;
  const impulseScale = soft ? step[jointSoftnessAt + impulseScaleAt] : 0;
  const x = massScale * (motion[0] + rate * blocks[at + errorAt]);
  const y = massScale * (motion[1] + rate * blocks[at + errorAt + 1]);
  const z = massScale * (motion[2] + rate * blocks[at + errorAt + 2]);
  for (let k = 0; k < 3; k++) {
    const m = at + lockedMassAt + motionCount * k;
    const change = -blocks[m] * x - blocks[m + 1] * y - blocks[m + 2] * z - impulseScale * impulses[i + k];
    impulses[i + k] += change;
    wrench[k] = change;
  }
}

/** All locked motions of joint `j` at once. */
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
  for (let k = 0; k < motionCount; k++) {
    const m = at + lockedMassAt + motionCount * k;
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
 * Adds to the {@link wrench} of joint `j` an impulse of `weight` times {@link freeImpulse} along the free
 * motion of its slot `s`, together with the impulses that keep the locked motions locked.
 */
function pushFree(blocks: Doubles, joints: JointData, j: number, s: number, weight: number): void {
  const { impulses, freeAxes } = joints;
  const at = jointSize * s;
  const i = jointImpulseSize * j;
  const impulse = weight * freeImpulse();
  for (let k = 0; k < motionCount; k++) {
    const reaction = blocks[at + reactionAt + k] * impulse;
    impulses[i + k] += reaction;
    wrench[k] += reaction;
  }
  wrench[freeAxes[s] % distanceAxis] += impulse;
}

/** The first slot of the joint that slot `s` belongs to. */
function ownerOf(joints: JointData, s: number): number {
  return joints.owners[s] < 0 ? s : joints.owners[s];
}

/** Applies the impulses that the coupling `j` has accumulated. */
function warmStartCoupling(blocks: Doubles, joints: JointData, j: number, states: Doubles): void {
  const { links, ratios, freeAxes } = joints;
  if (joints.freeMasses[j] === 0) return;
  scaleImpulses(joints, j);
  joints.approaches[j] = 0;
  for (let side = 0; side < 2; side++) {
    const s = links[2 * j + side];
    const axis = freeAxes[s] % distanceAxis;
    wrench.fill(0);
    addImpulses(wrench, axis, joints, j);
    if (side === 1) wrench[axis] *= ratios[j];
    apply(blocks, joints, ownerOf(joints, s), states);
  }
}

/** Solves the coupling `j`. */
function solveCoupling(
  blocks: Doubles,
  joints: JointData,
  j: number,
  states: Doubles,
  step: Doubles,
  soft: boolean,
): void {
  const { links, ratios, freeAxes } = joints;
  if (joints.freeMasses[j] === 0) return;
  let speed = 0;
  for (let side = 0; side < 2; side++) {
    const s = links[2 * j + side];
    measure(blocks, joints, ownerOf(joints, s), states);
    speed += (side === 0 ? 1 : ratios[j]) * motion[freeAxes[s] % distanceAxis];
  }
  setFreeSpeed(speed);
  solveFree(joints, j, step, soft);
  if (freeImpulse() === 0) return;
  for (let side = 0; side < 2; side++) {
    const s = links[2 * j + side];
    wrench.fill(0);
    pushFree(blocks, joints, ownerOf(joints, s), s, side === 0 ? 1 : ratios[j]);
    apply(blocks, joints, ownerOf(joints, s), states);
  }
}

/**
 * One pass over all joints: all locked motions of a joint together, then its free motions one after the
 * other, with the locked motions held.
 */
export function solveJoints(
  blocks: Doubles,
  joints: JointData,
  states: Doubles,
  step: Doubles,
  soft: boolean,
): void {
  const { freeAxes, nexts } = joints;
  for (let j = 0; j < joints.count; j++) {
    const at = jointSize * j;
    if (freeAxes[j] === couplingAxis && joints.bodies[2 * j] >= 0)
      solveCoupling(blocks, joints, j, states, step, soft);
    if (blocks[at + skippedAt] === 1) continue;
    measure(blocks, joints, j, states);
    wrench.fill(0);
    const locks = joints.locks[j];
    if (locks >> rotationAxis !== 0) solveLocked(blocks, joints, j, step, soft);
    else if (locks !== 0) solveShifts(blocks, joints, j, step, soft);
    for (let s = j; s >= 0; s = nexts[s]) {
      const slot = jointSize * s;
      if (freeAxes[s] < 0 || joints.freeMasses[s] === 0) continue;
      const r = slot + freeResponseAt;
      let speed = motion[freeAxes[s] % distanceAxis];
      for (let k = 0; k < motionCount; k++) speed += blocks[r + k] * wrench[k];
      setFreeSpeed(speed);
      solveFree(joints, s, step, soft);
      pushFree(blocks, joints, j, s, 1);
    }
    apply(blocks, joints, j, states);
  }
}
