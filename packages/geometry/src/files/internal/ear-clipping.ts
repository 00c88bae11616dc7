/**
 * Ear clipping of a polygon in a plane (Meisters, "Polygons have ears", 1975).
 *
 * The corners lie in a grid with about as many cells as there are corners, so that a candidate is compared
 * only with those near it. Ordinary polygons take O(n); for all others the work is bounded by a multiple of
 * n. A remainder without ears, because it crosses itself, has no area or is too tangled for that bound, is
 * left as it is.
 */

/** The two axes of the projection in which the polygon is counter-clockwise. */
export type Plane = readonly [u: number, v: number];

/** Comparisons allowed per corner; polygons of up to a thousand corners never reach this limit. */
const maxWork = 1000;

/** Twice the signed area of the projected triangle a, b, c. */
export function orientation(
  positions: ArrayLike<number>,
  [u, v]: Plane,
  a: number,
  b: number,
  c: number,
): number {
  const x = positions[3 * a + u];
  const y = positions[3 * a + v];
  return (
    (positions[3 * b + u] - x) * (positions[3 * c + v] - y) -
    (positions[3 * b + v] - y) * (positions[3 * c + u] - x)
  );
}

/** A polygon from which ears are cut. Corners are identified by their position in it. */
export class EarClipping {
  private readonly previous: Int32Array;
  private readonly next: Int32Array;
  /** The number of cells along an axis; the least coordinates and the cells per unit length on both axes. */
  private readonly side: number;
  private readonly low = [Infinity, Infinity];
  private readonly scale = [0, 0];
  /** The first corner in each cell, and the one after each corner in its cell; −1 after the last. */
  private readonly first: Int32Array;
  private readonly after: Int32Array;
  private work: number;

  constructor(
    private readonly positions: ArrayLike<number>,
    private readonly corners: readonly number[],
    private readonly plane: Plane,
  ) {
    const n = corners.length;
    this.previous = Int32Array.from(corners, (_, i) => (i + n - 1) % n);
    this.next = Int32Array.from(corners, (_, i) => (i + 1) % n);
    this.side = Math.ceil(Math.sqrt(n));
    this.first = new Int32Array(this.side * this.side).fill(-1);
    this.after = new Int32Array(n);
    this.work = maxWork * n;
    for (let k = 0; k < 2; k++) {
      let high = -Infinity;
      for (let i = 0; i < n; i++) {
        this.low[k] = Math.min(this.low[k], this.coordinate(i, k));
        high = Math.max(high, this.coordinate(i, k));
      }
      this.scale[k] = high > this.low[k] ? this.side / (high - this.low[k]) : 0;
    }
    for (let i = n - 1; i >= 0; i--) {
      const cell =
        this.cellAlong(this.coordinate(i, 0), 0) + this.side * this.cellAlong(this.coordinate(i, 1), 1);
      this.after[i] = this.first[cell];
      this.first[cell] = i;
    }
  }

  /** Appends the triangles of all ears; returns the vertices of what is left. */
  clip(out: number[]): number[] {
    const { previous, next, corners } = this;
    let count = corners.length;
    let corner = 0;
    for (let failures = 0; count > 3 && failures < count && this.work > 0; ) {
      const a = previous[corner];
      const c = next[corner];
      if (!this.isEar(a, corner, c)) {
        failures++;
        corner = c;
        continue;
      }
      out.push(corners[a], corners[corner], corners[c]);
      next[a] = c;
      previous[c] = a;
      next[corner] = -1;
      count--;
      failures = 0;
      // Skip the neighbour: cutting it next would make a fan of slivers.
      corner = next[c];
    }
    const left: number[] = [];
    for (let i = 0; i < count; i++, corner = next[corner]) left.push(corners[corner]);
    return left;
  }

  /** Whether corner `j` between `i` and `k` is convex and its triangle contains no other corner. */
  private isEar(i: number, j: number, k: number): boolean {
    const { positions, corners, plane, side, first, after, next } = this;
    const a = corners[i];
    const b = corners[j];
    const c = corners[k];
    this.work--;
    if (!(orientation(positions, plane, a, b, c) > 0)) return false;
    const [left, right] = this.cellRange(i, j, k, 0);
    const [bottom, top] = this.cellRange(i, j, k, 1);
    for (let y = bottom; y <= top; y++)
      for (let x = left; x <= right; x++) {
        this.work--;
        for (let other = first[x + side * y]; other >= 0; other = after[other]) {
          this.work--;
          const p = corners[other];
          if (next[other] < 0 || p === a || p === b || p === c) continue;
          if (
            orientation(positions, plane, a, b, p) >= 0 &&
            orientation(positions, plane, b, c, p) >= 0 &&
            orientation(positions, plane, c, a, p) >= 0
          )
            return false;
        }
      }
    return true;
  }

  /** The first and last cells along an axis that the triangle of three corners covers. */
  private cellRange(i: number, j: number, k: number, axis: number): [number, number] {
    const x = this.coordinate(i, axis);
    const y = this.coordinate(j, axis);
    const z = this.coordinate(k, axis);
    return [this.cellAlong(Math.min(x, y, z), axis), this.cellAlong(Math.max(x, y, z), axis)];
  }

  private coordinate(corner: number, axis: number): number {
    return this.positions[3 * this.corners[corner] + this.plane[axis]];
  }

  private cellAlong(x: number, axis: number): number {
    return Math.min(this.side - 1, Math.floor((x - this.low[axis]) * this.scale[axis]));
  }
}
