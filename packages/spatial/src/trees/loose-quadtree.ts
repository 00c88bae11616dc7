/**
 * The loose octree in the plane: a quadtree over boxes of four numbers (min x, y, max x, y) whose cells
 * overlap.
 *
 * T. Ulrich, "Loose octrees", Game Programming Gems 1, 2000.
 */
import { boxTests2d } from '../internal/box-tests-2d.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { type LooseCellOptions, LooseCells } from './internal/loose-cells.ts';

const tag = 'loqu';

/** Options of {@link LooseQuadtree}. */
export interface LooseQuadtreeOptions extends LooseCellOptions {}

/** A quadtree with overlapping cells. */
export class LooseQuadtree extends LooseCells {
  /** Restores a tree from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): LooseQuadtree {
    const tree = new LooseQuadtree({ capacity: 0 });
    tree.restore(unpackArrays(tag, buffer));
    return tree;
  }

  /** @param options depth, initial capacity; all optional */
  constructor(options: LooseQuadtreeOptions = {}) {
    super(knownBoxOptions(options, 'maxDepth', 'leafCapacity', 'looseness'), boxTests2d);
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }
}
