/**
 * Continuous detection: a body that moves far in a step must not pass through others. A body is fast if a
 * point of it has moved by more than half its thickness, by translation or rotation. It is swept as a whole,
 * with its rotation, and put back to the pose at which it hit the first obstacle that it would have sunk into
 * by more than half its thickness (`deepImpact`); the next step finds the contact. So resting, rolling and
 * sliding bodies are never held up. A body that touches an obstacle from the start moves on until it sinks in
 * further (`findSinkTime`). For one that overlaps an obstacle deeply, because others press it in, only the
 * ray of its centre counts. A body that is put back has not been simulated for the rest of the step, so the
 * velocity that gravity added in that time is removed, or it would bounce higher than it fell.
 *
 * All bodies are stopped by static and kinematic ones, and by moving ones if they could pass through
 * completely. Bullets are stopped by moving bodies whenever their relative motion is fast, and stay with the
 * body they have hit. Fast kinematic bodies push slow bodies along. A moving mesh is treated as translating
 * with its velocity at the body. Meshes are stopped by convex shapes in the same way.
 *
 * That is the method `'sweep'`. `'straight'` ignores rotation, as a GJK ray cast does: the ends of a rotating
 * stick may pass through obstacles. `'center'` follows only the ray of the centre, and `'none'` does nothing.
 *
 * Cost: one query of the broad phase and a few distance queries for each fast body; bullets and bodies among
 * fast kinematic ones also query a grid of the boxes of fast bodies (`FastBoxes`).
 */
import { IdList, refuse } from '@colide/core';
import type { ContinuousMethod } from '../continuous-method.ts';
import { type BodyTable, slot } from './body-table.ts';
import type { ColliderBoxes } from './collider-boxes.ts';
import { FastBoxes } from './fast-boxes.ts';
import { byCenter, colliderAt, ImpactSearch, motionAt, timeAt, touchesAt } from './impact-search.ts';
import { isFast, isMet, KinematicSweep, share } from './kinematic-sweep.ts';
import type { StartPoses } from './swept-motion.ts';
import { turnBack } from './turn-back.ts';

const methods: readonly ContinuousMethod[] = ['sweep', 'straight', 'center', 'none'];

/** A body that moves by less than this share of the gap before it is stopped has touched from the start. */
const heldShare = 0.1;

/** Colliders found by the current query. */
const found = /* @__PURE__ */ new IdList();

/** Keeps fast bodies from passing through others. */
export class ContinuousStage {
  /** How often bodies were put back in the last step. */
  stoppedCount = 0;
  private readonly table: BodyTable;
  private readonly boxes: ColliderBoxes;
  private readonly planes: readonly number[];
  private readonly margin: number;
  private readonly method: ContinuousMethod;
  private readonly start: StartPoses;
  /** Fast bodies, and a mark for each body: {@link isFast}, {@link isMet} or 0. */
  private readonly fast = new IdList();
  private marks = new Uint8Array(0);
  private readonly fastBoxes = new FastBoxes();
  private readonly impacts: ImpactSearch;
  private readonly kinematic: KinematicSweep;

  /**
   * @param planes the half-spaces, which are not in the broad phase
   * @param margin the contact margin
   */
  constructor(
    table: BodyTable,
    start: StartPoses,
    boxes: ColliderBoxes,
    planes: readonly number[],
    margin: number,
    method: ContinuousMethod = 'sweep',
  ) {
    if (!methods.includes(method)) refuse('continuous', `be one of ${methods.join(', ')}`, method);
    this.method = method;
    this.table = table;
    this.start = start;
    this.boxes = boxes;
    this.planes = planes;
    this.margin = margin;
    this.impacts = new ImpactSearch(table, start, margin, method);
    this.kinematic = new KinematicSweep(table, start, boxes, this.impacts.other);
  }

  /**
   * Puts back bodies that moved too far in a step. The colliders must still have their poses from before it.
   */
  sweep(): void {
    const { slots, bullets, idCount } = this.table;
    const { fast } = this;
    this.stoppedCount = 0;
    if (this.method === 'none') return;
    this.findFast();
    for (let i = 0; i < fast.count; i++) this.search(fast.get(i), false);
    this.searchMet();
    for (let body = 0; body < idCount; body++)
      if (bullets[body] === 1 && slots[body] === slot.dynamic && this.search(body, true))
        // A fast body that pushes it along must not push it through a wall.
        this.search(body, false);
  }

  /** Lists the bodies that are fast, and their boxes if they will be queried. */
  private findFast(): void {
    const { state, slots, bullets, collidersOf, idCount } = this.table;
    const { fast, fastBoxes } = this;
    const { other } = this.impacts;
    let isAsked = false;
    fast.clear();
    fastBoxes.clear();
    if (this.marks.length < slots.length) this.marks = new Uint8Array(slots.length);
    for (let body = 0; body < idCount; body++) {
      const mark = slots[body] !== slot.static && state.asleep[body] === 0 && this.isFast(body) ? isFast : 0;
      this.marks[body] = mark;
      if (mark === isFast) fast.push(body);
      isAsked ||= bullets[body] === 1 || (mark === isFast && slots[body] === slot.kinematic);
    }
    if (!isAsked) return;
    for (let i = 0; i < fast.count; i++) {
      other.setBody(fast.get(i));
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
    const { marks, kinematic } = this;
    const { idCount } = this.table;
    if (!kinematic.mark(marks, this.fast)) return;
    for (let body = 0; body < idCount; body++) {
      if (marks[body] !== isMet) continue;
      this.impacts.numbers[motionAt] = kinematic.motions[body];
      this.searchAll(body, false);
    }
  }

  /** Whether a point of a body has moved by more than a share of its thickness; records how far. */
  private isFast(body: number): boolean {
    const { state, thicknesses, radii } = this.table;
    const { positions, rotations } = state;
    const { startPositions, startRotations } = this.start;
    const thickness = thicknesses[body];
    let squared = 0;
    let cosine = 0;
    for (let k = 3 * body; k < 3 * body + 3; k++) squared += (positions[k] - startPositions[k]) ** 2;
    for (let k = 4 * body; k < 4 * body + 4; k++) cosine += rotations[k] * startRotations[k];
    // Half the angle is asin(s) ≤ s + (½π − 1) s³. Rotation moves only points outside of the inner ball.
    const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
    const angle = 2 * sine * (1 + 0.571 * sine * sine);
    const motion = Math.sqrt(squared) + angle * (radii[body] - thickness);
    this.impacts.numbers[motionAt] = motion;
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

  /** The same, however far the body has moved, which must have been recorded. */
  private searchAll(body: number, amongFast: boolean): boolean {
    const { impacts, boxes, fastBoxes, planes } = this;
    const { moving } = impacts;
    const parts = this.table.collidersOf[body];
    impacts.setBody(body);
    for (let p = 0; p < parts.length; p++) {
      impacts.setPart(parts[p]);
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
    if (!(impacts.numbers[timeAt] < 1)) return false;
    this.stop(body);
    this.stoppedCount++;
    return true;
  }

  /**
   * Puts a body back. If contacts could not keep it from sinking deeper, though it touched from the start, it
   * loses up to half its speed relative to the obstacle: otherwise the bodies that press it in would make it
   * faster and faster.
   */
  private stop(body: number): void {
    const { state } = this.table;
    const { gravity } = this.start.solver;
    const { moving, limits, numbers, carried } = this.impacts;
    const stepTime = this.start.stepTime[0];
    const { velocities, angularVelocities } = state;
    // If contacts have no margin, a body must touch, or it would stop here in every step.
    const sink = this.margin < 2 * limits.tolerance ? 2 * limits.tolerance : 0;
    const late = sink > 0 && numbers[motionAt] > 0 ? sink / numbers[motionAt] : 0;
    const t = Math.min(1, Math.max(0, numbers[timeAt]) + late);
    const lost = (1 - t) * stepTime;
    const met = this.table.colliders.bodies[numbers[colliderAt]];
    const isFree = this.table.slots[met] === slot.dynamic;
    const isHeld = t * numbers[motionAt] < heldShare * limits.tolerance || numbers[touchesAt] !== 0;
    const kept = isFree || !isHeld ? 1 : 0.5 + 0.5 * t;
    // A thin plate that has sunk in with one end comes out by rotating: with its rotation fixed, it would be
    // stuck for ever.
    const turnsOn = numbers[touchesAt] === byCenter || this.method !== 'sweep';
    numbers[timeAt] = t;
    moving.findPose(numbers, timeAt);
    state.wake(body);
    let spin = 0;
    for (let k = 0; k < 3; k++) {
      const at = 3 * body + k;
      state.positions[at] = moving.position[k] + (1 - t) * carried[k];
      const shared = isFree ? 0 : carried[k] / stepTime;
      velocities[at] = shared + kept * (velocities[at] - lost * gravity[k] - shared);
      spin += (angularVelocities[at] * stepTime) ** 2;
    }
    // Contacts cannot push out a body that rotates by more than a radian per step: all points soon leave
    // again.
    if (!turnsOn || spin > 1) for (let k = 3 * body; k < 3 * body + 3; k++) angularVelocities[k] *= kept;
    if (!turnsOn) turnBack(state, body, moving.rotation);
  }

  /** Whether two bodies can push each other. */
  private collides(body: number, other: number): boolean {
    const { sensors } = this.table;
    return other !== body && (sensors[other] | sensors[body]) === 0 && this.table.mayCollide(body, other);
  }

  private meetPlane(body: number, plane: number): void {
    if (this.collides(body, this.table.colliders.bodies[plane])) this.impacts.meetPlane(plane);
  }

  /** Tests a collider of a fast body, unless it cannot stop the current body. */
  private meetFast(body: number, collider: number, amongFast: boolean): void {
    const { colliders, slots } = this.table;
    const other = colliders.bodies[collider];
    if (!this.collides(body, other) || !(amongFast || slots[other] === slot.kinematic)) return;
    this.impacts.meetMoving(collider);
  }

  /** Tests a collider of a body that is not fast. */
  private meetSlow(body: number, collider: number): void {
    const { colliders, slots, state, bullets, thicknesses } = this.table;
    const { impacts } = this;
    const other = colliders.bodies[collider];
    if (!this.collides(body, other) || this.marks[other] === isFast) return;
    if (slots[other] === slot.dynamic && bullets[body] === 0)
      if (impacts.numbers[motionAt] < thicknesses[body] + thicknesses[other]) return;
    if (slots[other] !== slot.static && state.asleep[other] === 0) impacts.meetMoving(collider);
    else impacts.meetStill(collider);
  }
}
