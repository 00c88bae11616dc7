/**
 * From two records to one contact: the common part of the functions that reduce a manifold to a single
 * contact. The records are copied side by side into one flat array, which the kernels read, and the deepest
 * of the points they find is the contact.
 */
import { obbSize } from '../../internal/layouts.ts';
import { createContactManifold } from '../contact-manifold.ts';
import type { PairContact } from '../pair-contact.ts';

/** Relative slack within which shapes count as touching. */
export const touchSlack = 2 ** -44;
/** Points whose depths differ by less than this part of their size lie equally deep. */
const equallyDeep = 1e-12;

/** Offsets of the records. */
export const recordA = 0;
export const recordB = obbSize;

/** Two records, the slack within which they touch, and the points found. */
export class PairRecords {
  readonly numbers = new Float64Array(2 * obbSize);
  readonly margin = new Float64Array(1);
  readonly manifold = createContactManifold(8);

  /** Copies the first `count` numbers of a record. */
  load(at: number, record: ArrayLike<number>, count: number): void {
    for (let i = 0; i < count; i++) this.numbers[at + i] = record[i];
  }

  /**
   * Sets the margin to the slack of shapes of this size, measured by the first `countA` and `countB` numbers.
   */
  setSlack(countA: number, countB: number): void {
    const { numbers } = this;
    let size = 0;
    for (let i = 0; i < countA; i++) size += Math.abs(numbers[recordA + i]);
    for (let i = 0; i < countB; i++) size += Math.abs(numbers[recordB + i]);
    this.margin[0] = touchSlack * size;
  }

  /**
   * Fills `out` with the deepest point found, or the middle of those that lie equally deep; false when there
   * is none.
   */
  deepest(out: PairContact): boolean {
    const { count, depths, pointsA, normal } = this.manifold;
    if (count === 0) return false;
    let depth = depths[0];
    for (let i = 1; i < count; i++) if (depths[i] > depth) depth = depths[i];
    let found = 0;
    for (let i = 0; i < count; i++) {
      if (!(depths[i] >= depth - equallyDeep * (1 + Math.abs(depth)))) continue;
      found++;
      for (let k = 0; k < 3; k++) {
        const x = pointsA[3 * i + k];
        out.pointA[k] = found === 1 ? x : out.pointA[k] + (x - out.pointA[k]) / found;
      }
    }
    out.depth = Math.max(0, depth);
    for (let k = 0; k < 3; k++) {
      out.normal[k] = normal[k];
      out.pointB[k] = out.pointA[k] - depth * normal[k];
    }
    return true;
  }
}
