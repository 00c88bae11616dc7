/**
 * Shapes as plain data and back, so that they can be posted to a worker or saved: numbers, strings and typed arrays in plain objects,
 * which structured cloning understands. A shape that was encoded and decoded answers with the same bits.
 *
 * Shapes are told apart by what they have, not by their class, so that two copies of a package do no harm. A mesh comes back over a
 * `TriangleBvh`, whatever structure it had.
 */
import type { Convex, ReadonlyQuat, ReadonlyVec3 } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  Compound,
  ConeShape,
  type ConvexShape,
  ConvexUnion,
  CylinderShape,
  EllipsoidShape,
  HalfSpace,
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
  TriangleShape,
} from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import type { BodySettings } from './body-settings.ts';

/** What {@link encodeShape} takes: all that a body can be made of, and all convex shapes of @colide/geometry. */
export type EncodableShape = BodySettings['shape'] | Convex;

/** A shape as plain data. */
export type ShapeDescription =
  | { readonly kind: 'box' | 'ellipsoid' | 'point'; readonly size: readonly number[] }
  | { readonly kind: 'sphere' | 'capsule' | 'cylinder' | 'cone'; readonly size: readonly number[] }
  | { readonly kind: 'segment' | 'triangle'; readonly vertices: Float64Array }
  | { readonly kind: 'hull'; readonly hull: Hull }
  | { readonly kind: 'plane'; readonly normal: Float64Array; readonly offset: number }
  | {
      readonly kind: 'mesh';
      readonly positions: ArrayLike<number>;
      readonly indices: ArrayLike<number>;
      readonly watertight: boolean;
    }
  | {
      readonly kind: 'scaled' | 'rounded';
      readonly shape: ShapeDescription;
      readonly size: readonly number[];
    }
  | {
      readonly kind: 'sum' | 'difference' | 'union';
      readonly a: ShapeDescription;
      readonly b: ShapeDescription;
    }
  | {
      readonly kind: 'compound';
      readonly children: readonly {
        readonly shape: ShapeDescription;
        readonly position: readonly number[];
        readonly rotation: readonly number[];
      }[];
    }
  | { readonly kind: 'posed'; readonly shape: ShapeDescription; readonly pose: Float64Array };

/** The fields that shapes are told apart by. */
type Fields = Partial<
  Record<
    'halfX' | 'halfY' | 'halfZ' | 'radiusX' | 'radiusY' | 'radiusZ' | 'factorX' | 'factorY' | 'factorZ',
    number
  > &
    Record<'radius' | 'halfHeight' | 'margin' | 'offset' | 'x' | 'y' | 'z', number> & {
      core: Convex;
      shape: Convex;
      a: Convex;
      b: Convex;
      pose: Float64Array;
      vertices: Float64Array;
      normal: Float64Array;
      planes: Float64Array;
      mesh: MeshShape['mesh'] & { watertight?: boolean };
      children: Compound['children'];
      rotations: Compound['rotations'];
    }
>;

/** A shape as plain data. Throws a `TypeError` for what is not a shape of @colide/geometry or @colide/spatial. */
export function encodeShape(shape: EncodableShape): ShapeDescription {
  const s = shape as Fields;
  if (s.mesh) return encodeMesh(s.mesh);
  if (s.children)
    return {
      kind: 'compound',
      children: s.children.map((child, i) => ({
        shape: encodeShape(child.shape),
        position: [...child.position],
        rotation: Array.from(s.rotations![i]),
      })),
    };
  if (s.pose) return { kind: 'posed', shape: encodeShape(s.shape!), pose: s.pose.slice() };
  if (s.normal) return { kind: 'plane', normal: s.normal.slice(), offset: s.offset! };
  if (s.planes) return { kind: 'hull', hull: encodeHull(shape as HullShape) };
  if (s.halfX !== undefined) return { kind: 'box', size: [s.halfX, s.halfY!, s.halfZ!] };
  if (s.radiusX !== undefined) return { kind: 'ellipsoid', size: [s.radiusX, s.radiusY!, s.radiusZ!] };
  if (s.factorX !== undefined)
    return { kind: 'scaled', shape: encodeShape(s.shape!), size: [s.factorX, s.factorY!, s.factorZ!] };
  if (s.radius !== undefined) return encodeRound(shape as ConvexShape, s.radius, s.halfHeight);
  if (s.core) return { kind: 'rounded', shape: encodeShape(s.core), size: [s.margin!] };
  if (s.vertices)
    return { kind: s.vertices.length === 6 ? 'segment' : 'triangle', vertices: s.vertices.slice() };
  if (s.a && s.b)
    return { kind: combination(shape as Convex, s.a, s.b), a: encodeShape(s.a), b: encodeShape(s.b) };
  if (s.x !== undefined && s.y !== undefined && s.z !== undefined)
    return { kind: 'point', size: [s.x, s.y, s.z] };
  throw new TypeError('shape must be a shape of @colide/geometry or a MeshShape to be sent to a worker');
}

/** The shape that {@link encodeShape} has described. */
export function decodeShape(d: ShapeDescription): BodySettings['shape'] {
  switch (d.kind) {
    case 'box':
      return new BoxShape(d.size as unknown as ReadonlyVec3);
    case 'ellipsoid':
      return new EllipsoidShape(d.size as unknown as ReadonlyVec3);
    case 'point':
      return new PointShape(d.size as unknown as ReadonlyVec3);
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
    case 'plane': {
      const plane = new HalfSpace(d.normal as unknown as ReadonlyVec3, d.offset);
      // To the last bit, which a second normalisation might change.
      plane.normal.set(d.normal);
      return plane;
    }
    case 'mesh':
      return new MeshShape(new TriangleBvh(d.positions, d.indices, { watertight: d.watertight }));
    case 'scaled':
      return new Scaled(decodeConvex(d.shape), d.size as unknown as ReadonlyVec3);
    case 'rounded':
      return new Rounded(decodeConvex(d.shape), d.size[0]);
    case 'sum':
      return new MinkowskiSum(decodeConvex(d.a), decodeConvex(d.b));
    case 'difference':
      return new MinkowskiDifference(decodeConvex(d.a), decodeConvex(d.b));
    case 'union':
      return new ConvexUnion(decodeConvex(d.a), decodeConvex(d.b));
    case 'compound':
      return new Compound(
        d.children.map(({ shape, position, rotation }) => ({
          shape: decodeConvex(shape),
          position: position as unknown as ReadonlyVec3,
          rotation: rotation as unknown as ReadonlyQuat,
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

function encodeMesh({
  positions,
  indices,
  watertight = false,
}: NonNullable<Fields['mesh']>): ShapeDescription {
  return { kind: 'mesh', positions, indices, watertight };
}

function encodeHull(hull: Hull): Hull {
  const { dimension, vertices, vertexIds, faceOffsets, faceVertices, planes } = hull;
  return { dimension, vertices, vertexIds, faceOffsets, faceVertices, planes };
}

const center = /* @__PURE__ */ new Float64Array(3);

/** Shapes about the y axis: balls and capsules have a core, and the centre of mass of a cone is below its middle. */
function encodeRound(shape: ConvexShape, radius: number, halfHeight: number | undefined): ShapeDescription {
  if (halfHeight === undefined) return { kind: 'sphere', size: [radius] };
  const size = [radius, halfHeight];
  if (shape.core) return { kind: 'capsule', size };
  shape.centerOfMass(center);
  return { kind: center[1] < 0 ? 'cone' : 'cylinder', size };
}

/** Which combination of `a` and `b` a shape is: they differ by their support points along some axis or diagonal. */
function combination(shape: Convex, a: Convex, b: Convex): 'sum' | 'difference' | 'union' {
  let isSum = true;
  let isDifference = true;
  const [whole, ofA, ofB, back] = [0, 1, 2, 3].map(() => new Float64Array(3)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let code = 0; code < 27; code++) {
    const d: [number, number, number] = [
      (code % 3) - 1,
      (Math.floor(code / 3) % 3) - 1,
      Math.floor(code / 9) - 1,
    ];
    shape.support(whole, d);
    a.support(ofA, d);
    b.support(ofB, d);
    b.support(back, [-d[0], -d[1], -d[2]]);
    for (let k = 0; k < 3; k++) {
      if (whole[k] !== ofA[k] + ofB[k]) isSum = false;
      if (whole[k] !== ofA[k] - back[k]) isDifference = false;
    }
  }
  return isSum ? 'sum' : isDifference ? 'difference' : 'union';
}

function corner(vertices: Float64Array, i: number): ReadonlyVec3 {
  return vertices.slice(3 * i, 3 * i + 3) as unknown as ReadonlyVec3;
}
