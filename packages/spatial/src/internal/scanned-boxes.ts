/**
 * Structures that answer box, ball and ray queries by one walk with a test of boxes: the question is read, and
 * {@link ScannedBoxes.answer} finds the boxes that pass. As it stands it looks at all of them.
 */
import type { IdList, ReadonlyAabb, ReadonlyVec3 } from '@colide/core';
import { BoxStructure } from './box-structure.ts';
import {
  type BoxTest,
  boxMeetsRay,
  boxTouchesBox,
  boxTouchesSphere,
  rayQueryLength,
  readBoxQuery,
  readRayQuery,
  readSphereQuery,
} from './box-tests.ts';

/** The query at hand. */
export const boxQuery = /* @__PURE__ */ new Float64Array(rayQueryLength);

/** Boxes in space that queries look through. */
export abstract class ScannedBoxes extends BoxStructure {
  queryBox(out: IdList, box: ReadonlyAabb): number {
    readBoxQuery(boxQuery, box);
    return this.answer(out, boxTouchesBox);
  }

  querySphere(out: IdList, center: ReadonlyVec3, radius: number): number {
    readSphereQuery(boxQuery, center, radius);
    return this.answer(out, boxTouchesSphere);
  }

  queryRay(out: IdList, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT = Infinity): number {
    readRayQuery(boxQuery, origin, direction, maxT);
    return this.answer(out, boxMeetsRay);
  }

  /** Appends the boxes that pass the test with {@link boxQuery}; returns how many. */
  protected answer(out: IdList, test: BoxTest): number {
    const { boxes, alive, idCount } = this;
    const before = out.count;
    for (let id = 0; id < idCount; id++) if (alive[id] === 1 && test(boxes, id, boxQuery)) out.push(id);
    this.counters.add(0, this.count);
    return out.count - before;
  }
}
