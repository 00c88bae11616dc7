/**
 * Boxes, hulls, cylinders and cones as meshes, so that the contacts of a moving mesh with them are those of
 * two meshes. A cylinder or cone has 32 sides, which lie inside it by up to half a per cent of its radius.
 * There are so few triangles that they are searched one by one.
 */

import type { Convex, IdList } from '@colide/core';
import {
  type BoxShape,
  type CylinderShape,
  type HullShape,
  MeshSurface,
  solidBox,
  solidCone,
  solidCylinder,
  type TriangleGeometry,
} from '@colide/geometry';
import { triangleSize } from '../../internal/mesh-layout.ts';

import type { SolidMesh, TreeMesh } from './tree-mesh.ts';

const sides = 32;

/** The mesh of a convex shape, `undefined` for shapes that are round on all sides. */
export function meshOfConvex(shape: Convex): SolidMesh | undefined {
  const geometry = trianglesOf(shape);
  if (geometry === undefined) return undefined;
  const { positions, indices } = geometry;
  const triangles = new Float64Array(3 * indices.length);
  for (let i = 0; i < triangles.length; i++)
    triangles[i] = positions[3 * indices[Math.floor(i / 3)] + (i % 3)];
  return { mesh: new FewTriangles(triangles), surface: new MeshSurface(triangles) };
}

/** Triangles without a structure. */
class FewTriangles implements TreeMesh {
  readonly triangleCount: number;
  /** Nine coordinates each. */
  private readonly triangles: Float64Array;

  constructor(triangles: Float64Array) {
    this.triangles = triangles;
    this.triangleCount = triangles.length / triangleSize;
  }

  triangle(out: Float64Array, id: number): Float64Array {
    for (let k = 0; k < triangleSize; k++) out[k] = this.triangles[triangleSize * id + k];
    return out;
  }

  slotsIn(out: IdList, box: Float64Array): void {
    const p = this.triangles;
    for (let id = 0; id < this.triangleCount; id++) {
      let meets = true;
      for (let k = triangleSize * id; k < triangleSize * id + 3; k++) {
        const axis = k % 3;
        meets &&= Math.min(p[k], p[k + 3], p[k + 6]) <= box[3 + axis];
        meets &&= Math.max(p[k], p[k + 3], p[k + 6]) >= box[axis];
      }
      if (meets) out.push(id);
    }
  }
}

function trianglesOf(shape: Convex): TriangleGeometry | undefined {
  switch (shape.kind) {
    case 'box': {
      const { halfX, halfY, halfZ } = shape as BoxShape;
      return solidBox([halfX, halfY, halfZ]);
    }
    case 'cylinder': {
      const { radius, halfHeight } = shape as CylinderShape;
      return solidCylinder(radius, halfHeight, sides);
    }
    case 'cone': {
      const { radius, halfHeight } = shape as CylinderShape;
      return solidCone(radius, halfHeight, sides);
    }
    case 'hull':
      return hullTriangles(shape as HullShape);
    default:
      return undefined;
  }
}

/** Each face of a hull as triangles around its first corner. */
function hullTriangles({ vertices, faceOffsets, faceVertices }: HullShape): TriangleGeometry {
  const indices: number[] = [];
  for (let f = 0; f + 1 < faceOffsets.length; f++)
    for (let i = faceOffsets[f] + 1; i + 1 < faceOffsets[f + 1]; i++)
      indices.push(faceVertices[faceOffsets[f]], faceVertices[i], faceVertices[i + 1]);
  return { positions: vertices, indices: Uint32Array.from(indices) };
}
