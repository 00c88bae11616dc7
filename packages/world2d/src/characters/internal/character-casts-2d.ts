/**
 * The shape casts of a planar character. The colliders within range of a move are found once, and the casts
 * of the move test only those. O(nearby colliders) per cast.
 */
import { IdList } from '@colide/core';
import { CapsuleShape2d, convexAabb2d, Posed2d } from '@colide/geometry';
import {
  createPenetrationResult2d,
  createRayHit2d,
  createTimeOfImpact2d,
  filterAdmits,
  type PosedShape2d,
  posedDistance2d,
  posedKind2d,
  posedShapecast2d,
  type QueryFilter,
  rayPosedShape2d,
} from '@colide/narrowphase';
import type { ContactRules2d } from '../../contacts/contact-rules-2d.ts';
import { createWorldHit2d, type WorldHit2d } from '../../queries/world-hit-list-2d.ts';
import type { World2d } from '../../world/world-2d.ts';
import { velocityAt2d } from './character-push-2d.ts';

const box = /* @__PURE__ */ new Float64Array(4);
const origin = /* @__PURE__ */ new Float64Array(2);
const direction = /* @__PURE__ */ new Float64Array(2);
const rayHit = /* @__PURE__ */ createRayHit2d();
const impact = /* @__PURE__ */ createTimeOfImpact2d();
const nearest = /* @__PURE__ */ createPenetrationResult2d();

/** The current motion, extended beyond its end; its length; and the free part of it. */
const longer = /* @__PURE__ */ new Float64Array(2);
/** Velocity of the character relative to what is near. */
const relative = /* @__PURE__ */ new Float64Array(2);
const castLength = /* @__PURE__ */ new Float64Array(1);
const freeLength = /* @__PURE__ */ new Float64Array(1);

/** How far casts look beyond the end of a motion, in skins. */
export const lookAhead = 16;
/** Motions shorter than this count as none, in m. */
export const tiny = 1e-9;

/** Casts a capsule that keeps its distance. */
export class CharacterCasts2d {
  /** The hit of the last cast, or the collider that {@link deepest} found. */
  readonly hit: WorldHit2d = createWorldHit2d();
  /** The capsule of the casts, thinner than the character by its skin. */
  capsule: Posed2d<CapsuleShape2d>;
  private readonly up: Float64Array;
  private readonly found = new IdList();
  private readonly world: World2d;
  private readonly filter: QueryFilter;
  private readonly skin: number;

  constructor(world: World2d, filter: QueryFilter, shape: CapsuleShape2d, up: Float64Array, skin: number) {
    this.world = world;
    this.filter = filter;
    this.skin = skin;
    this.up = up;
    this.capsule = new Posed2d(new CapsuleShape2d(shape.radius - skin, shape.halfHeight));
  }

  /** Gives the capsule another height. */
  resize(halfHeight: number): void {
    this.capsule = new Posed2d(new CapsuleShape2d(this.capsule.shape.radius, halfHeight));
  }

  /** Finds the colliders within `distance` of the capsule at a position. */
  gather(position: Float64Array, distance: number): void {
    const { found, world, filter } = this;
    const { boxes, table, broadPhase } = world;
    this.place(position);
    convexAabb2d(box, this.capsule);
    const range = distance + this.skin;
    for (let k = 0; k < 4; k++) box[k] += k < 2 ? -range : range;
    found.clear();
    broadPhase.queryBox(found, box);
    const boxCount = found.count;
    for (let i = 0; i < boxes.planes.length; i++) found.push(boxes.planes[i]);
    let kept = 0;
    for (let i = 0; i < found.count; i++) {
      const collider = i < boxCount ? boxes.ids.ownerAt(found.get(i)) : found.get(i);
      if (filterAdmits(filter, table, table.partBodies[collider])) found.data[kept++] = collider;
    }
    found.count = kept;
    found.sort();
  }

  /**
   * Drops the colliders that rules let the character pass, which is the body `self` at a velocity. It does
   * not leave the body `support` that it walks on.
   */
  sift(
    rules: ContactRules2d,
    self: number,
    support: number,
    position: Float64Array,
    velocity: Float64Array,
  ): void {
    const { found, world, skin } = this;
    const { parts, partBodies } = world.table;
    this.place(position);
    let kept = 0;
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      const body = partBodies[collider];
      posedDistance2d(nearest, parts[collider], this.capsule);
      const { normal, pointA, distance } = nearest;
      velocityAt2d(relative, world, body, pointA);
      for (let k = 0; k < 2; k++) relative[k] = body === support ? 0 : velocity[k] - relative[k];
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
    const { partBodies, collidersOf } = world.table;
    this.place(position);
    const length = Math.sqrt(motion[0] * motion[0] + motion[1] * motion[1]);
    // Also beyond the end of the motion: colliders near it must not come nearer than the skin.
    castLength[0] = length + lookAhead * this.skin;
    for (let k = 0; k < 2; k++) longer[k] = motion[k] * (castLength[0] / length);
    freeLength[0] = length;
    hit.body = hit.collider = -1;
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      if (partBodies[collider] !== ignored) this.castAt(collider);
    }
    hit.t = Math.max(0, freeLength[0] / length);
    if (hit.collider < 0) return length;
    hit.body = partBodies[hit.collider];
    hit.child = collidersOf[hit.body].indexOf(hit.collider);
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
    this.place(position);
    hit.body = hit.collider = -1;
    hit.distance = limit;
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      const part = world.table.parts[collider];
      // A capsule behind a link does not touch it.
      if (part.kind === posedKind2d.link && isBehind(part, position)) continue;
      posedDistance2d(nearest, part, this.capsule);
      const { distance } = nearest;
      if (!(distance < hit.distance)) continue;
      hit.distance = distance;
      hit.collider = collider;
      hit.normal.set(nearest.normal);
      hit.point.set(nearest.pointA);
    }
    if (hit.collider < 0) return false;
    hit.body = world.table.partBodies[hit.collider];
    return true;
  }

  /**
   * The slope of the edge behind a corner that was hit: the component of its normal along `up`, found by a
   * short ray down beside the point of the hit, on the side away from the capsule. 0 if there is no such
   * edge.
   */
  edgeBehind(up: Float64Array): number {
    const { hit, world, skin } = this;
    const { normal, point, collider } = hit;
    const rise = normal[0] * up[0] + normal[1] * up[1];
    const across = Math.sqrt(Math.max(1e-12, 1 - rise * rise));
    for (let k = 0; k < 2; k++) {
      origin[k] = point[k] + skin * up[k] - (0.5 * skin * (normal[k] - rise * up[k])) / across;
      direction[k] = -up[k];
    }
    rayPosedShape2d(rayHit, world.table.parts[collider], origin, direction, 2 * skin);
    if (rayHit.t === Infinity || rayHit.t === 0) return 0;
    return Math.abs(rayHit.normal[0] * up[0] + rayHit.normal[1] * up[1]);
  }

  /** Casts along {@link longer}; keeps the hit with a collider if it shortens the {@link freeLength}. */
  private castAt(collider: number): void {
    const { hit, world, capsule } = this;
    const part = world.table.parts[collider];
    posedShapecast2d(impact, part, capsule, longer);
    if (impact.time === Infinity) return;
    const { normal } = impact;
    if (normal[0] === 0 && normal[1] === 0) {
      // They overlap already.
      posedDistance2d(nearest, part, capsule);
      normal.set(nearest.normal);
      impact.point.set(nearest.pointA);
    }
    const sink = -(longer[0] * normal[0] + longer[1] * normal[1]) / castLength[0];
    // Only motion towards the collider is a hit.
    if (!(sink > 0)) return;
    let free = impact.time * castLength[0] - this.skin / sink;
    if (!(free < freeLength[0])) return;
    if (free < 0) {
      // Behind a plane it would be too near now, but a corner may still be far.
      posedDistance2d(nearest, part, capsule);
      if (nearest.distance > this.skin) free = nearest.distance - this.skin;
      if (!(free < freeLength[0])) return;
    }
    freeLength[0] = free;
    hit.collider = collider;
    hit.normal.set(normal);
    hit.point.set(impact.point);
  }

  /** Moves the capsule: its axis is {@link up}. */
  private place(position: Float64Array): void {
    this.capsule.setRotation(position, this.up[1], -this.up[0]);
  }
}

/** Whether a position is behind a link. */
function isBehind({ points, normals }: PosedShape2d, position: Float64Array): boolean {
  return normals[0] * (position[0] - points[0]) + normals[1] * (position[1] - points[1]) < 0;
}
