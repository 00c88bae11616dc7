/**
 * Finds when a body, swept through a step as a whole, first sinks into another by more than half its
 * thickness. Its parts are tested against one collider after the other, and the first impact is recorded:
 *
 *   convex shapes                 `deepImpact`; a half-space `deepImpactPlane`
 *   meshes                        their triangles; a mesh that moves only translates, as seen from the part
 *   what touches from the start   `findSinkTime`: it goes on until it sinks in further
 *   what overlaps by far          the ray of the part's centre
 *
 * With the method `'center'`, only that ray counts.
 */
import { createRayHit } from '@colide/core';
import { PointShape, Posed } from '@colide/geometry';
import {
  bilateralAdvancement,
  createPenetrationResult,
  createSweep,
  createTimeOfImpact,
  deepImpact,
  deepImpactPlane,
  penetration,
  sweepPoseAt,
} from '@colide/narrowphase';
import type { MeshShape } from '@colide/spatial';
import type { ContinuousMethod } from '../continuous-method.ts';
import type { BodyTable } from './body-table.ts';
import { share } from './kinematic-sweep.ts';
import { endsDeep, findSinkTime } from './sink-time.ts';
import { type StartPoses, SweptMotion } from './swept-motion.ts';

/**
 * Numbers of the first impact, in an array since V8 might box those in fields:
 *
 *   time        share of the step at which the body meets something; infinite if it does not
 *   collider    what it meets there
 *   touches     whether it touches that from the start of the step; 0 if not
 *   motion      how far a point of the body moves in the step
 */
export const timeAt = 0;
export const colliderAt = 1;
export const touchesAt = 2;
export const motionAt = 3;
const numbersSize = 4;
/**
 * How a body touches an obstacle: with its surface, or with its centre, about which it may go on rotating.
 */
const bySurface = 1;
export const byCenter = 2;

/** The gap at which bodies stop, as a share of the margin of contacts and of their thickness. */
const gapOfMargin = 0.25;
const gapOfThickness = 0.1;
/** The least gap, as a share of the thickness: finer ones take many distance queries. */
const leastGap = 1e-3;

/** Numbers per collider in `ColliderSet.data`. */
const colliderSize = 15;

const startAndEnd = /* @__PURE__ */ Float64Array.of(0, 1);
const hit = /* @__PURE__ */ createRayHit();
const impact = /* @__PURE__ */ createTimeOfImpact();
const overlap = /* @__PURE__ */ createPenetrationResult();
/** The displacement of the current obstacle, and that of the current part relative to it. */
const relative = /* @__PURE__ */ new Float64Array(3);
const toward = /* @__PURE__ */ new Float64Array(3);
/** The centre of the current part, and its path relative to the obstacle. */
const tip = /* @__PURE__ */ new Posed(/* @__PURE__ */ new PointShape());
const path = /* @__PURE__ */ createSweep(0);
const tipLimits = { tolerance: 0, maxSteps: 32 };

/** Finds the first impact of a body. */
export class ImpactSearch {
  /** The first impact of the current body, and the displacement of the obstacle in the step. */
  readonly numbers = new Float64Array(numbersSize);
  readonly carried = new Float64Array(3);
  /** The current body and the current obstacle. */
  readonly moving: SweptMotion;
  readonly other: SweptMotion;
  /** The gap at which the current body stops, how deep it may sink, and its thickness. */
  readonly limits = { tolerance: 0, depth: 0, thickness: 0, maxSteps: 32 };
  private readonly table: BodyTable;
  private readonly margin: number;
  private readonly method: ContinuousMethod;

  constructor(table: BodyTable, start: StartPoses, margin: number, method: ContinuousMethod) {
    this.table = table;
    this.margin = margin;
    this.method = method;
    this.moving = new SweptMotion(table, start, method === 'sweep');
    this.other = new SweptMotion(table, start, method === 'sweep');
  }

  /** Begins the search for a body. */
  setBody(body: number): void {
    const { limits } = this;
    const thickness = this.table.thicknesses[body];
    this.numbers[timeAt] = this.numbers[colliderAt] = Infinity;
    limits.thickness = thickness;
    limits.depth = share * thickness;
    limits.tolerance = Math.max(
      Math.min(gapOfMargin * this.margin, gapOfThickness * thickness),
      leastGap * thickness,
    );
    this.moving.setBody(body);
  }

  /** Makes a collider of the body the current part. */
  setPart(collider: number): void {
    this.moving.setPart(collider);
    this.moving.measure(this.limits);
  }

  /** Makes a collider of another body the current obstacle. */
  private setOther(collider: number): void {
    this.other.setBody(this.table.colliders.bodies[collider]);
    this.other.setPart(collider);
  }

  /** Tests a half-space. */
  meetPlane(plane: number): void {
    const { colliders } = this.table;
    const { moving, limits } = this;
    const { mesh } = moving;
    relative.fill(0);
    const planeAt = colliderSize * plane;
    if (mesh) {
      const { posed, part } = moving;
      this.note(mesh.planeImpact(posed, part, colliders.data, planeAt, limits.depth), plane);
      return;
    }
    if (this.method === 'center') {
      this.castCenterAtPlane(plane);
      return;
    }
    deepImpactPlane(impact, moving.posed, moving.part, colliders.data, planeAt, limits);
    this.noteSinking(plane);
  }

  /** Tests a collider that does not move. */
  meetStill(collider: number): void {
    relative.fill(0);
    this.meet(collider, false);
  }

  /** Tests a collider that moves. */
  meetMoving(collider: number): void {
    const { other } = this;
    this.setOther(collider);
    other.carry(relative, this.moving.center, 0);
    this.meet(collider, true);
    other.poseAtStart();
  }

  /**
   * Records when the current part hits a collider that it would sink into; {@link relative} is the
   * displacement of that collider.
   */
  private meet(collider: number, isMoving: boolean): void {
    const { colliders, meshes } = this.table;
    const { moving, other, limits } = this;
    const convex = colliders.convexes[collider]!;
    const mesh = meshes[collider];
    if (moving.mesh) {
      this.meetByMesh(moving.mesh, collider);
      return;
    }
    if (this.method === 'center') {
      if (isMoving) other.poseAtStart();
      this.castCenter(collider);
      return;
    }
    if (mesh) {
      this.meetMesh(mesh, collider);
      this.castCenter(collider);
      return;
    }
    deepImpact(impact, moving.posed, moving.part, convex, isMoving ? other.part : undefined, limits);
    const { normal } = impact;
    const overlaps = impact.time === 0 && normal[0] === 0 && normal[1] === 0 && normal[2] === 0;
    if (overlaps && isMoving) other.poseAtStart();
    if (overlaps && !this.isShallow(convex)) this.castCenter(collider);
    else if (!(impact.time < 1 && this.staysOver(collider))) this.noteSinking(collider);
  }

  /** Whether the part at hand ends the step over ground that `collider` is level with. */
  private staysOver(collider: number): boolean {
    const { moving, limits } = this;
    sweepPoseAt(moving.posed, moving.part, startAndEnd, 1);
    return this.table.seams?.isOver(moving.collider, collider, limits.depth) === true;
  }

  /**
   * Whether the overlap of the current part with `other` is shallow before the step; sets normal and time of
   * the impact, which is none unless the part sinks in further.
   */
  private isShallow(other: Posed): boolean {
    const { moving, limits } = this;
    moving.poseAtStart();
    penetration(overlap, moving.posed, other);
    if (!(overlap.depth < limits.depth)) return false;
    for (let k = 0; k < 3; k++) impact.normal[k] = overlap.normal[k];
    if (!endsDeep(impact, moving.posed, moving.part, relative, overlap, limits)) impact.time = Infinity;
    return true;
  }

  /**
   * Records the current impact. A part that touches from the start moves on along the normal until it sinks
   * in.
   */
  private noteSinking(collider: number): void {
    const { moving, limits } = this;
    const touches = impact.time === 0;
    if (touches) findSinkTime(impact, moving.posed, moving.part, relative, limits);
    this.note(impact.time, collider, touches ? bySurface : 0);
  }

  /** As {@link meet} with a mesh, which only translates. */
  private meetMesh(mesh: MeshShape, collider: number): void {
    const { moving, limits } = this;
    const { linear } = moving.part;
    for (let k = 0; k < 3; k++) linear[k] -= relative[k];
    mesh.impact(impact, this.table.colliders.convexes[collider]!, moving.posed, moving.part, limits);
    for (let k = 0; k < 3; k++) linear[k] += relative[k];
    this.noteSinking(collider);
  }

  /** As {@link meet} if the current part is a mesh: the other moves relative to it. */
  private meetByMesh(mesh: MeshShape, collider: number): void {
    const { moving, other, limits } = this;
    for (let k = 0; k < 3; k++) toward[k] = moving.frame.linear[k] - relative[k];
    this.setOther(collider);
    const time = mesh.movingImpact(impact, moving.posed, toward, other.mesh, other, limits);
    if (!other.mesh) other.poseAtStart();
    this.note(time, collider);
  }

  /** Records when the centre of the current part hits a collider. */
  private castCenter(collider: number): void {
    const { colliders, meshes } = this.table;
    const { moving, limits } = this;
    const { linear } = path;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      path.position[k] = moving.center[k];
      linear[k] = moving.displacement[k] - relative[k];
      squared += linear[k] * linear[k];
    }
    if (squared === 0) return;
    const mesh = meshes[collider];
    const convex = colliders.convexes[collider]!;
    tipLimits.tolerance = leastGap * limits.tolerance;
    const t = mesh
      ? mesh.raycast(hit, convex, moving.center, linear, 1)
      : bilateralAdvancement(impact, tip, path, convex, undefined, tipLimits);
    if (!(t > 0 && t < Infinity)) return;
    this.noteCenter(t, t - limits.thickness / Math.sqrt(squared), collider);
  }

  /** As {@link castCenter} for a half-space. */
  private castCenterAtPlane(plane: number): void {
    const { center, displacement } = this.moving;
    const { data } = this.table.colliders;
    const at = colliderSize * plane;
    const height = data[at] * center[0] + data[at + 1] * center[1] + data[at + 2] * center[2] - data[at + 3];
    const rise = data[at] * displacement[0] + data[at + 1] * displacement[1] + data[at + 2] * displacement[2];
    if (!(height > 0 && height + rise < 0)) return;
    this.noteCenter(height / -rise, (height - this.limits.thickness) / -rise, plane);
  }

  /**
   * Records that the centre of the current part hits a collider at the time `t`, and that its distance from
   * the collider is the thickness of the body at the time `before`. If it is nearer from the start, it moves
   * half the distance: held in place, the body could not roll off.
   */
  private noteCenter(t: number, before: number, collider: number): void {
    this.note(Math.max(0.5 * t, before), collider, before < 0.5 * t ? byCenter : 0);
  }

  /**
   * Records an impact if it is the first. Of several at the same time the lowest collider counts, in whatever
   * order the broad phase finds them.
   */
  private note(time: number, collider: number, touches = 0): void {
    const { numbers } = this;
    const isTie = time === numbers[timeAt];
    if (isTie ? collider >= numbers[colliderAt] : !(time < numbers[timeAt])) return;
    numbers[timeAt] = time;
    numbers[colliderAt] = collider;
    numbers[touchesAt] = touches;
    this.carried.set(relative);
  }
}
