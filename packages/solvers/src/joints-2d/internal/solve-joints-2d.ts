/** The solver of planar joints: warm start, and one pass of sequential impulses over all of them. */
import { type Doubles, plainDoubles } from '@colide/core';
import { distanceAxis, type JointData } from '../../internal/joint-data.ts';
import { inverseMassAt, inverseMomentAt, spinAt } from '../../internal/planar-layout.ts';
import { impulseScaleAt, jointSoftnessAt, massScaleAt } from '../../internal/solve-contacts.ts';
import {
  freePush,
  freeSpeed,
  freeSum,
  hopelessImpulse,
  scaleImpulses,
  setWarmScale,
  solveFree,
  sumImpulses,
} from '../../internal/solve-free.ts';
import {
  errorAt,
  freeResponseAt,
  leversAAt,
  leversBAt,
  lockedMassAt,
  planarJointSize,
  planarMotionCount,
  reactionAt,
  skippedAt,
  statesAt,
} from './joint-layout-2d.ts';

/** Speeds of the three motions of the joint at hand, and the sum of its impulses in this pass along them. */
const motion = /* @__PURE__ */ plainDoubles(planarMotionCount);
const wrench = /* @__PURE__ */ plainDoubles(planarMotionCount);

/** Measures the {@link motion} of the joint with its block at `at`. */
function measure(blocks: Doubles, at: number, states: Doubles): void {
  const a = blocks[at + statesAt];
  const b = blocks[at + statesAt + 1];
  const x = blocks[at];
  const y = blocks[at + 1];
  const u = states[b] - states[a];
  const v = states[b + 1] - states[a + 1];
  const spinA = states[a + spinAt];
  const spinB = states[b + spinAt];
  motion[0] = x * u + y * v + spinB * blocks[at + leversBAt] - spinA * blocks[at + leversAAt];
  motion[1] = x * v - y * u + spinB * blocks[at + leversBAt + 1] - spinA * blocks[at + leversAAt + 1];
  motion[2] = spinB - spinA;
}

/** The speed of the free motion of slot `s` of joint `j`. */
export function measureFree2d(
  blocks: Doubles,
  joints: JointData,
  j: number,
  s: number,
  states: Doubles,
): number {
  measure(blocks, planarJointSize * j, states);
  return motion[joints.freeAxes[s] % distanceAxis];
}

/**
 * Applies the {@link wrench} to the bodies of the joint with its block at `at`, unless it is hopeless: joints with levers of
 * kilometres on tiny bodies cannot hold, and what they would need grows without bound.
 */
function apply(blocks: Doubles, at: number, states: Doubles): void {
  if (!(Math.abs(wrench[0]) + Math.abs(wrench[1]) + Math.abs(wrench[2]) < hopelessImpulse)) return;
  const a = blocks[at + statesAt];
  const b = blocks[at + statesAt + 1];
  const x = blocks[at] * wrench[0] - blocks[at + 1] * wrench[1];
  const y = blocks[at + 1] * wrench[0] + blocks[at] * wrench[1];
  const massA = states[a + inverseMassAt];
  const massB = states[b + inverseMassAt];
  states[a] -= massA * x;
  states[a + 1] -= massA * y;
  states[a + spinAt] -=
    states[a + inverseMomentAt] *
    (wrench[0] * blocks[at + leversAAt] + wrench[1] * blocks[at + leversAAt + 1] + wrench[2]);
  states[b] += massB * x;
  states[b + 1] += massB * y;
  states[b + spinAt] +=
    states[b + inverseMomentAt] *
    (wrench[0] * blocks[at + leversBAt] + wrench[1] * blocks[at + leversBAt + 1] + wrench[2]);
}

/** Writes the sum of the impulses of joint `j` along its motions to {@link wrench}. */
function gatherImpulses2d(joints: JointData, j: number): void {
  const { impulses, freeAxes, nexts, impulseSize, freeMasses } = joints;
  const i = impulseSize * j;
  for (let k = 0; k < planarMotionCount; k++) wrench[k] = impulses[i + k];
  for (let s = j; s >= 0; s = nexts[s])
    if (freeMasses[s] > 0) {
      sumImpulses(joints, s);
      wrench[freeAxes[s] % distanceAxis] += freeSum[0];
    }
}

/**
 * Applies the impulses that all joints have accumulated; in the first substep of a step they are scaled to its length.
 * Otherwise they are those of the substep before, and counted among the loads.
 */
export function warmStartJoints2d(
  blocks: Doubles,
  joints: JointData,
  states: Doubles,
  step: Doubles,
  first: boolean,
): void {
  const { loads, approaches, nexts } = joints;
  setWarmScale(joints, step, first);
  for (let j = 0; j < joints.count; j++) {
    const at = planarJointSize * j;
    if (blocks[at + skippedAt] === 1) continue;
    for (let s = j; s >= 0; s = nexts[s]) {
      scaleImpulses(joints, s);
      approaches[s] = 0;
    }
    gatherImpulses2d(joints, j);
    const l = planarMotionCount * j;
    for (let k = 0; k < planarMotionCount; k++) loads[l + k] = first ? 0 : loads[l + k] + wrench[k];
    apply(blocks, at, states);
  }
}

/** Adds the impulses of the last substep to the loads and makes them forces: the mean over the substeps. */
export function finishLoads2d(blocks: Doubles, joints: JointData, substeps: number): void {
  const { loads } = joints;
  const share = 1 / (substeps * joints.impulseTime);
  for (let j = 0; j < joints.count; j++) {
    if (blocks[planarJointSize * j + skippedAt] === 1) continue;
    gatherImpulses2d(joints, j);
    const l = planarMotionCount * j;
    for (let k = 0; k < planarMotionCount; k++) loads[l + k] = share * (loads[l + k] + wrench[k]);
  }
}

/** All locked motions of joint `j` at once. */
function solveLocked2d(blocks: Doubles, joints: JointData, j: number, step: Doubles, soft: boolean): void {
  const { impulses, impulseSize } = joints;
  const at = planarJointSize * j;
  const i = impulseSize * j;
  const rate = soft ? step[jointSoftnessAt] : 0;
  const massScale = soft ? step[jointSoftnessAt + massScaleAt] : 1;
  const impulseScale = soft ? step[jointSoftnessAt + impulseScaleAt] : 0;
  const x = massScale * (motion[0] + rate * blocks[at + errorAt]);
  const y = massScale * (motion[1] + rate * blocks[at + errorAt + 1]);
  const z = massScale * (motion[2] + rate * blocks[at + errorAt + 2]);
  for (let k = 0; k < planarMotionCount; k++) {
    const m = at + lockedMassAt + 3 * k;
    const change = -blocks[m] * x - blocks[m + 1] * y - blocks[m + 2] * z - impulseScale * impulses[i + k];
    impulses[i + k] += change;
    wrench[k] = change;
  }
}

/** What acts along the free motion of slot `s` of joint `j`, in what the locked ones leave free. */
function solveSlot(
  blocks: Doubles,
  joints: JointData,
  j: number,
  s: number,
  step: Doubles,
  soft: boolean,
): void {
  const { impulses, freeAxes, impulseSize } = joints;
  const at = planarJointSize * s;
  const i = impulseSize * j;
  const free = freeAxes[s] % distanceAxis;
  let speed = motion[free];
  for (let k = 0; k < planarMotionCount; k++) speed += blocks[at + freeResponseAt + k] * wrench[k];
  freeSpeed[0] = speed;
  solveFree(joints, s, step, soft);
  const impulse = freePush[0];
  if (impulse === 0) return;
  for (let k = 0; k < planarMotionCount; k++) {
    const reaction = blocks[at + reactionAt + k] * impulse;
    impulses[i + k] += reaction;
    wrench[k] += reaction;
  }
  wrench[free] += impulse;
}

/** One pass over all joints: all locked motions together, then one free motion after the other. */
export function solveJoints2d(
  blocks: Doubles,
  joints: JointData,
  states: Doubles,
  step: Doubles,
  soft: boolean,
): void {
  const { nexts, freeMasses, locks } = joints;
  for (let n = 0; n < joints.count; n++) {
    const j = soft ? n : joints.count - 1 - n;
    const at = planarJointSize * j;
    if (blocks[at + skippedAt] === 1) continue;
    measure(blocks, at, states);
    wrench[0] = wrench[1] = wrench[2] = 0;
    if (locks[j] !== 0) solveLocked2d(blocks, joints, j, step, soft);
    for (let s = j; s >= 0; s = nexts[s]) if (freeMasses[s] > 0) solveSlot(blocks, joints, j, s, step, soft);
    apply(blocks, at, states);
  }
}
