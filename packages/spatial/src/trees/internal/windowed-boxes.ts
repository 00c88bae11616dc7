/**
 * Trees of cells in space that answer box, ball and ray queries by two walks: one through the cells that touch a box, the window,
 * which for a ball is the box around it, and one through the cells along a ray. The boxes in them are tested exactly.
 */
import type { IdList, ReadonlyAabb, ReadonlyVec3 } from '@colide/core';
import { BoxStructure } from '../../internal/box-structure.ts';
import {
  type BoxTest,
  boxMeetsRay,
  boxTouchesBox,
  boxTouchesSphere,
  rayQueryLength,
  readBoxQuery,
  readRayQuery,
  readSphereQuery,
  surroundBall,
} from '../../internal/box-tests.ts';

/** The query at hand. */
export const boxQuery = /* @__PURE__ */ new Float64Array(rayQueryLength);
const window = /* @__PURE__ */ new Float64Array(6);

/** Boxes in space under a tree of cells. */
export abstract class WindowedBoxes extends BoxStructure {
  queryBox(out: IdList, box: ReadonlyAabb): number {
    readBoxQuery(boxQuery, box);
    return this.visitBox(out, boxQuery, boxTouchesBox);
  }

  querySphere(out: IdList, center: ReadonlyVec3, radius: number): number {
    readSphereQuery(boxQuery, center, radius);
    surroundBall(window, boxQuery, 3);
    return this.visitBox(out, window, boxTouchesSphere);
  }

  queryRay(out: IdList, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT = Infinity): number {
    readRayQuery(boxQuery, origin, direction, maxT);
    return this.visitRay(out, boxMeetsRay);
  }

  /** Appends the boxes that pass the test with {@link boxQuery}, all of which touch the window; returns how many. */
  protected abstract visitBox(out: IdList, window: Float64Array, test: BoxTest): number;
  /** Appends the boxes that pass the test with {@link boxQuery}, a ray; returns how many. */
  protected abstract visitRay(out: IdList, test: BoxTest): number;
}
