/**
 * Support mapping of the configuration-space obstacle of two sets, reduced to their cores: s(d) = s_A(d) −
 * s_B(−d).
 *
 * Two posed hulls, the most common pair in games, are looked up together (`HullShape.supportPair`). Other
 * polytopes return vertex indices, starting from the last answer, and the rest return points.
 *
 * A pose is twelve numbers: a rotation matrix, column-major, then the position.
 */
import type { Convex } from '@colide/core';
import type { HullShape } from '@colide/geometry';
import type { GjkCache } from '../gjk/gjk-cache.ts';
import type { GjkSimplex } from '../gjk/gjk-simplex.ts';

const nothing: Convex = { support: out => out };
const empty: Float64Array = /* @__PURE__ */ new Float64Array(12);
const noCells: Int32Array = /* @__PURE__ */ new Int32Array(0);

/**
 * Kinds of sets: given by support points, by indexed vertices, or by vertices in an array with cells of
 * directions.
 */
const isConvex = 0;
const isPolytope = 1;
const isHull = 2;

/** One of the two sets. */
class Side {
  kind = isConvex;
  convex: Convex = nothing;
  points = empty;
  pose = empty;
  cells = noCells;
  hull: HullShape | undefined = undefined;
  private last = 0;
  private readonly direction = new Float64Array(3);
  private readonly point = new Float64Array(3);

  /** Takes the core of a set and writes the margin around it to `margins[i]`. */
  set(convex: Convex, margins: Float64Array, i: number): void {
    margins[i] = 0;
    while (convex.core !== undefined) {
      margins[i] += convex.margin ?? 0;
      convex = convex.core;
    }
    this.convex = convex;
    const { cells, points, pose } = convex;
    const hull = convex.shape as HullShape | undefined;
    if (
      cells !== undefined &&
      points !== undefined &&
      pose !== undefined &&
      hull?.supportPair !== undefined
    ) {
      this.kind = isHull;
      this.hull = hull;
      this.cells = cells;
      this.points = points;
      this.pose = pose;
    } else {
      this.kind = convex.supportVertex === undefined ? isConvex : isPolytope;
      this.last = 0;
    }
  }

  /**
   * Writes to `out[at..]` the point farthest along `sign` · `axis`. Returns its vertex index, −1 if it has
   * none.
   */
  support(out: Float64Array, at: number, axis: Float64Array, sign: number): number {
    const { direction, point } = this;
    direction[0] = sign * axis[0];
    direction[1] = sign * axis[1];
    direction[2] = sign * axis[2];
    if (this.kind !== isConvex) {
      this.last = this.convex.supportVertex!(direction, this.last);
      this.vertex(out, at, this.last);
      return this.last;
    }
    this.convex.support(point, direction);
    out[at] = point[0];
    out[at + 1] = point[1];
    out[at + 2] = point[2];
    return -1;
  }

  /** Writes vertex `id` to `out[at..]`. */
  vertex(out: Float64Array, at: number, id: number): void {
    const { point } = this;
    this.convex.vertex!(point, id);
    out[at] = point[0];
    out[at + 1] = point[1];
    out[at + 2] = point[2];
  }
}

/** A ⊖ B by support points. One object serves any number of pairs; `set` chooses the pair. */
export class CsoSupport {
  private readonly a = new Side();
  private readonly b = new Side();
  private readonly margins = new Float64Array(2);

  /** Chooses the pair. */
  set(a: Convex, b: Convex): void {
    this.a.set(a, this.margins, 0);
    this.b.set(b, this.margins, 1);
  }

  /** Sum of the margins around A's core. */
  get marginA(): number {
    return this.margins[0];
  }

  /** Sum of the margins around B's core. */
  get marginB(): number {
    return this.margins[1];
  }

  /** Whether points of the simplex have vertex indices on both sides. */
  get polytopes(): boolean {
    return this.a.kind !== isConvex && this.b.kind !== isConvex;
  }

  /** Writes a first axis: between the positions if both are known and differ, otherwise x. */
  guess(axis: Float64Array): void {
    const p = this.a.convex.position;
    const q = this.b.convex.position;
    if (p !== undefined && q !== undefined) {
      axis[0] = p[0] - q[0];
      axis[1] = p[1] - q[1];
      axis[2] = p[2] - q[2];
      if (axis[0] !== 0 || axis[1] !== 0 || axis[2] !== 0) return;
    }
    axis[0] = 1;
    axis[1] = axis[2] = 0;
  }

  /**
   * Writes the point of A ⊖ B farthest along −`axis` after the last point of the simplex, without counting
   * it.
   */
  support(simplex: GjkSimplex, axis: Float64Array): void {
    const { a, b } = this;
    const { count } = simplex;
    if (a.kind + b.kind !== isHull + isHull) {
      simplex.idsA[count] = a.support(simplex.a, 3 * count, axis, -1);
      simplex.idsB[count] = b.support(simplex.b, 3 * count, axis, 1);
      subtract(simplex);
      return;
    }
    a.hull!.supportPair(simplex, a, b, axis);
  }

  /** Appends the point with these vertex indices to the simplex. Both sets must be polytopes. */
  append(simplex: GjkSimplex, idA: number, idB: number): void {
    const { a, b } = this;
    const { count } = simplex;
    if (a.kind + b.kind === isHull + isHull) a.hull!.placePair(simplex, a, b, 3 * idA, 3 * idB);
    else {
      a.vertex(simplex.a, 3 * count, idA);
      b.vertex(simplex.b, 3 * count, idB);
      simplex.idsA[count] = idA;
      simplex.idsB[count] = idB;
      subtract(simplex);
    }
    simplex.count++;
  }
}

/** Writes the difference of the last points of A and B, and the scale of rounding. */
function subtract(simplex: GjkSimplex): void {
  const { w, a, b, count, largest } = simplex;
  const at = 3 * count;
  const x = (w[at] = a[at] - b[at]);
  const y = (w[at + 1] = a[at + 1] - b[at + 1]);
  const z = (w[at + 2] = a[at + 2] - b[at + 2]);
  const squared = x * x + y * y + z * z;
  if (squared > largest[0]) largest[0] = squared;
}

/**
 * Rebuilds the remembered simplex at the current poses, or at least the axis. Returns whether there was
 * anything.
 */
export function resumeSimplex(
  cso: CsoSupport,
  simplex: GjkSimplex,
  axis: Float64Array,
  cache: GjkCache,
): boolean {
  if (cache.count < 0) return false;
  if (cso.polytopes) for (let i = 0; i < cache.count; i++) cso.append(simplex, cache.idsA[i], cache.idsB[i]);
  axis[0] = cache.axis[0];
  axis[1] = cache.axis[1];
  axis[2] = cache.axis[2];
  if (axis[0] === 0 && axis[1] === 0 && axis[2] === 0) cso.guess(axis);
  return true;
}

/** Remembers the simplex and the axis. */
export function storeSimplex(cache: GjkCache, simplex: GjkSimplex, axis: Float64Array): void {
  const polytopes = simplex.count > 0 && simplex.idsA[0] >= 0 && simplex.idsB[0] >= 0;
  cache.count = polytopes ? simplex.count : 0;
  for (let i = 0; i < cache.count; i++) {
    cache.idsA[i] = simplex.idsA[i];
    cache.idsB[i] = simplex.idsB[i];
  }
  cache.axis[0] = axis[0];
  cache.axis[1] = axis[1];
  cache.axis[2] = axis[2];
}
