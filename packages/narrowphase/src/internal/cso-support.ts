/**
 * Support mapping of the configuration-space obstacle of two sets, reduced to their cores: s(d) = s_A(d) − s_B(−d).
 *
 * Polytopes are asked for vertex numbers, with the last answer as the place to start from. Posed polytopes that offer
 * their vertices as an array are posed here: one call for the number, none for the point.
 */
import type { Convex } from '@colide/core';
import type { GjkCache } from '../gjk-cache.ts';
import type { GjkSimplex } from '../gjk-simplex.ts';

const nothing: Convex = { support: out => out };
const empty: Float64Array = /* @__PURE__ */ new Float64Array(9);

/** One of the two sets. */
class Side {
  margin = 0;
  convex: Convex = nothing;
  hasVertices = false;
  points = empty;
  matrix = empty;
  position = empty;
  private shape: Convex = nothing;
  private isPosed = false;
  private last = 0;
  private readonly local = new Float64Array(3);
  private readonly direction = new Float64Array(3);
  private readonly point = new Float64Array(3);

  set(convex: Convex): void {
    let margin = 0;
    while (convex.core !== undefined) {
      margin += convex.margin ?? 0;
      convex = convex.core;
    }
    this.margin = margin;
    this.convex = convex;
    this.hasVertices = convex.supportVertex !== undefined;
    this.last = 0;
    const { points, matrix, position, shape } = convex;
    this.isPosed =
      points !== undefined && matrix !== undefined && position !== undefined && shape !== undefined;
    if (!this.isPosed) return;
    this.points = points!;
    this.matrix = matrix!;
    this.position = position as Float64Array;
    this.shape = convex.shape!;
  }

  /** Writes to `out[at..]` the point farthest along `sign` · `axis`. Returns its vertex number, −1 where it has none. */
  support(out: Float64Array, at: number, axis: Float64Array, sign: number): number {
    const x = sign * axis[0]!;
    const y = sign * axis[1]!;
    const z = sign * axis[2]!;
    if (this.isPosed) {
      const { matrix: m, local } = this;
      local[0] = m[0]! * x + m[1]! * y + m[2]! * z;
      local[1] = m[3]! * x + m[4]! * y + m[5]! * z;
      local[2] = m[6]! * x + m[7]! * y + m[8]! * z;
      const id = (this.last = this.shape.supportVertex!(local, this.last));
      this.place(out, at, 3 * id);
      return id;
    }
    const { direction } = this;
    direction[0] = x;
    direction[1] = y;
    direction[2] = z;
    if (this.hasVertices) {
      const id = this.convex.supportVertex!(direction, this.last);
      this.vertex(out, at, id);
      return id;
    }
    const { point } = this;
    this.convex.support(point, direction);
    out[at] = point[0]!;
    out[at + 1] = point[1]!;
    out[at + 2] = point[2]!;
    return -1;
  }

  /** Writes vertex `id` to `out[at..]`. */
  vertex(out: Float64Array, at: number, id: number): void {
    this.last = id;
    if (this.isPosed) {
      this.place(out, at, 3 * id);
      return;
    }
    const { point } = this;
    this.convex.vertex!(point, id);
    out[at] = point[0]!;
    out[at + 1] = point[1]!;
    out[at + 2] = point[2]!;
  }

  /** Writes to `out[at..]` the point `points[from..]` in the world. */
  private place(out: Float64Array, at: number, from: number): void {
    const { matrix: m, position: p, points: v } = this;
    const x = v[from]!;
    const y = v[from + 1]!;
    const z = v[from + 2]!;
    out[at] = m[0]! * x + m[3]! * y + m[6]! * z + p[0]!;
    out[at + 1] = m[1]! * x + m[4]! * y + m[7]! * z + p[1]!;
    out[at + 2] = m[2]! * x + m[5]! * y + m[8]! * z + p[2]!;
  }
}

/** A ⊖ B by support points. One object serves any number of pairs; `set` chooses the pair. */
export class CsoSupport {
  private readonly a = new Side();
  private readonly b = new Side();

  /** Chooses the pair. */
  set(a: Convex, b: Convex): void {
    this.a.set(a);
    this.b.set(b);
  }

  /** Sum of the margins around A's core. */
  get marginA(): number {
    return this.a.margin;
  }

  /** Sum of the margins around B's core. */
  get marginB(): number {
    return this.b.margin;
  }

  /** Whether points of the simplex have vertex numbers on both sides. */
  get polytopes(): boolean {
    return this.a.hasVertices && this.b.hasVertices;
  }

  /** Writes a first axis: between the positions where both are known and differ, else x. */
  guess(axis: Float64Array): void {
    const p = this.a.convex.position;
    const q = this.b.convex.position;
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
    const { count } = simplex;
    simplex.idsA[count] = this.a.support(simplex.a, 3 * count, axis, -1);
    simplex.idsB[count] = this.b.support(simplex.b, 3 * count, axis, 1);
    subtract(simplex);
  }

  /** Appends the point with these vertex numbers to the simplex. Both sets must be polytopes. */
  append(simplex: GjkSimplex, idA: number, idB: number): void {
    const { count } = simplex;
    this.a.vertex(simplex.a, 3 * count, idA);
    this.b.vertex(simplex.b, 3 * count, idB);
    subtract(simplex);
    simplex.idsA[count] = idA;
    simplex.idsB[count] = idB;
    simplex.count++;
  }
}

function subtract(simplex: GjkSimplex): void {
  const { w, a, b, count, largest } = simplex;
  const at = 3 * count;
  const x = a[at]! - b[at]!;
  const y = a[at + 1]! - b[at + 1]!;
  const z = a[at + 2]! - b[at + 2]!;
  w[at] = x;
  w[at + 1] = y;
  w[at + 2] = z;
  const squared = x * x + y * y + z * z;
  if (squared > largest[0]!) largest[0] = squared;
}

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
