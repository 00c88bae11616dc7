/**
 * Neighbour lists over any broad phase, for scenes in which everything moves and nothing moves far. Boxes are widened by a
 * margin and given to an inner structure; the pairs of wide boxes are a list of candidates. As long as every box stays
 * within its wide box, no other pair can touch, and a frame only compares the candidates. Once a box has left, all are
 * widened anew and the inner structure is asked again. The pairs are always exactly those of brute force.
 *
 * A box is widened to where its own motion would bring it in the lifetime of a list, and by some slack all around, which
 * adapts to how evenly boxes move. A longer lifetime means more candidates and rarer searches; it is chosen for the least
 * work, which is counted, not timed, so that the same input always gives the same output. Where lists keep ending after a
 * single frame, there are no margins, and the inner structure does all the work.
 *
 * Boxes are numbered in the order in which they turn up among the candidates, so that those which are compared lie side by
 * side in memory, here and in the inner structure. The comparison has no branch that could be predicted wrongly.
 *
 * Cost: O(n + candidates) a frame and that of the inner structure now and then. Insertions and removals, and a single box
 * that leaps, make the next search a full one: where few boxes change at a time, `DynamicBvh` or `SweepAndPrune` is better.
 *
 * L. Verlet, "Computer experiments on classical fluids", 1967, for particles. There the margin is fixed, the same for
 * all and on all sides.
 */
import { type BroadPhase, IdList, PairList, type ReadonlyAabb } from '@colide/core';
import type { ReadonlyVec3 } from 'gl-matrix';
import { UniformGrid } from '../grids/uniform-grid.ts';
import { BoxStructure, type BoxStructureOptions } from '../internal/box-structure.ts';
import {
  boxMeetsRay,
  boxTouchesBox,
  boxTouchesSphere,
  rayQueryLength,
  readBoxQuery,
  readRayQuery,
  readSphereQuery,
} from '../internal/box-tests.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { CandidatePlan, lifetime, meanSide, meanSpeed, slack } from './internal/candidate-plan.ts';

const tag = 'cohp';
const query = /* @__PURE__ */ new Float64Array(rayQueryLength);

/** After so many searches boxes are numbered anew. */
const reorderEvery = 32;
/** A broad phase that {@link CoherentPairs} can search with. */
export interface CoherentInner extends BroadPhase {
  updateAll(boxes: Float64Array): void;
  readonly byteLength: number;
}

/** Options of {@link CoherentPairs}. */
export interface CoherentPairsOptions extends BoxStructureOptions {
  /** An empty structure that holds the wide boxes. Default a `UniformGrid`. */
  readonly inner?: CoherentInner;
}

/** A broad phase that keeps candidates from frame to frame. */
export class CoherentPairs extends BoxStructure {
  /** How often the inner structure has been searched for pairs. */
  searches = 0;
  private readonly inner: CoherentInner;
  private readonly candidates = new PairList();
  private readonly found = new IdList();
  /** The ids in the order of places. All below is by place if not said otherwise. */
  private ids = new Int32Array(0);
  private placeCount = 0;
  private exact = new Float64Array(0);
  private wide = new Float64Array(0);
  /** The part of `wide` in use. */
  private wideView = this.wide;
  /** Candidates of place `p` are `partners[starts[p]]` to `partners[starts[p + 1] − 1]`, all with larger ids. */
  private starts = new Int32Array(1);
  private partners = new Int32Array(0);
  /** By id: twice the centre when the box was widened, and the motion in a frame. */
  private centers = new Float64Array(0);
  private velocities = new Float64Array(0);
  /** By id: whether it has a place already while places are given. */
  private marks = new Uint8Array(0);
  private readonly plan = new CandidatePlan();
  /** Frames that the list has served. */
  private age = 0;
  private areBoxesNew = false;
  private areIdsNew = true;
  private isListNew = false;

  /** A structure from what {@link serialize} gave, over an empty inner structure. The buffer is used as it is, not copied. */
  static deserialize(buffer: ArrayBufferLike, inner?: CoherentInner): CoherentPairs {
    const structure = new CoherentPairs(inner ? { capacity: 0, inner } : { capacity: 0 });
    structure.restore(unpackArrays(tag, buffer));
    return structure;
  }

  /** @param options the inner structure, room to begin with; all may be left out */
  constructor(options: CoherentPairsOptions = {}) {
    super(options);
    const { inner = new UniformGrid() } = options;
    if (inner.count !== 0) throw new RangeError(`inner must be empty, got ${inner.count} boxes`);
    this.inner = inner;
  }

  override get byteLength(): number {
    const { inner, candidates, ids, exact, wide, starts, partners, centers, velocities, marks } = this;
    const arrays = [candidates.data, ids, exact, wide, starts, partners, centers, velocities, marks];
    return arrays.reduce((sum, array) => sum + array.byteLength, super.byteLength + inner.byteLength);
  }

  /** Pairs of wide boxes that are compared in every frame at present. */
  get candidateCount(): number {
    return this.candidates.count;
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  queryBox(out: IdList, box: ReadonlyAabb): number {
    readBoxQuery(query, box);
    this.refresh();
    this.found.clear();
    this.inner.queryBox(this.found, box);
    return this.sift(out, boxTouchesBox);
  }

  querySphere(out: IdList, center: ReadonlyVec3, radius: number): number {
    readSphereQuery(query, center, radius);
    this.refresh();
    this.found.clear();
    this.inner.querySphere(this.found, center, radius);
    return this.sift(out, boxTouchesSphere);
  }

  queryRay(out: IdList, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT = Infinity): number {
    readRayQuery(query, origin, direction, maxT);
    this.refresh();
    this.found.clear();
    this.inner.queryRay(this.found, origin, direction, maxT);
    return this.sift(out, boxMeetsRay);
  }

  findPairs(out: PairList): number {
    this.refresh();
    if (this.isListNew) this.list();
    const { exact, ids, starts, partners, placeCount } = this;
    const before = out.count;
    // Every candidate is written and only those that touch are kept, so there must be room for all.
    out.reserve(before + this.candidates.count);
    const { data } = out;
    let at = 2 * before;
    for (let p = 0; p < placeCount; p++) {
      const end = starts[p + 1];
      let k = starts[p];
      if (k === end) continue;
      const id = ids[p];
      const lowX = exact[6 * p];
      const lowY = exact[6 * p + 1];
      const lowZ = exact[6 * p + 2];
      const highX = exact[6 * p + 3];
      const highY = exact[6 * p + 4];
      const highZ = exact[6 * p + 5];
      for (; k < end; k++) {
        const q = partners[k];
        const other = (6 * q) | 0;
        const touch =
          +(exact[other] <= highX) &
          +(exact[other + 1] <= highY) &
          +(exact[other + 2] <= highZ) &
          +(exact[other + 3] >= lowX) &
          +(exact[other + 4] >= lowY) &
          +(exact[other + 5] >= lowZ);
        data[at] = id;
        data[at + 1] = ids[q];
        at += touch << 1;
      }
    }
    out.count = at >> 1;
    this.counters.add(0, this.candidates.count);
    return out.count - before;
  }

  protected inserted(): void {
    this.areIdsNew = true;
  }

  protected updated(): void {
    this.areBoxesNew = true;
  }

  protected removed(): void {
    this.areIdsNew = true;
  }

  protected cleared(): void {
    this.areIdsNew = true;
  }

  protected override insertedAll(): void {
    this.areIdsNew = true;
  }

  protected override updatedAll(): void {
    this.areBoxesNew = true;
  }

  /** Appends those of the places found that pass the test with their exact boxes. */
  private sift(out: IdList, test: (boxes: Float64Array, i: number, query: Float64Array) => boolean): number {
    const { found, ids, boxes } = this;
    const before = out.count;
    for (let i = 0; i < found.count; i++) {
      const id = ids[found.data[i]];
      if (test(boxes, id, query)) out.push(id);
    }
    this.counters.add(0, found.count);
    return out.count - before;
  }

  /** Makes sure that every box is within its wide box. */
  private refresh(): void {
    if (!this.areIdsNew && !this.areBoxesNew) return;
    this.age++;
    if (this.areIdsNew || !this.gather()) this.renew();
    this.areBoxesNew = false;
    this.areIdsNew = false;
  }

  /** Copies the boxes to their places; returns whether all are within their wide boxes. */
  private gather(): boolean {
    const { boxes, ids, exact, wide, placeCount } = this;
    let isInside = true;
    for (let p = 0, to = 0; p < placeCount; p++, to += 6) {
      const from = 6 * ids[p];
      const lowX = boxes[from];
      const lowY = boxes[from + 1];
      const lowZ = boxes[from + 2];
      const highX = boxes[from + 3];
      const highY = boxes[from + 4];
      const highZ = boxes[from + 5];
      exact[to] = lowX;
      exact[to + 1] = lowY;
      exact[to + 2] = lowZ;
      exact[to + 3] = highX;
      exact[to + 4] = highY;
      exact[to + 5] = highZ;
      if (
        lowX < wide[to] ||
        lowY < wide[to + 1] ||
        lowZ < wide[to + 2] ||
        highX > wide[to + 3] ||
        highY > wide[to + 4] ||
        highZ > wide[to + 5]
      )
        isInside = false;
    }
    return isInside;
  }

  /** Widens all boxes anew. The search for candidates is left to {@link list}. */
  private renew(): void {
    const { inner } = this;
    if (this.ids.length < this.capacity) this.grow();
    this.measure();
    if (this.searches > 0) this.plan.choose(this.candidates.count, this.count, this.age);
    const isOrderNew = this.areIdsNew || this.searches % reorderEvery === 1;
    if (isOrderNew) this.order();
    this.widen();
    this.gather();
    if (isOrderNew) {
      inner.clear();
      inner.insertAll(this.wideView);
    } else inner.updateAll(this.wideView);
    this.age = 0;
    this.isListNew = true;
  }

  private grow(): void {
    const { capacity } = this;
    const { ids, exact, wide, centers, velocities } = this;
    this.ids = new Int32Array(capacity);
    this.exact = new Float64Array(6 * capacity);
    this.wide = new Float64Array(6 * capacity);
    this.centers = new Float64Array(3 * capacity);
    this.velocities = new Float64Array(3 * capacity);
    this.starts = new Int32Array(capacity + 1);
    this.marks = new Uint8Array(capacity);
    this.ids.set(ids);
    this.exact.set(exact);
    this.wide.set(wide);
    this.centers.set(centers);
    this.velocities.set(velocities);
    this.wideView = this.wide.subarray(0, 6 * this.placeCount);
  }

  /** Finds the motion of the boxes in a frame since they were widened. */
  private measure(): void {
    const { boxes, alive, ids, centers, velocities, placeCount, age } = this;
    const scale = 0.5 / age;
    let sum = 0;
    for (let p = 0; p < placeCount; p++) {
      const id = ids[p];
      if (alive[id] === 0) continue;
      const at = 3 * id;
      const box = 6 * id;
      const x = (boxes[box] + boxes[box + 3] - centers[at]) * scale;
      const y = (boxes[box + 1] + boxes[box + 4] - centers[at + 1]) * scale;
      const z = (boxes[box + 2] + boxes[box + 5] - centers[at + 2]) * scale;
      velocities[at] = x;
      velocities[at + 1] = y;
      velocities[at + 2] = z;
      sum += Math.abs(x) + Math.abs(y) + Math.abs(z);
    }
    this.plan.numbers[meanSpeed] = sum / 3 / placeCount || 0;
  }

  /** Gives places to the ids: in the order in which the last candidates have them, then as they come. */
  private order(): void {
    const { alive, marks, ids, candidates, idCount } = this;
    // Places of the last list become ids; then the list of ids can be written anew.
    const { data } = candidates;
    const listed = 2 * candidates.count;
    for (let i = 0; i < listed; i++) data[i] = ids[data[i]];
    marks.fill(0);
    let count = 0;
    for (let i = 0; i < listed; i++) {
      const id = data[i];
      if (marks[id] === 1 || alive[id] === 0) continue;
      marks[id] = 1;
      ids[count++] = id;
    }
    for (let id = 0; id < idCount; id++) if (alive[id] === 1 && marks[id] === 0) ids[count++] = id;
    candidates.clear();
    if (count !== this.placeCount || this.wideView.length !== 6 * count)
      this.wideView = this.wide.subarray(0, 6 * count);
    this.placeCount = count;
  }

  /** Writes the wide boxes: where the boxes will be if they go on, and slack all around, also for those that rest. */
  private widen(): void {
    const { boxes, ids, wide, centers, velocities, placeCount } = this;
    const { numbers } = this.plan;
    let sides = 0;
    for (let p = 0; p < placeCount; p++) {
      const at = 6 * ids[p];
      const x = boxes[at + 3] - boxes[at];
      const y = boxes[at + 4] - boxes[at + 1];
      const z = boxes[at + 5] - boxes[at + 2];
      sides += (x / 3 + y / 3 + z / 3) / placeCount;
    }
    numbers[meanSide] = sides;
    const frames = numbers[lifetime] > 1 ? numbers[lifetime] : 0;
    const spare = frames * numbers[slack];
    const least =
      frames === 0 ? 0 : Math.max(spare * numbers[meanSpeed], sides / (this.searches === 0 ? 16 : 256));
    const most = sides / 2;
    for (let p = 0; p < placeCount; p++) {
      const id = ids[p];
      for (let axis = 0; axis < 3; axis++) {
        const low = boxes[6 * id + axis];
        const high = boxes[6 * id + axis + 3];
        const velocity = velocities[3 * id + axis];
        const margin = Math.max(least, spare * Math.abs(velocity));
        const below = Math.min(most, margin + Math.max(0, -velocity * frames));
        const above = Math.min(most, margin + Math.max(0, velocity * frames));
        // No wide box is longer than numbers go.
        const fits = high - low + below + above < Infinity;
        wide[6 * p + axis] = fits ? low - below : low;
        wide[6 * p + axis + 3] = fits ? high + above : high;
        centers[3 * id + axis] = low + high;
      }
    }
  }

  /** Searches for the candidates and sorts them by place. */
  private list(): void {
    const { inner, candidates, ids, starts, placeCount } = this;
    candidates.clear();
    inner.findPairs(candidates);
    this.searches++;
    this.isListNew = false;
    const { data, count: length } = candidates;
    if (this.partners.length < length) this.partners = new Int32Array(Math.ceil(1.5 * length));
    const { partners } = this;
    starts.fill(0, 0, placeCount + 1);
    for (let i = 0; i < 2 * length; i += 2) {
      const p = data[i];
      const q = data[i + 1];
      if (ids[p] < ids[q]) starts[p]++;
      else {
        data[i] = q;
        data[i + 1] = p;
        starts[q]++;
      }
    }
    let sum = 0;
    for (let p = 0; p <= placeCount; p++) {
      sum += starts[p];
      starts[p] = sum;
    }
    // Filled from behind, the end of each becomes its start.
    for (let i = 2 * length - 2; i >= 0; i -= 2) partners[--starts[data[i]]] = data[i + 1];
  }
}
