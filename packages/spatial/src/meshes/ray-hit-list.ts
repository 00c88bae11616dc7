/**
 * A growable list of ray hits in parallel typed arrays: all hits of one ray, or one entry per ray of a batch.
 * Clear it and use it again, and in steady state nothing is allocated.
 */
import { requireInteger } from '@colide/core';

/** One hit of a list, copied out of its arrays. */
export interface ListedRayHit {
  /** Parameter along the ray, `Infinity` for none. */
  readonly t: number;
  readonly triangle: number;
  /** Barycentric weight of the second vertex. */
  readonly u: number;
  /** Barycentric weight of the third vertex. */
  readonly v: number;
}

/** A reusable list of hits: parameter, triangle and barycentric weights of each. */
export class RayHitList {
  /** How many hits the list holds. */
  count = 0;
  /**
   * Parameter along the ray, `Infinity` for a ray of a batch that misses. Replaced on growth, as the arrays
   * below.
   */
  t!: Float64Array;
  /** Which triangle was hit; meaningless if {@link t} is infinite. */
  triangle!: Uint32Array;
  /** Barycentric weight of the second vertex. */
  u!: Float64Array;
  /** Barycentric weight of the third vertex. */
  v!: Float64Array;

  /** @param capacity how many hits fit before the list grows for the first time */
  constructor(capacity = 64) {
    requireInteger('capacity', capacity, 0, 0x3fffffff);
    this.allocate(capacity);
  }

  /** Appends a hit; unchecked. */
  push(triangle: number, t: number, u: number, v: number): void {
    const at = this.count++;
    if (at === this.t.length) this.reserve(at + 1);
    this.t[at] = t;
    this.triangle[at] = triangle;
    this.u[at] = u;
    this.v[at] = v;
  }

  /**
   * Appends a hit whose t, u and v are the numbers from `at` on; unlike {@link push} it never boxes a number.
   * Unchecked.
   */
  pushFrom(triangle: number, numbers: Float64Array, at: number): void {
    const last = this.count++;
    if (last === this.t.length) this.reserve(last + 1);
    this.t[last] = numbers[at];
    this.triangle[last] = triangle;
    this.u[last] = numbers[at + 1];
    this.v[last] = numbers[at + 2];
  }

  /** The hit at `index` as a new object; the arrays allocate nothing. */
  get(index: number): ListedRayHit {
    requireInteger('index', index, 0, this.count - 1);
    return { t: this.t[index], triangle: this.triangle[index], u: this.u[index], v: this.v[index] };
  }

  /** The hits in order, for `for … of`. */
  *[Symbol.iterator](): IterableIterator<ListedRayHit> {
    for (let i = 0; i < this.count; i++) yield this.get(i);
  }

  /** Empties the list and keeps its memory. */
  clear(): void {
    this.count = 0;
  }

  /** Makes room for at least `capacity` hits in all, at least doubling when it must grow. */
  reserve(capacity: number): void {
    requireInteger('capacity', capacity, 0, 0x3fffffff);
    if (capacity <= this.t.length) return;
    const { t, triangle, u, v } = this;
    this.allocate(Math.max(capacity, 2 * t.length, 16));
    this.t.set(t);
    this.triangle.set(triangle);
    this.u.set(u);
    this.v.set(v);
  }

  /**
   * Sorts the hits from position `first` on by t, then by triangle, and drops duplicates. Insertion sort: a
   * ray meets few triangles, and trees find them nearly in order.
   */
  sortFrom(first: number): this {
    requireInteger('first', first, 0, this.count);
    const { t, triangle, u, v, count } = this;
    let end = first;
    for (let i = first; i < count; i++) {
      const ti = t[i];
      const id = triangle[i];
      const ui = u[i];
      const vi = v[i];
      let at = end;
      while (at > first && (t[at - 1] > ti || (t[at - 1] === ti && triangle[at - 1] > id))) at--;
      if (at > first && t[at - 1] === ti && triangle[at - 1] === id) continue;
      for (let k = end; k > at; k--) {
        t[k] = t[k - 1];
        triangle[k] = triangle[k - 1];
        u[k] = u[k - 1];
        v[k] = v[k - 1];
      }
      t[at] = ti;
      triangle[at] = id;
      u[at] = ui;
      v[at] = vi;
      end++;
    }
    this.count = end;
    return this;
  }

  private allocate(capacity: number): void {
    this.t = new Float64Array(capacity);
    this.triangle = new Uint32Array(capacity);
    this.u = new Float64Array(capacity);
    this.v = new Float64Array(capacity);
  }
}
