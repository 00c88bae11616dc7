/** Shapes of a glTF document: implicit ones, and those of meshes. */
import { type ConvexShape, HullShape, type TriangleGeometry } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  LatheGeometry,
  SphereGeometry,
  Vector2,
  type Vector3,
} from 'three';
import { shapeFromGeometry } from '../../shapes/shape-from-geometry.ts';
import type { GltfGeometry, GltfJson, GltfShape } from '../gltf-json.ts';

/** The triangles of the mesh of a node, and of nodes below it, in its space. */
export type GltfMeshSource = (node: number) => TriangleGeometry;

const segments = 32;

/** The shape of a collider or trigger at a node with this scale. */
export function readGeometry(
  json: GltfJson,
  geometry: GltfGeometry,
  scale: Vector3,
  name: string,
  meshOf: GltfMeshSource,
): ConvexShape | MeshShape {
  if ((geometry.shape === undefined) === (geometry.node === undefined))
    throw new RangeError(`the geometry of ${name} must have either a shape or a node`);
  if (geometry.shape !== undefined) {
    const shape = json.extensions?.KHR_implicit_shapes?.shapes?.[geometry.shape];
    if (shape === undefined) throw new RangeError(`shape ${geometry.shape} of ${name} must exist`);
    try {
      return shapeFromGeometry(implicitGeometry(shape), [
        Math.abs(scale.x),
        Math.abs(scale.y),
        Math.abs(scale.z),
      ]);
    } catch (error) {
      throw new RangeError(`${name}: ${(error as Error).message}`, { cause: error });
    }
  }
  const { positions, indices } = meshOf(geometry.node!);
  const scaled = Float64Array.from(positions, (x, i) => x * scale.getComponent(i % 3));
  if (geometry.convexHull) return HullShape.fromPoints(scaled);
  const mirrored = scale.x * scale.y * scale.z < 0;
  // Mirroring turns triangles inside out; exchanging two corners corrects that.
  const swap = (i: number) => (mirrored && i % 3 > 0 ? (i % 3 === 1 ? i + 1 : i - 1) : i);
  return new MeshShape(
    new TriangleBvh(
      scaled,
      Uint32Array.from(indices, (_, i) => indices[swap(i)]),
    ),
  );
}

/** A geometry of three.js for an implicit shape. Those of equal radii become exact shapes. */
function implicitGeometry({ type, sphere, box, capsule, cylinder }: GltfShape): BufferGeometry {
  switch (type) {
    case 'sphere':
      return new SphereGeometry(sphere?.radius ?? 0.5, segments, segments / 2);
    case 'box': {
      const [x, y, z] = box?.size ?? [1, 1, 1];
      return new BoxGeometry(x, y, z);
    }
    case 'capsule': {
      const { height = 0.5, radiusTop = 0.25, radiusBottom = 0.25 } = capsule ?? {};
      if (radiusTop === radiusBottom) return new CapsuleGeometry(radiusTop, height, segments / 4, segments);
      return taperedCapsule(height, radiusTop, radiusBottom);
    }
    case 'cylinder': {
      const { height = 0.5, radiusTop = 0.25, radiusBottom = 0.25 } = cylinder ?? {};
      return new CylinderGeometry(radiusTop, radiusBottom, height, segments);
    }
    default:
      throw new RangeError(`shapes of type '${type}' are not known`);
  }
}

/** The hull of two balls, as a surface of revolution about y. */
function taperedCapsule(height: number, top: number, bottom: number): BufferGeometry {
  const profile: Vector2[] = [];
  for (const [radius, center] of [
    [bottom, -height / 2],
    [top, height / 2],
  ])
    for (let i = 0; i <= segments / 2; i++) {
      const angle = Math.PI * (i / (segments / 2) - 0.5);
      profile.push(new Vector2(radius * Math.cos(angle), center + radius * Math.sin(angle)));
    }
  return new LatheGeometry(profile, segments);
}
