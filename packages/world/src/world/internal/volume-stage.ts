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

  /**
   * Moves the colliders and boxes of all bodies that are awake. With a pool, all colliders are placed first,
   * so that it can measure their boxes.
   */
  follow(): void {
    const { pool } = this;
    const { slots, state, idCount, colliders } = this.table;
    const { positions, rotations } = state;
    for (let c = 0; pool && c < colliders.count; c++) {
      const body = colliders.bodies[c];
      if (body >= 0 && slots[body] !== slot.static && state.asleep[body] === 0)
        colliders.place(c, positions, rotations);
    }
    const measured = pool?.measure(colliders);
    for (let body = 0; body < idCount; body++)
      if (slots[body] !== slot.static && state.asleep[body] === 0) this.followBody(body, measured);
  }

  /** Moves the colliders and boxes of one body, whose colliders have been placed if they are `measured`. */
  followBody(body: number, measured?: Float64Array): void {
    const { state, collidersOf, colliders } = this.table;
    const list = collidersOf[body];
    for (let c = 0; c < list.length; c++) {
      if (!measured) colliders.place(list[c], state.positions, state.rotations);
      this.boxes.fit(list[c], measured);
    }
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
