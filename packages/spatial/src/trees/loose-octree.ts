/**
 * A loose octree over boxes: cells enlarged by a factor of two overlap, so that an item's size alone decides
 * how deep it goes, and its centre into which cell. Good for moving boxes of very different sizes.
 *
 * Cost: O(depth) to insert, move or remove, mostly without a change of node; pairs cost O(n) traversals of a
 * few dozen nodes.
 *
 * T. Ulrich, "Loose octrees", Game Programming Gems 1, 2000. We depart from it in that a leaf is divided only
 * when it is full.
 */
import { boxTests } from '../internal/box-tests.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { type LooseCellOptions, LooseCells } from './internal/loose-cells.ts';

export type { LooseCellOptions } from './internal/loose-cells.ts';

const tag = 'looc';

/** Options of {@link LooseOctree}. */
export interface LooseOctreeOptions extends LooseCellOptions {}

/** An octree with overlapping cells. */
export class LooseOctree extends LooseCells {
  /** Restores a tree from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): LooseOctree {
    const tree = new LooseOctree({ capacity: 0 });
    tree.restore(unpackArrays(tag, buffer));
    return tree;
  }

  /** @param options depth, initial capacity; all optional */
  constructor(options: LooseOctreeOptions = {}) {
    super(knownBoxOptions(options, 'maxDepth', 'leafCapacity', 'looseness'), boxTests);
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }
}
