/**
 * Lets snapshots of planar worlds bring bodies back: `BodyHistory` in the plane, as the option `snapshots`.
 *
 *   const world = new World2d({ snapshots: new BodyHistory2d() });
 *   const snapshot = world.snapshot();
 *   world.add({ shape });
 *   world.restore(snapshot); // the body is gone again
 *
 * Snapshots stay plain numbers, as small as those of `worldSnapshots2d`. The history knows for each of them
 * what its world was made of, and forgets it together with the buffer, so no list grows. A copy of a
 * snapshot, or one of another world, is unknown to it and fits a world with the same bodies. Materials and
 * the user's own data are restored, too. `WorldRollback2d` does the same with states of its own; saved games
 * are for `worldSave2d`.
 */
import type { World2d } from './world-2d.ts';
import { WorldRollback2d, type WorldState2d } from './world-rollback-2d.ts';
import { type SnapshotParts2d, type WorldSnapshots2d, worldSnapshots2d } from './world-snapshots-2d.ts';

/** What a world was made of, for each of its snapshots. */
interface WorldHistory {
  readonly rollback: WorldRollback2d;
  readonly states: WeakMap<ArrayBuffer, WorldState2d>;
}

/** Snapshots that know what their world was made of; any number of worlds may share one history. */
export class BodyHistory2d implements WorldSnapshots2d {
  private readonly histories = new WeakMap<object, WorldHistory>();
  private isRestoring = false;

  /** The world calls it: takes a snapshot. @internal */
  write(world: SnapshotParts2d, left: number): ArrayBuffer {
    const { rollback, states } = this.historyOf(world);
    const snapshot = worldSnapshots2d.write(world, left);
    states.set(snapshot, rollback.stateOf(snapshot));
    return snapshot;
  }

  /** The world calls it: goes back to a snapshot, with the bodies of that time if it is known. @internal */
  read(world: SnapshotParts2d, snapshot: ArrayBuffer): number {
    const { rollback, states } = this.historyOf(world);
    const state = states.get(snapshot);
    if (!state || this.isRestoring) return worldSnapshots2d.read(world, snapshot);
    this.isRestoring = true;
    try {
      rollback.restore(state);
    } finally {
      this.isRestoring = false;
    }
    return rollback.world.remainder;
  }

  private historyOf(world: SnapshotParts2d): WorldHistory {
    let history = this.histories.get(world);
    if (!history) {
      // Only worlds take snapshots.
      history = { rollback: new WorldRollback2d(world as World2d), states: new WeakMap() };
      this.histories.set(world, history);
    }
    return history;
  }
}
