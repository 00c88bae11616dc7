/**
 * The shape casts of a character. The colliders within range of a move are found once, and the casts of the
 * move test only those. O(nearby colliders) per cast.
 */
import { aabbExpand } from '@colide/bounds';
import { createRayHit, IdList } from '@colide/core';
import { CapsuleShape, convexAabb, Posed } from '@colide/geometry';
import {
  colliderDistance,
  colliderShapecast,
  createPenetrationResult,
  createTimeOfImpact,
  rayCollider,
} from '@colide/narrowphase';
import { bodyVelocityAt } from '../../bodies/body-motion.ts';
import type { ContactRules } from '../../contacts/contact-rules.ts';
import { siftColliders } from '../../internal/sift-colliders.ts';
import type { QueryFilter } from '../../queries/query-filter.ts';
import { createWorldHit, type WorldHit } from '../../queries/world-hit-list.ts';
import type { World } from '../../world/world.ts';

const box = /* @__PURE__ */ new Float64Array(6);
const origin = /* @__PURE__ */ new Float64Array(3);
const direction = /* @__PURE__ */ new Float64Array(3);
const rayHit = /* @__PURE__ */ createRayHit();
const impact = /* @__PURE__ */ createTimeOfImpact();
const nearest = /* @__PURE__ */ createPenetrationResult();
/** Velocity of the character relative to what is near. */
const relative = /* @__PURE__ */ new Float64Array(3);
/** How far from the character one-way meshes may be and still be found solid, in m. */
const farthest = 1e3;

/** The current motion, extended beyond its end; its length; and the free part of it. */
const longer = /* @__PURE__ */ new Float64Array(3);
const castLength = /* @__PURE__ */ new Float64Array(1);
const freeLength = /* @__PURE__ */ new Float64Array(1);

/**
 * How far casts look beyond the end of a motion, in skins. Surfaces met at a grazing angle, below 1/16, may
 * come nearer.
 */
export const lookAhead = 16;
/** Motions shorter than this count as none, in m. */
export const tiny = 1e-9;

/** Casts a capsule that keeps its distance. */
export class CharacterCasts {
  /** The hit of the last cast, or the collider that {@link deepest} found. */
  readonly hit: WorldHit = createWorldHit();
  /** The capsule of the casts, thinner than the character by its skin. */
  capsule: Posed<CapsuleShape>;
  private readonly rotation: Float64Array;
  private readonly found = new IdList();
  private readonly world: World;
  private readonly filter: QueryFilter;
  private readonly skin: number;

  constructor(world: World, filter: QueryFilter, shape: CapsuleShape, rotation: Float64Array, skin: number) {
    this.world = world;
    this.filter = filter;
    this.skin = skin;
    this.rotation = rotation;
    this.capsule = new Posed(new CapsuleShape(shape.radius - skin, shape.halfHeight), [0, 0, 0], rotation);
  }

  /** Gives the capsule another height. */
  resize(halfHeight: number): void {
    this.capsule = new Posed(
      new CapsuleShape(this.capsule.shape.radius, halfHeight),
      [0, 0, 0],
      this.rotation,
    );
  }

  /** Finds the colliders within `distance` of the capsule at a position. */
  gather(position: Float64Array, distance: number): void {
    const { found, world, filter } = this;
    aabbExpand(box, convexAabb(box, this.capsule.setPose(position, this.rotation)), distance + this.skin);
    found.clear();
    world.broadPhase.queryBox(found, box);
    siftColliders(found, world, filter);
  }

  /**
   * Drops the colliders that rules let the character pass, which is the body `self` at a velocity. It does
   * not leave the body `support` that it walks on.
   */
  sift(
    rules: ContactRules,
    self: number,
    support: number,
    position: Float64Array,
    velocity: Float64Array,
  ): void {
    const { found, world, skin } = this;
    const { bodies } = world.colliders;
    this.capsule.setPose(position, this.rotation);
    let kept = 0;
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      const body = bodies[collider];
      this.measure(collider, farthest);
      const { normal, pointA, distance } = nearest;
      bodyVelocityAt(relative, world, body, pointA);
      for (let k = 0; k < 3; k++) relative[k] = body === support ? 0 : velocity[k] - relative[k];
      if (rules.stops(body, self, normal, distance - skin, relative)) found.data[kept++] = collider;
    }
    found.count = kept;
  }

  /**
   * How far the capsule gets along `motion` before something is nearer than the skin: a length, at most that
   * of the motion. Fills {@link hit}, with body −1 if nothing was hit.
   */
  cast(position: Float64Array, motion: Float64Array, ignored = -1): number {
    const { hit, found, world } = this;
    const { bodies } = world.colliders;
    this.capsule.setPose(position, this.rotation);
    const length = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2]);
    // Also beyond the end of the motion: colliders near it must not come nearer than the skin.
    castLength[0] = length + lookAhead * this.skin;
    for (let k = 0; k < 3; k++) longer[k] = motion[k] * (castLength[0] / length);
    freeLength[0] = length;
    hit.body = hit.collider = -1;
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      if (bodies[collider] !== ignored) this.castAt(collider);
    }
    hit.t = Math.max(0, freeLength[0] / length);
    if (hit.collider < 0) return length;
    hit.body = bodies[hit.collider];
    hit.child = world.table.collidersOf[hit.body].indexOf(hit.collider);
    return freeLength[0] > tiny ? freeLength[0] : 0;
  }

  /**
   * How much too near the collider that was hit was at the start of the last cast, along its motion; 0 if it
   * was not.
   */
  get lack(): number {
    return this.hit.body >= 0 && freeLength[0] < -tiny ? -freeLength[0] : 0;
  }

  /** The collider nearest to the capsule, if it is nearer than `limit`; fills {@link hit}. */
  deepest(position: Float64Array, limit: number): boolean {
    const { hit, found, world } = this;
    this.capsule.setPose(position, this.rotation);
    hit.body = hit.collider = -1;
    hit.distance = limit;
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      this.measure(collider, limit);
      const { distance } = nearest;
      if (!(distance < hit.distance || (distance === hit.distance && collider < hit.collider))) continue;
      hit.distance = distance;
      hit.collider = collider;
      hit.normal.set(nearest.normal);
      hit.point.set(nearest.pointA);
    }
    if (hit.collider < 0) return false;
    hit.body = world.colliders.bodies[hit.collider];
    return true;
  }

  /**
   * The slope of the face behind an edge that was hit: the component of its normal along `up`, found by a
   * short ray down beside the point of the hit, on the side away from the capsule. 0 if there is no such
   * face.
   */
  faceBehind(up: Float64Array): number {
    const { hit, world, skin } = this;
    const { normal, point, collider } = hit;
    const rise = normal[0] * up[0] + normal[1] * up[1] + normal[2] * up[2];
    const across = Math.sqrt(Math.max(1e-12, 1 - rise * rise));
    for (let k = 0; k < 3; k++) {
      origin[k] = point[k] + skin * up[k] - (0.5 * skin * (normal[k] - rise * up[k])) / across;
      direction[k] = -up[k];
    }
    const mesh = world.meshOf(collider);
    const { colliders } = world;
    if (mesh) mesh.raycast(rayHit, colliders.convexes[collider]!, origin, direction, 2 * skin);
    else rayCollider(rayHit, colliders, collider, origin, direction, 2 * skin);
    if (rayHit.t === Infinity || rayHit.t === 0) return 0;
    const n = rayHit.normal;
    return Math.abs(n[0] * up[0] + n[1] * up[1] + n[2] * up[2]);
  }

  /** Casts along {@link longer}; keeps the hit with a collider if it shortens the {@link freeLength}. */
  private castAt(collider: number): void {
    const { hit, world, capsule } = this;
    const { colliders } = world;
    const mesh = world.meshOf(collider);
    if (mesh) mesh.shapecast(impact, colliders.convexes[collider]!, capsule, longer);
    else colliderShapecast(impact, colliders, collider, capsule, longer);
    if (impact.time === Infinity) return;
    const { normal } = impact;
    if (normal[0] === 0 && normal[1] === 0 && normal[2] === 0) {
      // They overlap already.
      this.measure(collider, this.skin);
      normal.set(nearest.normal);
      impact.point.set(nearest.pointA);
    }
    const sink = -(longer[0] * normal[0] + longer[1] * normal[1] + longer[2] * normal[2]) / castLength[0];
    // Only motion towards the collider is a hit.
    if (!(sink > 0)) return;
    const free = impact.time * castLength[0] - this.skin / sink;
    if (!(free < freeLength[0] || (free === freeLength[0] && collider < hit.collider))) return;
    freeLength[0] = free;
    hit.collider = collider;
    hit.normal.set(normal);
    hit.point.set(impact.point);
  }

  private measure(collider: number, limit: number): void {
    const { world, capsule } = this;
    const { colliders } = world;
    const mesh = world.meshOf(collider);
    if (mesh) mesh.distance(nearest, colliders.convexes[collider]!, capsule, Math.max(0, limit));
    else colliderDistance(nearest, colliders, collider, capsule);
  }
}
