/**
 * The posed shapes that make up a planar shape: one for a convex shape or a half-plane, one per part of a
 * compound, one per link of a chain.
 */
import { refuse, requireBoundedArray } from '@colide/core';
import type {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  Compound2d,
  ConvexShape2d,
  HalfPlane2d,
  PolygonShape2d,
  Rounded2d,
  SegmentShape2d,
} from '@colide/geometry';
import type { ChainShape2d } from './chain-shape-2d.ts';
import { PosedShape2d, posedKind2d } from './posed-shape-2d.ts';

/** Planar shapes that contact kernels know. */
export type ContactShape2d =
  | CircleShape2d
  | CapsuleShape2d
  | BoxShape2d
  | PolygonShape2d
  | Rounded2d
  | SegmentShape2d
  | ChainShape2d
  | HalfPlane2d
  | Compound2d;

/** The largest number of vertices of a polygon: contact ids name two of them. */
const mostVertices = 0x7fff;

/**
 * The parts of `shape`, with the point (`x`, `y`) of its frame as the origin. Throws for unknown shapes.
 */
export function createPosedShapes2d(shape: ContactShape2d, x = 0, y = 0): PosedShape2d[] {
  if (shape?.kind === 'chain') return shape.links(x, y);
  const out: PosedShape2d[] = [];
  if (shape?.kind === 'compound') {
    for (const { shape: part, position, rotation } of shape.children) {
      const [points, radius] = coreOf(part);
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
  const { core = shape, margin = 0, kind } = (shape ?? {}) as ConvexShape2d;
  const vertices = (core as PolygonShape2d | undefined)?.vertices;
  return vertices ? [vertices, margin] : refuse('shape', 'be a planar shape', kind);
}
