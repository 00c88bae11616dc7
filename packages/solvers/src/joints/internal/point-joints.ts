/**
 * The joints of a step that have kernels of their own: balls without limits, and hinges. Their impulses and
 * loads are in world axes during a step; before and after it they are in the axes of the joint, as those of
 * all others.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import {
  axesForm,
  ballLocks,
  hingeLocks,
  type JointData,
  jointImpulseSize,
  jointSpringSize,
  noFreeAxis,
  rotationAxis,
} from '../../internal/joint-data.ts';
import { addImpulses, scaleImpulses, scaleRange } from '../../internal/solve-free.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';
import {
  ballEntrySize,
  ballImpulseAt,
  ballLoadAt,
  ballSize,
  type JointBlocks,
  prepareBalls,
  solveBalls,
} from './ball-blocks.ts';
import {
  driveAny,
  driveLimits,
  driveNone,
  hingeDriveAt,
  hingeEntrySize,
  hingeSize,
  prepareHinges,
  solveHinges,
  turnImpulseAt,
  turnLoadAt,
} from './hinge-blocks.ts';
import { writeAxes } from './joint-geometry.ts';
import { motionCount } from './joint-layout.ts';

/** Offset of the two rotations that a hinge locks among its impulses and loads. */
const lockedTurnsAt = 4;
/** Axes of the frame of a joint. */
const axes = /* @__PURE__ */ plainDoubles(9);

/** Whether a joint has a kernel of its own. */
export function isPointJoint(joints: JointData, j: number): boolean {
  const { couplings, forms, nexts, owners, locks, freeAxes } = joints;
  if (couplings > 0 || forms[j] !== axesForm || nexts[j] >= 0 || owners[j] >= 0) return false;
  return (
    (locks[j] === ballLocks && freeAxes[j] === noFreeAxis) ||
    (locks[j] === hingeLocks && freeAxes[j] === rotationAxis)
  );
}

/** What acts along the free rotation of hinge `j`. */
function driveOf({ limits, restitutions, motors, springs, frictions }: JointData, j: number): number {
  const p = jointSpringSize * j;
  if (motors[2 * j + 1] + frictions[j] + springs[p + 1] + springs[p + 2] > 0) return driveAny;
  if (limits[2 * j] === -Infinity && limits[2 * j + 1] === Infinity) return driveNone;
  return restitutions[j] > 0 || limits[2 * j] === limits[2 * j + 1] ? driveAny : driveLimits;
}

/** Writes the vector at `from`, which is in world axes, along the {@link axes}. */
function toAxes(out: Float64Array, to: number, vectors: Doubles, from: number): void {
  const x = vectors[from];
  const y = vectors[from + 1];
  const z = vectors[from + 2];
  for (let k = 0; k < 3; k++) out[to + k] = x * axes[3 * k] + y * axes[3 * k + 1] + z * axes[3 * k + 2];
}

/** Reads the impulses on the anchors. */
function loadAnchors(set: JointBlocks, bodies: RigidBodies, joints: JointData): void {
  const { blocks, entries, count, size, entrySize } = set;
  const { impulses } = joints;
  for (let n = 0; n < count; n++) {
    const i = jointImpulseSize * entries[entrySize * n];
    writeAxes(axes, 0, bodies, joints, entries[entrySize * n]);
    for (let k = 0; k < 3; k++)
      blocks[size * n + ballImpulseAt + k] =
        impulses[i] * axes[k] + impulses[i + 1] * axes[3 + k] + impulses[i + 2] * axes[6 + k];
  }
}

function scaleAnchors({ blocks, count, size }: JointBlocks): void {
  for (let at = 0; at < size * count; at += size) {
    scaleRange(blocks, at + ballImpulseAt, at + ballImpulseAt + 3);
    for (let k = 0; k < 3; k++) blocks[at + ballLoadAt + k] = -blocks[at + ballImpulseAt + k];
  }
}

/** Writes impulses on the anchors, and loads, back. */
function storeAnchors(set: JointBlocks, bodies: RigidBodies, joints: JointData, substeps: number): void {
  const { blocks, entries, count, size, entrySize } = set;
  const share = 1 / (substeps * joints.impulseTime);
  for (let n = 0; n < count; n++) {
    const j = entries[entrySize * n];
    const impulse = size * n + ballImpulseAt;
    const load = size * n + ballLoadAt;
    for (let k = 0; k < 3; k++) blocks[load + k] = share * (blocks[load + k] + blocks[impulse + k]);
    writeAxes(axes, 0, bodies, joints, j);
    toAxes(joints.impulses, jointImpulseSize * j, blocks, impulse);
    toAxes(joints.loads, motionCount * j, blocks, load);
  }
}

function createBlocks(size: number, entrySize: number): JointBlocks {
  return { blocks: plainDoubles(0), entries: [], count: 0, size, entrySize };
}

/** Balls and hinges. */
export class PointJoints {
  private readonly balls = createBlocks(ballSize, ballEntrySize);
  private readonly hinges = createBlocks(hingeSize, hingeEntrySize);

  /** Begins a step without joints. */
  clear(): void {
    this.balls.count = this.hinges.count = 0;
  }

  /** Takes joint `j`, between bodies with the states at `a` and `b`. */
  take(joints: JointData, j: number, a: number, b: number): void {
    const isBall = joints.locks[j] === ballLocks;
    const set = isBall ? this.balls : this.hinges;
    const e = set.entrySize * set.count++;
    set.entries[e] = j;
    set.entries[e + 1] = a;
    set.entries[e + 2] = b;
    if (!isBall) set.entries[e + hingeDriveAt] = driveOf(joints, j);
    const room = set.size * set.count;
    if (room > set.blocks.length) set.blocks = plainDoubles(2 * room);
  }

  /** Lets them follow their bodies. */
  prepare(bodies: RigidBodies, states: Doubles, joints: JointData): void {
    prepareBalls(this.balls, bodies, states, joints);
    prepareHinges(this.hinges, bodies, states, joints);
  }

  /** One pass over all of them. */
  solve(states: Doubles, joints: JointData, step: Doubles, pass: number): void {
    solveBalls(this.balls, states, step, pass);
    solveHinges(this.hinges, states, joints, step, pass);
  }

  /** Reads the impulses of the last step. */
  load(bodies: RigidBodies, joints: JointData): void {
    loadAnchors(this.balls, bodies, joints);
    loadAnchors(this.hinges, bodies, joints);
    const { blocks, entries, count } = this.hinges;
    for (let n = 0; n < count; n++)
      for (let k = 0; k < 2; k++)
        blocks[hingeSize * n + turnImpulseAt + k] =
          joints.impulses[jointImpulseSize * entries[hingeEntrySize * n] + lockedTurnsAt + k];
  }

  /**
   * Scales these impulses at the first warm start. Loads begin with their opposites, which it cancels: they
   * are not of this step.
   */
  scale(joints: JointData): void {
    scaleAnchors(this.balls);
    scaleAnchors(this.hinges);
    const { blocks, entries, count } = this.hinges;
    for (let n = 0; n < count; n++) {
      const impulse = hingeSize * n + turnImpulseAt;
      const load = hingeSize * n + turnLoadAt;
      const j = entries[hingeEntrySize * n];
      scaleImpulses(joints, j);
      scaleRange(blocks, impulse, impulse + 2);
      blocks[load + 2] = 0;
      addImpulses(blocks, load + 2, joints, j);
      blocks[load] = -blocks[impulse];
      blocks[load + 1] = -blocks[impulse + 1];
      blocks[load + 2] = -blocks[load + 2];
    }
  }

  /** Writes impulses and loads back, the latter as the mean forces of all `substeps`. */
  store(bodies: RigidBodies, joints: JointData, substeps: number): void {
    storeAnchors(this.balls, bodies, joints, substeps);
    storeAnchors(this.hinges, bodies, joints, substeps);
    const { blocks, entries, count } = this.hinges;
    const { impulses, loads } = joints;
    const share = 1 / (substeps * joints.impulseTime);
    for (let n = 0; n < count; n++) {
      const impulse = hingeSize * n + turnImpulseAt;
      const load = hingeSize * n + turnLoadAt;
      const j = entries[hingeEntrySize * n];
      addImpulses(blocks, load + 2, joints, j);
      for (let k = 0; k < 2; k++) {
        impulses[jointImpulseSize * j + lockedTurnsAt + k] = blocks[impulse + k];
        loads[motionCount * j + lockedTurnsAt + k] = share * (blocks[load + k] + blocks[impulse + k]);
      }
      loads[motionCount * j + rotationAxis] = share * blocks[load + 2];
    }
  }
}
