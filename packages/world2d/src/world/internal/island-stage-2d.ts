/**
 * Islands and sleep in the plane: bodies joined by contacts and joints form islands, and an island at rest
 * sleeps as a whole.
 */
import { Islands, type RigidContacts2d, Sleeping, type SleepingOptions } from '@colide/solvers';
import type { BodyTable2d } from './body-table-2d.ts';
import { dynamicSlot } from './planar-constants.ts';

/** Puts islands to sleep and wakes them. */
export class IslandStage2d {
  /** Bodies asleep after the last step. */
  sleeperCount = 0;
  private readonly table: BodyTable2d;
  private readonly contacts: RigidContacts2d;
  private readonly sleeping: Sleeping | undefined;
  private islands = new Islands(16);

  constructor(table: BodyTable2d, contacts: RigidContacts2d, sleeping: SleepingOptions | false | undefined) {
    this.table = table;
    this.contacts = contacts;
    this.sleeping = sleeping === false ? undefined : new Sleeping(sleeping);
  }

  /**
   * Builds the islands of the current contacts; puts to sleep those at rest and wakes those that were
   * disturbed.
   */
  sleep(dt: number): void {
    const { sleeping, contacts } = this;
    if (!sleeping) return;
    const { state } = this.table;
    if (this.islands.capacity < state.count) this.islands = new Islands(state.count);
    const { islands } = this;
    islands.begin(state.inverseMasses);
    islands.linkAll(contacts.arrays.bodies, contacts.count);
    this.table.joints?.linkIslands(islands, state);
    islands.finish();
    this.sleeperCount = sleeping.update(state, islands, dt);
  }

  /** Counts the sleeping bodies again, after the state was replaced. */
  countSleepers(): void {
    const { state, slots, idCount } = this.table;
    this.sleeperCount = 0;
    for (let body = 0; body < idCount; body++)
      if (slots[body] === dynamicSlot) this.sleeperCount += state.asleep[body];
  }
}
