/** An axis-aligned box as a convex set, for queries. */
import { type Convex2d, type ReadonlyVec2, requireBoundedArray, type Vec2 } from '@colide/core';

/** The box whose four numbers are in {@link box}: min x, y, max x, y. */
export class BoxRegion2d implements Convex2d {
  readonly box = new Float64Array(4);

  /** Reads four numbers; throws an error that names the argument unless they are a box. */
  read(box: ArrayLike<number>): this {
    requireBoundedArray('box', box, 4);
    for (let k = 0; k < 2; k++)
      if (!(box[k] <= box[k + 2]))
        throw new RangeError(`box[${k}] must not exceed box[${k + 2}], got ${box[k]} and ${box[k + 2]}`);
    for (let k = 0; k < 4; k++) this.box[k] = box[k];
    return this;
  }

  support(out: Vec2, direction: ReadonlyVec2): Vec2 {
    const { box } = this;
    const isLeft = direction[0] < 0;
    const isLow = direction[1] < 0;
    out[0] = box[isLeft ? 0 : 2];
    out[1] = box[isLow ? 1 : 3];
    return out;
  }
}
