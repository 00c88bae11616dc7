/**
 * A loose octree over boxes: cells made larger by a factor of two overlap, so that an item's size alone decides how deep it
 * sinks, and its centre into which cell. Good for moving boxes of very different sizes.
 *
 * Cost: O(depth) to insert, move or remove, mostly without a change of node; pairs cost O(n) walks of a few dozen nodes.
 *
 * T. Ulrich, "Loose octrees", Game Programming Gems 1, 2000. We depart from it in that a leaf is divided only when it is full.
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
import { type LooseCellOptions, LooseCells } from './internal/loose-cells.ts';

const tag = 'looc';
const query = /* @__PURE__ */ new Float64Array(rayQueryLength);
const window = /* @__PURE__ */ new Float64Array(6);

/** Options of {@link LooseOctree}. */
export interface LooseOctreeOptions extends LooseCellOptions {}

/** An octree with overlapping cells. */
export class LooseOctree extends LooseCells {
  /** A tree from what {@link serialize} gave. The buffer is used as it is, not copied. */
  static deserialize(buffer: ArrayBufferLike): LooseOctree {
    const tree = new LooseOctree({ capacity: 0 });
    tree.restore(unpackArrays(tag, buffer));
    return tree;
  }

  /** @param options depth, room to begin with; all may be left out */
  constructor(options: LooseOctreeOptions = {}) {
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
