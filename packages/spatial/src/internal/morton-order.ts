/**
 * Boxes in the order of the Morton codes of their centres: boxes that are close in space are close in the
 * list. 10 bits per axis, all axes at one scale, so that cells are cubes; then a radix sort by three digits
 * of 10 bits, counted while encoding.
 */
import { mortonEncode } from '@colide/math';
import { boxSize } from './box-layout.ts';

/** A digit of the radix sort has as many bits as a coordinate, and there are as many digits as axes. */
const digitBits = 10;
const digitCount = 1 << digitBits;
const digitMask = digitCount - 1;

/**
 * Memory for the codes of `capacity` items; after sorting, `codes` holds the codes and `order` the items they
 * belong to.
 */
export class MortonCodes {
  codes: Uint32Array;
  order: Uint32Array;
  private otherCodes: Uint32Array;
  private otherOrder: Uint32Array;
  private readonly counts = new Uint32Array(3 * digitCount);

  constructor(capacity: number) {
    this.codes = new Uint32Array(capacity);
    this.order = new Uint32Array(capacity);
    this.otherCodes = new Uint32Array(capacity);
    this.otherOrder = new Uint32Array(capacity);
  }

  /** The factor that maps distances up to `extent` to cells from 0 to 1023; starts a new list of codes. */
  scaleTo(extent: number): number {
    this.counts.fill(0);
    return extent > 0 ? 1023.99 / extent : 0;
  }

  /** Sets the code of item `i`, given its cell along each axis. */
  put(i: number, x: number, y: number, z: number): void {
    const { counts } = this;
    const code = mortonEncode(x, y, z);
    this.codes[i] = code;
    this.order[i] = i;
    counts[code & digitMask]++;
    counts[digitCount + ((code >>> digitBits) & digitMask)]++;
    counts[2 * digitCount + (code >>> (2 * digitBits))]++;
  }

  /** Sorts the first `count` codes. */
  sort(count: number): void {
    const { counts } = this;
    for (let pass = 0; pass < 3; pass++) {
      const { codes, order, otherCodes, otherOrder } = this;
      const digits = digitCount * pass;
      const shift = digitBits * pass;
      for (let digit = 0, sum = 0; digit < digitCount; digit++) {
        const here = counts[digits + digit];
        counts[digits + digit] = sum;
        sum += here;
      }
      for (let i = 0; i < count; i++) {
        const code = codes[i];
        const at = counts[digits + ((code >>> shift) & digitMask)]++;
        otherCodes[at] = code;
        otherOrder[at] = order[i];
      }
      this.codes = otherCodes;
      this.order = otherOrder;
      this.otherCodes = codes;
      this.otherOrder = order;
    }
  }
}

/** Sorts the first `count` of `boxes`, six numbers each, by their centres. */
export function sortBoxes(curve: MortonCodes, boxes: Float32Array, count: number): void {
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  // Twice the centres: sums of floats are exact in doubles.
  for (let at = 0; at < boxSize * count; at += boxSize) {
    const x = boxes[at] + boxes[at + 3];
    const y = boxes[at + 1] + boxes[at + 4];
    const z = boxes[at + 2] + boxes[at + 5];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  const scale = curve.scaleTo(Math.max(x1 - x0, y1 - y0, z1 - z0));
  for (let i = 0, at = 0; i < count; i++, at += boxSize)
    curve.put(
      i,
      ((boxes[at] + boxes[at + 3] - x0) * scale) | 0,
      ((boxes[at + 1] + boxes[at + 4] - y0) * scale) | 0,
      ((boxes[at + 2] + boxes[at + 5] - z0) * scale) | 0,
    );
  curve.sort(count);
}
