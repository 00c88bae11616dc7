/**
 * An octree over boxes: an item sinks to the deepest cell that wholly contains it, as in the ray casts of Lorenzi & Brandi
 * (2015). Every item is in one node.
 *
 * Cost: O(depth) to insert, move or remove a box, O(n log n) for all pairs in evenly spread scenes. Limits: small items that
 * cross a plane high up stay there and are met by every query; `LooseOctree` and `MultiReferenceOctree` let them sink.
 */
import type { IdList, ReadonlyAabb, ReadonlyVec3 } from '@colide/core';
import {
  boxMeetsRay,
  boxTouchesBox,
  boxTouchesSphere,
  rayQueryLength,
  readBoxQuery,
  readRayQuery,
  readSphereQuery,
  surroundBall,
} from '../internal/box-tests.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import type { CellTreeOptions } from './internal/cell-tree.ts';
import { NestedCells } from './internal/nested-cells.ts';

const tag = 'octr';
const query = /* @__PURE__ */ new Float64Array(rayQueryLength);
const window = /* @__PURE__ */ new Float64Array(6);

/** Options of {@link Octree}. */
export interface OctreeOptions extends CellTreeOptions {}

/** An octree whose items lie within their cells. */
export class Octree extends NestedCells {
  /** A tree from what {@link serialize} gave. The buffer is used as it is, not copied. */
  static deserialize(buffer: ArrayBufferLike): Octree {
    const tree = new Octree({ capacity: 0 });
    tree.restore(unpackArrays(tag, buffer));
    return tree;
  }

  /** @param options depth, room to begin with; all may be left out */
  constructor(options: OctreeOptions = {}) {
    super(options, 3);
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  queryBox(out: IdList, box: ReadonlyAabb): number {
    readBoxQuery(query, box);
    return this.visitBox(out, query, query, boxTouchesBox);
  }

  querySphere(out: IdList, center: ReadonlyVec3, radius: number): number {
    readSphereQuery(query, center, radius);
    surroundBall(window, query, 3);
    return this.visitBox(out, window, query, boxTouchesSphere);
  }

  queryRay(out: IdList, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT = Infinity): number {
    readRayQuery(query, origin, direction, maxT);
    return this.visitRay(out, query, boxMeetsRay);
  }
}
