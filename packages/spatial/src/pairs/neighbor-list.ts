/**
 * A neighbour list: candidates for overlap that stay valid as long as nothing moves far. Every entry has its
 * exact box and a wide box around it. The pairs of overlapping wide boxes are the candidates; as long as
 * every exact box stays within its wide box, no other pair can overlap, and finding all pairs is a comparison
 * of the candidates.
 *
 * The list holds boxes and candidates; its owner decides how far boxes are widened and which broad phase
 * finds the pairs of wide boxes. `CoherentPairs` is a broad phase made of this list; an owner with its own
 * margins, such as a world that widens only the bodies that have moved, uses it directly:
 *
 * 1. {@link NeighborList.fit} stores the exact box of an entry and returns whether it is still within its
 *    wide box.
 * 2. If one has left: {@link NeighborList.widen}, then the pairs of wide boxes into
 *    {@link NeighborList.candidates}, then {@link NeighborList.index}.
 * 3. {@link NeighborList.findPairs} gives the pairs of exact boxes.
 *
 * Cost: O(entries + candidates) per step. Limits: one box that leaves its wide box invalidates the candidates
 * of all; arguments are not checked, since worlds store a box per body and step.
 *
 * L. Verlet, "Computer experiments on classical fluids", Physical Review 159, 1967, for particles.
 */
import { grown, PairList, requirePairList } from '@colide/core';

import { boxSize, maxAt } from '../internal/box-layout.ts';

const minAt = 0;

/** Exact boxes, wide boxes around them, and the pairs of wide boxes. */
export class NeighborList {
  /** The exact boxes, six numbers per entry: minimum, then maximum. Replaced on growth. */
  exact = new Float64Array(0);
  /** The wide boxes, in the same layout. Replaced on growth. */
  wide = new Float64Array(0);
  /** Pairs of entries whose wide boxes overlap. Filled by the owner, then indexed. */
  readonly candidates = new PairList();
  /** Whether the candidates are indexed and complete: set by {@link index}, reset by {@link invalidate}. */
  isValid = false;
  /**
   * The partners in candidates whose first entry is `e` are those from `starts[e]` to `starts[e + 1] − 1`:
   * offsets of their exact boxes, and what they are called in pairs.
   */
  private starts = new Int32Array(1);
  private partnerBoxes = new Int32Array(0);
  private partnerNames = this.partnerBoxes;
  /** What the entries are called in pairs, if not by their numbers. */
  private names: Int32Array | undefined;
  private entryCount = 0;

  /** How many entries fit. */
  get capacity(): number {
    return this.exact.length / boxSize;
  }

  /** Memory in bytes. */
  get byteLength(): number {
    const { candidates, exact, wide, starts, partnerBoxes } = this;
    const boxes = exact.byteLength + wide.byteLength;
    return boxes + candidates.data.byteLength + starts.byteLength + 2 * partnerBoxes.byteLength;
  }

  /** Makes room for `capacity` entries in all. */
  reserve(capacity: number): void {
    if (capacity <= this.capacity) return;
    this.exact = grown(this.exact, boxSize * capacity);
    this.wide = grown(this.wide, boxSize * capacity);
    this.starts = grown(this.starts, capacity + 1);
  }

  /**
   * Stores the exact box of an entry, six numbers from `boxes[from]` on; returns whether it is within the
   * wide box.
   */
  fit(entry: number, boxes: Float64Array, from: number): boolean {
    return fitBox(this.exact, this.wide, boxSize * entry, boxes, from);
  }

  /**
   * {@link fit} for the entries 0 to `count` − 1: entry `e` gets box number `ids[e]`. Returns whether all are
   * within.
   */
  fitAll(boxes: Float64Array, ids: Int32Array, count: number): boolean {
    const { exact, wide } = this;
    let isInside = true;
    for (let entry = 0; entry < count; entry++)
      if (!fitBox(exact, wide, boxSize * entry, boxes, boxSize * ids[entry])) isInside = false;
    return isInside;
  }

  /**
   * Sets the wide box of an entry to its box, enlarged by `margin` on every side. The candidates are no
   * longer valid.
   */
  widen(entry: number, margin: number): void {
    const { exact, wide } = this;
    const at = boxSize * entry;
    for (let k = at; k < at + maxAt; k++) {
      wide[k] = exact[k] - margin;
      wide[k + maxAt] = exact[k + maxAt] + margin;
    }
    this.isValid = false;
  }

  /**
   * Widens the box of an entry by the fraction `slack` of its mean side, or not at all if it `isTight`,
   * unless half of that margin is left. Returns whether it did. In one call, because fractions passed between
   * calls would be boxed.
   */
  renew(entry: number, slack: number, isTight: boolean): boolean {
    const { exact, wide } = this;
    const at = boxSize * entry;
    let sides = 0;
    let left = Infinity;
    for (let k = at; k < at + maxAt; k++) {
      sides += exact[k + maxAt] - exact[k];
      left = Math.min(left, exact[k] - wide[k], wide[k + maxAt] - exact[k + maxAt]);
    }
    if (left >= (slack * sides) / 6) return false;
    const margin = isTight ? 0 : (slack * sides) / 3;
    for (let k = at; k < at + maxAt; k++) {
      wide[k] = exact[k] - margin;
      wide[k + maxAt] = exact[k + maxAt] + margin;
    }
    this.isValid = false;
    return true;
  }

  /** To be called when wide boxes have changed, or entries were added or removed. */
  invalidate(): void {
    this.isValid = false;
  }

  /**
   * Indexes the {@link candidates} by their first entries, all below `entryCount`, and makes them valid. The
   * order of those with the same first entry is kept.
   *
   * @param names what the entries are called in the pairs found; default their numbers
   */
  index(entryCount: number, names?: Int32Array): void {
    const { starts } = this;
    const { data, count } = this.candidates;
    if (this.partnerBoxes.length < count) {
      this.partnerBoxes = new Int32Array(Math.ceil(1.5 * count));
      this.partnerNames = this.partnerBoxes.slice();
    }
    const { partnerBoxes, partnerNames } = this;
    starts.fill(0, 0, entryCount + 1);
    for (let i = 0; i < 2 * count; i += 2) starts[data[i]]++;
    let sum = 0;
    for (let entry = 0; entry <= entryCount; entry++) {
      sum += starts[entry];
      starts[entry] = sum;
    }
    // Filled from behind, the end of each range becomes its start.
    for (let i = 2 * count - 2; i >= 0; i -= 2) {
      const partner = data[i + 1];
      const k = --starts[data[i]];
      partnerBoxes[k] = boxSize * partner;
      partnerNames[k] = names ? names[partner] : partner;
    }
    this.names = names;
    this.entryCount = entryCount;
    this.isValid = true;
  }

  /**
   * Appends the candidates whose exact boxes overlap, by their names and ordered by first entry; returns how
   * many. The comparison has no branch that could be mispredicted.
   */
  findPairs(out: PairList): number {
    requirePairList('out', out);
    const { exact, starts, partnerBoxes, partnerNames, names, entryCount } = this;
    const before = out.count;
    // Every candidate is written and only those that overlap are kept, so there must be room for all.
    out.reserve(before + this.candidates.count);
    const { data } = out;
    let at = 2 * before;
    for (let entry = 0; entry < entryCount; entry++) {
      const end = starts[entry + 1];
      let k = starts[entry];
      if (k === end) continue;
      const name = names === undefined ? entry : names[entry];
      const box = boxSize * entry;
      const minX = exact[box + minAt];
      const minY = exact[box + minAt + 1];
      const minZ = exact[box + minAt + 2];
      const maxX = exact[box + maxAt];
      const maxY = exact[box + maxAt + 1];
      const maxZ = exact[box + maxAt + 2];
      for (; k < end; k++) {
        const other = partnerBoxes[k];
        const overlap =
          +(exact[other + minAt] <= maxX) &
          +(exact[other + minAt + 1] <= maxY) &
          +(exact[other + minAt + 2] <= maxZ) &
          +(exact[other + maxAt] >= minX) &
          +(exact[other + maxAt + 1] >= minY) &
          +(exact[other + maxAt + 2] >= minZ);
        data[at] = name;
        data[at + 1] = partnerNames[k];
        at += overlap << 1;
      }
    }
    out.count = at >> 1;
    return out.count - before;
  }
}

/** Copies the box at `boxes[from]` to `exact[at]`; returns whether it is within the one at `wide[at]`. */
function fitBox(
  exact: Float64Array,
  wide: Float64Array,
  at: number,
  boxes: Float64Array,
  from: number,
): boolean {
  const minX = boxes[from + minAt];
  const minY = boxes[from + minAt + 1];
  const minZ = boxes[from + minAt + 2];
  const maxX = boxes[from + maxAt];
  const maxY = boxes[from + maxAt + 1];
  const maxZ = boxes[from + maxAt + 2];
  exact[at + minAt] = minX;
  exact[at + minAt + 1] = minY;
  exact[at + minAt + 2] = minZ;
  exact[at + maxAt] = maxX;
  exact[at + maxAt + 1] = maxY;
  exact[at + maxAt + 2] = maxZ;
  return (
    minX >= wide[at + minAt] &&
    minY >= wide[at + minAt + 1] &&
    minZ >= wide[at + minAt + 2] &&
    maxX <= wide[at + maxAt] &&
    maxY <= wide[at + maxAt + 1] &&
    maxZ <= wide[at + maxAt + 2]
  );
}
