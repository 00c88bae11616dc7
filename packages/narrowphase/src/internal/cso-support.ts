/**
 * Support mapping of the configuration-space obstacle of two sets, reduced to their cores: s(d) = s_A(d) − s_B(−d).
 * Polytopes are asked for vertex numbers, with the last answer as the place to start climbing from.
 */
import type { Convex } from '@colide/core';
import type { GjkCache } from '../gjk-cache.ts';
import type { GjkSimplex } from '../gjk-simplex.ts';

/** A ⊖ B by support points. One object serves any number of pairs; `set` chooses the pair. */
export class CsoSupport {
  /** Sum of the margins around A's core. */
  marginA = 0;
  /** Sum of the margins around B's core. */
  marginB = 0;
  private a: Convex = nothing;
  private b: Convex = nothing;
  private verticesA = false;
  private verticesB = false;
  private lastA = 0;
  private lastB = 0;
  private readonly direction = new Float64Array(3);
  private readonly point = new Float64Array(3);

  /** Chooses the pair. */
  set(a: Convex, b: Convex): void {
    this.marginA = 0;
    while (a.core !== undefined) {
      this.marginA += a.margin ?? 0;
      a = a.core;
    }
    this.marginB = 0;
    while (b.core !== undefined) {
      this.marginB += b.margin ?? 0;
      b = b.core;
    }
    this.a = a;
    this.b = b;
    this.verticesA = a.supportVertex !== undefined;
    this.verticesB = b.supportVertex !== undefined;
    this.lastA = 0;
    this.lastB = 0;
  }

  /** Writes a first axis: between the positions where both are known and differ, else x. */
  guess(axis: Float64Array): void {
    const p = this.a.position;
    const q = this.b.position;
    if (p !== undefined && q !== undefined) {
      axis[0] = p[0]! - q[0]!;
      axis[1] = p[1]! - q[1]!;
      axis[2] = p[2]! - q[2]!;
      if (axis[0] !== 0 || axis[1] !== 0 || axis[2] !== 0) return;
    }
    axis[0] = 1;
    axis[1] = axis[2] = 0;
  }

  /** Writes the point of A ⊖ B farthest along −`axis` behind the last point of the simplex; does not count it. */
  support(simplex: GjkSimplex, axis: Float64Array): void {
    const { direction, point } = this;
    const { w, a, b, count } = simplex;
    const at = 3 * count;
    direction[0] = -axis[0]!;
    direction[1] = -axis[1]!;
    direction[2] = -axis[2]!;
    if (this.verticesA) {
      this.lastA = this.a.supportVertex!(direction, this.lastA);
      this.a.vertex!(point, this.lastA);
      simplex.idsA[count] = this.lastA;
    } else {
      this.a.support(point, direction);
      simplex.idsA[count] = -1;
    }
    const ax = (a[at] = point[0]!);
    const ay = (a[at + 1] = point[1]!);
    const az = (a[at + 2] = point[2]!);
    if (this.verticesB) {
      this.lastB = this.b.supportVertex!(axis, this.lastB);
      this.b.vertex!(point, this.lastB);
      simplex.idsB[count] = this.lastB;
    } else {
      this.b.support(point, axis);
      simplex.idsB[count] = -1;
    }
    const bx = (b[at] = point[0]!);
    const by = (b[at + 1] = point[1]!);
    const bz = (b[at + 2] = point[2]!);
    w[at] = ax - bx;
    w[at + 1] = ay - by;
    w[at + 2] = az - bz;
  }

  /** Appends the point with these vertex numbers to the simplex. Both sets must be polytopes. */
  append(simplex: GjkSimplex, idA: number, idB: number): void {
    const { point } = this;
    const { w, a, b, count } = simplex;
    const at = 3 * count;
    this.a.vertex!(point, idA);
    a[at] = point[0]!;
    a[at + 1] = point[1]!;
    a[at + 2] = point[2]!;
    this.b.vertex!(point, idB);
    b[at] = point[0]!;
    b[at + 1] = point[1]!;
    b[at + 2] = point[2]!;
    for (let i = at; i < at + 3; i++) w[i] = a[i]! - b[i]!;
    simplex.idsA[count] = this.lastA = idA;
    simplex.idsB[count] = this.lastB = idB;
    simplex.count++;
  }

  /** Whether points of the simplex have vertex numbers on both sides. */
  get polytopes(): boolean {
    return this.verticesA && this.verticesB;
  }
}

const nothing: Convex = { support: out => out };

/** Rebuilds the remembered simplex at the present poses, or at least the axis. Returns whether there was anything. */
export function resumeSimplex(
  cso: CsoSupport,
  simplex: GjkSimplex,
  axis: Float64Array,
  cache: GjkCache,
): boolean {
  if (cache.count < 0) return false;
  if (cso.polytopes)
    for (let i = 0; i < cache.count; i++) cso.append(simplex, cache.idsA[i]!, cache.idsB[i]!);
  axis[0] = cache.axis[0]!;
  axis[1] = cache.axis[1]!;
  axis[2] = cache.axis[2]!;
  if (axis[0] === 0 && axis[1] === 0 && axis[2] === 0) cso.guess(axis);
  return true;
}

/** Remembers the simplex and the axis. */
export function storeSimplex(cache: GjkCache, simplex: GjkSimplex, axis: Float64Array): void {
  const polytopes = simplex.count > 0 && simplex.idsA[0]! >= 0 && simplex.idsB[0]! >= 0;
  cache.count = polytopes ? simplex.count : 0;
  for (let i = 0; i < cache.count; i++) {
    cache.idsA[i] = simplex.idsA[i]!;
    cache.idsB[i] = simplex.idsB[i]!;
  }
  cache.axis[0] = axis[0]!;
  cache.axis[1] = axis[1]!;
  cache.axis[2] = axis[2]!;
}
