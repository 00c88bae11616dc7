/**
 * Touching bodies by body: the partners that a body has begun to touch, still touches or no longer touches.
 * `world.events` lists the same for all bodies, as pairs.
 *
 *   const touches = new BodyTouches();
 *   const world = new World({ parts: [touches] });
 *   // after a step:
 *   partners.clear();
 *   touches.begun(partners, player);
 *   for (const other of partners) hurt(player, other);
 *
 * The first query after a step turns the pairs into one list per body, by a counting sort: O(pairs + bodies),
 * then O(partners) per query. Nothing is allocated once as many pairs have been seen.
 */
import { type IdList, type PairList, requireIdList, requireInteger } from '@colide/core';
import type { World } from '../world/world.ts';
import type { WorldPart } from '../world/world-part.ts';
import { PartnerTable } from './internal/partner-table.ts';

/** A part of a world that lists the bodies that each body touches. Queries append ids in ascending order. */
export class BodyTouches implements WorldPart<World> {
  readonly name = 'touches';
  /** There is no state: all lists follow from the events of the world. */
  readonly stateLength = 0;
  private world: World | undefined;
  private readonly touchingOf = new PartnerTable();
  private readonly begunOf = new PartnerTable();
  private readonly endedOf = new PartnerTable();

  /** Appends the bodies that `body` touches; returns their number. */
  touching(out: IdList, body: number): number {
    return this.append(out, body, this.touchingOf, this.world?.events.touching);
  }

  /** Appends the bodies that `body` began to touch in the last step; returns their number. */
  begun(out: IdList, body: number): number {
    return this.append(out, body, this.begunOf, this.world?.events.begun);
  }

  /** Appends the bodies that `body` touches and touched before the last step; returns their number. */
  persisting(out: IdList, body: number): number {
    const first = out?.count;
    this.touching(out, body);
    this.begunOf.index(this.world?.events.begun);
    this.begunOf.subtract(out, first, body);
    return out.count - first;
  }

  /** Appends the bodies that `body` no longer touches since the last step; returns their number. */
  ended(out: IdList, body: number): number {
    return this.append(out, body, this.endedOf, this.world?.events.ended);
  }

  /** The world calls it. */
  step(world: World): void {
    this.world = world;
    this.forget();
  }

  /** The world calls it: the pairs of a removed body end. */
  removed(): void {
    this.forget();
  }

  /** Nothing to save. */
  save(): void {}

  /** The world calls it: the events are those of the snapshot. */
  load(): void {
    this.forget();
  }

  private append(out: IdList, body: number, table: PartnerTable, pairs: PairList | undefined): number {
    requireIdList('out', out);
    requireInteger('body', body);
    table.index(pairs);
    return table.append(out, body);
  }

  private forget(): void {
    this.touchingOf.isCurrent = this.begunOf.isCurrent = this.endedOf.isCurrent = false;
  }
}
