/**
 * Saves states of a planar world and goes back to them, even if bodies were added or removed since:
 * `WorldRollback` in the plane.
 *
 * A state is a snapshot and the structure of the world at the time. States share the structure as long as
 * nothing is added, removed or changed, so a state is as small and as fast as a snapshot. Shapes are shared
 * with the world, and kept alive by the states that need them.
 *
 * Bodies that come back have the user data that they had when the state was saved.
 */
import { type RollbackState, requireLength, StateRollback } from '@colide/core';
import { requireWorld2d } from '../internal/require-world-2d.ts';
import { applyStructure2d, readStructure2d, type WorldStructure2d } from './internal/world-structure-2d.ts';
import type { World2d } from './world-2d.ts';
import { worldSnapshots2d } from './world-snapshots-2d.ts';

/** A state of a planar world, for {@link WorldRollback2d}. */
export type WorldState2d = RollbackState;

/** Saves and restores the states of one planar world. */
export class WorldRollback2d extends StateRollback<World2d> {
  constructor(world: World2d) {
    requireWorld2d(world);
    super(world);
    world.snapshots ??= worldSnapshots2d;
  }

  protected override get changes(): number {
    const { table, joints } = this.world;
    return table.changes + (joints?.changes ?? 0);
  }

  protected override read(): object {
    return readStructure2d(this.world);
  }

  protected override apply(structure: object): void {
    const saved = structure as WorldStructure2d;
    requireLength('state.structure.bodies', saved.bodies, 0);
    applyStructure2d(this.world, saved);
  }
}
