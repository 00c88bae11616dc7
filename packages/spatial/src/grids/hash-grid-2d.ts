/**
 * {@link HashGrid} in the plane: boxes are four numbers (min x, y, max x, y), and points and directions two.
 */
import { boxTests2d } from '../internal/box-tests-2d.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { type BoxArrays, restoreBoxes } from '../internal/restore-boxes.ts';
import { HashGrid, type HashGridOptions } from './hash-grid.ts';

const tag = 'has2';

/** A broad phase of hashed squares on several levels. */
export class HashGrid2d extends HashGrid {
  /** Restores a structure from the buffer of {@link serialize}. The buffer is used, not copied. */
  static override deserialize(buffer: ArrayBufferLike): HashGrid2d {
    const structure = new HashGrid2d({ capacity: 0 });
    restoreBoxes(structure, unpackArrays<BoxArrays<[]>>(tag, buffer));
    return structure;
  }

  /** @param options initial capacity; all optional */
  constructor(options: HashGridOptions = {}) {
    super(options, boxTests2d);
  }

  override serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }
}
