/**
 * The loose octree in the plane: a quadtree over boxes of four numbers (min x, y, max x, y) whose cells overlap.
 *
 * T. Ulrich, "Loose octrees", Game Programming Gems 1, 2000.
 */
import type { IdList, ReadonlyAabb, ReadonlyVec2 } from '@colide/core';
import { surroundBall } from '../internal/box-tests.ts';
import {
  boxMeetsRay2d,
  boxTouchesBox2d,
  boxTouchesSphere2d,
  rayQueryLength2d,
  readBoxQuery2d,
  readRayQuery2d,
  readSphereQuery2d,
} from '../internal/box-tests-2d.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { type LooseCellOptions, LooseCells } from './internal/loose-cells.ts';

const tag = 'loqu';
const query = /* @__PURE__ */ new Float64Array(rayQueryLength2d);
const window = /* @__PURE__ */ new Float64Array(4);

/** Options of {@link LooseQuadtree}. */
export interface LooseQuadtreeOptions extends LooseCellOptions {}

/** A quadtree with overlapping cells. */
export class LooseQuadtree extends LooseCells {
  /** A tree from what {@link serialize} gave. The buffer is used as it is, not copied. */
  static deserialize(buffer: ArrayBufferLike): LooseQuadtree {
    const tree = new LooseQuadtree({ capacity: 0 });
    tree.restore(unpackArrays(tag, buffer));
    return tree;
  }

  /** @param options depth, room to begin with; all may be left out */
  constructor(options: LooseQuadtreeOptions = {}) {
    super(options, 2);
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  queryBox(out: IdList, box: ReadonlyAabb): number {
    readBoxQuery2d(query, box);
    return this.visitBox(out, query, query, boxTouchesBox2d);
  }

  querySphere(out: IdList, center: ReadonlyVec2, radius: number): number {
    readSphereQuery2d(query, center, radius);
    surroundBall(window, query, 2);
    return this.visitBox(out, window, query, boxTouchesSphere2d);
  }

  queryRay(out: IdList, origin: ReadonlyVec2, direction: ReadonlyVec2, maxT = Infinity): number {
    readRayQuery2d(query, origin, direction, maxT);
    return this.visitRay(out, query, boxMeetsRay2d);
  }
}
