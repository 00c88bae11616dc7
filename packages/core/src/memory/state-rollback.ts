/**
 * Saves states of a world and goes back to them, even if its structure has changed since. This is the part
 * that spatial and planar worlds share.
 *
 * A state is a snapshot and a record of what the world was made of at the time. States share this record as
 * long as nothing is added, removed or changed, so a state is as small and as fast as a snapshot.
 */
import { refuse, requireLength, requireObject } from '../checks/checks.ts';

/** What a rollback needs of a world. */
export interface RestorableWorld {
  readonly gravity?: Float64Array;
  readonly userData: unknown[];
  snapshot(): ArrayBuffer;
  restore(snapshot: ArrayBuffer): void;
}

/** A state of a world, for {@link StateRollback.restore}. */
export interface RollbackState {
  /** What changes from step to step. */
  readonly snapshot: ArrayBuffer;
  /** What the world was made of. @internal */
  readonly structure: object;
  /** Acceleration of all bodies, which snapshots do not contain. */
  readonly gravity: readonly number[];
  /** The user's own data by id. */
  readonly userData: readonly unknown[];
}

/** Saves and restores the states of one world. */
export abstract class StateRollback<World extends RestorableWorld> {
  readonly world: World;
  /** The last structure, and how often it had changed by then. */
  private last: object | undefined;
  private changesThen = -1;

  constructor(world: World) {
    requireObject('world', world);
    this.world = world;
  }

  /** How often bodies or joints were added, removed or changed. */
  protected abstract get changes(): number;

  /** What the world is made of. */
  protected abstract read(): object;

  /** Makes the world have another structure. */
  protected abstract apply(structure: object): void;

  /** The present state. */
  save(): RollbackState {
    return this.stateOf(this.world.snapshot());
  }

  /** The state that a snapshot, taken just now, belongs to. @internal */
  stateOf(snapshot: ArrayBuffer): RollbackState {
    if (!this.last || this.changesThen !== this.changes) this.remember(this.read());
    const { gravity = [], userData } = this.world;
    return { snapshot, structure: this.last!, gravity: [...gravity], userData: [...userData] };
  }

  /**
   * Goes back to a state: removed bodies return with their ids and generations, and later ones are removed.
   */
  restore(state: RollbackState): void {
    requireState(state);
    const { world } = this;
    const { snapshot, structure, gravity, userData } = state;
    // Most states differ in poses alone.
    const isSame = this.last === structure && this.changesThen === this.changes;
    if (isSame) world.restore(snapshot);
    else {
      const now = this.save();
      try {
        this.apply(structure);
        world.restore(snapshot);
      } catch (error) {
        this.apply(now.structure);
        world.restore(now.snapshot);
        setUserData(world, now.userData);
        throw error;
      }
    }
    world.gravity?.set(gravity);
    setUserData(world, userData);
    this.remember(structure);
  }

  /** The world has this structure now. */
  private remember(structure: object): void {
    this.last = structure;
    this.changesThen = this.changes;
  }
}

/** Throws unless `state` is what {@link StateRollback.save} returns. */
function requireState(state: RollbackState): void {
  requireObject('state', state);
  const { snapshot, structure, gravity, userData } = state;
  if (!(snapshot instanceof ArrayBuffer)) refuse('state.snapshot', 'be an ArrayBuffer', snapshot);
  requireObject('state.structure', structure);
  requireLength('state.gravity', gravity, 0);
  requireLength('state.userData', userData, 0);
}

/** Removed bodies lose their data, so all of it is set. */
function setUserData(world: RestorableWorld, userData: readonly unknown[]): void {
  world.userData.length = 0;
  for (const data of userData) world.userData.push(data);
}
