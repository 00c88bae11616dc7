/**
 * Continuous detection: a body whose centre would move by more than half its thickness in a step must not have passed through
 * something. A ray from where its centre was to where it is now finds out, and the body is put back to where its surface
 * reaches what was hit; the next step finds the contact. Resting and sliding bodies are never held up, since a centre does
 * not touch what its body rests on.
 *
 * All bodies are stopped by static ones, bullets by moving ones too. Others that are fast themselves are left out of that search, since their
 * boxes are where they were before the step; a bullet, awake or not, meets each of them along its motion relative to theirs, and stays with what it
 * has hit. Rotation is not swept: the end of a long rod that turns fast may pass through a thin wall.
 *
 * One query of the broad phase for each fast body, and one distance for each pair of a bullet and a fast body.
 */
import { createRayHit, IdList, type Vec3 } from '@colide/core';
import type { ConvexShape, Posed } from '@colide/geometry';
import { rayCollider } from '@colide/narrowphase';
import { type BodyTable, slot } from './body-table.ts';
import type { ColliderBoxes } from './collider-boxes.ts';

const origin = /* @__PURE__ */ new Float64Array(3) as Float64Array & Vec3;
const motion = /* @__PURE__ */ new Float64Array(3) as Float64Array & Vec3;
/** Where a body would be that has only been carried along by the other one, and the same for the first one that stops it. */
const carried = /* @__PURE__ */ new Float64Array(3);
const start = /* @__PURE__ */ new Float64Array(3);
/** Length of {@link motion}, the part of it after which the first thing is hit, and the part that is left to the body. */
const way = /* @__PURE__ */ new Float64Array(3);

/** Keeps fast bodies from passing through others. */
export class ContinuousStage {
  private readonly table: BodyTable;
  private readonly boxes: ColliderBoxes;
  private readonly planes: readonly number[];
  /** Centres of mass before the step. */
  private previous: Float64Array = new Float64Array(0);
  private readonly found = new IdList();
  /** Bodies that have moved by more than half their thickness. */
  private readonly fast = new IdList();
  /** 1 for those. */
  private isInFast = new Uint8Array(0);
  private readonly hit = createRayHit();

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
      way[1] = way[2] = Infinity;
      for (let i = 0; i < fast.count; i++)
        if (this.isFast(body, fast.get(i)))
          for (const collider of collidersOf[fast.get(i)]) this.meet(body, collider, true);
      // What carries it along must not carry it through a wall.
      if (this.stop(body)) this.search(body);
    }
  }

  /** Whether a body has moved by more than half its thickness, as seen from another where one is given. Sets how it has moved. */
  private isFast(body: number, other = -1): boolean {
    const { state, thicknesses } = this.table;
    const { positions } = state;
    const previous = this.previous;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const a = 3 * body + k;
      const b = 3 * other + k;
      const shift = other < 0 ? 0 : positions[b] - previous[b];
      origin[k] = previous[a];
      carried[k] = previous[a] + shift;
      motion[k] = positions[a] - carried[k];
      squared += motion[k] * motion[k];
    }
    way[0] = Math.sqrt(squared);
    return squared >= 0.25 * thicknesses[body] * thicknesses[body];
  }

  /** Stops a fast body by what is where it was. */
  private search(body: number): void {
    const found = this.found;
    const planes = this.planes;
    const boxes = this.boxes;
    if (!this.isFast(body)) return;
    way[1] = way[2] = Infinity;
    found.clear();
    boxes.broadPhase.queryRay(found, origin, motion, 1);
    for (let i = 0; i < found.count; i++) this.meet(body, boxes.colliderAt(found.get(i)), false);
    for (let i = 0; i < planes.length; i++) this.meet(body, planes[i], false);
    this.stop(body);
  }

  /** Puts a dynamic body back if it has met something; returns whether. */
  private stop(body: number): boolean {
    const { slots, state } = this.table;
    if (slots[body] !== slot.dynamic || !(way[2] < 1)) return false;
    state.wake(body);
    const t = Math.max(0, way[2]);
    for (let k = 0; k < 3; k++) {
      const at = 3 * body + k;
      state.positions[at] = (1 - t) * start[k] + t * state.positions[at];
    }
    return true;
  }

  /** Whether a collider is too far away to be met. */
  private isBeyond({ position, shape }: Posed): boolean {
    const { boundingRadius } = shape as ConvexShape;
    let squared = 0;
    for (let k = 0; k < 3; k++) squared += (position[k] - origin[k]) ** 2;
    return squared > (way[0] + boundingRadius) ** 2;
  }

  /** Notes where a body meets a collider, if it must not pass it and nothing else comes first. `isFast` says that the motion is relative to that of the other. */
  private meet(body: number, collider: number, isFast: boolean): void {
    const { colliders, meshes, slots, bullets, sensors, groups, masks, thicknesses } = this.table;
    const other = colliders.bodies[collider];
    if (other === body || sensors[other] === 1 || sensors[body] === 1) return;
    if (bullets[body] === 0 ? slots[other] === slot.dynamic : !isFast && this.isInFast[other] === 1) return;
    if ((groups[body] & masks[other]) === 0 || (groups[other] & masks[body]) === 0) return;
    if (isFast && this.isBeyond(colliders.convexes[collider]!)) return;
    const mesh = meshes[collider];
    const t = mesh
      ? mesh.raycast(this.hit, colliders.convexes[collider]!, origin, motion, 1)
      : rayCollider(this.hit, colliders, collider, origin, motion, 1);
    if (!(t > 0 && t < way[1])) return;
    way[1] = t;
    way[2] = t - thicknesses[body] / way[0];
    start.set(carried);
  }
}
