/**
 * Continuous detection: what moves far in a step must not have passed through something. A body is fast if a
 * point of it has moved by more than half its thickness, by translation or rotation. It is swept as a whole,
 * with its rotation, and put back to where it met the first thing that it would have sunk into by more than
 * half its thickness (`deepImpact`); the next step finds the contact. So resting, rolling and sliding bodies
 * are never held up. A body that touches something from the start goes on until it sinks in further
 * (`findSinkTime`). One that overlaps it by far, pressed into it by others, is followed by the ray of its
 * centre. A body that is put back has not been simulated for the rest of the step, and what gravity gave it
 * in that time is taken back, or it would bounce higher than it fell.
 *
 * All bodies are stopped by static and kinematic ones; by moving ones if they could pass clean through, from
 * one side to the other. Bullets are stopped by moving bodies whenever they are fast against them, whether
 * those are fast themselves or not, and stay with what they have hit. Kinematic bodies that are fast take
 * slow ones along. A moving mesh is treated as translating with its velocity at the body. Meshes are stopped
 * by convex shapes in the same way.
 *
 * That is the method `'sweep'`. `'straight'` leaves rotation out, as a GJK ray cast does: a stick that turns
 * may pass through something with its ends. `'center'` follows the ray of the centre alone, `'none'` nothing.
 *
 * Cost: one query of the broad phase and a few distance queries for each fast body; bullets and bodies among
 * fast kinematic ones look into a grid of the boxes of fast bodies (`FastBoxes`).
 */
import { createRayHit, IdList, refuse } from '@colide/core';
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
  type TimeOfImpact,
} from '@colide/narrowphase';
import type { MeshShape } from '@colide/spatial';
import type { ContinuousMethod } from '../continuous-method.ts';
import { type BodyTable, slot } from './body-table.ts';
import type { ColliderBoxes } from './collider-boxes.ts';
import { FastBoxes } from './fast-boxes.ts';
import { endsDeep, findSinkTime } from './sink-time.ts';
import { type StartPoses, SweptMotion } from './swept-motion.ts';
import { turnBack } from './turn-back.ts';

const methods: readonly ContinuousMethod[] = ['sweep', 'straight', 'center', 'none'];

/** Share of its thickness that a body may move unseen, and sink into others. */
const share = 0.5;
/** The gap at which bodies stop, as a share of the margin of contacts and of their thickness. */
const gapOfMargin = 0.25;
const gapOfThickness = 0.1;
/** The least gap, as a share of the thickness: finer ones take many distance queries. */
const leastGap = 1e-3;
/** A body that moves by less than this share of the gap before it is stopped touched from the start. */
const heldShare = 0.1;

/** Numbers per collider in `ColliderSet.data`. */
const colliderSize = 15;

/** Numbers of the search at hand. */
const stopTimeAt = 0;
const stopColliderAt = 1;
const motionAt = 2;
/** Whether the impact at hand, and the first one, is with something that the body touches from the start. */
const touchesAt = 3;
const stopTouchesAt = 4;
const numbersSize = 5;
/** Values of those: with its surface, or with its centre, about which it may go on turning. */
const bySurface = 1;
const byCenter = 2;

/** See {@link ContinuousStage.isInFast}. */
const met = 2;
const startAndEnd = /* @__PURE__ */ Float64Array.of(0, 1);

/** Keeps fast bodies from passing through others. */
export class ContinuousStage {
  /** Bodies that were put back in the last step, each as often as that happened. */
  stoppedCount = 0;
  private readonly table: BodyTable;
  private readonly boxes: ColliderBoxes;
  private readonly planes: readonly number[];
  private readonly margin: number;
  private readonly method: ContinuousMethod;
  private start!: StartPoses;
  private gravity!: Float64Array;
  private readonly found = new IdList();
  /**
   * Fast bodies; 1 for each of them, and {@link met} for slow ones that a fast kinematic body may pass
   * through.
   */
  private readonly fast = new IdList();
  private isInFast = new Uint8Array(0);
  /** How far bodies that are {@link met} move as seen from what they meet. */
  private motions = new Float64Array(0);
  private readonly fastBoxes = new FastBoxes();
  private readonly hit = createRayHit();
  private readonly impact: TimeOfImpact = createTimeOfImpact();
  private readonly overlap = createPenetrationResult();
  /** The body at hand and what it may meet. */
  private readonly moving: SweptMotion;
  private readonly other: SweptMotion;
  /** The displacement of what the body at hand met first. */
  private readonly carried = new Float64Array(3);
  /** The displacement of what it may meet now, and its own as seen from there. */
  private readonly relative = new Float64Array(3);
  private readonly toward = new Float64Array(3);
  /** The centre of the part at hand, and its path as seen from what it may meet. */
  private readonly tip = new Posed(new PointShape());
  private readonly path = createSweep(0);
  private readonly limits = { tolerance: 0, depth: 0, maxSteps: 32 };
  private readonly tipLimits = { tolerance: 0, maxSteps: 32 };
  private readonly numbers = new Float64Array(numbersSize);

  /**
   * @param planes the half-spaces, which the broad phase does not know
   * @param margin that of contacts
   */
  constructor(
    table: BodyTable,
    boxes: ColliderBoxes,
    planes: readonly number[],
    margin: number,
    method: ContinuousMethod = 'sweep',
  ) {
    if (!methods.includes(method)) refuse('continuous', `be one of ${methods.join(', ')}`, method);
    this.method = method;
    this.table = table;
    this.boxes = boxes;
    this.planes = planes;
    this.margin = margin;
    this.moving = new SweptMotion(table, method === 'sweep');
    this.other = new SweptMotion(table, method === 'sweep');
  }

  /**
   * Puts back bodies that went too far in a step. The colliders must still be where they were before it.
   */
  sweep(start: StartPoses, gravity: Float64Array): void {
    this.start = start;
    this.gravity = gravity;
    const { slots, bullets, idCount } = this.table;
    const { fast } = this;
    this.stoppedCount = 0;
    if (this.method === 'none') return;
    this.findFast();
    for (let i = 0; i < fast.count; i++) this.search(fast.get(i), false);
    this.searchMet();
    for (let body = 0; body < idCount; body++)
      if (bullets[body] === 1 && slots[body] === slot.dynamic && this.search(body, true))
        // A fast body that carries it along must not carry it through a wall.
        this.search(body, false);
  }

  /** Lists the bodies that are fast, and their boxes if anyone will ask for them. */
  private findFast(): void {
    const { state, slots, bullets, collidersOf, idCount } = this.table;
    const { fast, fastBoxes, other } = this;
    let isAsked = false;
    fast.clear();
    fastBoxes.clear();
    if (this.isInFast.length < slots.length) {
      this.isInFast = new Uint8Array(slots.length);
      this.motions = new Float64Array(slots.length);
    }
    for (let body = 0; body < idCount; body++) {
      const isFast = slots[body] !== slot.static && state.asleep[body] === 0 && this.isFast(body);
      this.isInFast[body] = isFast ? 1 : 0;
      if (isFast) fast.push(body);
      isAsked ||= bullets[body] === 1 || (isFast && slots[body] === slot.kinematic);
    }
    if (!isAsked) return;
    for (let i = 0; i < fast.count; i++) {
      other.setBody(fast.get(i), this.start);
      const parts = collidersOf[fast.get(i)];
      for (let p = 0; p < parts.length; p++) {
        other.setPart(parts[p]);
        other.measure();
        fastBoxes.add(parts[p], other.box);
      }
    }
  }

  /** Stops the bodies that are not fast themselves at fast kinematic ones that come towards them. */
  private searchMet(): void {
    const { slots, collidersOf, colliders, idCount } = this.table;
    const { fast, found, boxes, other, isInFast, motions } = this;
    let hasMet = false;
    for (let i = 0; i < fast.count; i++) {
      const parts = collidersOf[fast.get(i)];
      if (slots[fast.get(i)] !== slot.kinematic) continue;
      other.setBody(fast.get(i), this.start);
      for (let p = 0; p < parts.length; p++) {
        other.setPart(parts[p]);
        other.measure();
        found.clear();
        boxes.broadPhase.queryBox(found, other.box);
        for (let f = 0; f < found.count; f++) {
          const body = colliders.bodies[boxes.colliderAt(found.get(f))];
          if (slots[body] !== slot.dynamic || isInFast[body] === 1 || !this.isMet(body)) continue;
          isInFast[body] = met;
          hasMet = true;
        }
      }
    }
    for (let body = 0; hasMet && body < idCount; body++) {
      if (isInFast[body] !== met) continue;
      this.numbers[motionAt] = motions[body];
      this.searchAll(body, false);
    }
  }

  /**
   * Whether a body moves by more than a share of its thickness as seen from the kinematic one in
   * {@link other}.
   */
  private isMet(body: number): boolean {
    const { startPositions } = this.start;
    const { relative, motions } = this;
    const { state, thicknesses } = this.table;
    let squared = 0;
    this.other.carry(relative, startPositions, 3 * body);
    for (let k = 0; k < 3; k++)
      squared += (state.positions[3 * body + k] - startPositions[3 * body + k] - relative[k]) ** 2;
    motions[body] = Math.max(this.isInFast[body] === met ? motions[body] : 0, Math.sqrt(squared));
    return motions[body] > 0 && motions[body] >= share * thicknesses[body];
  }

  /** Whether a point of a body has moved by more than a share of its thickness; sets {@link numbers}. */
  private isFast(body: number): boolean {
    const { state, thicknesses, radii } = this.table;
    const { positions, rotations } = state;
    const { startPositions, startRotations } = this.start;
    const thickness = thicknesses[body];
    let squared = 0;
    let cosine = 0;
    for (let k = 3 * body; k < 3 * body + 3; k++) squared += (positions[k] - startPositions[k]) ** 2;
    for (let k = 4 * body; k < 4 * body + 4; k++) cosine += rotations[k] * startRotations[k];
    // Half the angle is asin(s) ≤ s + (½π − 1) s³. Turning moves only what is outside of the inner ball.
    const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
    const angle = 2 * sine * (1 + 0.571 * sine * sine);
    const motion = Math.sqrt(squared) + angle * (radii[body] - thickness);
    this.numbers[motionAt] = motion;
    // A body without thickness that stays where it is has no path.
    return motion > 0 && motion >= share * thickness;
  }

  /**
   * Stops a body at the first obstacle on its path that it would sink into: among fast bodies, or among all
   * others and the fast kinematic ones. Returns whether it was stopped.
   */
  private search(body: number, amongFast: boolean): boolean {
    const isDynamic = this.table.slots[body] === slot.dynamic;
    return isDynamic && (this.isFast(body) || amongFast) && this.searchAll(body, amongFast);
  }

  /** The same, however far the body has moved, which is in {@link numbers}. */
  private searchAll(body: number, amongFast: boolean): boolean {
    const { thicknesses, collidersOf } = this.table;
    const { moving, found, boxes, fastBoxes, planes, limits, numbers } = this;
    numbers[stopTimeAt] = Infinity;
    numbers[stopColliderAt] = Infinity;
    numbers[touchesAt] = 0;
    limits.depth = share * thicknesses[body];
    limits.tolerance = Math.max(
      Math.min(gapOfMargin * this.margin, gapOfThickness * thicknesses[body]),
      leastGap * thicknesses[body],
    );
    moving.setBody(body, this.start);
    const parts = collidersOf[body];
    for (let p = 0; p < parts.length; p++) {
      moving.setPart(parts[p]);
      moving.measure(limits);
      found.clear();
      if (fastBoxes.count > 0) fastBoxes.query(found, moving.box);
      for (let i = 0; i < found.count; i++) this.meetFast(body, found.get(i), amongFast);
      if (!amongFast) {
        found.clear();
        boxes.broadPhase.queryBox(found, moving.box);
        for (let i = 0; i < found.count; i++) this.meetSlow(body, boxes.colliderAt(found.get(i)));
        for (let i = 0; i < planes.length; i++) this.meetPlane(body, planes[i]);
      }
      moving.poseAtStart();
    }
    if (!(numbers[stopTimeAt] < 1)) return false;
    this.stop(body);
    this.stoppedCount++;
    return true;
  }

  /**
   * Puts a body back. One that contacts could not keep from going deeper, though it touched from the start,
   * loses up to half its speed, as seen from what it touches: what presses it in would make it faster and
   * faster.
   */
  private stop(body: number): void {
    const { state } = this.table;
    const { moving, carried, numbers, gravity } = this;
    const { velocities, angularVelocities } = state;
    // Where contacts have no margin, a body must touch, or it would stop here in every step.
    const sink = this.margin < 2 * this.limits.tolerance ? 2 * this.limits.tolerance : 0;
    const late = sink > 0 && numbers[motionAt] > 0 ? sink / numbers[motionAt] : 0;
    const t = Math.min(1, Math.max(0, numbers[stopTimeAt]) + late);
    const lost = (1 - t) * this.start.stepTime[0];
    const met = this.table.colliders.bodies[numbers[stopColliderAt]];
    const isFree = this.table.slots[met] === slot.dynamic;
    const isHeld = t * numbers[motionAt] < heldShare * this.limits.tolerance || numbers[stopTouchesAt] !== 0;
    const kept = isFree || !isHeld ? 1 : 0.5 + 0.5 * t;
    // A thin plate that has sunk in with one end comes out by turning: held as it is, it would be stuck for
    // ever.
    const turnsOn = numbers[stopTouchesAt] === byCenter || this.method !== 'sweep';
    numbers[stopTimeAt] = t;
    moving.findPose(numbers, stopTimeAt);
    state.wake(body);
    let spin = 0;
    for (let k = 0; k < 3; k++) {
      const at = 3 * body + k;
      state.positions[at] = moving.position[k] + (1 - t) * carried[k];
      const shared = isFree ? 0 : carried[k] / this.start.stepTime[0];
      velocities[at] = shared + kept * (velocities[at] - lost * gravity[k] - shared);
      spin += (angularVelocities[at] * this.start.stepTime[0]) ** 2;
    }
    // Contacts cannot push out a body that turns by more than a radian per step: all points soon leave again.
    if (!turnsOn || spin > 1) for (let k = 3 * body; k < 3 * body + 3; k++) angularVelocities[k] *= kept;
    if (!turnsOn) turnBack(state, body, moving.rotation);
  }

  /** Whether two bodies can push each other. */
  private collides(body: number, other: number): boolean {
    const { sensors } = this.table;
    return other !== body && (sensors[other] | sensors[body]) === 0 && this.table.mayCollide(body, other);
  }

  private meetPlane(body: number, plane: number): void {
    const { colliders } = this.table;
    const { moving, impact, limits } = this;
    if (!this.collides(body, colliders.bodies[plane])) return;
    const { mesh } = moving;
    if (mesh) {
      const { posed, part, frame } = moving;
      const { data } = colliders;
      const planeAt = colliderSize * plane;
      // A rod that turns about an end on the ground does not sink, although its centre comes down.
      sweepPoseAt(posed, part, startAndEnd, 1);
      const isAbove = mesh.planeHeight(posed, data, planeAt) >= -limits.depth;
      sweepPoseAt(posed, part, startAndEnd, 0);
      if (isAbove) return;
      const time = mesh.planeImpact(posed, frame.linear, data, planeAt, limits.depth);
      this.relative.fill(0);
      this.note(time, plane);
      return;
    }
    this.relative.fill(0);
    if (this.method === 'center') {
      this.castCenterAtPlane(body, plane);
      return;
    }
    deepImpactPlane(impact, moving.posed, moving.part, colliders.data, colliderSize * plane, limits);
    this.goOn();
    this.note(impact.time, plane);
  }

  /** Meets a collider of a fast body, unless the body at hand need not care. */
  private meetFast(body: number, collider: number, amongFast: boolean): void {
    const { colliders, slots } = this.table;
    const other = colliders.bodies[collider];
    if (!this.collides(body, other) || !(amongFast || slots[other] === slot.kinematic)) return;
    this.meetMoving(body, collider, other);
  }

  /** Meets a collider of a body that is not fast. */
  private meetSlow(body: number, collider: number): void {
    const { colliders, slots, state, bullets, thicknesses } = this.table;
    const other = colliders.bodies[collider];
    if (!this.collides(body, other) || this.isInFast[other] === 1) return;
    if (slots[other] === slot.dynamic && bullets[body] === 0)
      if (this.numbers[motionAt] < thicknesses[body] + thicknesses[other]) return;
    if (slots[other] !== slot.static && state.asleep[other] === 0) this.meetMoving(body, collider, other);
    else {
      this.relative.fill(0);
      this.meet(body, collider, false);
    }
  }

  /** Meets a collider that moves. */
  private meetMoving(body: number, collider: number, otherBody: number): void {
    const { other } = this;
    other.setBody(otherBody, this.start);
    other.setPart(collider);
    other.carry(this.relative, this.moving.center, 0);
    this.meet(body, collider, true);
    other.poseAtStart();
  }

  /**
   * Notes when the part at hand meets a collider that it would sink into; {@link relative} is the
   * displacement of that.
   */
  private meet(body: number, collider: number, isMoving: boolean): void {
    const { colliders, meshes } = this.table;
    const { moving, other, impact, limits } = this;
    const convex = colliders.convexes[collider]!;
    const mesh = meshes[collider];
    if (moving.mesh) {
      this.meetByMesh(moving.mesh, collider);
      return;
    }
    if (this.method === 'center') {
      if (isMoving) other.poseAtStart();
      this.castCenter(body, collider);
      return;
    }
    if (mesh) {
      this.meetMesh(mesh, collider);
      this.castCenter(body, collider);
      return;
    }
    deepImpact(impact, moving.posed, moving.part, convex, isMoving ? other.part : undefined, limits);
    const { normal } = impact;
    const overlaps = impact.time === 0 && normal[0] === 0 && normal[1] === 0 && normal[2] === 0;
    if (overlaps && isMoving) other.poseAtStart();
    if (overlaps && !this.isShallow(convex)) this.castCenter(body, collider);
    else {
      this.goOn();
      this.note(impact.time, collider);
    }
  }

  /**
   * Whether the part at hand overlaps `other` by little before the step; sets normal and time of the impact,
   * which is none unless the part sinks in further.
   */
  private isShallow(other: Posed): boolean {
    const { moving, overlap, impact, limits, relative } = this;
    moving.poseAtStart();
    penetration(overlap, moving.posed, other);
    if (!(overlap.depth < limits.depth)) return false;
    for (let k = 0; k < 3; k++) impact.normal[k] = overlap.normal[k];
    if (!endsDeep(impact, moving.posed, moving.part, relative, overlap, limits)) impact.time = Infinity;
    return true;
  }

  /** Lets the part at hand go on along the normal of an impact that it touches from the start. */
  private goOn(): void {
    const { moving, impact, relative, limits, numbers } = this;
    if (impact.time !== 0) return;
    numbers[touchesAt] = bySurface;
    findSinkTime(impact, moving.posed, moving.part, relative, limits);
  }

  /** As {@link meet} with a mesh, which only moves straight. */
  private meetMesh(mesh: MeshShape, collider: number): void {
    const { moving, impact, limits, relative } = this;
    const { linear } = moving.part;
    for (let k = 0; k < 3; k++) linear[k] -= relative[k];
    mesh.impact(impact, this.table.colliders.convexes[collider]!, moving.posed, moving.part, limits);
    for (let k = 0; k < 3; k++) linear[k] += relative[k];
    this.goOn();
    this.note(impact.time, collider);
  }

  /** As {@link meet} if the part at hand is a mesh: the other moves against it. */
  private meetByMesh(mesh: MeshShape, collider: number): void {
    const { colliders, meshes } = this.table;
    const { moving, other, impact, limits, relative, toward } = this;
    const met = meshes[collider];
    for (let k = 0; k < 3; k++) toward[k] = moving.frame.linear[k] - relative[k];
    if (met) {
      const convex = colliders.convexes[collider]!;
      this.note(mesh.meshImpact(moving.posed, met, convex, toward, limits.depth), collider);
      return;
    }
    other.setBody(colliders.bodies[collider], this.start);
    other.setPart(collider);
    const { linear } = other.part;
    for (let k = 0; k < 3; k++) linear[k] = -toward[k];
    mesh.impact(impact, moving.posed, other.posed, other.part, limits);
    other.poseAtStart();
    this.note(impact.time, collider);
  }

  /** Notes when the centre of the part at hand meets a collider. */
  private castCenter(body: number, collider: number): void {
    const { colliders, meshes, thicknesses } = this.table;
    const { moving, relative, hit, impact, tip, path, tipLimits } = this;
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
    tipLimits.tolerance = leastGap * this.limits.tolerance;
    const t = mesh
      ? mesh.raycast(hit, convex, moving.center, linear, 1)
      : bilateralAdvancement(impact, tip, path, convex, undefined, tipLimits);
    if (!(t > 0 && t < Infinity)) return;
    // A centre that is nearer than the thickness goes half the distance: held in place, the body could not
    // roll off.
    const before = t - thicknesses[body] / Math.sqrt(squared);
    this.numbers[touchesAt] = before < 0.5 * t ? byCenter : 0;
    this.note(Math.max(0.5 * t, before), collider);
  }

  /** As {@link castCenter} at a half-space. */
  private castCenterAtPlane(body: number, plane: number): void {
    const { colliders, thicknesses } = this.table;
    const { center, displacement } = this.moving;
    const { data } = colliders;
    const at = colliderSize * plane;
    const height = data[at] * center[0] + data[at + 1] * center[1] + data[at + 2] * center[2] - data[at + 3];
    const rise = data[at] * displacement[0] + data[at + 1] * displacement[1] + data[at + 2] * displacement[2];
    if (!(height > 0 && height + rise < 0)) return;
    const t = height / -rise;
    const before = (height - thicknesses[body]) / -rise;
    this.numbers[touchesAt] = before < 0.5 * t ? byCenter : 0;
    this.note(Math.max(0.5 * t, before), plane);
  }

  /**
   * Notes an impact, if it is the first. Of several at once the lowest collider counts, in whatever order the
   * broad phase finds them.
   */
  private note(time: number, collider: number): void {
    const { numbers } = this;
    const touches = numbers[touchesAt];
    numbers[touchesAt] = 0;
    const isTie = time === numbers[stopTimeAt];
    if (isTie ? collider >= numbers[stopColliderAt] : !(time < numbers[stopTimeAt])) return;
    numbers[stopTimeAt] = time;
    numbers[stopColliderAt] = collider;
    numbers[stopTouchesAt] = touches;
    this.carried.set(this.relative);
  }
}
