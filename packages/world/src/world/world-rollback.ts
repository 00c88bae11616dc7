/**
 * Saves states of a world and goes back to them, even if bodies were added or removed since: for rollback in
 * networked games, replays and look-ahead tools.
 *
 * A state is a snapshot and the structure of the world at the time. States share the structure as long as
 * nothing is added, removed or changed, so a state is as small and as fast as a snapshot. Shapes are shared
 * with the world, and kept alive by the states that need them.
 *
 * Bodies that come back have the user data that they had when the state was saved.
 */
import { type RollbackState, requireLength, StateRollback } from '@colide/core';
import { requireWorld } from '../internal/require-world.ts';
import { applyStructure, readStructure, type WorldStructure } from './internal/world-structure.ts';
import type { World } from './world.ts';

/** A state of a world, for {@link WorldRollback}. */
export type WorldState = RollbackState;

/** Saves and restores the states of one world. */
export class WorldRollback extends StateRollback<World> {
  constructor(world: World) {
    requireWorld(world);
    super(world);
  }

  protected override get changes(): number {
    const { table, joints } = this.world;
    return table.changes + (joints?.changes ?? 0);
  }

  protected override read(): object {
    return readStructure(this.world);
  }

  protected override apply(structure: object): void {
    const saved = structure as WorldStructure;
    requireLength('state.structure.bodies', saved.bodies, 0);
    applyStructure(this.world, saved);
  }
}
