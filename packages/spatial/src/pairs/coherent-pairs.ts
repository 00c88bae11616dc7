/**
 * Neighbour lists over any broad phase, for scenes in which everything moves and nothing moves far. Boxes are
 * widened by a margin and given to an inner structure; the pairs of wide boxes are a list of candidates. As
 * long as every box stays within its wide box, no other pair can touch, and a frame only compares the
 * candidates. Once a box has left, all are widened again and the inner structure is searched again. The pairs
 * are always exactly those of brute force.
 *
 * A box is widened by its own motion in the lifetime of a list, and by some slack on all sides, which adapts
 * to how evenly boxes move. A longer lifetime means more candidates and fewer searches; it is chosen for the
 * least work, which is counted, not timed, so that the same input always gives the same output. If lists keep
 * ending after a single frame, there are no margins, and the inner structure does all the work.
 *
 * The entries of the list are in the order in which boxes appear among the candidates, so that boxes that are
 * compared are adjacent in memory, here and in the inner structure.
 *
 * Cost: O(n + candidates) per frame, and a search of the inner structure now and then. Insertions and
 * removals, and a single box that jumps, make the next search a full one: if few boxes change at a time,
 * `DynamicBvh` or `SweepAndPrune` is better.
 *
 * L. Verlet, "Computer experiments on classical fluids", 1967, for particles. There the margin is fixed, the
 * same for all and on all sides.
 */
import {
  type BroadPhase,
  grown,
  IdList,
  type PairList,
  type ReadonlyAabb,
  type ReadonlyVec3,
  requireIdList,
  requirePairList,
} from '@colide/core';
import { UniformGrid } from '../grids/uniform-grid.ts';
import { boxSize, maxAt } from '../internal/box-layout.ts';
import { BoxStructure, type BoxStructureOptions } from '../internal/box-structure.ts';
import type { BoxTest } from '../internal/box-tests.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { type BoxArrays, restoreBoxes } from '../internal/restore-boxes.ts';
import { CandidatePlan } from './internal/candidate-plan.ts';
import { NeighborList } from './neighbor-list.ts';

const tag = 'cohp';

/** Boxes are renumbered after this many searches. */
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
  /**
   * The neighbour list. Entry `e` of it, and box `e` of the inner structure, is the box with the id `ids[e]`.
   */
  private readonly list = new NeighborList();
  private ids = new Int32Array(0);
  private entryCount = 0;
  /** The part of the list's wide boxes in use. */
  private wide = this.list.wide;
  private readonly found = new IdList();
  /** By id: twice the centre when the box was widened, and the motion per frame. */
  private centers = new Float64Array(0);
  private velocities = new Float64Array(0);
  /** By id, while entries are assigned: whether the box already has an entry. */
  private marks = new Uint8Array(0);
  private readonly plan = new CandidatePlan();
  /** Frames that the list has served. */
  private age = 0;
  private areBoxesNew = false;
  private areIdsNew = true;

  /**
   * Restores a structure from the buffer of {@link serialize}, over an empty inner structure. The buffer is
   * used, not copied.
   */
  static deserialize(buffer: ArrayBufferLike, inner?: CoherentInner): CoherentPairs {
    const structure = new CoherentPairs(inner ? { capacity: 0, inner } : { capacity: 0 });
    restoreBoxes(structure, unpackArrays<BoxArrays<[]>>(tag, buffer));
    return structure;
  }

  /** @param options the inner structure and the initial capacity; all optional */
  constructor(options: CoherentPairsOptions = {}) {
    super(knownBoxOptions(options, 'inner'));
    const { inner = new UniformGrid() } = options;
    if (inner.count !== 0) throw new RangeError(`inner must be empty, got ${inner.count} boxes`);
    this.inner = inner;
  }

  override get byteLength(): number {
    const { inner, list, ids, centers, velocities, marks } = this;
    const arrays = [inner, list, ids, centers, velocities, marks];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, super.byteLength);
  }

  /** The number of pairs of wide boxes that every frame currently compares. */
  get candidateCount(): number {
    return this.list.candidates.count;
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  override queryBox(out: IdList, box: ReadonlyAabb): number {
    requireIdList('out', out);
    this.refresh();
    this.found.clear();
    this.inner.queryBox(this.found, box);
    return super.queryBox(out, box);
  }

  override querySphere(out: IdList, center: ReadonlyVec3, radius: number): number {
    requireIdList('out', out);
    this.refresh();
    this.found.clear();
    this.inner.querySphere(this.found, center, radius);
    return super.querySphere(out, center, radius);
  }

  override queryRay(out: IdList, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT = Infinity): number {
    requireIdList('out', out);
    this.refresh();
    this.found.clear();
    this.inner.queryRay(this.found, origin, direction, maxT);
    return super.queryRay(out, origin, direction, maxT);
  }

  findPairs(out: PairList): number {
    requirePairList('out', out);
    this.refresh();
    const { list } = this;
    if (!list.isValid) this.search();
    const found = list.findPairs(out);
    this.counters.add(0, list.candidates.count);
    return found;
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

  /** Appends those of the entries found that pass the test with their exact boxes. */
  protected override answer(out: IdList, test: BoxTest): number {
    const { found, ids, boxes, query } = this;
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
    if (this.areIdsNew || !this.list.fitAll(this.boxes, this.ids, this.entryCount)) this.renew();
    this.areBoxesNew = false;
    this.areIdsNew = false;
  }

  /** Widens all boxes again. The search for candidates is left to {@link search}. */
  private renew(): void {
    const { inner, list } = this;
    if (this.ids.length < this.capacity) this.grow();
    this.measureMotion();
    if (this.searches > 0) this.plan.choose(list.candidates.count, this.count, this.age);
    const isOrderNew = this.areIdsNew || this.searches % reorderEvery === 1;
    if (isOrderNew) this.assignEntries();
    this.measureSides();
    this.widen();
    list.fitAll(this.boxes, this.ids, this.entryCount);
    list.invalidate();
    if (isOrderNew) {
      inner.clear();
      inner.insertAll(this.wide);
    } else inner.updateAll(this.wide);
    this.age = 0;
  }

  private grow(): void {
    const { capacity, list } = this;
    this.ids = grown(this.ids, capacity);
    this.centers = grown(this.centers, 3 * capacity);
    this.velocities = grown(this.velocities, 3 * capacity);
    this.marks = new Uint8Array(capacity);
    list.reserve(capacity);
    this.wide = list.wide.subarray(0, boxSize * this.entryCount);
  }

  /** Finds the motion of the boxes per frame since they were widened. */
  private measureMotion(): void {
    const { boxes, alive, ids, centers, velocities, entryCount, age } = this;
    const scale = 0.5 / age;
    let sum = 0;
    for (let entry = 0; entry < entryCount; entry++) {
      const id = ids[entry];
      if (alive[id] === 0) continue;
      const at = 3 * id;
      const box = boxSize * id;
      const x = (boxes[box] + boxes[box + 3] - centers[at]) * scale;
      const y = (boxes[box + 1] + boxes[box + 4] - centers[at + 1]) * scale;
      const z = (boxes[box + 2] + boxes[box + 5] - centers[at + 2]) * scale;
      velocities[at] = x;
      velocities[at + 1] = y;
      velocities[at + 2] = z;
      sum += Math.abs(x) + Math.abs(y) + Math.abs(z);
    }
    this.plan.meanSpeed = sum / 3 / entryCount || 0;
  }

  /** Finds the mean side of the boxes. */
  private measureSides(): void {
    const { boxes, ids, entryCount } = this;
    let sides = 0;
    for (let entry = 0; entry < entryCount; entry++) {
      const at = boxSize * ids[entry];
      const x = boxes[at + 3] - boxes[at];
      const y = boxes[at + 4] - boxes[at + 1];
      const z = boxes[at + 5] - boxes[at + 2];
      sides += (x / 3 + y / 3 + z / 3) / entryCount;
    }
    this.plan.meanSide = sides;
  }

  /**
   * Assigns entries to the ids: first in the order of the last candidates, then in the order of the ids.
   */
  private assignEntries(): void {
    const { alive, marks, ids, idCount } = this;
    const { candidates, wide } = this.list;
    // Entries of the last candidates become ids; then the list of ids can be rewritten.
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
    if (count !== this.entryCount || this.wide.length !== boxSize * count)
      this.wide = wide.subarray(0, boxSize * count);
    this.entryCount = count;
  }

  /**
   * Writes the wide boxes: they cover the boxes as long as these keep moving as before, with slack on all
   * sides, even for those at rest.
   */
  private widen(): void {
    const { boxes, ids, wide, centers, velocities, entryCount } = this;
    const { lifetime, slack, meanSide, meanSpeed } = this.plan;
    const frames = lifetime > 1 ? lifetime : 0;
    const spare = frames * slack;
    const least = frames === 0 ? 0 : Math.max(spare * meanSpeed, meanSide / (this.searches === 0 ? 16 : 256));
    const most = meanSide / 2;
    for (let entry = 0; entry < entryCount; entry++) {
      const id = ids[entry];
      for (let axis = 0; axis < 3; axis++) {
        const min = boxes[boxSize * id + axis];
        const max = boxes[boxSize * id + maxAt + axis];
        const velocity = velocities[3 * id + axis];
        const margin = Math.max(least, spare * Math.abs(velocity));
        const below = Math.min(most, margin + Math.max(0, -velocity * frames));
        const above = Math.min(most, margin + Math.max(0, velocity * frames));
        // A wide box whose side would overflow stays as it is.
        const fits = max - min + below + above < Infinity;
        wide[boxSize * entry + axis] = fits ? min - below : min;
        wide[boxSize * entry + maxAt + axis] = fits ? max + above : max;
        centers[3 * id + axis] = min + max;
      }
    }
  }

  /** Searches for the candidates. The entry with the smaller id comes first in each. */
  private search(): void {
    const { inner, list, ids } = this;
    const { candidates } = list;
    candidates.clear();
    inner.findPairs(candidates);
    this.searches++;
    const { data, count } = candidates;
    for (let i = 0; i < 2 * count; i += 2) {
      const a = data[i];
      const b = data[i + 1];
      if (ids[a] < ids[b]) continue;
      data[i] = b;
      data[i + 1] = a;
    }
    list.index(this.entryCount, ids);
  }
}
