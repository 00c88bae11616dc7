/**
 * The incremental contact manifold: every frame brings one contact point, from `penetration` for instance,
 * and the points of earlier frames are kept as long as they are valid. After a few frames four points
 * represent the whole area of contact.
 *
 * Points are stored in the frames of both bodies. `refresh` transforms them to the world and drops those
 * whose two sides have parted by more than the margin, along the normal or perpendicular to it. `add`
 * replaces a point close to the new one, else fills a free slot, else replaces the point whose loss leaves
 * the largest area; the deepest always stays. The margin is the "skin" around the shapes: points are kept
 * while the gap is within it, so that a body that barely lifts does not lose them.
 *
 * As described for Bullet (Coumans) and in van den Bergen 2003, §7. No allocation after construction.
 */
import { requireNonNegative } from '@colide/core';
import type { PairContact } from './pair-contact.ts';

/** The pose of a body: position, and rotation as a column-major 3×3 matrix. A `Posed` shape is one. */
export interface ManifoldPose {
  readonly position: ArrayLike<number>;
  readonly matrix: ArrayLike<number>;
}

const capacity = 4;
/**
 * Numbers that {@link PersistentManifold.save} writes: count, last id, normal, points in both frames, ids,
 * ages.
 */
export const persistentStateSize = 37;
const normalAt = 2;
const localAAt = 5;
const localBAt = 17;
const idsAt = 29;
const agesAt = 33;
const local = /* @__PURE__ */ new Float64Array(6);
const world = /* @__PURE__ */ new Float64Array(6);

/** Up to four contact points of one pair of bodies, kept from frame to frame. */
export class PersistentManifold {
  /** How many points there are. */
  count = 0;
  /** Unit vector from A to B, of the contact added last. */
  readonly normal = new Float64Array(3);
  /** Points on A in the world, x y z each, as of the last {@link refresh} or {@link add}. */
  readonly pointsA = new Float64Array(3 * capacity);
  /** Points on B in the world. */
  readonly pointsB = new Float64Array(3 * capacity);
  /** Depth of each point; negative where there is a gap within the margin. */
  readonly depths = new Float64Array(capacity);
  /**
   * Contact id of each point, which does not change as long as the point is kept: solvers find their impulses
   * by it.
   */
  readonly ids = new Int32Array(capacity);
  /** The number of calls of {@link refresh} since each point was added. */
  readonly ages = new Int32Array(capacity);
  readonly margin: number;
  private readonly localA = new Float64Array(3 * capacity);
  private readonly localB = new Float64Array(3 * capacity);
  private nextId = 0;

  /**
   * @param margin how far the sides of a point may part, along the normal or perpendicular to it, before it
   * is dropped
   */
  constructor(margin = 0.02) {
    requireNonNegative('margin', margin);
    this.margin = margin;
  }

  /** Forgets all points and restarts the numbering. */
  clear(): void {
    this.count = this.nextId = 0;
  }

  /** Writes the state to `out[at…]`, {@link persistentStateSize} numbers. */
  save(out: Float64Array, at: number): void {
    out[at] = this.count;
    out[at + 1] = this.nextId;
    out.set(this.normal, at + normalAt);
    out.set(this.localA, at + localAAt);
    out.set(this.localB, at + localBAt);
    out.set(this.ids, at + idsAt);
    out.set(this.ages, at + agesAt);
  }

  /** Restores a state that {@link save} wrote; {@link refresh} transforms it to the world. */
  load(from: Float64Array, at: number): void {
    this.count = from[at];
    this.nextId = from[at + 1];
    for (let k = 0; k < 3; k++) this.normal[k] = from[at + normalAt + k];
    for (let k = 0; k < 3 * capacity; k++) {
      this.localA[k] = from[at + localAAt + k];
      this.localB[k] = from[at + localBAt + k];
    }
    for (let k = 0; k < capacity; k++) {
      this.ids[k] = from[at + idsAt + k];
      this.ages[k] = from[at + agesAt + k];
    }
  }

  /**
   * Moves the points with the bodies and drops those that are no longer valid. Returns how many are left.
   */
  refresh(a: ManifoldPose, b: ManifoldPose): number {
    const { pointsA, pointsB, localA, localB, normal, depths, margin } = this;
    for (let i = this.count - 1; i >= 0; i--) {
      toWorld(pointsA, localA, 3 * i, a);
      toWorld(pointsB, localB, 3 * i, b);
      let depth = 0;
      for (let k = 0; k < 3; k++) depth += (pointsA[3 * i + k] - pointsB[3 * i + k]) * normal[k];
      let drift = 0;
      for (let k = 0; k < 3; k++) drift += (pointsA[3 * i + k] - pointsB[3 * i + k] - depth * normal[k]) ** 2;
      depths[i] = depth;
      this.ages[i]++;
      if (!(depth >= -margin && drift <= margin * margin)) this.remove(i);
    }
    return this.count;
  }

  /** Adds a contact of the bodies at their present poses. Returns the slot it got, 0 to 3. */
  add(contact: PairContact, a: ManifoldPose, b: ManifoldPose): number {
    for (let k = 0; k < 3; k++) {
      this.normal[k] = contact.normal[k];
      world[k] = contact.pointA[k];
      world[k + 3] = contact.pointB[k];
    }
    toLocal(0, a);
    toLocal(3, b);
    let slot = this.near();
    const fresh = slot < 0;
    if (fresh) slot = this.count < capacity ? this.count++ : this.leastUseful(contact);
    this.depths[slot] = contact.depth;
    if (fresh) {
      this.ids[slot] = this.nextId = (this.nextId + 1) & 0x7fffffff;
      this.ages[slot] = 0;
    }
    for (let k = 0; k < 3; k++) {
      this.pointsA[3 * slot + k] = world[k];
      this.pointsB[3 * slot + k] = world[k + 3];
      this.localA[3 * slot + k] = local[k];
      this.localB[3 * slot + k] = local[k + 3];
    }
    return slot;
  }

  /**
   * As {@link add}, for round bodies, which touch in one point: all other points are dropped, and the id
   * stays.
   */
  replace(contact: PairContact, a: ManifoldPose, b: ManifoldPose): number {
    const { count } = this;
    const id = this.ids[0];
    const age = this.ages[0];
    this.count = 0;
    this.add(contact, a, b);
    if (count > 0) {
      this.ids[0] = id;
      this.ages[0] = age;
    }
    return 0;
  }

  /** The point within the margin of the new one, in the frame of A; −1 when there is none. */
  private near(): number {
    let nearest = -1;
    let best = this.margin * this.margin;
    for (let i = 0; i < this.count; i++) {
      let squared = 0;
      for (let k = 0; k < 3; k++) squared += (this.localA[3 * i + k] - local[k]) ** 2;
      if (squared > best) continue;
      best = squared;
      nearest = i;
    }
    return nearest;
  }

  /** The point to replace: without it, the new one and the rest span the largest area. Never the deepest. */
  private leastUseful(contact: PairContact): number {
    const { depths } = this;
    let deepest = -1;
    let depth = contact.depth;
    for (let i = 0; i < capacity; i++)
      if (depths[i] > depth) {
        depth = depths[i];
        deepest = i;
      }
    let largest = -1;
    let answer = deepest === 0 ? 1 : 0;
    for (let i = 0; i < capacity; i++) {
      if (i === deepest) continue;
      for (let k = 0; k < 3; k++) {
        corners[k] = local[k];
        for (let j = 1; j < capacity; j++) corners[3 * j + k] = this.localA[3 * ((i + j) % capacity) + k];
      }
      const area = quadAreaSquared(corners);
      if (!(area > largest)) continue;
      largest = area;
      answer = i;
    }
    return answer;
  }

  /** Fills the slot of a point with the last one. */
  private remove(i: number): void {
    const last = --this.count;
    this.depths[i] = this.depths[last];
    this.ids[i] = this.ids[last];
    this.ages[i] = this.ages[last];
    for (let k = 0; k < 3; k++) {
      this.pointsA[3 * i + k] = this.pointsA[3 * last + k];
      this.pointsB[3 * i + k] = this.pointsB[3 * last + k];
      this.localA[3 * i + k] = this.localA[3 * last + k];
      this.localB[3 * i + k] = this.localB[3 * last + k];
    }
  }
}

const corners = /* @__PURE__ */ new Float64Array(12);

/** The squared area of four corners, whatever their order: the largest cross product of two diagonals. */
function quadAreaSquared(p: Float64Array): number {
  let largest = 0;
  for (let i = 1; i < 4; i++) {
    const j = i === 1 ? 2 : 1;
    const l = i === 3 ? 2 : 3;
    const ux = p[3 * i] - p[0];
    const uy = p[3 * i + 1] - p[1];
    const uz = p[3 * i + 2] - p[2];
    const vx = p[3 * l] - p[3 * j];
    const vy = p[3 * l + 1] - p[3 * j + 1];
    const vz = p[3 * l + 2] - p[3 * j + 2];
    const squared = (uy * vz - uz * vy) ** 2 + (uz * vx - ux * vz) ** 2 + (ux * vy - uy * vx) ** 2;
    largest = Math.max(largest, squared);
  }
  return largest;
}

function toWorld(out: Float64Array, point: Float64Array, at: number, pose: ManifoldPose): void {
  const { matrix: m, position } = pose;
  const x = point[at];
  const y = point[at + 1];
  const z = point[at + 2];
  for (let k = 0; k < 3; k++) out[at + k] = m[k] * x + m[k + 3] * y + m[k + 6] * z + position[k];
}

/** Writes the point at `at` of `world` to `local`, in the frame of the body. */
function toLocal(at: number, pose: ManifoldPose): void {
  const { matrix: m, position } = pose;
  const x = world[at] - position[0];
  const y = world[at + 1] - position[1];
  const z = world[at + 2] - position[2];
  for (let k = 0; k < 3; k++) local[at + k] = m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z;
}
