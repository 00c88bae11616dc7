/**
 * Shapes as plain data and back, to post them to a worker or save them: numbers, strings and typed arrays in
 * plain objects, which structured cloning understands. A decoded shape gives the same bits as the original.
 *
 * Shapes are recognised by their `kind`, not by their class, so that two copies of a package do no harm. A
 * decoded mesh always uses a `TriangleBvh`.
 */

import type { Convex, ReadonlyVec3 } from '@colide/core';
import { requireObject } from '@colide/core';
import {
  type AnyShape,
  BoxShape,
  CapsuleShape,
  Compound,
  ConeShape,
  type ConvexShape,
  ConvexUnion,
  CylinderShape,
  EllipsoidShape,
  HalfSpace,
  HeightField,
  type Hull,
  HullShape,
  MinkowskiDifference,
  MinkowskiSum,
  PointShape,
  Posed,
  Rounded,
  Scaled,
  SegmentShape,
  SphereShape,
  type SurfaceMaterial,
  TriangleShape,
} from '@colide/geometry';
import { HeightFieldMesh, MeshShape, TriangleBvh } from '@colide/spatial';
import type { BodySettings } from './body-settings.ts';

/**
 * The shapes that {@link encodeShape} accepts: those a body can have, and all convex shapes of
 * @colide/geometry.
 */
export type EncodableShape = BodySettings['shape'] | Convex;

/** A shape as plain data. */
export type ShapeDescription =
  | { readonly kind: 'box' | 'ellipsoid' | 'point'; readonly size: readonly number[] }
  | { readonly kind: 'sphere' | 'capsule' | 'cylinder' | 'cone'; readonly size: readonly number[] }
  | { readonly kind: 'segment' | 'triangle'; readonly vertices: Float64Array }
  | { readonly kind: 'hull'; readonly hull: Hull }
  | { readonly kind: 'halfSpace'; readonly normal: Float64Array; readonly offset: number }
  | {
      readonly kind: 'heightField';
      readonly heights: Float64Array;
      readonly columns: number;
      readonly rows: number;
      readonly cellSize: number;
      readonly materials: readonly SurfaceMaterial[];
      readonly triangleMaterials: Uint16Array;
    }
  | {
      readonly kind: 'mesh';
      readonly positions: ArrayLike<number>;
      readonly indices: ArrayLike<number>;
      readonly watertight: boolean;
      readonly materials: readonly SurfaceMaterial[];
      readonly triangleMaterials: Uint16Array;
    }
  | {
      readonly kind: 'scaled' | 'rounded';
      readonly shape: ShapeDescription;
      readonly size: readonly number[];
    }
  | {
      readonly kind: 'minkowskiSum' | 'minkowskiDifference' | 'convexUnion';
      readonly a: ShapeDescription;
      readonly b: ShapeDescription;
    }
  | {
      readonly kind: 'compound';
      readonly children: readonly {
        readonly shape: ShapeDescription;
        readonly position: readonly number[];
        readonly rotation: readonly number[];
        readonly material: SurfaceMaterial | undefined;
      }[];
    }
  | { readonly kind: 'posed'; readonly shape: ShapeDescription; readonly pose: Float64Array };

/**
 * A shape as plain data. Throws a `TypeError` for anything but a shape of @colide/geometry or
 * @colide/spatial.
 */
export function encodeShape(shape: EncodableShape): ShapeDescription {
  requireObject('shape', shape);
  const s = shape as AnyShape | MeshShape;
  switch (s.kind) {
    case 'box':
      return { kind: s.kind, size: [s.halfX, s.halfY, s.halfZ] };
    case 'ellipsoid':
      return { kind: s.kind, size: [s.radiusX, s.radiusY, s.radiusZ] };
    case 'point':
      return { kind: s.kind, size: [s.x, s.y, s.z] };
    case 'sphere':
      return { kind: s.kind, size: [s.radius] };
    case 'capsule':
    case 'cylinder':
    case 'cone':
      return { kind: s.kind, size: [s.radius, s.halfHeight] };
    case 'segment':
    case 'triangle':
      return { kind: s.kind, vertices: s.vertices.slice() };
    case 'hull':
      return { kind: s.kind, hull: encodeHull(s) };
    case 'halfSpace':
      return { kind: s.kind, normal: s.normal.slice(), offset: s.offset };
    case 'mesh':
      return encodeMesh(s);
    case 'scaled':
      return { kind: s.kind, shape: encodeShape(s.shape), size: [s.factorX, s.factorY, s.factorZ] };
    case 'rounded':
      return { kind: s.kind, shape: encodeShape(s.core), size: [s.margin] };
    case 'minkowskiSum':
    case 'minkowskiDifference':
    case 'convexUnion':
      return { kind: s.kind, a: encodeShape(s.a), b: encodeShape(s.b) };
    case 'compound':
      return { kind: s.kind, children: s.children.map((_, i) => encodeChild(s, i)) };
    case 'posed':
      return { kind: s.kind, shape: encodeShape(s.shape), pose: s.pose.slice() };
    default:
      throw new TypeError('shape must be a shape of @colide/geometry or a MeshShape to be sent to a worker');
  }
}

/** The shape that {@link encodeShape} described. */
export function decodeShape(d: ShapeDescription): BodySettings['shape'] {
  requireObject('description', d);
  switch (d.kind) {
    case 'box':
      return new BoxShape(d.size);
    case 'ellipsoid':
      return new EllipsoidShape(d.size);
    case 'point':
      return new PointShape(d.size);
    case 'sphere':
      return new SphereShape(d.size[0]);
    case 'capsule':
      return new CapsuleShape(d.size[0], d.size[1]);
    case 'cylinder':
      return new CylinderShape(d.size[0], d.size[1]);
    case 'cone':
      return new ConeShape(d.size[0], d.size[1]);
    case 'segment':
      return new SegmentShape(corner(d.vertices, 0), corner(d.vertices, 1));
    case 'triangle':
      return new TriangleShape(corner(d.vertices, 0), corner(d.vertices, 1), corner(d.vertices, 2));
    case 'hull':
      return new HullShape(d.hull);
    case 'halfSpace': {
      const plane = new HalfSpace(d.normal, d.offset);
      // Copied, since normalising again might change the last bit.
      plane.normal.set(d.normal);
      return plane;
    }
    case 'mesh':
    case 'heightField':
      return decodeMesh(d);
    case 'scaled':
      return new Scaled(decodeConvex(d.shape), d.size);
    case 'rounded':
      return new Rounded(decodeConvex(d.shape), d.size[0]);
    case 'minkowskiSum':
      return new MinkowskiSum(decodeConvex(d.a), decodeConvex(d.b));
    case 'minkowskiDifference':
      return new MinkowskiDifference(decodeConvex(d.a), decodeConvex(d.b));
    case 'convexUnion':
      return new ConvexUnion(decodeConvex(d.a), decodeConvex(d.b));
    case 'compound':
      return new Compound(
        d.children.map(({ shape, position, rotation, material }) => ({
          shape: decodeConvex(shape),
          position,
          rotation,
          ...(material && { material }),
        })),
      );
    case 'posed': {
      const posed = new Posed(decodeConvex(d.shape));
      for (let at: Posed | undefined = posed; at; at = at.core) at.pose.set(d.pose);
      return posed;
    }
  }
}

function decodeConvex(description: ShapeDescription): ConvexShape {
  return decodeShape(description) as ConvexShape;
}

function decodeMesh(d: Extract<ShapeDescription, { readonly kind: 'mesh' | 'heightField' }>): MeshShape {
  const { materials, triangleMaterials } = d;
  const options = { materials, triangleMaterials };
  if (d.kind === 'mesh')
    return new MeshShape(new TriangleBvh(d.positions, d.indices, { watertight: d.watertight }), options);
  const { heights, columns, rows, cellSize } = d;
  return new MeshShape(new HeightFieldMesh(new HeightField({ heights, columns, rows, cellSize })), options);
}

function encodeMesh({ mesh, materials, triangleMaterials }: MeshShape): ShapeDescription {
  if (mesh.field) {
    const { heights, columns, rows, cellSize } = mesh.field;
    return { kind: 'heightField', heights, columns, rows, cellSize, materials, triangleMaterials };
  }
  const { positions, indices, watertight = false } = mesh;
  return { kind: 'mesh', positions, indices, watertight, materials, triangleMaterials };
}

function encodeHull(hull: Hull): Hull {
  const { dimension, vertices, vertexIds, faceOffsets, faceVertices, planes } = hull;
  return { dimension, vertices, vertexIds, faceOffsets, faceVertices, planes };
}

function encodeChild({ children, rotations, materials }: Compound, i: number) {
  const { shape, position } = children[i];
  const material = materials[i];
  return { shape: encodeShape(shape), position: [...position], rotation: [...rotations[i]], material };
}

function corner(vertices: Float64Array, i: number): ReadonlyVec3 {
  return vertices.slice(3 * i, 3 * i + 3);
}
