/**
 * Several shapes that move as one: a concave body as a union of convex parts, or meshes beside them. Volume,
 * centre of mass and inertia are sums over the parts, moved to the common centre by the parallel-axis
 * theorem; where parts overlap, the shared material counts twice. They are computed on first use, since those
 * of a mesh take time and a body that never moves needs none.
 */
import {
  type Aabb,
  type Mat3,
  type QuatLike,
  quatFrom,
  type ReadonlyQuat,
  requireLength,
  requireObject,
  tellUnknown,
  type Vec3,
  type Vec3Like,
} from '@colide/core';
import { inertiaAddPoint, inertiaDiagonal } from '../internal/inertia.ts';
import type { ConvexShape } from '../shapes/convex-shape.ts';
import { requireSurfaceMaterial, type SurfaceMaterial } from '../shapes/surface-material.ts';
import { Posed } from './posed.ts';

/** One part of a compound. */
export interface CompoundChild {
  /** A convex shape or a `MeshShape` of @colide/spatial. */
  shape: ConvexShape;
  /** Position of the part's origin in the compound's frame. Default: the origin. */
  position?: Vec3Like;
  /** Quaternion x, y, z, w. Default: no rotation. */
  rotation?: QuatLike;
  /** Friction and restitution of the part. Default: those of the body. */
  material?: SurfaceMaterial;
}

/** Sums over the parts of a compound, for density 1. */
interface CompoundMass {
  readonly volume: number;
  readonly center: Float64Array;
  readonly tensor: Float64Array;
}

/** A rigid group of shapes. */
export class Compound {
  readonly kind = 'compound';
  /** The parts, posed in the compound's frame. */
  readonly children: readonly Posed<ConvexShape>[];
  /** Rotations of the parts: a quaternion x, y, z, w each. */
  readonly rotations: readonly ReadonlyQuat[];
  /** The materials of the parts; `undefined` for those of the body. */
  readonly materials: readonly (SurfaceMaterial | undefined)[];
  /** Radius of a ball around the frame's origin that contains all parts. */
  readonly boundingRadius: number;
  private mass: CompoundMass | undefined = undefined;
  private readonly box = new Float64Array(6);

  constructor(children: readonly CompoundChild[]) {
    requireLength('children', children, 1);
    for (const [i, child] of children.entries()) {
      requireObject(`children[${i}]`, child);
      tellUnknown(`children[${i}]`, child, ['shape', 'position', 'rotation', 'material']);
      if (child.material !== undefined) requireSurfaceMaterial(`children[${i}].material`, child.material);
    }
    this.children = children.map(child => new Posed(child.shape, child.position, child.rotation));
    this.rotations = children.map(child => quatFrom(child.rotation ?? [0, 0, 0, 1]));
    this.materials = children.map(child => child.material);
    this.boundingRadius = Math.max(...this.children.map(child => child.boundingRadius));
    const { box } = this;
    box.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
    const childBox = new Float64Array(6);
    for (const child of this.children) {
      child.aabb(childBox);
      for (let i = 0; i < 3; i++) {
        box[i] = Math.min(box[i], childBox[i]);
        box[i + 3] = Math.max(box[i + 3], childBox[i + 3]);
      }
    }
  }

  /** Sum of the parts' volumes. */
  get volume(): number {
    return this.weigh().volume;
  }

  /** Writes the axis-aligned box of all parts. */
  aabb(out: Aabb): Aabb {
    for (let i = 0; i < 6; i++) out[i] = this.box[i];
    return out;
  }

  /** Writes the common centre of mass. */
  centerOfMass(out: Vec3): Vec3 {
    const { center } = this.weigh();
    for (let i = 0; i < 3; i++) out[i] = center[i];
    return out;
  }

  /** Writes the inertia tensor about the common centre of mass, for density 1. */
  inertia(out: Mat3): Mat3 {
    const { tensor } = this.weigh();
    for (let i = 0; i < 9; i++) out[i] = tensor[i];
    return out;
  }

  private weigh(): CompoundMass {
    this.mass ??= massOf(this.children);
    return this.mass;
  }
}

function massOf(children: readonly Posed<ConvexShape>[]): CompoundMass {
  const center = new Float64Array(3);
  const tensor = new Float64Array(9);
  const point = new Float64Array(3);
  const part = new Float64Array(9);
  let volume = 0;
  for (const child of children) volume += child.volume;
  for (const child of children) {
    // Without any volume (only points, segments, triangles) all parts weigh the same.
    const weight = volume > 0 ? child.volume / volume : 1 / children.length;
    child.centerOfMass(point);
    for (let i = 0; i < 3; i++) center[i] += weight * point[i];
  }
  inertiaDiagonal(tensor, 0, 0, 0);
  for (const child of children) {
    child.centerOfMass(point);
    child.inertia(part);
    for (let i = 0; i < 9; i++) tensor[i] += part[i];
    inertiaAddPoint(tensor, child.volume, point[0] - center[0], point[1] - center[1], point[2] - center[2]);
  }
  return { volume, center, tensor };
}
