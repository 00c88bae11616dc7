/** The inner loops of the impulse solver over joints: warm start and sweep. */
import { type Doubles, plainDoubles } from '@colide/core';
import type { JointData } from '../../internal/joint-data.ts';
import { applyWrench, measureMotion, wrench } from '../../internal/pair-motion.ts';
import { growthLimit, jointSoftness, reachAt, softness, stateSize } from '../../internal/sweep-contacts.ts';
import { errorAt, freeMass, jointSize, responseAt, shiftMass, turnMass, valueAt } from './joint-blocks.ts';

/** Relative motion at the anchor in the axes of the joint: shifts, then turns. */
const motion = /* @__PURE__ */ plainDoubles(6);
/** Impulse of a row on its way between functions. */
const row = /* @__PURE__ */ plainDoubles(1);

/** An impulse that no joint of this world needs. */
const hopeless = 1e30;

/** Applies the impulses that all joints have accumulated, times `scale[0]` or {@link growthLimit}. */
export function warmStartJoints(
  blocks: Doubles,
  joints: JointData,
  states: Doubles,
  scale: Float64Array,
): void {
  const { impulses, freeAxes } = joints;
  const s = Math.min(scale[0], growthLimit);
  for (let j = 0; j < joints.count; j++) {
    const at = jointSize * j;
    if (blocks[at + reachAt] === Infinity) continue;
    const i = 9 * j;
    // Impulses of joints that cannot hold, with levers of kilometres say, would grow without end.
    for (let k = 0; k < 9; k++)
      impulses[i + k] = Math.abs(impulses[i + k]) < hopeless ? impulses[i + k] * s : 0;
    for (let k = 0; k < 6; k++) wrench[k] = impulses[i + k];
    if (freeAxes[j] >= 0) wrench[freeAxes[j] % 6] += impulses[i + 6] - impulses[i + 7] + impulses[i + 8];
    applyWrench(blocks, at, states, stateSize * joints.bodies[2 * j], stateSize * joints.bodies[2 * j + 1]);
  }
}

/** Takes the impulse {@link row} along motion `axis` into the wrench and the relative motion. */
function addRow(blocks: Doubles, at: number, axis: number): void {
  wrench[axis] += row[0];
  for (let k = 0; k < 6; k++) motion[k] += blocks[at + responseAt + 6 * axis + k] * row[0];
}

/** Solves the three locked shifts (`first` 0) or turns (3) of a joint together. */
function solveLocked(
  blocks: Doubles,
  at: number,
  impulses: Float64Array,
  i: number,
  first: number,
  soft: boolean,
): void {
  const m = at + (first === 0 ? shiftMass : turnMass);
  const e = at + errorAt + first;
  const rate = soft ? softness[jointSoftness] : 0;
  const massScale = soft ? softness[jointSoftness + 1] : 1;
  const impulseScale = soft ? softness[jointSoftness + 2] : 0;
  const x = massScale * (motion[first] + rate * blocks[e]);
  const y = massScale * (motion[first + 1] + rate * blocks[e + 1]);
  const z = massScale * (motion[first + 2] + rate * blocks[e + 2]);
  const px = -(blocks[m] * x + blocks[m + 3] * y + blocks[m + 4] * z) - impulseScale * impulses[i];
  const py = -(blocks[m + 3] * x + blocks[m + 1] * y + blocks[m + 5] * z) - impulseScale * impulses[i + 1];
  const pz = -(blocks[m + 4] * x + blocks[m + 5] * y + blocks[m + 2] * z) - impulseScale * impulses[i + 2];
  impulses[i] += px;
  impulses[i + 1] += py;
  impulses[i + 2] += pz;
  row[0] = px;
  addRow(blocks, at, first);
  row[0] = py;
  addRow(blocks, at, first + 1);
  row[0] = pz;
  addRow(blocks, at, first + 2);
}

/** Limit of the free motion: `sign` 1 for the lower one, −1 for the upper one. Both are one where they are equal. */
function solveLimit(
  blocks: Doubles,
  at: number,
  joints: JointData,
  j: number,
  sign: 1 | -1,
  soft: boolean,
): void {
  const { limits, impulses } = joints;
  const slot = 9 * j + (sign === 1 ? 6 : 7);
  const limit = limits[2 * j + (sign === 1 ? 0 : 1)];
  if (limit === -Infinity || limit === Infinity) return;
  const axis = joints.freeAxes[j] % 6;
  const equal = limits[2 * j] === limits[2 * j + 1];
  if (equal && sign === -1) return;
  const gap = sign * (blocks[at + valueAt] - limit);
  const old = impulses[slot];
  let bias = 0;
  let massScale = 1;
  let impulseScale = 0;
  if (gap > 0 && !equal) bias = gap / softness[6];
  else if (soft) {
    bias = softness[jointSoftness] * gap;
    massScale = softness[jointSoftness + 1];
    impulseScale = softness[jointSoftness + 2];
  }
  const change = -blocks[at + freeMass] * massScale * (sign * motion[axis] + bias) - impulseScale * old;
  const total = equal ? old + change : Math.max(0, old + change);
  impulses[slot] = total;
  row[0] = sign * (total - old);
  addRow(blocks, at, axis);
}

/** Motor of the free motion. */
function solveMotor(blocks: Doubles, at: number, joints: JointData, j: number): void {
  const { motors, impulses } = joints;
  const most = motors[2 * j + 1] * softness[6];
  if (most === 0) return;
  const axis = joints.freeAxes[j] % 6;
  const old = impulses[9 * j + 8];
  const wanted = old - blocks[at + freeMass] * (motion[axis] - motors[2 * j]);
  const total = Math.max(-most, Math.min(most, wanted));
  impulses[9 * j + 8] = total;
  row[0] = total - old;
  addRow(blocks, at, axis);
}

/** One sweep over all joints: motor, limits, turns, shifts. */
export function sweepJoints(blocks: Doubles, joints: JointData, states: Doubles, soft: boolean): void {
  for (let j = 0; j < joints.count; j++) {
    const at = jointSize * j;
    if (blocks[at + reachAt] === Infinity) continue;
    const a = stateSize * joints.bodies[2 * j];
    const b = stateSize * joints.bodies[2 * j + 1];
    measureMotion(motion, blocks, at, states, a, b);
    wrench.fill(0);
    if (joints.freeAxes[j] >= 0) {
      solveMotor(blocks, at, joints, j);
      solveLimit(blocks, at, joints, j, 1, soft);
      solveLimit(blocks, at, joints, j, -1, soft);
    }
    if (joints.locks[j] > 7) solveLocked(blocks, at, joints.impulses, 9 * j + 3, 3, soft);
    if ((joints.locks[j] & 7) !== 0) solveLocked(blocks, at, joints.impulses, 9 * j, 0, soft);
    applyWrench(blocks, at, states, a, b);
  }
}
