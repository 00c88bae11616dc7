/**
 * The boxes of the colliders of a planar world. Those in the broad phase are wider than the colliders, so
 * that a body that rests or moves little does not change them. As long as none has changed, no pair can
 * overlap that the last search did not find.
 */
import { BoxIds, type BroadPhase, grown, type IdList, PairList, PairOrder } from '@colide/core';
import { posedKind2d } from '@colide/narrowphase';
import type { BodyTable2d } from './body-table-2d.ts';
import { overlapAt } from './box-sweep-2d.ts';
import { boxSize, dynamicSlot, staticSlot } from './planar-constants.ts';

/**
 * Boxes are wider than colliders by this share of their size plus the contact margin; by the second share
 * alone where bodies leave theirs in nearly every step, since narrow boxes have fewer pairs.
 */
const slack = 0.1;
const leastSlack = 0.01;
/** Boxes are wide as long as there were fewer searches than this, less the steps without. */
const fewSearches = 8;
/** Up to this many obstacles are scanned instead of queried. */
const fewObstacles = 256;

const box = /* @__PURE__ */ new Float64Array(boxSize);

/** Keeps boxes and finds pairs of colliders that may touch. */
export class ColliderBoxes2d {
  /** Colliders whose wide boxes overlap, sorted. */
  readonly pairs = new PairList();
  /** The colliders that are half-planes: they have no boxes. */
  readonly planes: number[] = [];
  /** The colliders with boxes whose bodies are static or kinematic. */
  readonly obstacles: number[] = [];
  /** The boxes of the colliders, wider by half the margin and by what their bodies may move in a step. */
  tight = new Float64Array(boxSize * 16);
  readonly ids: BoxIds<BroadPhase>;
  private wide = new Float64Array(boxSize * 16);
  private readonly table: BodyTable2d;
  private readonly margin: number;
  private readonly order = new PairOrder();
  private isStale = false;
  /** Searches in the last steps, less the steps without. */
  private searches = 0;

  constructor(table: BodyTable2d, broadPhase: BroadPhase, margin: number) {
    this.table = table;
    this.margin = margin;
    this.ids = new BoxIds('broadPhase', broadPhase);
  }

  /** Adds the colliders of a body. */
  enter(body: number): void {
    for (const collider of this.table.collidersOf[body]) {
      while (boxSize * collider >= this.tight.length) {
        this.tight = grown(this.tight);
        this.wide = grown(this.wide);
      }
      if (this.isPlane(collider)) this.planes.push(collider);
      else {
        this.measure(collider);
        this.widen(collider);
        this.ids.insert(collider, box);
        if (this.table.slots[body] !== dynamicSlot) this.obstacles.push(collider);
      }
    }
    this.isStale = true;
  }

  /** Removes the colliders of a body. */
  leave(body: number): void {
    for (const collider of this.table.collidersOf[body]) {
      if (!this.isPlane(collider)) this.ids.remove(collider);
      for (const list of [this.planes, this.obstacles])
        if (list.includes(collider)) list.splice(list.indexOf(collider), 1);
    }
    this.isStale = true;
  }

  /** Moves the colliders of a body and their boxes to its pose. */
  follow(body: number): void {
    this.table.place(body);
    const list = this.table.collidersOf[body];
    for (let i = 0; i < list.length; i++) this.fit(list[i]);
  }

  /**
   * Moves the colliders, and their boxes, of all bodies that may have moved, with room for the next step of
   * `dt`.
   */
  followAwake(dt: number): void {
    const { state, slots, idCount } = this.table;
    this.table.foresee(dt);
    for (let body = 0; body < idCount; body++)
      if (slots[body] !== staticSlot && state.asleep[body] === 0) this.follow(body);
  }

  /** Refits the box of a collider that has been placed. */
  private fit(collider: number): void {
    if (this.isPlane(collider)) return;
    this.measure(collider);
    const { tight, wide } = this;
    const at = boxSize * collider;
    if (
      tight[at] >= wide[at] &&
      tight[at + 1] >= wide[at + 1] &&
      tight[at + 2] <= wide[at + 2] &&
      tight[at + 3] <= wide[at + 3]
    )
      return;
    this.widen(collider);
    this.ids.update(collider, box);
    this.isStale = true;
  }

  /** Searches for pairs, if boxes have changed. */
  findPairs(): void {
    this.searches = Math.max(0, Math.min(2 * fewSearches, this.searches + (this.isStale ? 1 : -1)));
    if (!this.isStale) return;
    this.isStale = false;
    const { pairs } = this;
    pairs.clear();
    this.ids.set.findPairs(pairs);
    this.ids.toOwners(pairs);
    this.order.sort(pairs, this.table.parts.length);
  }

  /** Whether two colliders are so near that they may touch. */
  overlap(i: number, j: number): boolean {
    return overlapAt(this.tight, boxSize * i, this.tight, boxSize * j);
  }

  /** Appends the colliders whose boxes overlap `box`: all, or at least the obstacles. */
  findAround(out: IdList, box: Float64Array, onlyObstacles: boolean): void {
    const { ids, obstacles, tight } = this;
    if (onlyObstacles && obstacles.length <= fewObstacles) {
      for (let i = 0; i < obstacles.length; i++)
        if (overlapAt(tight, boxSize * obstacles[i], box, 0)) out.push(obstacles[i]);
      return;
    }
    ids.set.queryBox(out, box);
    for (let i = 0; i < out.count; i++) out.data[i] = ids.ownerAt(out.data[i]);
  }

  /** Measures the box of a collider. */
  private measure(collider: number): void {
    const { tight } = this;
    const at = boxSize * collider;
    const margin = 0.5 * this.margin + this.table.margins[this.table.partBodies[collider]];
    this.table.parts[collider].writeBox(tight, at);
    for (let k = 0; k < boxSize; k++) tight[at + k] += k < 2 ? -margin : margin;
  }

  /** Writes a wide box of a collider to {@link box}. */
  private widen(collider: number): void {
    const { tight, wide } = this;
    const at = boxSize * collider;
    const size = Math.max(tight[at + 2] - tight[at], tight[at + 3] - tight[at + 1]);
    const by = this.searches < fewSearches ? this.margin + slack * size : leastSlack * size;
    for (let k = 0; k < boxSize; k++) box[k] = wide[at + k] = tight[at + k] + (k < 2 ? -by : by);
  }

  private isPlane(collider: number): boolean {
    return this.table.parts[collider].kind === posedKind2d.plane;
  }
}
