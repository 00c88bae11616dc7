/**
 * Islands and sleep: bodies joined by contacts and joints form islands, and an island at rest sleeps as a
 * whole.
 *
 * Speeds decide which bodies rest, unless parts of the world push bodies between steps. Then the velocities
 * at this stage are not the final ones, and the distance moved in the whole step decides: {@link
 * IslandStage.measureRest} measures it after the parts.
 */
import { Islands, type RigidContacts, Sleeping, type SleepingOptions } from '@colide/solvers';
import { type BodyTable, slot } from './body-table.ts';

/** Puts islands to sleep and wakes them. */
export class IslandStage {
  /** Bodies asleep after the last step. */
  sleeperCount = 0;
  private readonly table: BodyTable;
  private readonly contacts: RigidContacts;
  private readonly sleeping: Sleeping | undefined;
  /** Whether parts of the world push bodies, so that velocities do not show which ones rest. */
  private readonly isPushed: boolean;
  private islands = new Islands(16);

  constructor(
    table: BodyTable,
    contacts: RigidContacts,
    sleeping: SleepingOptions | false | undefined,
    isPushed: boolean,
  ) {
    this.table = table;
    this.contacts = contacts;
    this.sleeping = sleeping === false ? undefined : new Sleeping(sleeping);
    this.isPushed = isPushed;
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
    const islands = this.islands;
    islands.begin(state.inverseMasses);
    islands.linkAll(contacts.bodies, contacts.count);
    this.table.joints?.linkIslands(islands, state);
    islands.finish();
    this.sleeperCount = sleeping.update(state, islands, dt, this.isPushed);
    if (this.isPushed) sleeping.begin(state);
  }

  /**
   * Adds the step to the time at rest of bodies that have hardly moved, if parts of the world push bodies.
   */
  measureRest(dt: number): void {
    if (this.isPushed) this.sleeping?.measure(this.table.state, dt);
  }

  /** Counts the sleeping bodies again, after the state was replaced. */
  countSleepers(): void {
    const { state, slots, idCount } = this.table;
    this.sleeperCount = 0;
    for (let body = 0; body < idCount; body++)
      if (slots[body] !== slot.free) this.sleeperCount += state.asleep[body];
  }
}
