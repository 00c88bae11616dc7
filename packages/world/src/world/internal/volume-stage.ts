/**
 * The volumes of bodies follow their motion: each collider is placed at the pose of its body, then its box in
 * the broad phase is refitted. Half-spaces have no box and never move; they are kept in a list of their own.
 *
 * O(colliders of bodies awake) per step. A pool measures the boxes, if there is one.
 */
import { colliderKind } from '@colide/narrowphase';
import type { WorldPool } from '../world-pool.ts';
import { type BodyTable, slot } from './body-table.ts';
import type { ColliderBoxes } from './collider-boxes.ts';

/** Makes colliders and boxes follow their bodies. */
export class VolumeStage {
  /** The colliders that are half-spaces, which are not in the broad phase. */
  readonly planes: number[] = [];
  private readonly table: BodyTable;
  private readonly boxes: ColliderBoxes;
  private readonly pool: WorldPool | undefined;

  constructor(table: BodyTable, boxes: ColliderBoxes, pool?: WorldPool) {
    this.table = table;
    this.boxes = boxes;
    this.pool = pool;
  }

  /**
   * Adds the colliders of a new body to the broad phase. Throws, with nothing changed, if a user-defined
   * shape has no finite box or the broad phase is full.
   */
  enter(body: number): void {
    const colliders = this.table.collidersOf[body];
    let entered = 0;
    try {
      for (; entered < colliders.length; entered++) this.enterCollider(colliders[entered]);
    } catch (error) {
      while (entered-- > 0) this.leaveCollider(colliders[entered]);
      throw error;
    }
  }

  /** Removes the colliders of a body from the broad phase. */
  leave(body: number): void {
    for (const collider of this.table.collidersOf[body]) this.leaveCollider(collider);
  }

  /** Moves the colliders and boxes of all bodies that are awake. */
  follow(): void {
    const { slots, state, idCount } = this.table;
    if (this.pool) this.followByPool(this.pool);
    else
      for (let body = 0; body < idCount; body++)
        if (slots[body] !== slot.static && state.asleep[body] === 0) this.followBody(body);
  }

  /** Moves the colliders and boxes of one body. */
  followBody(body: number): void {
    const { state, collidersOf, colliders } = this.table;
    const list = collidersOf[body];
    for (let c = 0; c < list.length; c++) {
      colliders.place(list[c], state.positions, state.rotations);
      this.boxes.fit(list[c]);
    }
  }

  /** Places all colliders first, has the pool measure their boxes, then refits. */
  private followByPool(pool: WorldPool): void {
    const { table, boxes } = this;
    const { colliders } = table;
    const { positions, rotations } = table.state;
    for (let c = 0; c < colliders.count; c++) if (isAwake(table, c)) colliders.place(c, positions, rotations);
    const measured = pool.measure(colliders);
    for (let c = 0; c < colliders.count; c++) if (isAwake(table, c)) boxes.fit(c, measured);
  }

  private enterCollider(collider: number): void {
    if (this.isPlane(collider)) this.planes.push(collider);
    else this.boxes.insert(collider);
  }

  private leaveCollider(collider: number): void {
    const { planes } = this;
    if (this.isPlane(collider)) planes.splice(planes.indexOf(collider), 1);
    else this.boxes.remove(collider);
  }

  private isPlane(collider: number): boolean {
    return this.table.colliders.kinds[collider] === colliderKind.plane;
  }
}

/** Whether a collider is in use and its body moves. */
function isAwake({ colliders, slots, state }: BodyTable, collider: number): boolean {
  const body = colliders.bodies[collider];
  return body >= 0 && slots[body] !== slot.static && state.asleep[body] === 0;
}
