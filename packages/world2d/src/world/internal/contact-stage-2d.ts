/**
 * The narrow phase of a planar world: filters pairs, computes manifolds, looks up materials; writes contact
 * points for the solver and touching pairs for the events.
 *
 * Pairs of bodies that both rest are not tested. Their contacts and touching pairs are kept as they were,
 * with impulses: when one of them is woken, its island wakes in the same step and stands as it stood.
 */
import { BoxedNumber, type PairList, type TouchEvents } from '@colide/core';
import { collide2d, createContactManifold2d, type NarrowPhase2d } from '@colide/narrowphase';
import type { RigidContacts2d } from '@colide/solvers';
import type { BodyTable2d } from './body-table-2d.ts';
import type { ColliderBoxes2d } from './collider-boxes-2d.ts';
import { NearTiles2d } from './near-tiles-2d.ts';
import { dynamicSlot, freeSlot, staticSlot } from './planar-constants.ts';

/** Bits of {@link ContactStage2d.resting}: bodies that share one rest beside each other. */
const restingAsleep = 1;
const restingInPlace = 2;

/** Manifolds of one pair of bodies are distinguished by their colliders: i · stride + j. */
const partStride = 4096;

/** The number of margins for increasingly fast bodies, and the least of them. */
const marginCount = 24;
const leastMargin = 0.01;

/** Finds contact points and touching pairs. */
export class ContactStage2d {
  /**
   * Bits of bodies at rest: bodies asleep have the first bit, static ones both, static ones that are new or
   * were moved the second.
   */
  private resting = new Uint8Array(0);
  private readonly manifold = createContactManifold2d();
  private readonly table: BodyTable2d;
  private readonly boxes: ColliderBoxes2d;
  private readonly tiles: NearTiles2d;
  private readonly contacts: RigidContacts2d;
  private readonly events: TouchEvents;
  private readonly narrowPhase: NarrowPhase2d | undefined;
  /** Boxed once: the margin, and its doublings for fast bodies. */
  private readonly margins: readonly BoxedNumber[];
  /** Length of the step. */
  private readonly time = new Float64Array(1);

  constructor(
    table: BodyTable2d,
    boxes: ColliderBoxes2d,
    contacts: RigidContacts2d,
    events: TouchEvents,
    margin: number,
    narrowPhase: NarrowPhase2d | undefined,
  ) {
    this.narrowPhase = narrowPhase;
    this.table = table;
    this.boxes = boxes;
    this.tiles = new NearTiles2d(table, boxes);
    this.contacts = contacts;
    this.events = events;
    this.margins = Array.from(
      { length: marginCount },
      (_, level) => new BoxedNumber(level === 0 ? margin : Math.max(margin, leastMargin) * 2 ** level),
    );
  }

  /** Finds the contact points and touching pairs of a step of `dt`. */
  collide(pairs: PairList, dt: number): void {
    const { table, boxes } = this;
    this.time[0] = dt;
    const { parts, partBodies } = table;
    this.begin();
    this.tiles.find(pairs);
    const { data, count } = pairs;
    for (let i = 0; i < 2 * count; i += 2) {
      const first = data[i];
      const second = data[i + 1];
      if (boxes.overlap(first, second)) this.collidePair(first, second);
    }
    for (let p = 0; p < boxes.planes.length; p++)
      for (let i = 0; i < parts.length; i++) if (partBodies[i] >= 0) this.collidePair(i, boxes.planes[p]);
    this.settle();
    this.events.finish(table.idCount);
  }

  /** Finds the bodies at rest, and keeps the contacts between them. */
  private begin(): void {
    const { slots, state, idCount } = this.table;
    if (this.resting.length < slots.length) this.resting = new Uint8Array(slots.length);
    const { resting } = this;
    for (let body = 0; body < idCount; body++)
      if (slots[body] === freeSlot) resting[body] = 0;
      else if (slots[body] === staticSlot)
        resting[body] = state.restTimes[body] === 0 ? restingInPlace : restingInPlace | restingAsleep;
      else resting[body] = state.asleep[body] === 1 ? restingAsleep : 0;
    this.contacts.begin();
    this.contacts.keepResting(resting);
    this.events.begin();
    this.events.keepResting(resting);
  }

  /** Records that static bodies have been tested at their current poses. */
  private settle(): void {
    const { slots, state, idCount } = this.table;
    for (let body = 0; body < idCount; body++) if (slots[body] === staticSlot) state.restTimes[body] = 1;
  }

  /** Tests one pair of colliders, unless a filter excludes it. */
  private collidePair(first: number, second: number): void {
    const { table, resting, manifold, contacts } = this;
    const { partBodies, parts, sensors, collidersOf } = table;
    const a = partBodies[first];
    const b = partBodies[second];
    // The body with the lower id comes first, so that the impulses of the last step are found again.
    if (a > b) {
      this.collidePair(second, first);
      return;
    }
    if (a === b || (resting[a] & resting[b]) !== 0 || !table.mayCollide(a, b)) return;
    const { margins } = this;
    const margin = margins[this.levelOf(a, b)].value;
    if (collide2d(manifold, parts[first], parts[second], margin, this.narrowPhase) === 0) return;
    if (this.tiles.correct(manifold, first, second, margin) === 0) return;
    const { depths, count } = manifold;
    if (Math.max(depths[0], depths[count - 1]) >= -margins[0].value) this.events.touching.push(a, b);
    if (sensors[a] === 1 || sensors[b] === 1) return;
    this.rouse(a, b);
    this.rouse(b, a);
    const { material } = contacts;
    const { frictions, restitutions, rollingFrictions } = table;
    material[0] = Math.sqrt(frictions[a] * frictions[b]);
    material[1] = Math.max(restitutions[a], restitutions[b]);
    material[2] =
      Math.max(rollingFrictions[a], rollingFrictions[b]) * Math.max(manifold.radii[0], manifold.radii[1]);
    const isSingle = collidersOf[a].length === 1 && collidersOf[b].length === 1;
    contacts.addManifold(a, b, manifold, isSingle ? 0 : partStride * first + second);
  }

  /**
   * Index of the margin that two bodies need. A body that approaches fast gets contacts before it arrives, so
   * that they exist when it touches; one that moves along with the other does not approach.
   */
  private levelOf(a: number, b: number): number {
    const { margins, table } = this;
    const { velocities } = table.state;
    const x = velocities[2 * b] - velocities[2 * a];
    const y = velocities[2 * b + 1] - velocities[2 * a + 1];
    const approach = Math.min(this.time[0] * Math.sqrt(x * x + y * y), table.margins[a] + table.margins[b]);
    let level = 0;
    while (level < marginCount - 1 && margins[level].value < margins[0].value + approach) level++;
    return level;
  }

  /** Wakes a dynamic body touched by a static or kinematic one that moves, is new or was moved. */
  private rouse(body: number, by: number): void {
    const { slots, state } = this.table;
    if (slots[body] !== dynamicSlot || slots[by] === dynamicSlot) return;
    const { velocities, angularVelocities, restTimes } = state;
    const isMoving = velocities[2 * by] !== 0 || velocities[2 * by + 1] !== 0 || angularVelocities[by] !== 0;
    if (slots[by] === staticSlot ? restTimes[by] === 0 : isMoving) state.wake(body);
  }
}
