/**
 * The octree in the plane: a quadtree over boxes of four numbers (min x, y, max x, y), each in the deepest
 * cell that contains it entirely.
 *
 * R. A. Finkel, J. L. Bentley, "Quad trees: a data structure for retrieval on composite keys", Acta
 * Informatica 4, 1974.
 */
import { boxTests2d } from '../internal/box-tests-2d.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import type { CellTreeOptions } from './internal/cell-tree.ts';
import { NestedCells } from './internal/nested-cells.ts';

const tag = 'quad';

/** Options of {@link Quadtree}. */
export interface QuadtreeOptions extends CellTreeOptions {}

/** A quadtree whose items lie within their cells. */
export class Quadtree extends NestedCells {
  /** Restores a tree from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): Quadtree {
    const tree = new Quadtree({ capacity: 0 });
    tree.restore(unpackArrays(tag, buffer));
    return tree;
  }

  /** @param options depth, initial capacity; all optional */
  constructor(options: QuadtreeOptions = {}) {
    super(knownBoxOptions(options, 'maxDepth', 'leafCapacity'), boxTests2d);
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }
}
