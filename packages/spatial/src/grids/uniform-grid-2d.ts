/**
 * {@link UniformGrid} in the plane: boxes are four numbers (min x, y, max x, y), and points and directions two. The grid
 * has one layer of cells, so that the runs of cells above are never looked at.
 */
import type { IdList, ReadonlyAabb } from '@colide/core';
import type { ReadonlyVec2 } from 'gl-matrix';
import type { BoxTest } from '../internal/box-tests.ts';
import {
  boxesTouch2,
  boxMeetsRay2,
  boxTouchesBox2,
  boxTouchesSphere2,
  readBoxQuery2,
  readRayQuery2,
  readSphereQuery2,
} from '../internal/box-tests-2d.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { gridQuery } from './internal/grid-structure.ts';
import { UniformGrid, type UniformGridOptions } from './uniform-grid.ts';

const tag = 'ugr2';

/** A broad phase of equal squares in one array. */
export class UniformGrid2 extends UniformGrid {
  /** A structure from what {@link serialize} gave. The buffer is used as it is, not copied. */
  static override deserialize(buffer: ArrayBufferLike): UniformGrid2 {
    const structure = new UniformGrid2({ capacity: 0 });
    structure.restore(unpackArrays(tag, buffer));
    return structure;
  }

  /** @param options cell size, room to begin with; all may be left out */
  constructor(options: UniformGridOptions = {}) {
    super(options, 4);
  }

  override serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  override queryBox(out: IdList, box: ReadonlyAabb): number {
    readBoxQuery2(gridQuery, box);
    return this.answerBox(out);
  }

  override querySphere(out: IdList, center: ReadonlyVec2, radius: number): number {
    readSphereQuery2(gridQuery, center, radius);
    return this.answerSphere(out, radius, boxTouchesSphere2);
  }

  override queryRay(out: IdList, origin: ReadonlyVec2, direction: ReadonlyVec2, maxT = Infinity): number {
    readRayQuery2(gridQuery, origin, direction, maxT);
    return this.answerRay(out, boxMeetsRay2);
  }

  protected override get boxTest(): BoxTest {
    return boxTouchesBox2;
  }

  protected override touch(a: number, b: number): boolean {
    return boxesTouch2(this.boxes, a, b);
  }
}
