/**
 * A convex planar shape at a pose in the world, in the one form that all contact kernels read: the vertices
 * of a core, the normals of its edges, and a radius around it. A circle is a core of one vertex, a capsule
 * one of two; a polygon may have round corners. A link of a chain also knows its neighbours. Nothing is
 * allocated after construction.
 */
import { plainDoubles } from '@colide/core';
import type { ContactManifold2d } from './contact-manifold-2d.ts';

/** The kinds of posed shapes. */
export const posedKind2d = { convex: 0, link: 1, plane: 2 } as const;

/** Position, cosine and sine of the call at hand. */
const pose = /* @__PURE__ */ plainDoubles(4);

/**
 * A kernel for pairs of convex shapes: writes the contact points that are at most `margin` apart and returns
 * their number. `manifoldConvex2d` and `manifoldGjk2d` are two of them.
 */
export type NarrowPhase2d = (
  out: ContactManifold2d,
  a: PosedShape2d,
  b: PosedShape2d,
  margin: number,
) => number;

/** A shape at a pose. */
export class PosedShape2d {
  /** One of {@link posedKind2d}. */
  readonly kind: number;
  /** Vertices of the core in the frame of the body, x and y each, counter-clockwise. */
  readonly local: number[];
  /** Posed vertices, x and y each. Of a link four: its two ends, then the vertices before and after them. */
  readonly points: number[];
  /**
   * Outward unit normals of the edges, the first from vertex 0 to 1. Of a link also those of its neighbours.
   */
  readonly normals: number[];
  /** The mean of the posed vertices; of a half-plane its offset, twice. */
  readonly center: number[];
  /** Number of vertices of the core. */
  readonly count: number;
  /** Radius around the core. */
  readonly radius: number;
  /** Of a link: 1 if there is a vertex before it, 2 if there is one after it. */
  readonly neighbors: number;
  /** Of a link: the kernel for it and a convex shape, which chains provide. */
  readonly kernel: NarrowPhase2d | undefined;

  /**
   * @param local vertices; of a link its ends and the vertices before and after it, of a half-plane its
   * normal and its offset
   * @param radius around the core
   * @param kind one of {@link posedKind2d}
   * @param neighbors of a link: 1 for a vertex before it, 2 for one after it, 3 for both
   * @param kernel of a link: `manifoldLink2d`, without which it has no contacts
   */
  constructor(
    local: Float64Array,
    radius = 0,
    kind: number = posedKind2d.convex,
    neighbors = 0,
    kernel?: NarrowPhase2d,
  ) {
    this.local = plainDoubles(local.length);
    for (let i = 0; i < local.length; i++) this.local[i] = local[i];
    this.radius = radius;
    this.kind = kind;
    this.neighbors = neighbors;
    this.kernel = kernel;
    this.count = kind === posedKind2d.convex ? local.length >> 1 : kind === posedKind2d.link ? 2 : 0;
    this.points = plainDoubles(local.length);
    this.normals = plainDoubles(Math.max(local.length, 6));
    this.center = plainDoubles(2);
    this.place(0, 0, 1, 0);
  }

  /** Moves the shape: rotation by (cosine, sine), then translation. Half-planes stay. Unchecked. */
  place(x: number, y: number, cosine: number, sine: number): void {
    pose[0] = x;
    pose[1] = y;
    pose[2] = cosine;
    pose[3] = sine;
    this.move();
  }

  /** As {@link place}, to the pose of body `index`: two numbers in each array. */
  follow(positions: Float64Array, rotations: Float64Array, index: number): void {
    pose[0] = positions[2 * index];
    pose[1] = positions[2 * index + 1];
    pose[2] = rotations[2 * index];
    pose[3] = rotations[2 * index + 1];
    this.move();
  }

  /** Moves the shape to {@link pose}. */
  private move(): void {
    const { local, points, center, kind } = this;
    const { length } = local;
    const x = pose[0];
    const y = pose[1];
    const cosine = pose[2];
    const sine = pose[3];
    if (kind === posedKind2d.plane) {
      this.normals[0] = local[0];
      this.normals[1] = local[1];
      center[0] = center[1] = local[2];
      return;
    }
    for (let i = 0; i < length; i += 2) {
      const px = local[i];
      const py = local[i + 1];
      points[i] = cosine * px - sine * py + x;
      points[i + 1] = sine * px + cosine * py + y;
    }
    const end = 2 * this.count;
    let sumX = 0;
    let sumY = 0;
    for (let i = 0; i < end; i += 2) {
      sumX += points[i];
      sumY += points[i + 1];
      this.setNormal(i, i, i + 2 === end ? 0 : i + 2);
    }
    center[0] = sumX / this.count;
    center[1] = sumY / this.count;
    if (kind === posedKind2d.link) {
      this.setNormal(4, 4, 0);
      this.setNormal(6, 2, 6);
    }
  }

  /** Writes the normal of the edge between two vertices to `normals[at…]`. */
  private setNormal(at: number, from: number, to: number): void {
    const { points, normals } = this;
    const ex = points[to] - points[from];
    const ey = points[to + 1] - points[from + 1];
    const length = Math.sqrt(ex * ex + ey * ey);
    normals[at] = length > 0 ? ey / length : 0;
    normals[at + 1] = length > 0 ? -ex / length : 0;
  }

  /** Writes the box of the shape at `boxes[at…]`: min x, y, max x, y. Not for half-planes. */
  writeBox(boxes: Float64Array, at: number): void {
    const { points, radius } = this;
    const end = 2 * this.count;
    let minX = points[0];
    let maxX = minX;
    let minY = points[1];
    let maxY = minY;
    for (let i = 2; i < end; i += 2) {
      if (points[i] < minX) minX = points[i];
      if (points[i] > maxX) maxX = points[i];
      if (points[i + 1] < minY) minY = points[i + 1];
      if (points[i + 1] > maxY) maxY = points[i + 1];
    }
    boxes[at] = minX - radius;
    boxes[at + 1] = minY - radius;
    boxes[at + 2] = maxX + radius;
    boxes[at + 3] = maxY + radius;
  }
}
