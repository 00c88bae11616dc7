/**
 * {@link HashGrid} in the plane: boxes are four numbers (min x, y, max x, y), and points and directions two.
 */
import type { IdList, ReadonlyAabb, ReadonlyVec2 } from '@colide/core';
import {
  boxMeetsRay2d,
  boxTouchesBox2d,
  boxTouchesSphere2d,
  readBoxQuery2d,
  readRayQuery2d,
  readSphereQuery2d,
} from '../internal/box-tests-2d.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { HashGrid, type HashGridOptions } from './hash-grid.ts';
import { hashQuery } from './internal/hash-query.ts';

const tag = 'has2';

/** A broad phase of hashed squares on several levels. */
export class HashGrid2d extends HashGrid {
  /** A structure from what {@link serialize} gave. The buffer is used as it is, not copied. */
  static override deserialize(buffer: ArrayBufferLike): HashGrid2d {
    const structure = new HashGrid2d({ capacity: 0 });
    structure.restore(unpackArrays(tag, buffer));
    return structure;
  }

  /** @param options room to begin with; all may be left out */
  constructor(options: HashGridOptions = {}) {
    super(options, 4);
  }

  override serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  override queryBox(out: IdList, box: ReadonlyAabb): number {
    readBoxQuery2d(hashQuery, box);
    return this.answerBox(out, boxTouchesBox2d);
  }

  override querySphere(out: IdList, center: ReadonlyVec2, radius: number): number {
    readSphereQuery2d(hashQuery, center, radius);
    return this.answerSphere(out, radius, boxTouchesSphere2d);
  }

  override queryRay(out: IdList, origin: ReadonlyVec2, direction: ReadonlyVec2, maxT = Infinity): number {
    readRayQuery2d(hashQuery, origin, direction, maxT);
    return this.answerRay(out, boxMeetsRay2d);
  }
}
