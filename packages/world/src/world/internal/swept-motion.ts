/**
 * The motion of one body in a step, as continuous detection sweeps it: from the pose before the step to that
 * after it, on a straight line and at a constant angular velocity about the centre of mass. The parts of a
 * compound are swept one after the other, each at its own pose in the body.
 *
 * One record serves all bodies. Its numbers are in arrays behind names, since V8 might box those in fields.
 */
import type { ConvexShape, Posed } from '@colide/geometry';
import { createSweep, type Sweep, sweepBetween, sweepPoseAt } from '@colide/narrowphase';
import type { MeshShape } from '@colide/spatial';
import type { BodyTable } from './body-table.ts';

/**
 * The poses before a step, and the step itself: its length, an array of one number, and the solver that took
 * it.
 */
export interface StartPoses {
  readonly solver: { readonly gravity: Float64Array };
  readonly startPositions: Float64Array;
  readonly startRotations: Float64Array;
  readonly stepTime: Float64Array;
}

const times = /* @__PURE__ */ Float64Array.of(0, 1);
const startAt = 0;
const endAt = 1;
const box = /* @__PURE__ */ new Float64Array(6);
const carried = /* @__PURE__ */ new Float64Array(3);

/** The motion of a body. */
export class SweptMotion {
  /** The motion of the body's frame. */
  readonly frame: Sweep = createSweep(0);
  /** The motion of the current part: that of the frame, with the pose of the part in it. */
  readonly part: Sweep = { ...this.frame, offset: new Float64Array(7) };
  /** The current part at its pose before the step; continuous tests move it along. */
  posed!: Posed;
  /** The collider of the current part. */
  collider = -1;
  /** The current part, if it is a mesh. */
  mesh: MeshShape | undefined = undefined;
  /** The box around the whole motion of the current part, see {@link measure}. */
  readonly box = new Float64Array(6);
  /** The centre of the part before the step, and its displacement. */
  readonly center = new Float64Array(3);
  readonly displacement = new Float64Array(3);
  /** A pose during the motion, see {@link findPose}. */
  readonly position = new Float64Array(3);
  readonly rotation = new Float64Array(4);
  private readonly table: BodyTable;
  private readonly start: StartPoses;
  private readonly rotates: boolean;

  /** @param rotates whether rotation counts; without it, bodies keep the one before the step */
  constructor(table: BodyTable, start: StartPoses, rotates: boolean) {
    this.table = table;
    this.start = start;
    this.rotates = rotates;
  }

  /** Reads the motion of a body in the last step. */
  setBody(body: number): void {
    const { startPositions, startRotations, stepTime } = this.start;
    const { position, rotation } = this.frame;
    const { positions, rotations, angularVelocities } = this.table.state;
    for (let k = 0; k < 3; k++) position[k] = startPositions[3 * body + k];
    for (let k = 0; k < 4; k++) rotation[k] = startRotations[4 * body + k];
    sweepBetween(this.frame, positions, rotations, body, angularVelocities, stepTime);
    if (!this.rotates) this.frame.angular.fill(0);
  }

  /** Makes a collider of the body the current part. Not for half-spaces. */
  setPart(collider: number): void {
    const { colliders } = this.table;
    const { part } = this;
    const offset = part.offset!;
    this.collider = collider;
    this.posed = colliders.convexes[collider]!;
    this.mesh = this.table.meshes[collider];
    colliders.readOffset(offset, collider);
    part.radius =
      Math.sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]) +
      (this.posed.shape as ConvexShape).boundingRadius;
  }

  /**
   * Writes {@link box}, widened by the tolerance of `limits`, {@link center} and {@link displacement} of the
   * current part.
   */
  measure(limits?: { readonly tolerance: number }): void {
    const { posed, part, center, displacement } = this;
    const { angular, radius } = part;
    // A rotating point leaves its chord by at most r (1 − cos ½φ) ≤ ⅛ r φ².
    const squared = angular[0] * angular[0] + angular[1] * angular[1] + angular[2] * angular[2];
    const wider =
      (limits === undefined ? 0 : limits.tolerance) + Math.min(2 * radius, 0.125 * radius * squared);
    sweepPoseAt(posed, part, times, endAt);
    posed.aabb(this.box);
    posed.centerOfMass(displacement);
    this.poseAtStart();
    posed.aabb(box);
    posed.centerOfMass(center);
    for (let k = 0; k < 3; k++) {
      displacement[k] -= center[k];
      this.box[k] = Math.min(this.box[k], box[k]) - wider;
      this.box[3 + k] = Math.max(this.box[3 + k], box[3 + k]) + wider;
    }
  }

  /** Writes the displacement of the point at `points[at…]` if it moves along with the current part. */
  carry(out: Float64Array, points: Float64Array, at: number): void {
    const { posed, part } = this;
    const { linear, angular } = part;
    for (let k = 0; k < 3; k++) out[k] = linear[k];
    if (angular[0] === 0 && angular[1] === 0 && angular[2] === 0) return;
    this.poseAtStart();
    for (let k = 0; k < 3; k++) carried[k] = points[at + k] - posed.position[k];
    posed.toLocalDirection(carried, carried);
    sweepPoseAt(posed, part, times, endAt);
    posed.toWorld(carried, carried);
    for (let k = 0; k < 3; k++) out[k] = carried[k] - points[at + k];
    this.poseAtStart();
  }

  /** Moves the current part back to its pose before the step. */
  poseAtStart(): void {
    sweepPoseAt(this.posed, this.part, times, startAt);
  }

  /**
   * Writes the pose of the body at the time `times[at]`, 0 to 1, to {@link position} and {@link rotation}.
   */
  findPose(times: Float64Array, at: number): void {
    sweepPoseAt(this, this.frame, times, at);
  }

  /** Receives a pose. @internal */
  setPose(position: ArrayLike<number>, rotation: ArrayLike<number>): void {
    for (let k = 0; k < 3; k++) this.position[k] = position[k];
    for (let k = 0; k < 4; k++) this.rotation[k] = rotation[k];
  }
}
