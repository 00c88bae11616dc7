/**
 * {@link HashCells} that can be serialized: boxes in hashed cells on several levels, for worlds without
 * bounds and boxes of all sizes. See there for how it works and what it costs. Worlds use `HashCells` by
 * default, since they never serialize their broad phase.
 */
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { type BoxArrays, restoreBoxes } from '../internal/restore-boxes.ts';
import { HashCells } from './hash-cells.ts';

export type { HashGridOptions } from './hash-cells.ts';

const tag = 'hash';

/** A broad phase of hashed cells on several levels. */
export class HashGrid extends HashCells {
  /** Restores a structure from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): HashGrid {
    const structure = new HashGrid({ capacity: 0 });
    restoreBoxes(structure, unpackArrays<BoxArrays<[]>>(tag, buffer));
    return structure;
  }

  /** The whole structure in one buffer, which can be transferred; {@link deserialize} restores it. */
  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }
}
