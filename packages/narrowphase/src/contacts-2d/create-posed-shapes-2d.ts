/**
 * The placed shapes that a planar shape is made of: one for a convex shape or a half-plane, one per part
 * of a compound, one per link of a chain.
 */
import { refuse, requireBoundedArray } from '@colide/core';
import type {
  BoxShape2d,
  CapsuleShape2d,
  ChainShape2d,
  CircleShape2d,
  Compound2d,
  ConvexShape2d,
  HalfPlane2d,
  PolygonShape2d,
  RoundedShape2d,
  SegmentShape2d,
} from '@colide/geometry';
import { PosedShape2d, posedKind2d } from './posed-shape-2d.ts';

/** Planar shapes that contact kernels know. */
export type ContactShape2d =
  | CircleShape2d
  | CapsuleShape2d
  | BoxShape2d
  | PolygonShape2d
  | RoundedShape2d
  | SegmentShape2d
  | ChainShape2d
  | HalfPlane2d
  | Compound2d;

/** Most vertices of a polygon: ids of contacts name two of them. */
const mostVertices = 0x7fff;

/**
 * What `shape` is made of, with the point (`x`, `y`) of its frame as the origin. Throws for unknown shapes.
 */
export function createPosedShapes2d(shape: ContactShape2d, x = 0, y = 0): PosedShape2d[] {
  const out: PosedShape2d[] = [];
  if (shape?.kind === 'compound') {
    for (const { shape: part, position, rotation } of shape.children) {
      const [points, radius] = coreOf(part as ContactShape2d);
      const [c, s] = rotation;
      const moved = new Float64Array(points.length);
      for (let i = 0; i < points.length; i += 2) {
        moved[i] = c * points[i] - s * points[i + 1] + position[0] - x;
        moved[i + 1] = s * points[i] + c * points[i + 1] + position[1] - y;
      }
      out.push(convexPart(moved, radius));
    }
  } else if (shape?.kind === 'halfPlane')
    out.push(
      new PosedShape2d(Float64Array.of(shape.normal[0], shape.normal[1], shape.offset), 0, posedKind2d.plane),
    );
  else if (shape?.kind === 'chain') addLinks(out, shape, x, y);
  else {
    const [points, radius] = coreOf(shape);
    out.push(
      convexPart(
        Float64Array.from(points, (value, i) => value - (i & 1 ? y : x)),
        radius,
      ),
    );
  }
  return out;
}

function convexPart(points: Float64Array, radius: number): PosedShape2d {
  requireBoundedArray('the vertices of shape', points, points.length);
  if (points.length > 2 * mostVertices)
    throw new RangeError(`shape must have at most ${mostVertices} vertices, got ${points.length / 2}`);
  return new PosedShape2d(points, radius);
}

/** The vertices of the core of a convex shape, counter-clockwise, and the radius around it. */
function coreOf(shape: ContactShape2d | ConvexShape2d): readonly [ArrayLike<number>, number] {
  switch (shape?.kind) {
    case 'circle':
      return [[0, 0], shape.margin!];
    case 'box': {
      const { halfX: hx, halfY: hy } = shape as BoxShape2d;
      if (hx === 0 || hy === 0) return [[-hx, -hy, hx, hy], 0];
      return [[-hx, -hy, hx, -hy, hx, hy, -hx, hy], 0];
    }
    case 'capsule':
    case 'rounded':
      return [(shape.core as PolygonShape2d).vertices, shape.margin!];
    case 'polygon':
    case 'segment':
      return [(shape as PolygonShape2d).vertices, 0];
  }
  return refuse('shape', 'be a planar shape', (shape as { kind?: unknown } | undefined)?.kind);
}

/** Appends the links of a chain, each with its neighbours. */
function addLinks(
  out: PosedShape2d[],
  { vertices, isLoop, segmentCount }: ChainShape2d,
  x: number,
  y: number,
) {
  const n = vertices.length / 2;
  for (let i = 0; i < segmentCount; i++) {
    const local = new Float64Array(8);
    // The ends of the link, then the vertices before and after it.
    [i, i + 1, i - 1, i + 2].forEach((vertex, k) => {
      const at = 2 * ((vertex + n) % n);
      local[2 * k] = vertices[at] - x;
      local[2 * k + 1] = vertices[at + 1] - y;
    });
    const neighbors = (isLoop || i > 0 ? 1 : 0) + (isLoop || i + 1 < segmentCount ? 2 : 0);
    out.push(new PosedShape2d(local, 0, posedKind2d.link, neighbors));
  }
}
