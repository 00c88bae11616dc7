/**
 * Measures of boxes, six numbers each. A fractional number that a function returns may be boxed on the heap,
 * so the result stays in an array of doubles behind a name: `measure.unionArea(boxes, i, j).value`.
 */
import { boxSize } from '../../internal/box-layout.ts';

/** The last measure taken. */
export class BoxMeasure {
  private readonly result = new Float64Array(1);

  /** The result of the last call. */
  get value(): number {
    return this.result[0];
  }

  /** Measures the longest side of box `i`. */
  longestSide(boxes: Float64Array, i: number): this {
    const a = boxSize * i;
    this.result[0] = Math.max(
      boxes[a + 3] - boxes[a],
      boxes[a + 4] - boxes[a + 1],
      boxes[a + 5] - boxes[a + 2],
    );
    return this;
  }

  /** Measures half the area of the union of boxes `i` and `j`. */
  unionArea(boxes: Float64Array, i: number, j: number): this {
    const a = boxSize * i;
    const b = boxSize * j;
    const dx = Math.max(boxes[a + 3], boxes[b + 3]) - Math.min(boxes[a], boxes[b]);
    const dy = Math.max(boxes[a + 4], boxes[b + 4]) - Math.min(boxes[a + 1], boxes[b + 1]);
    const dz = Math.max(boxes[a + 5], boxes[b + 5]) - Math.min(boxes[a + 2], boxes[b + 2]);
    this.result[0] = dx * dy + (dx + dy) * dz;
    return this;
  }
}
