/**
 * The narrow phase of a world: from pairs of boxes to contact points. Filters the pairs, computes manifolds,
 * looks up materials; writes contact points for the solver and touching pairs for the events.
 *
 * The path of a contact point:
 *
 *   kernel → `ContactManifold` → `RigidContacts` → solver
 *
 * - A kernel writes points on both surfaces, depths and ids to a manifold, one record used for all pairs (one
 *   per triangle for a mesh).
 * - `RigidContacts.addManifold` turns them into what a solver needs, the midpoint and the separation, and
 *   finds the impulses of the last step by the ids. These arrays stay readable as `World.contacts` after the
 *   step.
 * - The solver computes anchors and effective masses from them into blocks of its own, which the iterations
 *   use alone, and writes the impulses back to `RigidContacts` after the last (`docs/decisions/0270`).
 *
 * With a pool there is one more stop between the first two: the helper that computes a pair copies the
 * manifold to shared memory, and the owner of the world reads it from there, in the order of the pairs.
 */
import { BoxedNumber, PairList, PairOrder, type TouchEvents } from '@colide/core';
import { type ContactManifold, createContactManifold, type NarrowPhase } from '@colide/narrowphase';
import type { RigidContacts } from '@colide/solvers';
import type { MeshShape } from '@colide/spatial';
import { isMoving } from '../../internal/is-moving.ts';
import type { ContactCounters } from '../../reports/contact-counters.ts';
import type { WorldPool } from '../world-pool.ts';
import { type BodyTable, slot } from './body-table.ts';
import { spreadRoused } from './spread-roused.ts';

/** Bits of {@link ContactStage.resting}: bodies that share one rest beside each other. */
const restingAsleep = 1;
const restingInPlace = 2;

/** Below this speed, in m/s, a body wakes only the sleepers that it touches. */
const slowSpeed = 0.2;

/** Manifolds of one pair of bodies are told apart by their colliders: i · stride + j. */
const partStride = 4096;

/** Finds contact points and touching pairs. */
export class ContactStage {
  readonly counters: ContactCounters = {
    candidates: 0,
    tested: 0,
    touching: 0,
    falsePositives: 0,
    points: 0,
    gjkSearches: 0,
    gjkSteps: 0,
  };
  /**
   * Bits of bodies at rest: bodies asleep have the first bit, static ones both, static ones that are new or
   * were moved the second. Two bodies with a common bit need not be tested against each other.
   */
  private resting = new Uint8Array(0);
  /**
   * 1 for sleepers that wake in this step, because a body that is awake touches them or bodies connected to
   * them.
   */
  private roused = new Uint8Array(0);
  private hasRoused = false;
  private isSecondRound = false;
  /** Pairs whose first collider is static, the other one first. */
  private readonly ground = new PairList();
  private readonly order = new PairOrder();
  private readonly manifold: ContactManifold = createContactManifold();
  private readonly table: BodyTable;
  private readonly contacts: RigidContacts;
  private readonly events: TouchEvents;
  private readonly margin: BoxedNumber;
  /** Created by the first mesh, so that a world without meshes does not carry the code. */
  private meshPairs: ReturnType<MeshShape['createPairs']> | undefined;
  private readonly pool: WorldPool | undefined;
  private readonly narrow: NarrowPhase | undefined;
  /** Pairs for the pool, with the collider of the lower body first. */
  private readonly found = new PairList();

  constructor(
    table: BodyTable,
    contacts: RigidContacts,
    events: TouchEvents,
    pool?: WorldPool,
    narrow?: NarrowPhase,
  ) {
    this.margin = new BoxedNumber(table.colliders.contactMargin);
    this.pool = pool;
    this.narrow = narrow;
    this.table = table;
    this.contacts = contacts;
    this.events = events;
  }

  /**
   * Finds the contact points and touching pairs of a step.
   *
   * @param pairs colliders whose boxes overlap, sorted so that the order of contacts depends on nothing else
   * @param planes the half-spaces, which have no boxes
   */
  collide(pairs: PairList, planes: readonly number[]): void {
    this.begin();
    this.collideGround(pairs);
    for (let p = 0; p < pairs.count; p++)
      if (!this.isOnGround(pairs, p)) this.collidePair(pairs.first(p), pairs.second(p));
    for (let i = 0; i < planes.length; i++) this.collidePlane(planes[i]);
    if (this.pool && this.found.count > 0) this.collideByPool(this.pool);
    if (this.hasRoused) this.collideRoused(pairs, planes);
    this.finish();
  }

  /**
   * Tests the pairs whose first collider is static, in the order of the other: all contacts of a body with
   * one piece of ground, or one compound, stand together, and the solver treats them as one.
   */
  private collideGround(pairs: PairList): void {
    const { ground } = this;
    ground.clear();
    for (let p = 0; p < pairs.count; p++)
      if (this.isOnGround(pairs, p)) ground.push(pairs.second(p), pairs.first(p));
    if (ground.count > 0) this.order.sort(ground, this.table.colliders.count);
    for (let p = 0; p < ground.count; p++) this.collidePair(ground.second(p), ground.first(p));
  }

  private isOnGround(pairs: PairList, p: number): boolean {
    const { slots, colliders } = this.table;
    return slots[colliders.bodies[pairs.first(p)]] === slot.static;
  }

  /**
   * Tests the pairs that were left out because both bodies rested, now that one of them wakes with all bodies
   * on it and under it: without these contacts a stack that is touched would sink into itself for a step.
   */
  private collideRoused(pairs: PairList, planes: readonly number[]): void {
    const { resting, roused } = this;
    const { bodies, count } = this.table.colliders;
    spreadRoused(roused, this.events.previous, resting, restingAsleep, this.table.sensors);
    this.isSecondRound = true;
    for (let p = 0; p < pairs.count; p++) this.collideAgain(pairs.first(p), pairs.second(p));
    for (const plane of planes)
      for (let i = 0; i < count; i++) if (bodies[i] >= 0) this.collideAgain(i, plane);
    this.isSecondRound = false;
  }

  private collideAgain(i: number, j: number): void {
    const { resting, roused } = this;
    const { bodies } = this.table.colliders;
    const a = bodies[i];
    const b = bodies[j];
    if ((resting[a] & resting[b]) !== 0 && (roused[a] | roused[b]) === 1) this.testPair(i, j, a, b);
  }

  /** Finds the bodies at rest, and keeps the pairs among them. */
  private begin(): void {
    const { slots, state, idCount } = this.table;
    if (this.resting.length < slots.length) {
      this.resting = new Uint8Array(slots.length);
      this.roused = new Uint8Array(slots.length);
    }
    if (this.hasRoused) this.roused.fill(0);
    this.hasRoused = false;
    const { resting, counters } = this;
    const { asleep, restTimes } = state;
    for (let body = 0; body < idCount; body++)
      if (slots[body] === slot.static)
        resting[body] = restTimes[body] === 0 ? restingInPlace : restingInPlace | restingAsleep;
      else resting[body] = asleep[body] === 1 ? restingAsleep : 0;
    this.contacts.begin();
    this.table.seams?.begin();
    this.events.begin();
    this.events.keepResting(resting);
    counters.candidates = counters.tested = counters.touching = counters.points = 0;
    this.table.colliders.searches.count = this.table.colliders.searches.steps = 0;
    this.found.clear();
    this.narrow?.begin();
  }

  /** Completes counters and events. */
  private finish(): void {
    const { counters } = this;
    const { searches } = this.table.colliders;
    this.narrow?.finish();
    counters.falsePositives = counters.tested - counters.touching;
    counters.gjkSearches = searches.count;
    counters.gjkSteps = searches.steps;
    this.events.finish(this.table.idCount);
  }

  /** Has the pool compute its pairs and adds the manifolds in the order in which the pairs were found. */
  private collideByPool(pool: WorldPool): void {
    const { found, manifold } = this;
    const { colliders } = this.table;
    pool.collide(colliders, found, this.margin.value);
    for (let p = 0; p < found.count; p++) {
      const count = pool.read(manifold, p);
      const i = found.first(p);
      const j = found.second(p);
      this.addConvex(count, i, j, colliders.bodies[i], colliders.bodies[j]);
    }
  }

  /** Tests all colliders of bodies that do not rest against a half-space. */
  private collidePlane(plane: number): void {
    const { bodies, count } = this.table.colliders;
    const { resting } = this;
    for (let i = 0; i < count; i++)
      if (bodies[i] >= 0 && (resting[bodies[i]] & resting[bodies[plane]]) === 0) this.collidePair(i, plane);
  }

  /** Tests one pair of colliders. */
  private collidePair(i: number, j: number): void {
    const { bodies } = this.table.colliders;
    const a = bodies[i];
    const b = bodies[j];
    this.counters.candidates++;
    if ((this.resting[a] & this.resting[b]) === 0) this.testPair(i, j, a, b);
    else this.narrow?.keep(a < b ? i : j, a < b ? j : i);
  }

  /** Tests colliders `i` of body `a` and `j` of body `b`, unless a filter excludes the pair. */
  private testPair(i: number, j: number, a: number, b: number): void {
    if (a === b || !this.table.mayCollide(a, b)) return;
    this.counters.tested++;
    if (this.table.meshes[i] !== undefined) this.collideMesh(i, j);
    else if (this.table.meshes[j] !== undefined) this.collideMesh(j, i);
    // The body with the lower id comes first, so that the impulses of the last step are found again.
    else if (a < b) this.collideConvex(i, j, a, b);
    else this.collideConvex(j, i, b, a);
  }

  private collideConvex(i: number, j: number, a: number, b: number): void {
    const { colliders } = this.table;
    const { manifold, narrow } = this;
    if (this.pool && !this.isSecondRound) {
      this.found.push(i, j);
      return;
    }
    const count = narrow ? narrow.collide(manifold, colliders, i, j) : colliders.collide(manifold, i, j);
    this.addConvex(count, i, j, a, b);
  }

  /** Adds the points of the manifold, unless one body is a sensor. */
  private addConvex(count: number, i: number, j: number, a: number, b: number): void {
    if (count === 0 || !this.touch(a, b)) return;
    const { collidersOf, colliders, roundness, seams, surfaces } = this.table;
    const single = collidersOf[a].length === 1 && collidersOf[b].length === 1;
    const first = this.contacts.count;
    this.addPoints(a, b, this.manifold, single ? 0 : partStride * i + j);
    surfaces.write(this.contacts, first, i, j, this.table);
    roundness.write(this.contacts, first, i, j, colliders.convexes);
    seams?.add(first, i, j);
    seams?.add(first, j, i);
  }

  /** Tests a mesh, collider `i`, against collider `j`. */
  private collideMesh(i: number, j: number): void {
    const { contacts, table } = this;
    const { meshes, slots, colliders } = table;
    const { bodies } = colliders;
    const pairs = (this.meshPairs ??= meshes[i]!.createPairs(table));
    const count = pairs.find(i, j, slots[bodies[i]] === slot.dynamic, slots[bodies[j]] === slot.dynamic);
    const a = bodies[pairs.first];
    const b = bodies[pairs.second];
    if (count === 0 || !this.touch(a, b)) return;
    const first = contacts.count;
    for (let m = 0; m < count; m++) this.addPoints(a, b, pairs.manifolds[m], pairs.parts[m] + pairs.shift);
    table.surfaces.write(contacts, first, i, j, table);
    if (pairs.isRound) table.roundness.write(contacts, first, pairs.first, pairs.second, colliders.convexes);
  }

  /**
   * Records that two bodies touch; returns whether they push each other, that is, whether neither is a
   * sensor.
   */
  private touch(a: number, b: number): boolean {
    const { sensors } = this.table;
    this.counters.touching++;
    this.events.touching.pushOrdered(a, b);
    if (sensors[a] === 1 || sensors[b] === 1) return false;
    this.rouse(a, b);
    this.rouse(b, a);
    return true;
  }

  /** Wakes a dynamic body touched by a static or kinematic one that moves, is new or was moved. */
  private rouse(body: number, by: number): void {
    const { slots, state } = this.table;
    if (slots[body] !== slot.dynamic) return;
    const wasAsleep = state.asleep[body] === 1;
    if (slots[by] !== slot.dynamic && (state.restTimes[by] === 0 || isMoving(state, by))) state.wake(body);
    if (!wasAsleep) return;
    // An island touched by a body that is awake wakes as a whole if that body was woken or hits it. A ball
    // that rolls to and fro, however, must not keep a whole heap awake.
    if (state.asleep[body] === 1 && (slots[by] !== slot.dynamic || state.asleep[by] === 1)) return;
    const v = state.velocities;
    const squared = v[3 * by] * v[3 * by] + v[3 * by + 1] * v[3 * by + 1] + v[3 * by + 2] * v[3 * by + 2];
    if (squared > 0 && squared < slowSpeed * slowSpeed) return;
    this.roused[body] = 1;
    this.hasRoused = true;
  }

  private addPoints(a: number, b: number, manifold: ContactManifold, part: number): void {
    const { frictions, restitutions } = this.table;
    const { contacts } = this;
    contacts.friction = Math.sqrt(frictions[a] * frictions[b]);
    contacts.restitution = Math.max(restitutions[a], restitutions[b]);
    contacts.addManifold(a, b, manifold, part);
    this.counters.points += manifold.count;
  }
}
