/**
 * A three.js geometry for every shape of colide, in the frame of the shape. Shapes are recognised by their
 * `kind`. A convex shape of an unknown kind is drawn as the hull of its support points in many directions.
 */
import type { Convex } from '@colide/core';
import {
  type AnyShape,
  type Compound,
  type HalfSpace,
  type Hull,
  quickHull,
  type TriangleGeometry,
} from '@colide/geometry';

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Matrix4,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';

/**
 * Shapes that have a geometry: convex shapes, compounds, half-spaces, mesh shapes, and triangles themselves.
 */
export type DrawableShape =
  | Convex
  | Pick<Compound, 'kind' | 'children'>
  | Pick<HalfSpace, 'kind' | 'normal' | 'offset'>
  | DrawableMesh
  | TriangleGeometry;

/** Triangles over shared vertices, in arrays of any kind. */
type Triangles = { readonly [K in keyof TriangleGeometry]: ArrayLike<number> };

/** A mesh as a shape, such as `MeshShape` of @colide/spatial. */
export interface DrawableMesh {
  readonly kind: 'mesh';
  readonly mesh: { readonly [K in keyof TriangleGeometry]: ArrayLike<number> };
}

/** The size at which half-spaces are drawn. */
const planeSize = 200;

/**
 * The geometry of `shape`.
 *
 * @param segments around the full circle of round shapes
 */
export function geometryFromShape(shape: DrawableShape, segments = 32): BufferGeometry {
  const s = shape as AnyShape | DrawableMesh;
  const rings = Math.max(2, segments >> 1);
  switch (s.kind) {
    case 'posed':
      return posedGeometry(geometryFromShape(s.shape, segments), s.pose);
    case 'scaled':
      return geometryFromShape(s.shape, segments).scale(s.factorX, s.factorY, s.factorZ);
    case 'compound':
      return joined(s.children.map(child => geometryFromShape(child, segments)));
    case 'box':
      return new BoxGeometry(2 * s.halfX, 2 * s.halfY, 2 * s.halfZ);
    case 'sphere':
      return new SphereGeometry(s.radius, segments, rings);
    case 'ellipsoid':
      return new SphereGeometry(1, segments, rings).scale(s.radiusX, s.radiusY, s.radiusZ);
    case 'capsule':
      return new CapsuleGeometry(s.radius, 2 * s.halfHeight, rings >> 1, segments);
    case 'cylinder':
      return new CylinderGeometry(s.radius, s.radius, 2 * s.halfHeight, segments);
    case 'cone':
      return new ConeGeometry(s.radius, 2 * s.halfHeight, segments);
    case 'hull':
      return hullGeometry(s);
    case 'halfSpace':
      return planeGeometry(s.normal, s.offset);
    case 'mesh':
      return triangleGeometry(s.mesh);
    default:
      return isConvex(shape) ? supportGeometry(shape, segments) : triangleGeometry(shape as TriangleGeometry);
  }
}

function isConvex(shape: DrawableShape): shape is Convex {
  return (shape as Partial<Convex>).support !== undefined;
}

/** Flat faces: every face has vertices of its own with its normal. */
function hullGeometry({ vertices, faceOffsets, faceVertices, planes, dimension }: Hull): BufferGeometry {
  const positions: number[] = [];
  const normals: number[] = [];
  for (let f = 0; dimension >= 2 && f + 1 < faceOffsets.length; f++)
    for (let i = faceOffsets[f] + 1; i + 1 < faceOffsets[f + 1]; i++)
      for (const v of [faceVertices[faceOffsets[f]], faceVertices[i], faceVertices[i + 1]])
        for (let k = 0; k < 3; k++) {
          positions.push(vertices[3 * v + k]);
          normals.push(planes[4 * f + k]);
        }
  return bufferGeometry(positions, normals);
}

/** Flat triangles, each with its own normal: meshes are drawn as they collide. */
function triangleGeometry({ positions, indices }: Triangles): BufferGeometry {
  const corners = new Float32Array(3 * indices.length);
  for (let i = 0; i < indices.length; i++)
    for (let k = 0; k < 3; k++) corners[3 * i + k] = positions[3 * indices[i] + k];
  const geometry = bufferGeometry(corners);
  geometry.computeVertexNormals();
  return geometry;
}

function planeGeometry(normal: ArrayLike<number>, offset: number): BufferGeometry {
  const up = new Vector3(normal[0], normal[1], normal[2]);
  const rotation = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up);
  return new PlaneGeometry(planeSize, planeSize)
    .applyQuaternion(rotation)
    .translate(offset * up.x, offset * up.y, offset * up.z);
}

function posedGeometry(geometry: BufferGeometry, pose: Float64Array): BufferGeometry {
  const [a, b, c, d, e, f, g, h, i, x, y, z] = pose;
  return geometry.applyMatrix4(new Matrix4().set(a, d, g, x, b, e, h, y, c, f, i, z, 0, 0, 0, 1));
}

/** The hull of support points in many directions, with flat faces. */
function supportGeometry(shape: Convex, segments: number): BufferGeometry {
  const directions = new SphereGeometry(1, segments, Math.max(2, segments >> 1)).getAttribute('position');
  const points: number[] = [];
  const point = [0, 0, 0];
  for (let v = 0; v < directions.count; v++) {
    shape.support(point, [directions.getX(v), directions.getY(v), directions.getZ(v)]);
    points.push(...point);
  }
  return hullGeometry(quickHull(points));
}

/** All geometries in one, without indices; their positions and normals. */
function joined(geometries: readonly BufferGeometry[]): BufferGeometry {
  const parts = geometries.map(geometry => (geometry.index ? geometry.toNonIndexed() : geometry));
  const gather = (name: string) => {
    const arrays = parts.map(part => part.getAttribute(name).array);
    const all = new Float32Array(arrays.reduce((sum, array) => sum + array.length, 0));
    let at = 0;
    for (const array of arrays) {
      all.set(array, at);
      at += array.length;
    }
    return all;
  };
  return bufferGeometry(gather('position'), gather('normal'));
}

function bufferGeometry(positions: ArrayLike<number>, normals?: ArrayLike<number>): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  if (normals) geometry.setAttribute('normal', new BufferAttribute(Float32Array.from(normals), 3));
  return geometry;
}
