/**
 * Shapes scaled by construction: the result is a shape of its own, as fast and exact as one that was made in
 * that size, and of the same kind where there is one. A scaled ball is an ellipsoid; a cylinder with
 * different factors perpendicular to its axis is a `Scaled`, which has a support mapping only. Negative
 * factors mirror.
 *
 * A child of a compound that is rotated would be sheared by factors that differ: corners are moved, so boxes
 * and hulls become hulls and meshes stay meshes; other shapes are refused. A new mesh has a new tree: O(n log
 * n) for n triangles.
 */
import type { QuatLike, ReadonlyVec3, Vec3, Vec3Like } from '@colide/core';
import { refuse, requireFiniteArray, requireObject, vec3From } from '@colide/core';
import {
  type AnyShape,
  BoxShape,
  CapsuleShape,
  Compound,
  type CompoundChild,
  ConeShape,
  type ConvexShape,
  CylinderShape,
  EllipsoidShape,
  HalfSpace,
  HeightField,
  HullShape,
  hullScale,
  PointShape,
  type Posed,
  Rounded,
  Scaled,
  SegmentShape,
  SphereShape,
  TriangleShape,
} from '@colide/geometry';
import { HeightFieldMesh, MeshShape, TriangleBvh } from '@colide/spatial';
import type { BodySettings } from './body-settings.ts';

/**
 * The image of `shape` under the scaling by `factors` along the axes of its frame, none of which may be 0.
 */
export function shapeScale(shape: BodySettings['shape'], factors: Vec3Like | number): BodySettings['shape'] {
  requireObject('shape', shape);
  if (typeof factors !== 'number') requireObject('factors', factors);
  const f = typeof factors === 'number' ? [factors, factors, factors] : Array.from(vec3From(factors));
  requireFiniteArray('factors', f, 3);
  for (const factor of f) if (factor === 0) refuse('factors', 'not be 0', factor);
  const s = shape as AnyShape | MeshShape;
  if (s.kind === 'compound') return scaleCompound(s, f);
  if (s.kind === 'halfSpace') return scaleHalfSpace(s, f);
  return s.kind === 'mesh' ? scaleMesh(s, f) : scaleConvex(s as ConvexShape, f);
}

/** A convex shape, as one of the same kind if possible. */
function scaleConvex(shape: ConvexShape, f: readonly number[]): ConvexShape {
  const s = shape as AnyShape;
  const [x, y, z] = f.map(Math.abs);
  switch (s.kind) {
    case 'box':
      return new BoxShape([x * s.halfX, y * s.halfY, z * s.halfZ]);
    case 'ellipsoid':
      return new EllipsoidShape([x * s.radiusX, y * s.radiusY, z * s.radiusZ]);
    case 'point':
      return new PointShape([f[0] * s.x, f[1] * s.y, f[2] * s.z]);
    case 'hull':
      return new HullShape(hullScale(s, f));
    case 'segment':
      return new SegmentShape(cornerOf(s.vertices, 0, f), cornerOf(s.vertices, 1, f));
    case 'triangle':
      return new TriangleShape(
        cornerOf(s.vertices, 0, f),
        cornerOf(s.vertices, 1, f),
        cornerOf(s.vertices, 2, f),
      );
    case 'sphere':
      if (x === y && y === z) return new SphereShape(x * s.radius);
      return new EllipsoidShape([x * s.radius, y * s.radius, z * s.radius]);
    case 'capsule':
      if (x === y && y === z) return new CapsuleShape(x * s.radius, y * s.halfHeight);
      break;
    case 'cylinder':
      if (x === z) return new CylinderShape(x * s.radius, y * s.halfHeight);
      break;
    case 'cone':
      if (x === z && f[1] > 0) return new ConeShape(x * s.radius, y * s.halfHeight);
      break;
    case 'rounded':
      if (x === y && y === z) return new Rounded(scaleConvex(s.core as ConvexShape, f), x * s.margin);
      break;
  }
  return new Scaled(shape, f);
}

function cornerOf(vertices: ArrayLike<number>, i: number, f: readonly number[]): ReadonlyVec3 {
  return [f[0] * vertices[3 * i], f[1] * vertices[3 * i + 1], f[2] * vertices[3 * i + 2]];
}

function scaleHalfSpace({ normal, offset }: HalfSpace, f: readonly number[]): HalfSpace {
  const n: [number, number, number] = [normal[0] / f[0], normal[1] / f[1], normal[2] / f[2]];
  return new HalfSpace(n, offset / Math.hypot(...n));
}

/** A mesh: the same triangles in the same order, counter-clockwise from the same side. */
function scaleMesh(shape: MeshShape, f: readonly number[], placed?: Posed): MeshShape {
  const { mesh, materials, triangleMaterials } = shape;
  const options = { materials, triangleMaterials };
  if (mesh.field && !placed && f[0] === f[2] && f[0] > 0 && f[1] > 0) {
    const { heights, columns, rows, cellSize } = mesh.field;
    const scaled = { heights: heights.map(h => f[1] * h), columns, rows, cellSize: f[0] * cellSize };
    return new MeshShape(new HeightFieldMesh(new HeightField(scaled)), options);
  }
  const { watertight = false } = mesh;
  const positions = scalePoints(mesh.positions, f, placed);
  const indices = Uint32Array.from(mesh.indices);
  if (f[0] * f[1] * f[2] < 0)
    for (let t = 0; t < indices.length; t += 3) indices.subarray(t + 1, t + 3).reverse();
  return new MeshShape(new TriangleBvh(positions, indices, { watertight }), options);
}

/** Points at a pose, scaled. */
function scalePoints(points: ArrayLike<number>, f: readonly number[], placed?: Posed): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i < out.length; i += 3) {
    const p: Vec3 = [points[i], points[i + 1], points[i + 2]];
    placed?.toWorld(p, p);
    for (let k = 0; k < 3; k++) out[i + k] = f[k] * p[k];
  }
  return out;
}

function scaleCompound({ children, rotations, materials }: Compound, f: readonly number[]): Compound {
  return new Compound(
    children.map((child, i) => {
      const scaled = scaleChild(child, rotations[i], f, i);
      return { ...scaled, ...(materials[i] && { material: materials[i] }) };
    }),
  );
}

/** A child of a compound: scaled in its own frame if that is not rotated, or if all factors are the same. */
function scaleChild(
  child: Posed<ConvexShape>,
  rotation: QuatLike,
  f: readonly number[],
  i: number,
): CompoundChild {
  const { shape, matrix } = child;
  const position = cornerOf(child.position, 0, f);
  const isAligned = matrix[0] === 1 && matrix[4] === 1 && matrix[8] === 1;
  if (isAligned || (f[0] === f[1] && f[1] === f[2] && f[0] > 0))
    return { shape: shapeScale(shape, f) as ConvexShape, position, rotation };
  const s = shape as AnyShape | MeshShape;
  if (s.kind === 'mesh') return { shape: scaleMesh(s, f, child) };
  if (s.kind !== 'box' && s.kind !== 'hull')
    refuse(`shape.children[${i}]`, 'not be rotated, or be a box, a hull or a mesh', s.kind);
  const corners = s.kind === 'hull' ? s.vertices : boxCorners(s);
  return { shape: HullShape.fromPoints(scalePoints(corners, f, child)) };
}

function boxCorners({ halfX, halfY, halfZ }: BoxShape): number[] {
  const corners: number[] = [];
  for (let i = 0; i < 8; i++)
    corners.push(i & 1 ? halfX : -halfX, i & 2 ? halfY : -halfY, i & 4 ? halfZ : -halfZ);
  return corners;
}
