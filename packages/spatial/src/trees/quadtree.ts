/**
 * The octree in the plane: a quadtree over boxes of four numbers (min x, y, max x, y), each in the deepest cell that wholly
 * contains it.
 *
 * R. A. Finkel, J. L. Bentley, "Quad trees: a data structure for retrieval on composite keys", Acta Informatica 4, 1974.
 */
import { boxTests2d } from '../internal/box-tests-2d.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import type { CellTreeOptions } from './internal/cell-tree.ts';
import { NestedCells } from './internal/nested-cells.ts';

const tag = 'quad';

/** Options of {@link Quadtree}. */
export interface QuadtreeOptions extends CellTreeOptions {}

/** A quadtree whose items lie within their cells. */
export class Quadtree extends NestedCells {
  /** A tree from what {@link serialize} gave. The buffer is used as it is, not copied. */
  static deserialize(buffer: ArrayBufferLike): Quadtree {
    const tree = new Quadtree({ capacity: 0 });
    tree.restore(unpackArrays(tag, buffer));
    return tree;
  }

  /** @param options depth, room to begin with; all may be left out */
  constructor(options: QuadtreeOptions = {}) {
    super(options, boxTests2d);
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }
}
