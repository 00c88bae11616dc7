/**
 * All n(n − 1)/2 pairs: the reference for the other structures, and the fastest choice for a few dozen boxes.
 * Nothing is built, so inserting, moving and removing cost nothing; every query scans every box.
 */
import { type PairList, requirePairList } from '@colide/core';
import type { BoxStructureOptions } from '../internal/box-structure.ts';
import { boxesTouch } from '../internal/box-tests.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { type BoxArrays, restoreBoxes } from '../internal/restore-boxes.ts';
import { ScannedBoxes } from '../internal/scanned-boxes.ts';

export type { BoxStructureOptions } from '../internal/box-structure.ts';
export type { BoxTest, BoxTests } from '../internal/box-tests.ts';

const tag = 'brut';

/** Options of {@link BruteForce}. */
export interface BruteForceOptions extends BoxStructureOptions {}

/** A broad phase without a structure. */
export class BruteForce extends ScannedBoxes {
  /** Restores a structure from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): BruteForce {
    const structure = new BruteForce({ capacity: 0 });
    restoreBoxes(structure, unpackArrays<BoxArrays<[]>>(tag, buffer));
    return structure;
  }

  /** @param options initial capacity; all optional */
  constructor(options: BruteForceOptions = {}) {
    super(knownBoxOptions(options));
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  findPairs(out: PairList): number {
    requirePairList('out', out);
    const { boxes, alive, idCount, count } = this;
    const before = out.count;
    for (let i = 0; i < idCount; i++) {
      if (alive[i] === 0) continue;
      for (let j = i + 1; j < idCount; j++) if (boxesTouch(boxes, i, j) && alive[j] === 1) out.push(i, j);
    }
    this.counters.add(0, (count * (count - 1)) / 2);
    return out.count - before;
  }

  protected inserted(): void {}
  protected updated(): void {}
  protected removed(): void {}
  protected cleared(): void {}
}
