/**
 * Planar shapes as plain data and back, to post them to a worker or save them: numbers, strings and typed
 * arrays in plain objects, which structured cloning understands. A decoded shape gives the same bits as the
 * original. Shapes are recognised by their `kind`, not by their class.
 */
import { type Convex2d, refuse, requireLength, requireObject } from '@colide/core';
import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  Compound2d,
  type ConvexShape2d,
  HalfPlane2d,
  PointShape2d,
  PolygonShape2d,
  Posed2d,
  Rounded2d,
  SegmentShape2d,
} from '@colide/geometry';
import { ChainShape2d, type ContactShape2d } from '@colide/narrowphase';

/**
 * The shapes that {@link encodeShape2d} accepts: those a body can have, and all convex planar shapes.
 */
export type EncodableShape2d = ContactShape2d | Convex2d;

/** A shape as plain data. */
export interface ShapeDescription2d {
  readonly kind: string;
  /** The numbers of the kind: radius, half extents, half height, offset, whether it is a loop. */
  readonly sizes: readonly number[];
  /** Vertices, a normal, or position, cosine and sine of a pose. */
  readonly points: Float64Array;
  /** Parts of a compound, with position, cosine and sine each in {@link points}; the shape that is posed. */
  readonly children: readonly ShapeDescription2d[];
}

/** A shape as plain data. Throws for anything but a planar shape of @colide/geometry. */
export function encodeShape2d(shape: EncodableShape2d): ShapeDescription2d {
  requireObject('shape', shape);
  const s = shape as ContactShape2d | PointShape2d | Posed2d;
  let sizes: number[] = [];
  let points = new Float64Array(0);
  let children: ShapeDescription2d[] = [];
  switch (s.kind) {
    case 'circle':
      sizes = [s.radius];
      break;
    case 'capsule':
      sizes = [s.radius, s.halfHeight];
      break;
    case 'box':
      sizes = [s.halfX, s.halfY];
      break;
    case 'rounded':
      sizes = [s.margin];
      points = s.core.vertices.slice();
      break;
    case 'polygon':
    case 'segment':
      points = s.vertices.slice();
      break;
    case 'point':
      points = Float64Array.of(s.x, s.y);
      break;
    case 'posed':
      points = Float64Array.of(...s.position, ...s.rotation);
      children = [encodeShape2d(s.shape)];
      break;
    case 'chain':
      sizes = [Number(s.isLoop)];
      points = s.vertices.slice();
      break;
    case 'halfPlane':
      sizes = [s.offset];
      points = s.normal.slice();
      break;
    case 'compound':
      children = s.children.map(part => encodeShape2d(part.shape));
      points = Float64Array.from(s.children.flatMap(part => [...part.position, ...part.rotation]));
      break;
    default:
      refuse('shape', 'be a planar shape', shape.kind);
  }
  return { kind: s.kind, sizes, points, children };
}

/** The shape that {@link encodeShape2d} described. */
export function decodeShape2d(description: ShapeDescription2d): ContactShape2d {
  requireObject('description', description);
  const { kind, sizes, points, children } = description;
  requireLength('sizes', sizes, 0);
  const [first, second] = sizes;
  switch (kind) {
    case 'circle':
      return new CircleShape2d(first);
    case 'capsule':
      return new CapsuleShape2d(first, second);
    case 'box':
      return new BoxShape2d([first, second]);
    case 'rounded':
      return new Rounded2d(points, first);
    case 'polygon':
      return new PolygonShape2d(points);
    case 'segment':
      return new SegmentShape2d(points.subarray(0, 2), points.subarray(2));
    case 'chain':
      return new ChainShape2d(points, first === 1);
    case 'halfPlane': {
      const plane = new HalfPlane2d(points, first);
      // Normalising a unit vector again may change its last bit.
      plane.normal.set(points);
      return plane;
    }
    case 'compound':
      return decodeCompound(points, children);
    case 'point':
      return new PointShape2d(points) as unknown as ContactShape2d;
    case 'posed': {
      const posed = new Posed2d(decodeShape2d(children[0]) as Convex2d);
      return posed.setRotation(points, points[2], points[3]) as unknown as ContactShape2d;
    }
  }
  return refuse('description', 'be of a planar shape', kind);
}

function decodeCompound(points: Float64Array, children: readonly ShapeDescription2d[]): Compound2d {
  const compound = new Compound2d(
    children.map((child, i) => ({
      shape: decodeShape2d(child) as ConvexShape2d,
      position: points.subarray(4 * i, 4 * i + 2),
      angle: Math.atan2(points[4 * i + 3], points[4 * i + 2]),
    })),
  );
  // The rotations themselves: those of the angles may differ in the last bit.
  compound.children.forEach((child, i) => {
    child.setRotation(points.subarray(4 * i, 4 * i + 2), points[4 * i + 2], points[4 * i + 3]);
  });
  return compound;
}
