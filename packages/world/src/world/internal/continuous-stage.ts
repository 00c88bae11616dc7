/**
 * Continuous detection: a body whose centre moves by more than half its thickness in a step must not have
 * passed through something. A ray from the centre's old position to its new one finds out, and the body is
 * put back to where its surface reaches what was hit; the next step finds the contact. Resting and sliding
 * bodies are never held up, since a centre does not touch what its body rests on.
 *
 * All bodies are stopped by static ones, bullets by moving ones too. Bodies that are fast themselves are left
 * out of that search, since their boxes are still where they were before the step. A bullet, awake or not,
 * meets each of them along its motion relative to theirs, and stays with what it has hit. Rotation is not
 * swept: the end of a long rod that spins fast may pass through a thin wall.
 *
 * Cost: one query of the broad phase for each fast body, and one ray for each pair of a bullet and a fast
 * body.
 */
import { createRayHit, IdList } from '@colide/core';
import type { ConvexShape, Posed } from '@colide/geometry';
import { rayCollider } from '@colide/narrowphase';
import { type BodyTable, slot } from './body-table.ts';
import type { ColliderBoxes } from './collider-boxes.ts';
import { SweptMotion } from './swept-motion.ts';

/** Keeps fast bodies from passing through others. */
export class ContinuousStage {
  private readonly table: BodyTable;
  private readonly boxes: ColliderBoxes;
  private readonly planes: readonly number[];
  /** Centres of mass before the step. */
  private previous: Float64Array = new Float64Array(0);
  private readonly found = new IdList();
  /** Bodies that have moved by more than half their thickness, and 1 for each of them. */
  private readonly fast = new IdList();
  private isInFast = new Uint8Array(0);
  private readonly hit = createRayHit();
  /** The motion of the body at hand. */
  private readonly swept = new SweptMotion();

  /** @param planes the half-spaces, which the broad phase does not know */
  constructor(table: BodyTable, boxes: ColliderBoxes, planes: readonly number[]) {
    this.table = table;
    this.boxes = boxes;
    this.planes = planes;
  }

  /**
   * Puts back bodies that went too far. The colliders must still be where they were before the step.
   *
   * @param startPositions centres of mass before the step
   */
  sweep(startPositions: Float64Array): void {
    this.previous = startPositions;
    const { state, slots, bullets, collidersOf, idCount } = this.table;
    const fast = this.fast;
    fast.clear();
    if (this.isInFast.length < slots.length) this.isInFast = new Uint8Array(slots.length);
    for (let body = 0; body < idCount; body++) {
      const isFast = slots[body] !== slot.static && state.asleep[body] === 0 && this.isFast(body);
      this.isInFast[body] = isFast ? 1 : 0;
      if (isFast) fast.push(body);
    }
    for (let i = 0; i < fast.count; i++) this.search(fast.get(i));
    for (let body = 0; body < idCount; body++) {
      if (bullets[body] === 0) continue;
      this.swept.clearHit();
      for (let i = 0; i < fast.count; i++)
        if (this.isFast(body, fast.get(i)))
          for (const collider of collidersOf[fast.get(i)]) this.meet(body, collider, true);
      // A fast body that carries it along must not carry it through a wall.
      if (this.stop(body)) this.search(body);
    }
  }

  /**
   * Whether a body has moved by more than half its thickness, as seen from another body if one is given. Sets
   * {@link swept}.
   */
  private isFast(body: number, other = -1): boolean {
    const { state, thicknesses } = this.table;
    const { positions } = state;
    const previous = this.previous;
    const { origin, displacement, carried } = this.swept;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const a = 3 * body + k;
      const b = 3 * other + k;
      const shift = other < 0 ? 0 : positions[b] - previous[b];
      origin[k] = previous[a];
      carried[k] = previous[a] + shift;
      displacement[k] = positions[a] - carried[k];
      squared += displacement[k] * displacement[k];
    }
    this.swept.length = Math.sqrt(squared);
    return squared >= 0.25 * thicknesses[body] * thicknesses[body];
  }

  /** Stops a fast body at the first obstacle on its path that has not moved far itself. */
  private search(body: number): void {
    const found = this.found;
    const planes = this.planes;
    const boxes = this.boxes;
    const swept = this.swept;
    if (!this.isFast(body)) return;
    swept.clearHit();
    found.clear();
    boxes.broadPhase.queryRay(found, swept.origin, swept.displacement, 1);
    for (let i = 0; i < found.count; i++) this.meet(body, boxes.colliderAt(found.get(i)), false);
    for (let i = 0; i < planes.length; i++) this.meet(body, planes[i], false);
    this.stop(body);
  }

  /** Puts a dynamic body back if it has met something; returns whether. */
  private stop(body: number): boolean {
    const { slots, state } = this.table;
    const { stopTime, stopOrigin } = this.swept;
    if (slots[body] !== slot.dynamic || !(stopTime < 1)) return false;
    state.wake(body);
    const t = Math.max(0, stopTime);
    for (let k = 0; k < 3; k++) {
      const at = 3 * body + k;
      state.positions[at] = (1 - t) * stopOrigin[k] + t * state.positions[at];
    }
    return true;
  }

  /** Whether a collider is too far away to be met. */
  private isBeyond({ position, shape }: Posed): boolean {
    const { boundingRadius } = shape as ConvexShape;
    const { origin, length } = this.swept;
    let squared = 0;
    for (let k = 0; k < 3; k++) squared += (position[k] - origin[k]) ** 2;
    return squared > (length + boundingRadius) ** 2;
  }

  /**
   * Notes where a body meets a collider, if it must not pass through it and nothing else comes first.
   * `isFast` says that the motion is relative to that of the other body.
   */
  private meet(body: number, collider: number, isFast: boolean): void {
    const { colliders, meshes, slots, bullets, sensors, groups, masks, thicknesses } = this.table;
    const other = colliders.bodies[collider];
    if (other === body || sensors[other] === 1 || sensors[body] === 1) return;
    if (bullets[body] === 0 ? slots[other] === slot.dynamic : !isFast && this.isInFast[other] === 1) return;
    if ((groups[body] & masks[other]) === 0 || (groups[other] & masks[body]) === 0) return;
    if (isFast && this.isBeyond(colliders.convexes[collider]!)) return;
    const { origin, displacement, hitTime } = this.swept;
    const mesh = meshes[collider];
    const t = mesh
      ? mesh.raycast(this.hit, colliders.convexes[collider]!, origin, displacement, 1)
      : rayCollider(this.hit, colliders, collider, origin, displacement, 1);
    if (t > 0 && t < hitTime) this.swept.noteHit(t, thicknesses[body]);
  }
}
