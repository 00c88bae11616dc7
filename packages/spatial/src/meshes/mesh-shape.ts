/**
 * A triangle mesh as a shape that others collide with: a floor, a level, a terrain. It may be placed anywhere
 * (`Posed`); the structure that finds its triangles is the caller's choice, usually a `TriangleBvh`, or a
 * `HeightFieldMesh` for terrain.
 *
 * To a broad phase, which uses support points and boxes, a mesh is the box around it. Contacts are with the
 * surface, from both sides: a body inside a closed mesh is not pushed out unless it touches a triangle. A
 * mesh has no volume and no mass.
 *
 * Each query finds the triangles near the other shape, transforms them to the world and runs GJK. Nothing is
 * allocated unless more triangles are near than ever before.
 */

import {
  type Aabb,
  type Convex,
  IdList,
  type Mat3,
  type RayHit,
  type ReadonlyVec3,
  refuse,
  requireFiniteArray,
  requireObject,
  type Vec3,
} from '@colide/core';
import { type ConvexShape, convexAabb, type Posed, TriangleShape } from '@colide/geometry';
import {
  createPenetrationResult,
  createTimeOfImpact,
  type DeepImpactOptions,
  deepImpact,
  gjkRaycast,
  type MovingConvex,
  type PenetrationResult,
  type Sweep,
  signedDistance,
  sweepPoseAt,
  type TimeOfImpact,
  TriangleContacts,
} from '@colide/narrowphase';

import { isExtent, requirePlaced, requireRecord, requireSweep } from '../internal/mesh-arguments.ts';

const slots = /* @__PURE__ */ new IdList();
const box = /* @__PURE__ */ new Float64Array(6);
const corners = /* @__PURE__ */ new Float64Array(9);
const vertices = /* @__PURE__ */ new Int32Array(3);
const point = /* @__PURE__ */ new Float64Array(3);
const local = /* @__PURE__ */ new Float64Array(3);
const halfExtents = /* @__PURE__ */ new Float64Array(3);
const localDirection = /* @__PURE__ */ new Float64Array(3);
const triangle = /* @__PURE__ */ new TriangleShape([0, 0, 0], [0, 0, 0], [0, 0, 0]);
const impact = /* @__PURE__ */ createTimeOfImpact();
const nearest = /* @__PURE__ */ createPenetrationResult();
const ends = /* @__PURE__ */ Float64Array.of(0, 1);
const wayBox = /* @__PURE__ */ new Float64Array(6);
const normal = /* @__PURE__ */ new Float64Array(3);
/** Per slot, the side that the moving shape comes from: 1 or −1, 2 for neither, 0 to skip the triangle. */
let sides = /* @__PURE__ */ new Int8Array(0);

/** What a {@link MeshShape} needs of its triangles; all structures over triangles have it. */
export interface MeshTriangles {
  /** x, y, z of the vertices. */
  readonly positions: ArrayLike<number>;
  /** Three vertices per triangle. */
  readonly indices: ArrayLike<number>;
  readonly triangleCount: number;
  /** The triangle in each slot. Without it, slots are triangles. */
  readonly order?: Uint32Array;
  /** Writes the three vertices of a triangle, for meshes that do not keep {@link indices}. */
  vertexIds?(out: Int32Array, id: number): void;
  /** Writes the nine coordinates of a triangle; unchecked. */
  triangle(out: Float64Array, id: number): Float64Array;
  /** As `raycast` of `TriangleQueries`. */
  raycast(hit: RayHit, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT?: number): number;
  /** Appends the slots of triangles that may touch `box`, each triangle once. */
  slotsIn(out: IdList, box: Float64Array): void;
}

/** A mesh that convex shapes collide with. Its methods take it as placed by a `Posed`. */
export class MeshShape implements ConvexShape {
  readonly kind = 'mesh';
  /** Finds triangles; its vertices are in the frame of the shape. */
  readonly mesh: MeshTriangles;
  readonly boundingRadius: number;
  readonly volume = 0;
  private readonly box = new Float64Array(6);

  /** @param mesh a structure over triangles, such as `TriangleBvh` */
  constructor(mesh: MeshTriangles) {
    if (typeof mesh?.slotsIn !== 'function') refuse('mesh', 'be a structure over triangles', mesh);
    if (mesh.triangleCount === 0) throw new RangeError('mesh must have a triangle');
    this.mesh = mesh;
    this.box.fill(Infinity, 0, 3).fill(-Infinity, 3);
    let squared = 0;
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

  centerOfMass(out: Vec3): Vec3 {
    for (let k = 0; k < 3; k++) out[k] = 0.5 * (this.box[k] + this.box[3 + k]);
    return out;
  }

  inertia(out: Mat3): Mat3 {
    for (let k = 0; k < 9; k++) out[k] = 0;
    return out;
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
    this.find(placed, convex, margin);
    const { mesh } = this;
    const indices = mesh.vertexIds ? undefined : mesh.indices;
    for (let i = 0; i < slots.count; i++) {
      const id = this.load(placed, slots.get(i));
      if (indices) for (let k = 0; k < 3; k++) vertices[k] = indices[3 * id + k];
      else mesh.vertexIds!(vertices, id);
      out.add(corners, vertices[0], vertices[1], vertices[2], id);
    }
    return out.finish();
  }

  /** The least t in [0, `maxT`] at which the ray meets the placed mesh, or `Infinity`; fills `hit`. */
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
   * The fraction of `motion` after which `moving` first touches the placed mesh, or `Infinity`; fills `out`.
   */
  shapecast(out: TimeOfImpact, placed: Posed, moving: Convex, motion: ReadonlyVec3): number {
    requireRecord('out', out, 'point');
    requirePlaced(placed, 'moving', moving);
    requireFiniteArray('motion', motion, 3);
    convexAabb(box, moving);
    for (let k = 0; k < 3; k++) {
      box[k] += Math.min(0, motion[k]);
      box[3 + k] += Math.max(0, motion[k]);
    }
    this.findIn(placed, 0);
    out.time = Infinity;
    for (let i = 0; i < slots.count; i++) {
      this.load(placed, slots.get(i));
      triangle.set(corners);
      if (!(gjkRaycast(impact, triangle, moving, motion) < out.time)) continue;
      copyImpact(out, impact);
    }
    return out.time;
  }

  /**
   * As `deepImpact` of @colide/narrowphase against every triangle of the placed mesh, which does not move:
   * the time at which `moving`, translated and rotated by its sweep, first meets one that it would sink into,
   * or `Infinity`; fills `out`. Triangles that it overlaps at the start are ignored.
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
    this.findOnWay(placed, moving, sweep, options);
    out.time = Infinity;
    for (let i = 0; i < slots.count; i++) {
      this.load(placed, slots.get(i));
      triangle.set(corners);
      if (sides[i] === 0 || !(deepImpact(impact, moving, sweep, triangle, undefined, options) < out.time))
        continue;
      const { normal } = impact;
      if (normal[0] === 0 && normal[1] === 0 && normal[2] === 0) continue;
      copyImpact(out, impact);
    }
    return out.time;
  }

  /**
   * The distance of `convex` from the surface of the placed mesh: negative if it cuts the surface, `Infinity`
   * if it is beyond `maxDistance`. Fills `out`, A being the mesh.
   */
  distance(out: PenetrationResult, placed: Posed, convex: Convex, maxDistance: number): number {
    requireRecord('out', out, 'pointA');
    requirePlaced(placed, 'convex', convex);
    if (!(typeof maxDistance === 'number' && maxDistance >= 0 && maxDistance < Infinity))
      refuse('maxDistance', 'be finite and not negative', maxDistance);
    this.find(placed, convex, maxDistance);
    out.distance = Infinity;
    for (let i = 0; i < slots.count; i++) {
      this.load(placed, slots.get(i));
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

  /** Fills {@link slots} with triangles that may be within `margin` of `convex`. */
  private find(placed: Posed, convex: Convex, margin: number): void {
    convexAabb(box, convex);
    this.findIn(placed, margin);
  }

  /**
   * Fills {@link slots} with the triangles near the path of `moving`, and {@link sides} with 0 for those
   * whose plane it does not cross: it begins and ends on the same side, up to the allowed depth.
   */
  private findOnWay(placed: Posed, moving: MovingConvex, sweep: Sweep, options: DeepImpactOptions): void {
    const { angular, radius } = sweep;
    const { depth, tolerance } = options;
    // A rotating point leaves its chord by at most ⅛ r φ².
    const turn = angular[0] * angular[0] + angular[1] * angular[1] + angular[2] * angular[2];
    sweepPoseAt(moving, sweep, ends, 1);
    convexAabb(wayBox, moving);
    sweepPoseAt(moving, sweep, ends, 0);
    convexAabb(box, moving);
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], wayBox[k]);
      box[3 + k] = Math.max(box[3 + k], wayBox[3 + k]);
    }
    this.findIn(placed, tolerance + Math.min(2 * radius, 0.125 * radius * turn));
    if (sides.length < slots.count) sides = new Int8Array(2 * slots.count);
    for (let i = 0; i < slots.count; i++) {
      this.load(placed, slots.get(i));
      setNormal();
      sides[i] = height(moving, 1) >= -depth ? 1 : height(moving, -1) >= -depth ? -1 : 2;
    }
    sweepPoseAt(moving, sweep, ends, 1);
    for (let i = 0; i < slots.count; i++) {
      if (sides[i] === 2) continue;
      this.load(placed, slots.get(i));
      setNormal();
      if (height(moving, sides[i]) >= -depth) sides[i] = 0;
    }
  }

  /**
   * Fills {@link slots} with triangles that may be within `margin` of {@link box}, which is in world
   * coordinates.
   */
  private findIn(placed: Posed, margin: number): void {
    const { matrix: m, position: p } = placed;
    // Centre and half extents of the box, seen from the frame of the mesh.
    for (let k = 0; k < 3; k++) {
      point[k] = 0.5 * (box[k] + box[3 + k]) - p[k];
      halfExtents[k] = 0.5 * (box[3 + k] - box[k]) + margin;
    }
    for (let k = 0; k < 3; k++) {
      let middle = 0;
      let half = 0;
      for (let l = 0; l < 3; l++) {
        middle += m[3 * k + l] * point[l];
        half += Math.abs(m[3 * k + l]) * halfExtents[l];
      }
      // A few units in the last place wider, for the rounding of this sum.
      half += 1e-14 * (Math.abs(middle) + half);
      box[k] = middle - half;
      box[3 + k] = middle + half;
    }
    slots.clear();
    this.mesh.slotsIn(slots, box);
  }

  /** Writes the triangle in a slot to {@link corners}, in the world; returns its number. */
  private load(placed: Posed, slot: number): number {
    const { order } = this.mesh;
    const id = order ? order[slot] : slot;
    this.mesh.triangle(corners, id);
    const { matrix: m, position: p } = placed;
    for (let c = 0; c < 9; c += 3) {
      const x = corners[c];
      const y = corners[c + 1];
      const z = corners[c + 2];
      for (let k = 0; k < 3; k++) corners[c + k] = m[k] * x + m[3 + k] * y + m[6 + k] * z + p[k];
    }
    return id;
  }
}

/** Sets {@link normal} to that of the triangle in {@link corners}; to 0 if it has none. */
function setNormal(): void {
  const p = corners;
  const ax = p[3] - p[0];
  const ay = p[4] - p[1];
  const az = p[5] - p[2];
  const bx = p[6] - p[0];
  const by = p[7] - p[1];
  const bz = p[8] - p[2];
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  const length = Math.sqrt(x * x + y * y + z * z);
  const inverse = length > 0 ? 1 / length : 0;
  normal[0] = x * inverse;
  normal[1] = y * inverse;
  normal[2] = z * inverse;
}

/**
 * The height of `convex` above the plane of {@link corners} and {@link normal}, on the side `sign`; −∞ if
 * there is no plane.
 */
function height(convex: Convex, sign: number): number {
  if (normal[0] === 0 && normal[1] === 0 && normal[2] === 0) return -Infinity;
  for (let k = 0; k < 3; k++) localDirection[k] = -sign * normal[k];
  convex.support(point, localDirection);
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += sign * normal[k] * (point[k] - corners[k]);
  return sum;
}

function copyImpact(out: TimeOfImpact, from: TimeOfImpact): void {
  out.time = from.time;
  out.converged = from.converged;
  out.steps = from.steps;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = from.normal[k];
    out.point[k] = from.point[k];
  }
}

function toLocal(out: Float64Array, placed: Posed, p: ReadonlyVec3): void {
  const { matrix: m, position } = placed;
  const x = p[0] - position[0];
  const y = p[1] - position[1];
  const z = p[2] - position[2];
  for (let k = 0; k < 3; k++) out[k] = m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z;
}
