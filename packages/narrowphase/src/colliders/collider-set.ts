/**
 * Many shapes in the world, on flat arrays: the pose of each, the box around it, and the contact manifold of
 * any two. The narrow phase of an engine is a loop over pairs of numbers and one call for each.
 *
 * A collider is a shape that is fixed to a body, with an optional offset; several may share a body. Spheres,
 * boxes, capsules and half-spaces have tests of their own, and hulls are separated from each other and from
 * boxes by axes (`hullSeparation` of @colide/geometry); all other pairs go through GJK and EPA, with clipped
 * faces for hulls and sampled ones for the rest. Surfaces that are apart by no more than `margin` give points
 * with negative depth.
 *
 * A shape says what it is in its `kind`. No allocation once all colliders have been added.
 */
import {
  type Convex,
  grown,
  type ReadonlyQuat,
  type ReadonlyVec3,
  requireFiniteArray,
  requireInteger,
  requireNonNegative,
  requirePositive,
} from '@colide/core';
import { type CapsuleShape, type HullSeparation, type HullShape, Posed } from '@colide/geometry';
import { poseCompose } from '@colide/math';

import {
  type ContactManifold,
  contactManifoldFlip,
  contactManifoldReduce,
} from '../contacts/contact-manifold.ts';
import { manifoldConvexConvex } from '../contacts/manifold-convex-convex.ts';
import { manifoldHullHull } from '../contacts/manifold-hull-hull.ts';
import { manifoldObbObb } from '../contacts/manifold-obb-obb.ts';
import {
  manifoldCapsulePlane,
  manifoldConvexPlane,
  manifoldObbPlane,
  manifoldSpherePlane,
} from '../contacts/manifold-plane.ts';
import { manifoldSphereObb, manifoldSphereSphere } from '../contacts/manifold-sphere.ts';
import { featureSlope } from '../internal/feature-slope.ts';
import {
  capsuleHalfHeightAt,
  capsuleRadiusAt,
  colliderSize,
  obbAxesAt,
  obbHalfAt,
  planeOffsetAt,
  secondEndAt,
  sphereRadiusAt,
} from '../internal/layouts.ts';
import { namePoints } from '../internal/name-points.ts';
import { createPenetrationResult, type PenetrationResult, penetration } from '../penetration/penetration.ts';

/** A half-space n · x ≤ offset, such as `HalfSpace` of @colide/geometry. */
export interface HalfSpaceLike {
  readonly kind: 'halfSpace';
  readonly normal: ArrayLike<number>;
  readonly offset: number;
}

/** The shapes a collider can have. */
export type ColliderShape = Convex | HalfSpaceLike;

/** The kinds of collider that have tests of their own; balls and boxes, which have centres, come first. */
export const colliderKind = { sphere: 0, box: 1, capsule: 2, hull: 3, convex: 4, plane: 5 } as const;

const { sphere, box, capsule, hull, convex, plane } = colliderKind;

/** The kind of a shape. */
export function colliderKindOf(shape: ColliderShape): number {
  switch (shape.kind) {
    case 'sphere':
      return sphere;
    case 'box':
      return box;
    case 'capsule':
      return capsule;
    case 'hull':
      return hull;
    case 'halfSpace':
      return plane;
    default:
      return convex;
  }
}

/**
 * A test that comes before GJK and EPA, such as `manifoldSat`: fills `out` with at most four points of two
 * posed shapes and returns their count, or −1 to leave the pair to GJK. `margin` has one number.
 */
export type ConvexPairTest = (out: ContactManifold, a: Posed, b: Posed, margin: Float64Array) => number;

/** A test of two boxes as `manifoldObbObb`, with the same arguments and results. */
export type BoxPairTest = (
  out: ContactManifold,
  obbs: Float64Array,
  aAt: number,
  bAt: number,
  margin: Float64Array,
) => number;

/** Pose of a collider on its body: position, then a unit quaternion. */
const offsetSize = 7;
const offsetRotationAt = 3;

const position = /* @__PURE__ */ new Float64Array(3);
const orientation = /* @__PURE__ */ new Float64Array(4);
const bodyPosition = /* @__PURE__ */ new Float64Array(3);
const bodyRotation = /* @__PURE__ */ new Float64Array(4);
const bounds = /* @__PURE__ */ new Float64Array(6);

/** Shapes fixed to bodies. */
export class ColliderSet {
  /** Ids below this one have been assigned. */
  count = 0;
  /** Body of each collider; −1 for one that was removed. */
  bodies = new Int32Array(0);
  /** One of {@link colliderKind} each. */
  kinds = new Uint8Array(0);
  /**
   * Fifteen numbers each, in the world: a box's centre, half extents and axes; a ball's centre and radius; a
   * capsule's ends and radius; a half-space's normal and offset. Other convex sets are in {@link convexes}.
   */
  data = new Float64Array(0);
  /** The posed shape of every collider that is not a half-space. */
  readonly convexes: (Posed | undefined)[] = [];
  /** Searches of GJK and their steps since they were last set to 0. */
  readonly searches = { count: 0, steps: 0 };
  /** The test of two boxes; may be replaced by a faster one, such as that of `@colide/simd`. */
  boxTest: BoxPairTest = manifoldObbObb;
  private readonly margin = new Float64Array(1);
  private offsets = new Float64Array(0);
  /** Where the search for a free id begins: after the one assigned last. */
  nextId = 0;
  /**
   * Ids to be assigned before others, the last one first: for an owner of the set that restores colliders.
   */
  readonly reserved: number[] = [];
  /** Number of ids in use. */
  private used = 0;
  /** Made by the first hull, so that a set without hulls does not include the code. */
  private separation: HullSeparation | undefined;
  private readonly result: PenetrationResult = createPenetrationResult();
  private readonly test: ConvexPairTest | undefined;

  /**
   * @param margin how far apart surfaces may be and still give contact points
   * @param test asked before GJK and EPA about pairs without a test of their own
   */
  constructor(margin = 0, test?: ConvexPairTest) {
    requireNonNegative('margin', margin);
    this.margin[0] = margin;
    this.test = test;
  }

  /** How far apart surfaces may be and still give contact points. */
  get contactMargin(): number {
    return this.margin[0];
  }

  /**
   * Fixes `shape` to `body`, at an offset from the body's frame, and returns the collider's id. Call {@link
   * place} before the first query.
   */
  add(
    body: number,
    shape: ColliderShape,
    offset: ReadonlyVec3 = [0, 0, 0],
    rotation: ReadonlyQuat = [0, 0, 0, 1],
  ): number {
    requireInteger('body', body, 0, 0x7fffffff);
    requireFiniteArray('offset', offset, 3);
    requireFiniteArray('rotation', rotation, 4);
    const length = Math.hypot(rotation[0], rotation[1], rotation[2], rotation[3]);
    requirePositive('the length of rotation', length);
    const kind = colliderKindOf(shape);
    // A user-defined shape may throw, so it is called before anything changes.
    const posed = kind === plane ? undefined : new Posed(shape as Convex);
    const id = this.reserved.pop() ?? this.findId();
    while (id >= this.bodies.length) this.grow();
    this.count = Math.max(this.count, id + 1);
    this.nextId = id + 1;
    this.used++;
    this.bodies[id] = body;
    this.kinds[id] = kind;
    const offsetAt = offsetSize * id;
    for (let k = 0; k < 3; k++) this.offsets[offsetAt + k] = offset[k];
    for (let k = 0; k < 4; k++) this.offsets[offsetAt + offsetRotationAt + k] = rotation[k] / length;
    const at = colliderSize * id;
    this.convexes[id] = posed;
    if (!posed) {
      const { normal, offset: height } = shape as HalfSpaceLike;
      for (let k = 0; k < 3; k++) this.data[at + k] = normal[k];
      this.data[at + planeOffsetAt] = height;
    } else writeSizes(this.data, at, kind, posed);
    return id;
  }

  /** Removes a collider. Its id is reused. */
  remove(id: number): void {
    if (!(this.bodies[id] >= 0 && id < this.count)) throw new RangeError(`id must be in use, got ${id}`);
    this.bodies[id] = -1;
    this.convexes[id] = undefined;
    this.used--;
  }

  /**
   * The id of the next collider: free ids are reused in rotation, so the next one follows from the ids in use
   * and one number.
   */
  private findId(): number {
    const { bodies, count } = this;
    if (this.used === count) return count;
    const id = bodies.indexOf(-1, this.nextId);
    return id < 0 || id >= count ? bodies.indexOf(-1) : id;
  }

  /**
   * Puts collider `id` where its body is, in arrays of positions (three numbers per body) and unit
   * quaternions (four). A half-space stays where it is.
   */
  place(id: number, positions: Float64Array, rotations: Float64Array): void {
    const kind = this.kinds[id];
    if (kind === plane) return;
    const body = this.bodies[id];
    const offsetAt = offsetSize * id;
    for (let k = 0; k < 3; k++) {
      bodyPosition[k] = positions[3 * body + k];
      position[k] = this.offsets[offsetAt + k];
    }
    for (let k = 0; k < 4; k++) {
      bodyRotation[k] = rotations[4 * body + k];
      orientation[k] = this.offsets[offsetAt + offsetRotationAt + k];
    }
    poseCompose(position, orientation, bodyPosition, bodyRotation, position, orientation);
    const at = colliderSize * id;
    const { data } = this;
    const posed = this.convexes[id]!;
    posed.setPose(position, orientation);
    if (kind <= box) for (let k = 0; k < 3; k++) data[at + k] = position[k];
    if (kind === box) for (let k = 0; k < 9; k++) data[at + obbAxesAt + k] = posed.pose[k];
    if (kind === capsule)
      for (let k = 0; k < 3; k++) {
        const half = data[at + capsuleHalfHeightAt] * posed.pose[3 + k];
        data[at + k] = position[k] - half;
        data[at + secondEndAt + k] = position[k] + half;
      }
  }

  /** Writes the pose of collider `id` in the frame of its body: position, then a unit quaternion. */
  readOffset(out: Float64Array, id: number): void {
    for (let k = 0; k < offsetSize; k++) out[k] = this.offsets[offsetSize * id + k];
  }

  /**
   * Writes the box around collider `id`, half the margin wider on each side. Not for half-spaces, which have
   * none.
   */
  aabb(out: Float64Array, id: number): void {
    const at = colliderSize * id;
    const { data } = this;
    const kind = this.kinds[id];
    const wider = 0.5 * this.margin[0];
    if (kind === sphere)
      for (let k = 0; k < 3; k++) {
        out[k] = data[at + k] - data[at + sphereRadiusAt] - wider;
        out[3 + k] = data[at + k] + data[at + sphereRadiusAt] + wider;
      }
    else if (kind === box)
      for (let k = 0; k < 3; k++) {
        const extent =
          data[at + obbHalfAt] * Math.abs(data[at + obbAxesAt + k]) +
          data[at + obbHalfAt + 1] * Math.abs(data[at + obbAxesAt + 3 + k]) +
          data[at + obbHalfAt + 2] * Math.abs(data[at + obbAxesAt + 6 + k]) +
          wider;
        out[k] = data[at + k] - extent;
        out[3 + k] = data[at + k] + extent;
      }
    else {
      this.convexes[id]!.aabb(bounds);
      for (let k = 0; k < 3; k++) {
        out[k] = bounds[k] - wider;
        out[3 + k] = bounds[3 + k] + wider;
      }
    }
  }

  /**
   * Fills `out` with the contact points of colliders `i` and `j`, at most four, normal from `i` to `j`;
   * returns their count. Two half-spaces have none.
   */
  collide(out: ContactManifold, i: number, j: number): number {
    const kindI = this.kinds[i];
    const kindJ = this.kinds[j];
    const { data, margin } = this;
    const iAt = colliderSize * i;
    const jAt = colliderSize * j;
    if (kindI === box && kindJ === box) return this.boxTest(out, data, iAt, jAt, margin);
    if (kindI > kindJ) {
      const count = this.collide(out, j, i);
      if (count > 0) contactManifoldFlip(out);
      return count;
    }
    if (kindI === sphere) {
      if (kindJ === sphere) return manifoldSphereSphere(out, data, iAt, jAt, margin);
      if (kindJ === box) return manifoldSphereObb(out, data, iAt, jAt, margin);
      if (kindJ === plane) return manifoldSpherePlane(out, data, iAt, jAt, margin);
    }
    if (kindJ === plane) {
      if (kindI === box) return manifoldObbPlane(out, data, iAt, jAt, margin);
      if (kindI === capsule) return manifoldCapsulePlane(out, data, iAt, jAt, margin);
      return kindI === plane ? 0 : manifoldConvexPlane(out, this.convexes[i]!, data, jAt, margin);
    }
    return this.collideConvex(out, i, j);
  }

  private collideConvex(out: ContactManifold, i: number, j: number): number {
    const { result, searches, margin, test } = this;
    const a = this.convexes[i]!;
    const b = this.convexes[j]!;
    const count = test?.(out, a, b, margin) ?? -1;
    if (count >= 0) return count;
    out.count = 0;
    let verdict = -1;
    if (this.kinds[j] === hull) {
      const { shape } = b as Posed<HullShape>;
      this.separation ??= shape.createSeparation();
      verdict = shape.separate(this.separation, a, b, margin, i, j);
    }
    if (verdict === 0) return 0;
    if (verdict < 0) {
      const round = b as Posed<CapsuleShape>;
      if (!round.shape.contact?.(result, a, round, margin)) {
        penetration(result, a, b);
        searches.count++;
        searches.steps += result.gjk.steps;
      }
      if (!(result.distance <= margin[0])) return 0;
      result.depth = -result.distance;
      manifoldConvexConvex(out, result, a, b, featureSlope(margin, a, b));
    } else
      manifoldHullHull(
        out,
        this.separation!,
        a as Posed<HullShape>,
        b as Posed<HullShape>,
        this.separation!.faces,
        featureSlope(margin, a, b),
      );
    contactManifoldReduce(out);
    namePoints(out);
    return out.count;
  }

  /** Grows the capacity by about a quarter, so that large sets waste little memory. */
  grow(): void {
    const room = (1.25 * this.bodies.length + 16) & ~7;
    this.bodies = grown(this.bodies, room).fill(-1, this.bodies.length);
    this.kinds = grown(this.kinds, room);
    this.data = grown(this.data, colliderSize * room);
    this.offsets = grown(this.offsets, offsetSize * room);
  }
}

/**
 * Writes what does not change with the pose: half extents of a box, radius of a ball, radius and half height
 * of a capsule.
 */
function writeSizes(data: Float64Array, at: number, kind: number, posed: Posed): void {
  const shape = posed.shape as unknown as Record<
    'halfX' | 'halfY' | 'halfZ' | 'radius' | 'halfHeight',
    number
  >;
  if (kind === box) {
    data[at + obbHalfAt] = shape.halfX;
    data[at + obbHalfAt + 1] = shape.halfY;
    data[at + obbHalfAt + 2] = shape.halfZ;
  } else if (kind === sphere) data[at + sphereRadiusAt] = shape.radius;
  else if (kind === capsule) {
    data[at + capsuleRadiusAt] = shape.radius;
    data[at + capsuleHalfHeightAt] = shape.halfHeight;
  }
}
