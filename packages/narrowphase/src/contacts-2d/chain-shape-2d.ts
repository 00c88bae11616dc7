/**
 * A chain of segments: terrain and the outlines of levels. It is one-sided. Going along it, its solid side is
 * on the left and bodies touch it from the right, so that a loop that runs counter-clockwise is solid like a
 * polygon, one that runs clockwise is a container, and ground runs from right to left. Each segment knows its
 * neighbours, and contacts use them, so that a body which slides over an inner vertex does not catch on it.
 *
 * A chain includes the kernel of its contacts. So it is here and not with the convex shapes, and programs
 * without chains do not include that kernel.
 */
import { type Aabb, requireFiniteArray, requireMultiple } from '@colide/core';
import { manifoldLink2d } from './manifold-link-2d.ts';
import { PosedShape2d, posedKind2d } from './posed-shape-2d.ts';

/** Segments from each vertex to the next. */
export class ChainShape2d {
  readonly kind = 'chain';
  /** Vertices x, y. */
  readonly vertices: Float64Array;
  /** Whether a segment leads from the last vertex back to the first. */
  readonly isLoop: boolean;
  readonly boundingRadius: number;
  readonly area = 0;

  /**
   * @param points x, y of at least two vertices, three for a loop; no two in a row may coincide
   * @param isLoop whether the chain is closed
   */
  constructor(points: ArrayLike<number>, isLoop = false) {
    requireMultiple('points', points, 2);
    requireFiniteArray('points', points);
    if (points.length < (isLoop ? 6 : 4))
      throw new RangeError(`points must hold at least ${isLoop ? 3 : 2} vertices, got ${points.length / 2}`);
    const { length } = points;
    let radius = 0;
    for (let i = 0; i < length; i += 2) {
      const next = (i + 2) % length;
      if ((isLoop || next > 0) && points[i] === points[next] && points[i + 1] === points[next + 1])
        throw new RangeError(`points must not repeat a vertex, as ${i / 2} and ${next / 2} do`);
      radius = Math.max(radius, Math.hypot(points[i], points[i + 1]));
    }
    this.vertices = Float64Array.from(points);
    this.isLoop = isLoop;
    this.boundingRadius = radius;
  }

  /** How many segments there are. */
  get segmentCount(): number {
    return this.vertices.length / 2 - (this.isLoop ? 0 : 1);
  }

  /** Writes the axis-aligned box: min x, y, then max x, y. */
  aabb(out: Aabb): Aabb {
    out[0] = out[1] = Infinity;
    out[2] = out[3] = -Infinity;
    for (let i = 0; i < this.vertices.length; i++) {
      const axis = i & 1;
      out[axis] = Math.min(out[axis], this.vertices[i]);
      out[axis + 2] = Math.max(out[axis + 2], this.vertices[i]);
    }
    return out;
  }

  /** The links as posed shapes, with the point (`x`, `y`) of the chain's frame as the origin. */
  links(x = 0, y = 0): PosedShape2d[] {
    const { vertices, isLoop, segmentCount } = this;
    const n = vertices.length / 2;
    return Array.from({ length: segmentCount }, (_, i) => {
      const local = new Float64Array(8);
      // The ends of the link, then the vertices before and after it.
      [i, i + 1, i - 1, i + 2].forEach((vertex, k) => {
        const at = 2 * ((vertex + n) % n);
        local[2 * k] = vertices[at] - x;
        local[2 * k + 1] = vertices[at + 1] - y;
      });
      const neighbors = (isLoop || i > 0 ? 1 : 0) + (isLoop || i + 1 < segmentCount ? 2 : 0);
      return new PosedShape2d(local, 0, posedKind2d.link, neighbors, manifoldLink2d);
    });
  }
}
