/**
 * What the workers of a pool share in the narrow phase and when volumes are measured: where the colliders are, the box of each, pairs of
 * them, and the manifold of each pair. All results have their own place, so they do not depend on who has computed them.
 */
import { type ColliderSet, type ContactManifold, colliderKind } from '@colide/narrowphase';

/** Most points of a manifold. */
const mostPoints = 4;
/** Numbers of a manifold: count, normal, points on A and B, depths, ids. */
export const manifoldStride = 4 + 8 * mostPoints;
/** Pairs that a worker takes at a time. */
const portion = 32;
/** Numbers of a pose in a `Posed`, and of a box. */
const poseSize = 12;
const boxSize = 6;

const box = /* @__PURE__ */ new Float64Array(boxSize);

/** Bytes for so many pairs and colliders, the latter with `stride` numbers each in their set. */
export function pairMemoryBytes(pairs: number, colliders: number, stride: number): number {
  const integers = 2 * pairs + Math.ceil(pairs / portion) + 6;
  return 8 * (manifoldStride * pairs + (poseSize + stride + boxSize) * colliders) + 4 * integers;
}

/** The memory, as views. */
export class PairMemory {
  readonly pairCapacity: number;
  readonly colliderCapacity: number;
  readonly stride: number;
  /** Whether others see it, too. */
  readonly isShared: boolean;
  /** Two colliders a pair. */
  readonly pairs: Int32Array;
  readonly manifolds: Float64Array;
  /** The box around each collider; NaN where the pool does not know it. */
  readonly boxes: Float64Array;
  private readonly places: Float64Array;
  /** How many pairs there are, how many have been taken; searches of GJK by helpers, and their steps; how many colliders there are, how many have been taken. */
  private readonly progress: Int32Array;
  /** 1 for each portion of pairs that has been computed. */
  private readonly done: Int32Array;

  constructor(buffer: ArrayBufferLike, pairs: number, colliders: number, stride: number) {
    this.pairCapacity = pairs;
    this.colliderCapacity = colliders;
    this.stride = stride;
    this.isShared = !(buffer instanceof ArrayBuffer);
    this.manifolds = new Float64Array(buffer, 0, manifoldStride * pairs);
    let at = this.manifolds.byteLength;
    this.places = new Float64Array(buffer, at, (poseSize + stride) * colliders);
    at += this.places.byteLength;
    this.boxes = new Float64Array(buffer, at, boxSize * colliders);
    at += this.boxes.byteLength;
    this.pairs = new Int32Array(buffer, at, 2 * pairs);
    at += this.pairs.byteLength;
    this.progress = new Int32Array(buffer, at, 6);
    this.done = new Int32Array(buffer, at + this.progress.byteLength, Math.ceil(pairs / portion));
  }

  /** Begins with the first `count` of {@link pairs}. */
  begin(count: number): void {
    this.progress[0] = count;
    this.done.fill(0, 0, Math.ceil(count / portion));
    this.progress[2] = this.progress[3] = 0;
    Atomics.store(this.progress, 1, 0);
  }

  /** A helper tells what it has searched. */
  tellSearches({ searches }: ColliderSet): void {
    Atomics.add(this.progress, 2, searches.count);
    Atomics.add(this.progress, 3, searches.steps);
    searches.count = searches.steps = 0;
  }

  /** Adds what the helpers have searched. */
  addSearches({ searches }: ColliderSet): void {
    searches.count += this.progress[2];
    searches.steps += this.progress[3];
  }

  /** Writes where the colliders of a set are. */
  writePlaces(colliders: ColliderSet): void {
    const { places, stride } = this;
    const { data, convexes, count } = colliders;
    for (let id = 0; id < count; id++) {
      let at = (poseSize + stride) * id;
      for (let k = stride * id; k < stride * (id + 1); k++) places[at++] = data[k];
      const posed = convexes[id];
      if (!posed) continue;
      const { pose } = posed;
      for (let k = 0; k < poseSize; k++) places[at++] = pose[k];
    }
  }

  /** Puts collider `to` of a set where collider `id` of the first set is. */
  readPlace(colliders: ColliderSet, to: number, id: number): void {
    const { places, stride } = this;
    const { data } = colliders;
    let at = (poseSize + stride) * id;
    for (let k = stride * to; k < stride * (to + 1); k++) data[k] = places[at++];
    for (let posed = colliders.convexes[to]; posed; posed = posed.core)
      for (let k = 0; k < poseSize; k++) posed.pose[k] = places[at + k];
  }

  /** Begins to measure the boxes of the first `count` colliders. */
  beginBoxes(count: number): void {
    this.progress[4] = count;
    Atomics.store(this.progress, 5, 0);
  }

  /** Writes the boxes of the next portion of colliders; false when all have been taken. `placed` as in {@link collideNext}. */
  measureNext(colliders: ColliderSet, placed: (id: number) => number): boolean {
    const { boxes } = this;
    const first = Atomics.add(this.progress, 5, portion);
    const count = this.progress[4];
    for (let id = first; id < Math.min(count, first + portion); id++) {
      const own = placed(id);
      const isKnown = own >= 0 && colliders.bodies[own] >= 0 && colliders.kinds[own] !== colliderKind.plane;
      if (isKnown) colliders.aabb(box, own);
      for (let k = 0; k < boxSize; k++) boxes[boxSize * id + k] = isKnown ? box[k] : Number.NaN;
    }
    return first < count;
  }

  /** Number of pairs. */
  get count(): number {
    return this.progress[0];
  }

  /** Whether the manifold of a pair has been computed. */
  isDone(pair: number): boolean {
    return Atomics.load(this.done, Math.floor(pair / portion)) === 1;
  }

  /**
   * Computes the manifolds of the next portion of pairs; false when all have been taken. `placed` makes sure that a collider of the first set
   * is placed, and tells its id here, −1 where there is none.
   */
  collideNext(colliders: ColliderSet, manifold: ContactManifold, placed: (id: number) => number): boolean {
    const first = Atomics.add(this.progress, 1, portion);
    if (first >= this.count) return false;
    this.collidePortion(first, colliders, manifold, placed);
    return true;
  }

  /** Computes what others have taken and not brought. */
  collideRest(colliders: ColliderSet, manifold: ContactManifold, placed: (id: number) => number): void {
    for (let first = 0; first < this.count; first += portion)
      if (!this.isDone(first)) this.collidePortion(first, colliders, manifold, placed);
  }

  private collidePortion(
    first: number,
    colliders: ColliderSet,
    manifold: ContactManifold,
    placed: (id: number) => number,
  ): void {
    const { pairs } = this;
    const end = Math.min(this.count, first + portion);
    for (let p = first; p < end; p++) {
      const count = colliders.collide(manifold, placed(pairs[2 * p]), placed(pairs[2 * p + 1]));
      this.write(p, manifold, count);
    }
    Atomics.store(this.done, first / portion, 1);
  }

  private write(pair: number, manifold: ContactManifold, count: number): void {
    const { manifolds } = this;
    const { normal, pointsA, pointsB, depths, ids } = manifold;
    let at = manifoldStride * pair;
    manifolds[at++] = count;
    for (let k = 0; k < 3; k++) manifolds[at++] = normal[k];
    for (let k = 0; k < count; k++) {
      for (let l = 3 * k; l < 3 * k + 3; l++) {
        manifolds[at++] = pointsA[l];
        manifolds[at++] = pointsB[l];
      }
      manifolds[at++] = depths[k];
      manifolds[at++] = ids[k];
    }
  }

  /** Reads the manifold of a pair; returns its number of points. */
  read(manifold: ContactManifold, pair: number): number {
    const { manifolds } = this;
    const { normal, pointsA, pointsB, depths, ids } = manifold;
    let at = manifoldStride * pair;
    const count = manifolds[at++];
    manifold.count = count;
    for (let k = 0; k < 3; k++) normal[k] = manifolds[at++];
    for (let k = 0; k < count; k++) {
      for (let l = 3 * k; l < 3 * k + 3; l++) {
        pointsA[l] = manifolds[at++];
        pointsB[l] = manifolds[at++];
      }
      depths[k] = manifolds[at++];
      ids[k] = manifolds[at++];
    }
    return count;
  }
}
