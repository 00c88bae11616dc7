/**
 * Manifolds that are built up over frames, one `PersistentManifold` per nearby pair: a step adds the one
 * contact that the search finds and keeps the points of earlier steps as long as they hold. A body that lands
 * flat stands on one point at first, tips over it until it gets another, and has all of its points after a
 * few steps.
 *
 * This is the older and cheaper method (van den Bergen 2003, §7; Bullet): no features are examined and
 * nothing is clipped. Points lag behind bodies that slide, and stacks sway while they are built.
 */
import { requireNonNegative } from '@colide/core';
import type { ContactManifold } from '../contacts/contact-manifold.ts';
import { PersistentManifold, persistentStateSize } from '../contacts/persistent-manifold.ts';
import type { PairManifolds } from './pair-manifolds.ts';
import type { PairQuery } from './pair-search.ts';

/** Points of pairs, gathered over frames. */
export class PersistentManifolds implements PairManifolds {
  readonly buildsPlanes = true;
  readonly stateSize = persistentStateSize;
  private readonly margin: number;
  private readonly manifolds: PersistentManifold[] = [];

  /** @param margin how far the sides of a point may part before it is dropped, in m */
  constructor(margin = 0.02) {
    requireNonNegative('margin', margin);
    this.margin = margin;
  }

  build(out: ContactManifold, { result, a, b }: PairQuery, slot: number): number {
    const manifold = this.at(slot);
    manifold.refresh(a, b);
    result.depth = -result.distance;
    if (a.shape.kind === 'sphere' || b.shape.kind === 'sphere') manifold.replace(result, a, b);
    else manifold.add(result, a, b);
    const { count, normal, pointsA, pointsB, depths, ids } = manifold;
    out.count = count;
    for (let k = 0; k < 3; k++) out.normal[k] = normal[k];
    for (let k = 0; k < 3 * count; k++) {
      out.pointsA[k] = pointsA[k];
      out.pointsB[k] = pointsB[k];
    }
    for (let p = 0; p < count; p++) {
      out.depths[p] = depths[p];
      out.ids[p] = ids[p];
    }
    return count;
  }

  clear(slot: number): void {
    this.manifolds[slot]?.clear();
  }

  save(out: Float64Array, at: number, slot: number): void {
    this.at(slot).save(out, at);
  }

  load(from: Float64Array, at: number, slot: number): void {
    this.at(slot).load(from, at);
  }

  private at(slot: number): PersistentManifold {
    this.manifolds[slot] ??= new PersistentManifold(this.margin);
    return this.manifolds[slot];
  }
}
