/**
 * {@link UniformGrid} in the plane: boxes are four numbers (min x, y, max x, y), and points and directions two. The grid
 * has one layer of cells, so that the runs of cells above are never looked at.
 */
import type { IdList, ReadonlyAabb, ReadonlyVec2 } from '@colide/core';
import type { BoxTest } from '../internal/box-tests.ts';
import {
  boxesTouch2d,
  boxMeetsRay2d,
  boxTouchesBox2d,
  boxTouchesSphere2d,
  readBoxQuery2d,
  readRayQuery2d,
  readSphereQuery2d,
} from '../internal/box-tests-2d.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { gridQuery } from './internal/grid-structure.ts';
import { UniformGrid, type UniformGridOptions } from './uniform-grid.ts';

const tag = 'ugr2';

/** A broad phase of equal squares in one array. */
export class UniformGrid2d extends UniformGrid {
  /** A structure from what {@link serialize} gave. The buffer is used as it is, not copied. */
  static override deserialize(buffer: ArrayBufferLike): UniformGrid2d {
    const structure = new UniformGrid2d({ capacity: 0 });
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
    readBoxQuery2d(gridQuery, box);
    return this.answerBox(out);
  }

  override querySphere(out: IdList, center: ReadonlyVec2, radius: number): number {
    readSphereQuery2d(gridQuery, center, radius);
    return this.answerSphere(out, radius, boxTouchesSphere2d);
  }

  override queryRay(out: IdList, origin: ReadonlyVec2, direction: ReadonlyVec2, maxT = Infinity): number {
    readRayQuery2d(gridQuery, origin, direction, maxT);
    return this.answerRay(out, boxMeetsRay2d);
  }

  protected override get boxTest(): BoxTest {
    return boxTouchesBox2d;
  }

  protected override touch(a: number, b: number): boolean {
    return boxesTouch2d(this.boxes, a, b);
  }
}
