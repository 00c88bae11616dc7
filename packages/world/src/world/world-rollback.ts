/**
 * States of a world to go back to, even if bodies were added or removed since: for rollback in networked
 * games, replays and look-ahead tools.
 *
 * A state is a snapshot and what the world was made of at the time. The second is shared between states as
 * long as nothing is added, removed or changed, so a state is as small and as fast as a snapshot. Shapes are
 * shared with the world, and kept alive by the states that need them.
 *
 * The user's own data of bodies that come back is what it was when the state was saved.
 */
import { refuse, requireLength, requireObject } from '@colide/core';
import { requireWorld } from '../internal/require-world.ts';
import { applyStructure, readStructure, type WorldStructure } from './internal/world-structure.ts';
import type { World } from './world.ts';

/** A state of a world, for {@link WorldRollback.restore}. */
export interface WorldState {
  /** What changes from step to step; see `World.snapshot`. */
  readonly snapshot: ArrayBuffer;
  /** What the world was made of. @internal */
  readonly structure: WorldStructure;
  /** The user's own data by id. */
  readonly userData: readonly unknown[];
}

/** Saves and restores the states of one world. */
export class WorldRollback {
  readonly world: World;
  /** The last structure, and how often it had changed by then. */
  private last: WorldStructure | undefined;
  private changes = -1;

  constructor(world: World) {
    requireWorld(world);
    this.world = world;
  }

  /** The present state. */
  save(): WorldState {
    const { world } = this;
    const snapshot = world.snapshot();
    if (!this.last || this.changes !== changesOf(world)) this.last = readStructure(world);
    this.changes = changesOf(world);
    return { snapshot, structure: this.last, userData: [...world.userData] };
  }

  /**
   * Goes back to a state: removed bodies return with their ids and generations, and later ones are removed.
   */
  restore(state: WorldState): void {
    requireState(state);
    const { world } = this;
    const { snapshot, structure, userData } = state;
    // Most states differ in poses alone.
    const isSame = this.last === structure && this.changes === changesOf(world);
    if (isSame) world.restore(snapshot);
    else {
      const now = this.save();
      try {
        applyStructure(world, structure);
        world.restore(snapshot);
      } catch (error) {
        applyStructure(world, now.structure);
        world.restore(now.snapshot);
        setUserData(world, now.userData);
        throw error;
      }
    }
    setUserData(world, userData);
    this.last = structure;
    this.changes = changesOf(world);
  }
}

/** Throws unless `state` is what {@link WorldRollback.save} returns. */
function requireState(state: WorldState): void {
  requireObject('state', state);
  const { snapshot, structure, userData } = state;
  if (!(snapshot instanceof ArrayBuffer)) refuse('state.snapshot', 'be an ArrayBuffer', snapshot);
  requireObject('state.structure', structure);
  requireLength('state.structure.bodies', structure.bodies, 0);
  requireLength('state.userData', userData, 0);
}

/** Removed bodies lose their data, so all of it is set. */
function setUserData(world: World, userData: readonly unknown[]): void {
  world.userData.length = 0;
  for (const data of userData) world.userData.push(data);
}

/** How often bodies or joints were added, removed or changed. */
function changesOf({ table, joints }: World): number {
  return table.changes + (joints?.changes ?? 0);
}
