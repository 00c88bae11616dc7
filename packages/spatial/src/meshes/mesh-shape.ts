/**
 * A triangle mesh as a shape: a floor, a level, a terrain, or a solid of any form that moves. `Posed` gives
 * it any pose; the structure that finds its triangles is the caller's choice, usually a `TriangleBvh`, or a
 * `HeightFieldMesh` for terrain.
 *
 * For a broad phase, which uses support points and boxes, a mesh is its bounding box. Contacts are with the
 * surface, from both sides: a body inside a closed mesh is not pushed out unless it touches a triangle. Only
 * a closed mesh, its triangles counter-clockwise seen from outside, has a volume and mass properties; they
 * are computed when they are asked for, with the {@link MeshSurface} that contacts with other meshes need.
 *
 * Each query finds the triangles near the other shape, transforms them to the world and runs GJK. Nothing is
 * allocated unless more triangles are near than ever before.
 */

import {
  type Aabb,
  type Convex,
  type IdList,
  type Mat3,
  type RayHit,
  type ReadonlyVec3,
  refuse,
  requireFiniteArray,
  requireObject,
  tellUnknown,
  type Vec3,
} from '@colide/core';
import {
  type ConvexShape,
  convexAabb,
  type HeightField,
  MeshSurface,
  type Posed,
  type SurfaceMaterial,
  TriangleShape,
} from '@colide/geometry';
import {
  type ContactManifold,
  createPenetrationResult,
  createTimeOfImpact,
  type DeepImpactOptions,
  gjkRaycast,
  MeshContacts,
  type MovingConvex,
  type PenetrationResult,
  type Sweep,
  signedDistance,
  sweepPoseAt,
  type TimeOfImpact,
  TriangleContacts,
} from '@colide/narrowphase';
import { isExtent, requirePlaced, requireRecord, requireSweep } from '../internal/mesh-arguments.ts';
import { triangleSize } from '../internal/mesh-layout.ts';
import { copyImpact, findMeshImpact } from './internal/mesh-impact.ts';
import { type MeshPairColliders, MeshPairs } from './internal/mesh-pairs.ts';
import {
  meshMeshContacts,
  meshMeshImpact,
  meshPlaneContacts,
  meshPlaneHeight,
  meshPlaneImpact,
} from './internal/moving-mesh.ts';
import { findNormalCones } from './internal/normal-cones.ts';
import { PlacedTriangles } from './internal/placed-triangles.ts';
import type { SolidMesh } from './internal/tree-mesh.ts';
import { nearestTriangle, requireTriangleMaterials } from './internal/triangle-materials.ts';

export type { MeshPairColliders, MeshPairs, PairMesh } from './internal/mesh-pairs.ts';
export type { SolidMesh, TreeMesh } from './internal/tree-mesh.ts';

const near = /* @__PURE__ */ new PlacedTriangles();
const startAndEnd = /* @__PURE__ */ Float64Array.of(0, 1);
const vertices = /* @__PURE__ */ new Int32Array(3);
const local = /* @__PURE__ */ new Float64Array(3);
const localDirection = /* @__PURE__ */ new Float64Array(3);
const triangle = /* @__PURE__ */ new TriangleShape([0, 0, 0], [0, 0, 0], [0, 0, 0]);
const impact = /* @__PURE__ */ createTimeOfImpact();
const nearest = /* @__PURE__ */ createPenetrationResult();

/** The triangles of a {@link MeshShape}; all structures over triangles implement it. */
export interface MeshTriangles {
  /** The heights, if the triangles are those of a height field. */
  readonly field?: HeightField;
  /** Whether rays are tested so that none passes between triangles. */
  readonly watertight?: boolean;
  /** x, y, z of the vertices. */
  readonly positions: ArrayLike<number>;
  /** Three vertices per triangle. */
  readonly indices: ArrayLike<number>;
  readonly triangleCount: number;
  /** The triangle in each slot. Without it, slots are triangles. */
  readonly order?: Uint32Array;
  /** The nine coordinates of the triangle in each slot; without them, {@link triangle} is called. */
  readonly corners?: Float32Array | Float64Array;
  /** Writes the three vertices of a triangle, for meshes that do not keep {@link indices}. */
  vertexIds?(out: Int32Array, id: number): void;
  /** Writes the nine coordinates of a triangle; unchecked. */
  triangle(out: Float64Array, id: number): Float64Array;
  /** As `raycast` of `TriangleQueries`. */
  raycast(hit: RayHit, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT?: number): number;
  /** Appends the slots of triangles that may touch `box`, each triangle once. */
  slotsIn(out: IdList, box: Float64Array): void;
}

/** Settings of a {@link MeshShape}; all may be left out. */
export interface MeshShapeOptions {
  /** Materials of triangles. Fields that they leave out are those of the body. */
  readonly materials?: readonly SurfaceMaterial[];
  /** For each triangle the number of its material in `materials`. */
  readonly triangleMaterials?: ArrayLike<number>;
}

/** A mesh that convex shapes collide with. Its methods take its pose from a `Posed`. */
export class MeshShape implements ConvexShape {
  readonly kind = 'mesh';
  /** The structure that finds triangles; its vertices are in the frame of the shape. */
  readonly mesh: MeshTriangles;
  readonly boundingRadius: number;
  /** The materials of triangles, if it has any. */
  readonly materials: readonly SurfaceMaterial[];
  /** The material of each triangle; empty if there are none. */
  readonly triangleMaterials: Uint16Array;
  private made: MeshSurface | undefined = undefined;
  private cones: Float64Array | undefined = undefined;
  private hasCones = false;
  private readonly box = new Float64Array(6);

  /** @param mesh a structure over triangles, such as `TriangleBvh` */
  constructor(mesh: MeshTriangles, options: MeshShapeOptions = {}) {
    if (typeof mesh?.slotsIn !== 'function') refuse('mesh', 'be a structure over triangles', mesh);
    if (mesh.triangleCount === 0) throw new RangeError('mesh must have a triangle');
    this.mesh = mesh;
    requireObject('options', options);
    tellUnknown('options', options, ['materials', 'triangleMaterials']);
    const { materials = [], triangleMaterials = [] } = options;
    requireTriangleMaterials(materials, triangleMaterials, mesh.triangleCount);
    this.materials = [...materials];
    this.triangleMaterials = Uint16Array.from(triangleMaterials);
    this.box.fill(Infinity, 0, 3).fill(-Infinity, 3);
    let squared = 0;
    const { corners } = near;
    for (let t = 0; t < mesh.triangleCount; t++) {
      mesh.triangle(corners, t);
      for (let c = 0; c < 9; c += 3) {
        let length = 0;
        for (let k = 0; k < 3; k++) {
          const x = corners[c + k];
          this.box[k] = Math.min(this.box[k], x);
          this.box[3 + k] = Math.max(this.box[3 + k], x);
          length += x * x;
        }
        squared = Math.max(squared, length);
      }
    }
    this.boundingRadius = Math.sqrt(squared);
  }

  /** A corner of the box around the mesh. */
  support(out: Vec3, towards: ReadonlyVec3): Vec3 {
    for (let k = 0; k < 3; k++) out[k] = towards[k] < 0 ? this.box[k] : this.box[3 + k];
    return out;
  }

  aabb(out: Aabb): Aabb {
    for (let k = 0; k < 6; k++) out[k] = this.box[k];
    return out;
  }

  /** Vertices, edges and triangles with their neighbours; made on first use. */
  get surface(): MeshSurface {
    this.made ??= this.makeSurface();
    return this.made;
  }

  /** The cones of the normals below the nodes of the tree, if it has one and is closed; made on first use. */
  get normalCones(): Float64Array | undefined {
    if (!this.hasCones) this.cones = findNormalCones(this.mesh, this.surface);
    this.hasCones = true;
    return this.cones;
  }

  /** Volume of the solid inside; 0 if the mesh is not closed or is inside out. */
  get volume(): number {
    return this.surface.solid.volume;
  }

  /**
   * Ratio of volume and area: half the thickness of a plate, a third of the radius of a ball. 0 if not
   * closed.
   */
  get thickness(): number {
    const { solid, area } = this.surface;
    return solid.volume > 0 ? solid.volume / area : 0;
  }

  /** Writes the centre of mass of the solid inside; the centre of the box if the mesh is not closed. */
  centerOfMass(out: Vec3): Vec3 {
    const { closed, solid } = this.surface;
    for (let k = 0; k < 3; k++) out[k] = closed ? solid.center[k] : 0.5 * (this.box[k] + this.box[3 + k]);
    return out;
  }

  inertia(out: Mat3): Mat3 {
    for (let k = 0; k < 9; k++) out[k] = this.surface.solid.inertia[k];
    return out;
  }

  private makeSurface(): MeshSurface {
    const { mesh } = this;
    const triangles = new Float64Array(triangleSize * mesh.triangleCount);
    for (let t = 0; t < mesh.triangleCount; t++)
      triangles.set(mesh.triangle(near.corners, t), triangleSize * t);
    return new MeshSurface(triangles);
  }

  /** A record for {@link contacts}. */
  createContacts(): TriangleContacts {
    return new TriangleContacts();
  }

  /**
   * Finds the contacts of `convex` with the mesh at the pose of `placed`; returns how many manifolds `out`
   * has. Hot in a step, so unchecked.
   */
  contacts(out: TriangleContacts, placed: Posed, convex: Convex, margin = 0): number {
    out.begin(convex, margin);
    near.find(this.mesh, placed, convex, margin);
    const { mesh } = this;
    const { slots, corners } = near;
    const indices = mesh.vertexIds ? undefined : mesh.indices;
    for (let i = 0; i < slots.count; i++) {
      const id = near.loadInBox(mesh, placed, slots.get(i));
      if (id < 0) continue;
      if (indices) for (let k = 0; k < 3; k++) vertices[k] = indices[3 * id + k];
      else mesh.vertexIds!(vertices, id);
      out.add(corners, vertices[0], vertices[1], vertices[2], id);
    }
    return out.finish();
  }

  /** What finds the contacts of all meshes of a world. */
  createPairs(world: MeshPairColliders): MeshPairs {
    return new MeshPairs(world);
  }

  /** A record for {@link meshContacts}. */
  createMeshContacts(): MeshContacts {
    return new MeshContacts();
  }

  /**
   * Finds the contacts with another posed mesh; returns how many manifolds `out` has. Their normals point to
   * the other. Hot in a step, so unchecked, as are the following.
   */
  meshContacts(out: MeshContacts, placed: Posed, other: SolidMesh, otherPlaced: Posed, margin = 0): number {
    return meshMeshContacts(out, this, placed, other, otherPlaced, margin);
  }

  /**
   * Finds the contacts with the half-space below the plane n · x = d, four numbers at `data[at…]`; returns
   * how many points `out` has, four at most.
   */
  planeContacts(out: ContactManifold, placed: Posed, data: Float64Array, at = 0, margin = 0): number {
    return meshPlaneContacts(out, this.surface, placed, data, at, margin);
  }

  /**
   * The share of `motion`, the translation of the placed mesh as seen from another shape, after which they
   * touch, if one would sink deeper into the other than the options say; else `Infinity`. The other is `mesh`
   * or, without one, what is `posed`, whose `part` is overwritten. Uses `impact`.
   */
  movingImpact(
    impact: TimeOfImpact,
    placed: Posed,
    motion: Float64Array,
    mesh: MeshShape | undefined,
    { posed, part }: { readonly posed: Posed; readonly part: Sweep },
    options: DeepImpactOptions,
  ): number {
    if (mesh) return meshMeshImpact(this, placed, mesh, posed, motion, options.depth);
    for (let k = 0; k < 3; k++) part.linear[k] = -motion[k];
    return this.impact(impact, placed, posed, part, options);
  }

  /**
   * The same for the half-space below the plane n · x = d, four numbers at `data[at…]`. A mesh that turns
   * about a point on the plane does not sink, although its centre comes down.
   */
  planeImpact(placed: Posed, sweep: Sweep, data: Float64Array, at: number, depth: number): number {
    const { surface } = this;
    sweepPoseAt(placed, sweep, startAndEnd, 1);
    const isAbove = meshPlaneHeight(surface, placed, data, at) >= -depth;
    sweepPoseAt(placed, sweep, startAndEnd, 0);
    return isAbove ? Infinity : meshPlaneImpact(surface, placed, sweep.linear, data, at, depth);
  }

  /** The least t in [0, `maxT`] at which the ray meets the posed mesh, or `Infinity`; fills `hit`. */
  raycast(
    hit: RayHit,
    placed: Posed,
    origin: ReadonlyVec3,
    direction: ReadonlyVec3,
    maxT = Infinity,
  ): number {
    if (typeof placed?.toLocalDirection !== 'function') refuse('placed', 'be a Posed', placed);
    requireFiniteArray('origin', origin, 3);
    requireFiniteArray('direction', direction, 3);
    toLocal(local, placed, origin);
    placed.toLocalDirection(localDirection, direction);
    this.mesh.raycast(hit, local, localDirection, maxT);
    if (hit.t === Infinity) return Infinity;
    const { matrix: m } = placed;
    const x = hit.normal[0];
    const y = hit.normal[1];
    const z = hit.normal[2];
    for (let k = 0; k < 3; k++) hit.normal[k] = m[k] * x + m[3 + k] * y + m[6 + k] * z;
    return hit.t;
  }

  /**
   * The fraction of `motion` after which `moving` first touches the posed mesh, or `Infinity`; fills `out`.
   */
  shapecast(out: TimeOfImpact, placed: Posed, moving: Convex, motion: ReadonlyVec3): number {
    requireRecord('out', out, 'point');
    requirePlaced(placed, 'moving', moving);
    requireFiniteArray('motion', motion, 3);
    const { slots, corners, box } = near;
    convexAabb(box, moving);
    for (let k = 0; k < 3; k++) {
      box[k] += Math.min(0, motion[k]);
      box[3 + k] += Math.max(0, motion[k]);
    }
    near.findInBox(this.mesh, placed, 0);
    out.time = Infinity;
    for (let i = 0; i < slots.count; i++) {
      near.load(this.mesh, placed, slots.get(i));
      triangle.set(corners);
      if (!(gjkRaycast(impact, triangle, moving, motion) < out.time)) continue;
      copyImpact(out, impact);
    }
    return out.time;
  }

  /**
   * As `deepImpact` of @colide/narrowphase against every triangle of the posed mesh, which does not move: the
   * time at which `moving`, translated and rotated by its sweep, first hits one that it would sink into, or
   * `Infinity`; fills `out`. Triangles that it overlaps at the start are ignored.
   */
  impact(
    out: TimeOfImpact,
    placed: Posed,
    moving: MovingConvex,
    sweep: Sweep,
    options: DeepImpactOptions,
  ): number {
    requireRecord('out', out, 'point');
    requirePlaced(placed, 'moving', moving);
    if (typeof moving.setPose !== 'function') refuse('moving', 'be a Posed', moving);
    requireSweep(sweep);
    requireObject('options', options);
    if (!isExtent(options.depth)) refuse('options.depth', 'be finite and not negative', options.depth);
    if (!isExtent(options.tolerance))
      refuse('options.tolerance', 'be finite and not negative', options.tolerance);
    return findMeshImpact(out, this.mesh, placed, moving, sweep, options);
  }

  /**
   * The distance of `convex` from the surface of the posed mesh: negative if it cuts the surface, `Infinity`
   * if it is beyond `maxDistance`. Fills `out`, A being the mesh.
   */
  distance(out: PenetrationResult, placed: Posed, convex: Convex, maxDistance: number): number {
    requireRecord('out', out, 'pointA');
    requirePlaced(placed, 'convex', convex);
    if (!(typeof maxDistance === 'number' && maxDistance >= 0 && maxDistance < Infinity))
      refuse('maxDistance', 'be finite and not negative', maxDistance);
    near.find(this.mesh, placed, convex, maxDistance);
    out.distance = Infinity;
    const { slots, corners } = near;
    for (let i = 0; i < slots.count; i++) {
      near.load(this.mesh, placed, slots.get(i));
      triangle.set(corners);
      signedDistance(nearest, triangle, convex);
      if (!(nearest.distance <= maxDistance && nearest.distance < out.distance)) continue;
      out.distance = nearest.distance;
      out.depth = nearest.depth;
      out.converged = nearest.converged;
      for (let k = 0; k < 3; k++) {
        out.normal[k] = nearest.normal[k];
        out.pointA[k] = nearest.pointA[k];
        out.pointB[k] = nearest.pointB[k];
      }
    }
    return out.distance;
  }

  /**
   * The triangle of the posed mesh nearest to `at`, if it is within `maxDistance`, else −1; of several the
   * first. Unchecked.
   */
  triangleAt(placed: Posed, at: ReadonlyVec3, maxDistance: number): number {
    toLocal(local, placed, at);
    return nearestTriangle(this.mesh, local, maxDistance);
  }
}

function toLocal(out: Float64Array, placed: Posed, p: ReadonlyVec3): void {
  const { matrix: m, position } = placed;
  const x = p[0] - position[0];
  const y = p[1] - position[1];
  const z = p[2] - position[2];
  for (let k = 0; k < 3; k++) out[k] = m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z;
}
