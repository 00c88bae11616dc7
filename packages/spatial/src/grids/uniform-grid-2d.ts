/**
 * {@link UniformGrid} in the plane: boxes are four numbers (min x, y, max x, y), and points and directions
 * two. The grid has one layer of cells, so the runs of cells above are never visited.
 */
import { boxTests2d } from '../internal/box-tests-2d.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { UniformGrid, type UniformGridOptions } from './uniform-grid.ts';

const tag = 'ugr2';

/** A broad phase of equal squares in one array. */
export class UniformGrid2d extends UniformGrid {
  /** Restores a structure from the buffer of {@link serialize}. The buffer is used, not copied. */
  static override deserialize(buffer: ArrayBufferLike): UniformGrid2d {
    const structure = new UniformGrid2d({ capacity: 0 });
    structure.restore(unpackArrays(tag, buffer));
    return structure;
  }

  /** @param options cell size, initial capacity; all optional */
  constructor(options: UniformGridOptions = {}) {
    super(options, boxTests2d);
  }

  override serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }
}
