/**
 * One algorithm for all pairs of convex sets (balls, boxes, capsules, hulls or your own), whereas the default
 * has a kernel for each kind of pair. Both the algorithm and the method of finding contact points can be
 * chosen:
 *
 * ```ts
 * new World({ narrowPhase: new ConvexNarrowPhase(mprSearch) });
 * new World({ narrowPhase: new ConvexNarrowPhase(gjkEpaSearch, new PersistentManifolds()) });
 * ```
 *
 * Use it to compare algorithms, to show what they do and to check the kernels, which are faster. Each pair
 * has a memory, the simplex or vector of its last search, that lasts as long as the boxes of the pair
 * overlap. Nothing is allocated unless more pairs are near than ever before.
 */
import { requireObject } from '@colide/core';
import { PointShape, Posed } from '@colide/geometry';
import { type ColliderSet, colliderKind } from '../colliders/collider-set.ts';
import { type ContactManifold, contactManifoldFlip } from '../contacts/contact-manifold.ts';
import { createGjkCache, type GjkCache } from '../gjk/gjk-cache.ts';
import { colliderSize, planeOffsetAt } from '../internal/layouts.ts';
import { PairSlots } from './internal/pair-slots.ts';
import type { NarrowPhase } from './narrow-phase.ts';
import { OneShotManifolds, type PairManifolds } from './pair-manifolds.ts';
import { createPairQuery, type PairQuery, type PairSearch, type PairSearchCounters } from './pair-search.ts';

/** State of a pair: both colliders, then its memory (count, ids, axis), then that of its manifold. */
const pairSize = 2;
const memorySize = 12;
const idsAAt = 1;
const idsBAt = 5;
const axisAt = 9;

/** The pose of half-spaces, which have none of their own. */
const nowhere = /* @__PURE__ */ new Posed(/* @__PURE__ */ new PointShape());
const down = /* @__PURE__ */ new Float64Array(3);

/** A narrow phase with one search for all pairs. One object serves one world. */
export class ConvexNarrowPhase implements NarrowPhase {
  private readonly search: PairSearch;
  private readonly manifolds: PairManifolds;
  private readonly query: PairQuery = createPairQuery(nowhere, nowhere);
  private readonly slots = new PairSlots();
  private readonly memories: GjkCache[] = [];

  /**
   * @param search `satSearch`, `gjkEpaSearch`, `mprSearch`, `chungWangSearch` or the user's own
   * @param manifolds how contact points are found: all at once by default
   */
  constructor(search: PairSearch, manifolds: PairManifolds = new OneShotManifolds()) {
    if (typeof search !== 'function') throw new TypeError('search must be a function');
    requireObject('manifolds', manifolds);
    this.search = search;
    this.manifolds = manifolds;
  }

  /** Counters of the last step. */
  get counters(): Readonly<PairSearchCounters> {
    return this.query.counters;
  }

  begin(): void {
    const { counters } = this.query;
    counters.pairs = counters.sat = counters.gjk = counters.gjkSteps = counters.epa = counters.mpr = 0;
    counters.chungWangApart = counters.chungWangOverlap = 0;
    this.slots.begin();
  }

  collide(out: ContactManifold, colliders: ColliderSet, i: number, j: number): number {
    const isPlaneI = colliders.kinds[i] === colliderKind.plane;
    const isPlaneJ = colliders.kinds[j] === colliderKind.plane;
    if (isPlaneI || isPlaneJ) {
      if (!this.manifolds.buildsPlanes || (isPlaneI && isPlaneJ)) return colliders.collide(out, i, j);
      if (!isPlaneI) return this.collidePlane(out, colliders, i, j);
      this.collidePlane(out, colliders, j, i);
      return contactManifoldFlip(out).count;
    }
    const { query, manifolds } = this;
    const slot = this.meet(colliders, i, j);
    query.a = colliders.convexes[i]!;
    query.b = colliders.convexes[j]!;
    query.counters.pairs++;
    const { gjk, gjkSteps } = query.counters;
    const isNear = this.search(query);
    colliders.searches.count += query.counters.gjk - gjk;
    colliders.searches.steps += query.counters.gjkSteps - gjkSteps;
    out.count = 0;
    if (isNear) return manifolds.build(out, query, slot);
    manifolds.clear(slot);
    return 0;
  }

  keep(i: number, j: number): void {
    this.slots.keep(i, j);
  }

  finish(): void {
    this.slots.finish();
  }

  forget(collider: number): void {
    this.slots.forget(collider);
  }

  get stateLength(): number {
    return 1 + this.slots.count * this.recordSize;
  }

  save(out: Float64Array): void {
    const { slots, manifolds, recordSize } = this;
    out[0] = slots.count;
    let at = 1;
    for (let slot = 0; slot < slots.size; slot++) {
      if (slots.first[slot] < 0) continue;
      out[at] = slots.first[slot];
      out[at + 1] = slots.second[slot];
      const memory = this.memories[slot];
      const memoryAt = at + pairSize;
      out[memoryAt] = memory.count;
      out.set(memory.idsA, memoryAt + idsAAt);
      out.set(memory.idsB, memoryAt + idsBAt);
      out.set(memory.axis, memoryAt + axisAt);
      manifolds.save(out, memoryAt + memorySize, slot);
      at += recordSize;
    }
  }

  fits(from: Float64Array): boolean {
    return from.length === 1 + from[0] * this.recordSize;
  }

  load(from: Float64Array): void {
    const { slots, manifolds, recordSize } = this;
    slots.clear();
    for (let at = 1; at < from.length; at += recordSize) {
      const slot = this.remember(from[at], from[at + 1]);
      const memory = this.memories[slot];
      const memoryAt = at + pairSize;
      memory.count = from[memoryAt];
      for (let k = 0; k < 4; k++) {
        memory.idsA[k] = from[memoryAt + idsAAt + k];
        memory.idsB[k] = from[memoryAt + idsBAt + k];
      }
      for (let k = 0; k < 3; k++) memory.axis[k] = from[memoryAt + axisAt + k];
      manifolds.load(from, memoryAt + memorySize, slot);
    }
  }

  private get recordSize(): number {
    return pairSize + memorySize + this.manifolds.stateSize;
  }

  /** The number of a pair, and its memory in the query. */
  private meet(colliders: ColliderSet, i: number, j: number): number {
    const { query } = this;
    const slot = this.remember(i, j);
    query.memory = this.memories[slot];
    query.margin[0] = colliders.contactMargin;
    return slot;
  }

  private remember(i: number, j: number): number {
    const met = this.slots.meet(i, j);
    if (met >= 0) return met;
    const slot = ~met;
    this.memories[slot] ??= createGjkCache();
    this.memories[slot].count = -1;
    this.manifolds.clear(slot);
    return slot;
  }

  /** The contact of this step: the lowest point of collider `i` over half-space `j`. */
  private collidePlane(out: ContactManifold, colliders: ColliderSet, i: number, j: number): number {
    const { query, manifolds } = this;
    const slot = this.meet(colliders, i, j);
    const { data } = colliders;
    const at = colliderSize * j;
    const { result } = query;
    query.a = colliders.convexes[i]!;
    query.b = nowhere;
    for (let k = 0; k < 3; k++) down[k] = result.normal[k] = -data[at + k];
    query.a.support(result.pointA, down);
    let height = -data[at + planeOffsetAt];
    for (let k = 0; k < 3; k++) height += data[at + k] * result.pointA[k];
    result.distance = height;
    for (let k = 0; k < 3; k++) result.pointB[k] = result.pointA[k] + height * down[k];
    out.count = 0;
    if (height <= query.margin[0]) return manifolds.build(out, query, slot);
    manifolds.clear(slot);
    return 0;
  }
}
