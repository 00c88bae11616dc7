/** Shapes of the plane as plain data and back, to the last bit. */
import { refuse } from '@colide/core';
import {
  BoxShape2d,
  CapsuleShape2d,
  ChainShape2d,
  CircleShape2d,
  Compound2d,
  type ConvexShape2d,
  HalfPlane2d,
  PolygonShape2d,
  RoundedShape2d,
  SegmentShape2d,
} from '@colide/geometry';
import type { ContactShape2d } from '@colide/narrowphase';

/** A shape as plain data. */
export interface ShapeDescription2d {
  readonly kind: string;
  /** Radius, half extents, half height, offset, whether it is a loop: what the kind has. */
  readonly sizes: readonly number[];
  /** Vertices, or a normal. */
  readonly points: Float64Array;
  /** Parts of a compound, with position, cosine and sine each in {@link points}. */
  readonly children: readonly ShapeDescription2d[];
}

/** A shape as plain data. */
export function encodeShape2d(shape: ContactShape2d | ConvexShape2d): ShapeDescription2d {
  const { kind } = shape as ContactShape2d;
  let sizes: number[] = [];
  let points = new Float64Array(0);
  let children: ShapeDescription2d[] = [];
  switch (kind) {
    case 'circle':
      sizes = [(shape as CircleShape2d).radius];
      break;
    case 'capsule':
      sizes = [(shape as CapsuleShape2d).radius, (shape as CapsuleShape2d).halfHeight];
      break;
    case 'box':
      sizes = [(shape as BoxShape2d).halfX, (shape as BoxShape2d).halfY];
      break;
    case 'rounded':
      sizes = [(shape as RoundedShape2d).margin];
      points = ((shape as RoundedShape2d).core as PolygonShape2d).vertices.slice();
      break;
    case 'polygon':
    case 'segment':
      points = (shape as PolygonShape2d).vertices.slice();
      break;
    case 'chain':
      sizes = [Number((shape as ChainShape2d).isLoop)];
      points = (shape as ChainShape2d).vertices.slice();
      break;
    case 'halfPlane':
      sizes = [(shape as HalfPlane2d).offset];
      points = (shape as HalfPlane2d).normal.slice();
      break;
    case 'compound': {
      const parts = (shape as Compound2d).children;
      children = parts.map(part => encodeShape2d(part.shape));
      points = Float64Array.from(parts.flatMap(part => [...part.position, ...part.rotation]));
      break;
    }
    default:
      refuse('shape', 'be a shape of the plane', kind);
  }
  return { kind, sizes, points, children };
}

/** A shape from plain data. */
export function decodeShape2d({ kind, sizes, points, children }: ShapeDescription2d): ContactShape2d {
  const [first, second] = sizes;
  switch (kind) {
    case 'circle':
      return new CircleShape2d(first);
    case 'capsule':
      return new CapsuleShape2d(first, second);
    case 'box':
      return new BoxShape2d([first, second]);
    case 'rounded':
      return new RoundedShape2d(points, first);
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
  }
  return refuse('bytes', 'hold shapes of the plane', kind);
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
