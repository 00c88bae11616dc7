/**
 * Lets snapshots bring bodies back: with this part, `world.restore` works even if bodies or joints were
 * added, removed or changed since `world.snapshot`.
 *
 *   const world = new World({ parts: [new BodyHistory()] });
 *   const snapshot = world.snapshot();
 *   world.add({ shape });
 *   world.restore(snapshot); // the body is gone again
 *
 * Snapshots stay plain numbers, as small as without it. For each of them the part stores the structure of the
 * world, and forgets it together with the buffer, so no list grows. A copy of a snapshot, or one from another
 * world, is unknown to it and, as without this part, fits only a world with the same bodies. Materials and
 * the user's own data are restored, too. `WorldRollback` does the same with states of its own; saved games
 * are for `worldSave`.
 */
import type { World } from './world.ts';
import type { WorldPart } from './world-part.ts';
import { WorldRollback, type WorldState } from './world-rollback.ts';

/** Stores the structure of a world for each of its snapshots: give it to the world as one of its parts. */
export class BodyHistory implements WorldPart<World> {
  readonly name = 'history';
  /** Snapshots contain no state of it. */
  readonly stateLength = 0;
  private rollback: WorldRollback | undefined;
  private readonly states = new WeakMap<ArrayBufferLike, WorldState>();
  private isRestoring = false;

  /** Nothing moves. */
  step(): void {}

  /** The world calls it before a snapshot. */
  settle(world: World): void {
    if (this.rollback?.world !== world) this.rollback = new WorldRollback(world);
  }

  /** The world calls it: stores the structure of the world for the snapshot that `out` is part of. */
  save(out: Float64Array): void {
    const snapshot = out.buffer as ArrayBuffer;
    this.states.set(snapshot, this.rollback!.stateOf(snapshot));
  }

  /** The world calls it: goes back to a snapshot, unless it is unknown. */
  goBack(snapshot: ArrayBuffer): boolean {
    const state = this.states.get(snapshot);
    if (!state || this.isRestoring) return false;
    this.isRestoring = true;
    try {
      this.rollback!.restore(state);
    } finally {
      this.isRestoring = false;
    }
    return true;
  }

  /** Nothing to restore. */
  load(): void {}
}
