/**
 * An octree over boxes: an item goes to the deepest cell that contains it entirely, as in the ray casts of
 * Lorenzi & Brandi (2015). Every item is in one node.
 *
 * Cost: O(depth) to insert, move or remove a box, O(n log n) for all pairs in evenly spread scenes. Limits:
 * small items that cross a plane high up stay there and are tested by every query; `LooseOctree` and
 * `MultiReferenceOctree` move them down.
 */
import { boxTests } from '../internal/box-tests.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import type { CellTreeOptions } from './internal/cell-tree.ts';
import { NestedCells } from './internal/nested-cells.ts';

export type { CellTreeOptions } from './internal/cell-tree.ts';

const tag = 'octr';

/** Options of {@link Octree}. */
export interface OctreeOptions extends CellTreeOptions {}

/** An octree whose items lie within their cells. */
export class Octree extends NestedCells {
  /** Restores a tree from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): Octree {
    const tree = new Octree({ capacity: 0 });
    tree.restore(unpackArrays(tag, buffer));
    return tree;
  }

  /** @param options depth, initial capacity; all optional */
  constructor(options: OctreeOptions = {}) {
    super(knownBoxOptions(options, 'maxDepth', 'leafCapacity'), boxTests);
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }
}
