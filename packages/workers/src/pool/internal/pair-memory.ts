/**
 * The memory that the workers of a pool share in the narrow phase and while volumes are measured. Every
 * result has a slot of its own, so it does not matter which worker computed it.
 *
 * | section | numbers | kind |
 * | --- | --- | --- |
 * | manifolds, see `manifoldAt` | 36 per pair | f64 |
 * | placements: the data of a collider, then the matrix of its pose | stride + 12 per collider | f64 |
 * | boxes: minimum, maximum; NaN for colliders that the pool does not know | 6 per collider | f64 |
 * | pairs of colliders | 2 per pair | i32 |
 * | progress, see `progressAt` | 6 | i32 |
 * | 1 for each portion of pairs that has been computed | 1 per 32 pairs | i32 |
 */
import { type ColliderSet, type ContactManifold, colliderKind } from '@colide/narrowphase';

/** Largest number of points of a manifold. */
const maxPoints = 4;
/** Offsets into a manifold; the points follow one another. */
const manifoldAt = { count: 0, normal: 1, points: 4 } as const;
/** Numbers per point: x of A and of B, y of both, z of both, depth, id. */
const pointSize = 8;
const depthAt = 6;
const idAt = 7;
const manifoldSize = manifoldAt.points + pointSize * maxPoints;
/** Numbers of a pose in a `Posed`, and of a box. */
const poseSize = 12;
const boxSize = 6;
/** Number of pairs or colliders that a worker takes at a time. */
const portion = 32;
/** Offsets into the progress. */
const progressAt = {
  pairCount: 0,
  /** Pairs that workers have taken. */
  pairsTaken: 1,
  /** GJK searches by helpers, and their steps. */
  searches: 2,
  searchSteps: 3,
  colliderCount: 4,
  /** Colliders that workers have taken to measure. */
  collidersTaken: 5,
} as const;
const progressSize = 6;

const box = /* @__PURE__ */ new Float64Array(boxSize);

/** Bytes for the given numbers of pairs and colliders; each collider has `stride` numbers in its set. */
export function pairMemoryBytes(pairs: number, colliders: number, stride: number): number {
  const integers = 2 * pairs + progressSize + Math.ceil(pairs / portion);
  return 8 * (manifoldSize * pairs + (stride + poseSize + boxSize) * colliders) + 4 * integers;
}

/** The memory, as views. */
export class PairMemory {
  readonly pairCapacity: number;
  readonly colliderCapacity: number;
  readonly stride: number;
  /** Whether other threads see it. */
  readonly isShared: boolean;
  /** Two colliders per pair. */
  readonly pairs: Int32Array;
  readonly manifolds: Float64Array;
  /** The box around each collider; NaN for those that the pool does not know. */
  readonly boxes: Float64Array;
  private readonly placements: Float64Array;
  private readonly progress: Int32Array;
  /** 1 for each portion of pairs that has been computed. */
  private readonly done: Int32Array;

  constructor(buffer: ArrayBufferLike, pairs: number, colliders: number, stride: number) {
    this.pairCapacity = pairs;
    this.colliderCapacity = colliders;
    this.stride = stride;
    this.isShared = !(buffer instanceof ArrayBuffer);
    this.manifolds = new Float64Array(buffer, 0, manifoldSize * pairs);
    let at = this.manifolds.byteLength;
    this.placements = new Float64Array(buffer, at, (stride + poseSize) * colliders);
    at += this.placements.byteLength;
    this.boxes = new Float64Array(buffer, at, boxSize * colliders);
    at += this.boxes.byteLength;
    this.pairs = new Int32Array(buffer, at, 2 * pairs);
    at += this.pairs.byteLength;
    this.progress = new Int32Array(buffer, at, progressSize);
    this.done = new Int32Array(buffer, at + this.progress.byteLength, Math.ceil(pairs / portion));
  }

  /** Starts with the first `count` of {@link pairs}. */
  begin(count: number): void {
    this.progress[progressAt.pairCount] = count;
    this.done.fill(0, 0, Math.ceil(count / portion));
    this.progress[progressAt.searches] = this.progress[progressAt.searchSteps] = 0;
    Atomics.store(this.progress, progressAt.pairsTaken, 0);
  }

  /** A helper adds its GJK searches to the shared count. */
  tellSearches({ searches }: ColliderSet): void {
    Atomics.add(this.progress, progressAt.searches, searches.count);
    Atomics.add(this.progress, progressAt.searchSteps, searches.steps);
    searches.count = searches.steps = 0;
  }

  /** Adds the GJK searches of the helpers to those of the owner. */
  addSearches({ searches }: ColliderSet): void {
    searches.count += this.progress[progressAt.searches];
    searches.steps += this.progress[progressAt.searchSteps];
  }

  /** Writes the placements of all colliders of a set. */
  writePlacements(colliders: ColliderSet): void {
    const { placements, stride } = this;
    const { data, convexes, count } = colliders;
    for (let id = 0; id < count; id++) {
      let at = (stride + poseSize) * id;
      for (let k = stride * id; k < stride * (id + 1); k++) placements[at++] = data[k];
      const posed = convexes[id];
      if (!posed) continue;
      const { pose } = posed;
      for (let k = 0; k < poseSize; k++) placements[at++] = pose[k];
    }
  }

  /** Gives collider `to` of a helper's set the placement of collider `id` of the owner's set. */
  readPlacement(colliders: ColliderSet, to: number, id: number): void {
    const { placements, stride } = this;
    const { data } = colliders;
    let at = (stride + poseSize) * id;
    for (let k = stride * to; k < stride * (to + 1); k++) data[k] = placements[at++];
    for (let posed = colliders.convexes[to]; posed; posed = posed.core)
      for (let k = 0; k < poseSize; k++) posed.pose[k] = placements[at + k];
  }

  /** Starts measuring the boxes of the first `count` colliders. */
  beginBoxes(count: number): void {
    this.progress[progressAt.colliderCount] = count;
    Atomics.store(this.progress, progressAt.collidersTaken, 0);
  }

  /**
   * Writes the boxes of the next portion of colliders; false when all have been taken. `placed` as in {@link
   * collideNext}.
   */
  measureNext(colliders: ColliderSet, placed: (id: number) => number): boolean {
    const { boxes } = this;
    const first = Atomics.add(this.progress, progressAt.collidersTaken, portion);
    const count = this.progress[progressAt.colliderCount];
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
    return this.progress[progressAt.pairCount];
  }

  /** Whether the manifold of a pair has been computed. */
  isDone(pair: number): boolean {
    return Atomics.load(this.done, Math.floor(pair / portion)) === 1;
  }

  /**
   * Computes the manifolds of the next portion of pairs; false when all have been taken. `placed` makes sure
   * that a collider of the owner's set is placed here and returns its id in this thread's set, −1 if there is
   * none.
   */
  collideNext(colliders: ColliderSet, manifold: ContactManifold, placed: (id: number) => number): boolean {
    const first = Atomics.add(this.progress, progressAt.pairsTaken, portion);
    if (first >= this.count) return false;
    this.collidePortion(first, colliders, manifold, placed);
    return true;
  }

  /** Computes the portions that others have taken but not finished. */
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

  /** Copies a manifold to the slot of its pair. */
  private write(pair: number, manifold: ContactManifold, count: number): void {
    const { manifolds } = this;
    const { normal, pointsA, pointsB, depths, ids } = manifold;
    const at = manifoldSize * pair;
    manifolds[at + manifoldAt.count] = count;
    for (let k = 0; k < 3; k++) manifolds[at + manifoldAt.normal + k] = normal[k];
    for (let p = 0; p < count; p++) {
      const pointAt = at + manifoldAt.points + pointSize * p;
      for (let k = 0; k < 3; k++) {
        manifolds[pointAt + 2 * k] = pointsA[3 * p + k];
        manifolds[pointAt + 2 * k + 1] = pointsB[3 * p + k];
      }
      manifolds[pointAt + depthAt] = depths[p];
      manifolds[pointAt + idAt] = ids[p];
    }
  }

  /** Reads the manifold of a pair; returns its number of points. */
  read(manifold: ContactManifold, pair: number): number {
    const { manifolds } = this;
    const { normal, pointsA, pointsB, depths, ids } = manifold;
    const at = manifoldSize * pair;
    const count = manifolds[at + manifoldAt.count];
    manifold.count = count;
    for (let k = 0; k < 3; k++) normal[k] = manifolds[at + manifoldAt.normal + k];
    for (let p = 0; p < count; p++) {
      const pointAt = at + manifoldAt.points + pointSize * p;
      for (let k = 0; k < 3; k++) {
        pointsA[3 * p + k] = manifolds[pointAt + 2 * k];
        pointsB[3 * p + k] = manifolds[pointAt + 2 * k + 1];
      }
      depths[p] = manifolds[pointAt + depthAt];
      ids[p] = manifolds[pointAt + idAt];
    }
    return count;
  }
}
