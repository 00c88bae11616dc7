/** The solver of planar joints: warm start, and one pass of sequential impulses over all of them. */
import { type Doubles, plainDoubles } from '@colide/core';
import { couplingAxis, distanceAxis, type JointData } from '../../internal/joint-data.ts';
import {
  errorAt,
  freeResponseAt,
  leversAAt,
  leversBAt,
  lockedMassAt,
  pinAt,
  planarJointSize,
  planarMotionCount,
  reactionAt,
  skippedAt,
  statesAt,
} from '../../internal/joint-layout-2d.ts';
import { inverseMassAt, inverseMomentAt, spinAt } from '../../internal/planar-layout.ts';
import { impulseScaleAt, jointSoftnessAt, massScaleAt } from '../../internal/solve-contacts.ts';
import {
  addImpulses,
  freeImpulse,
  hopelessImpulse,
  scaleImpulses,
  setFreeSpeed,
  solveFree,
} from '../../internal/solve-free.ts';

/** Speeds of the three motions of the current joint, and the sum of its impulses in this pass along them. */
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
 * Applies the {@link wrench} to the bodies of the joint with its block at `at`, unless it is hopeless: joints
 * with levers of kilometres on tiny bodies cannot hold, and the impulses they need grow without bound.
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
    if (freeMasses[s] > 0) addImpulses(wrench, freeAxes[s] % distanceAxis, joints, s);
}

/**
 * Applies the impulses that all joints have accumulated; in the first substep of a step they are scaled to
 * its length. Otherwise they are those of the previous substep, and are added to the loads.
 */
export function warmStartJoints2d(blocks: Doubles, joints: JointData, states: Doubles, first: boolean): void {
  const { loads, approaches, nexts } = joints;
  for (let j = 0; j < joints.count; j++) {
    const at = planarJointSize * j;
    if (isCoupling(joints, j)) {
      if (first) loads[planarMotionCount * j] = 0;
      else addImpulses(loads, planarMotionCount * j, joints, j);
      warmStartCoupling2d(blocks, joints, j, states);
    }
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
    const l = planarMotionCount * j;
    if (isCoupling(joints, j)) {
      addImpulses(loads, l, joints, j);
      loads[l] *= share;
    }
    const at = planarJointSize * j;
    if (blocks[at + skippedAt] === 1 && blocks[at + pinAt] === 0) continue;
    gatherImpulses2d(joints, j);
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

/** Solves the free motion of slot `s` of joint `j`, with the locked motions held. */
function solveSlot(
  blocks: Doubles,
  joints: JointData,
  j: number,
  s: number,
  step: Doubles,
  soft: boolean,
): void {
  const at = planarJointSize * s;
  let speed = motion[joints.freeAxes[s] % distanceAxis];
  for (let k = 0; k < planarMotionCount; k++) speed += blocks[at + freeResponseAt + k] * wrench[k];
  setFreeSpeed(speed);
  solveFree(joints, s, step, soft);
  if (freeImpulse() !== 0) pushFree2d(blocks, joints, j, s, 1);
}

/**
 * Adds to the {@link wrench} of joint `j` an impulse of `weight` times {@link freeImpulse} along the free
 * motion of its slot `s`, with the impulses that keep the locked motions locked.
 */
function pushFree2d(blocks: Doubles, joints: JointData, j: number, s: number, weight: number): void {
  const { impulses } = joints;
  const at = planarJointSize * s;
  const i = joints.impulseSize * j;
  const impulse = weight * freeImpulse();
  for (let k = 0; k < planarMotionCount; k++) {
    const reaction = blocks[at + reactionAt + k] * impulse;
    impulses[i + k] += reaction;
    wrench[k] += reaction;
  }
  wrench[joints.freeAxes[s] % distanceAxis] += impulse;
}

function isCoupling({ couplings, freeAxes, bodies }: JointData, j: number): boolean {
  return couplings > 0 && freeAxes[j] === couplingAxis && bodies[2 * j] >= 0;
}

/** The first slot of the joint that slot `s` belongs to. */
function ownerOf(joints: JointData, s: number): number {
  return joints.owners[s] < 0 ? s : joints.owners[s];
}

/** Applies the impulses that the coupling `j` has accumulated. */
function warmStartCoupling2d(blocks: Doubles, joints: JointData, j: number, states: Doubles): void {
  const { links, ratios, freeAxes } = joints;
  if (joints.freeMasses[j] === 0) return;
  scaleImpulses(joints, j);
  joints.approaches[j] = 0;
  for (let side = 0; side < 2; side++) {
    const s = links[2 * j + side];
    const axis = freeAxes[s] % distanceAxis;
    wrench[0] = wrench[1] = wrench[2] = 0;
    addImpulses(wrench, axis, joints, j);
    if (side === 1) wrench[axis] *= ratios[j];
    apply(blocks, planarJointSize * ownerOf(joints, s), states);
  }
}

/** Solves the coupling `j`. */
function solveCoupling2d(
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
    measure(blocks, planarJointSize * ownerOf(joints, s), states);
    speed += (side === 0 ? 1 : ratios[j]) * motion[freeAxes[s] % distanceAxis];
  }
  setFreeSpeed(speed);
  solveFree(joints, j, step, soft);
  if (freeImpulse() === 0) return;
  for (let side = 0; side < 2; side++) {
    const s = links[2 * j + side];
    wrench[0] = wrench[1] = wrench[2] = 0;
    pushFree2d(blocks, joints, ownerOf(joints, s), s, side === 0 ? 1 : ratios[j]);
    apply(blocks, planarJointSize * ownerOf(joints, s), states);
  }
}

/** One pass over all joints: all locked motions together, then one free motion after the other. */
export function solveJoints2d(
  blocks: Doubles,
  joints: JointData,
  states: Doubles,
  step: Doubles,
  soft: boolean,
): void {
  const { nexts, freeMasses, locks, count } = joints;
  for (let n = 0; n < count; n++) {
    const j = soft ? n : count - 1 - n;
    const at = planarJointSize * j;
    if (isCoupling(joints, j)) solveCoupling2d(blocks, joints, j, states, step, soft);
    if (blocks[at + skippedAt] === 1) continue;
    measure(blocks, at, states);
    wrench[0] = wrench[1] = wrench[2] = 0;
    if (locks[j] !== 0) solveLocked2d(blocks, joints, j, step, soft);
    for (let s = j; s >= 0; s = nexts[s]) if (freeMasses[s] > 0) solveSlot(blocks, joints, j, s, step, soft);
    apply(blocks, at, states);
  }
}
