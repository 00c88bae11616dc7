/**
 * Projections of balls and oriented boxes onto a direction, for a sweep. Boxes and k-DOPs store theirs; balls
 * and oriented boxes can be projected onto any direction, which costs a few products. Intervals are widened
 * by more than the rounding error, so that they never rule out a pair that the exact test would accept.
 */
import type { KdopDirections } from '@colide/bounds';

/** Oriented boxes: centre, half extents, three axes. */
export const obbSize = 15;
const halvesAt = 3;
const axesAt = 6;

/** A bound on the rounding error of projections, relative to their terms. */
const doubt = 2 ** -48;

/**
 * Writes the start and the end of the volume at `at`, projected onto direction `k`, to `out[outAt]` and
 * `out[outAt + 1]`.
 */
export type SweepInterval = (
  out: Float64Array,
  outAt: number,
  volumes: Float64Array,
  at: number,
  directions: KdopDirections,
  k: number,
) => void;

/** The interval of a ball: centre and radius. */
export const ballInterval: SweepInterval = (out, outAt, balls, at, { vectors, lengths }, k) => {
  const x = vectors[3 * k] * balls[at];
  const y = vectors[3 * k + 1] * balls[at + 1];
  const z = vectors[3 * k + 2] * balls[at + 2];
  const radius = lengths[k] * balls[at + 3];
  const extent = radius + doubt * (radius + Math.abs(x) + Math.abs(y) + Math.abs(z));
  out[outAt] = x + y + z - extent;
  out[outAt + 1] = x + y + z + extent;
};

/** The interval of an oriented box. */
export const obbInterval: SweepInterval = (out, outAt, boxes, at, { vectors }, k) => {
  const dx = vectors[3 * k];
  const dy = vectors[3 * k + 1];
  const dz = vectors[3 * k + 2];
  const x = dx * boxes[at];
  const y = dy * boxes[at + 1];
  const z = dz * boxes[at + 2];
  let extent = 0;
  let sides = 0;
  for (let i = 0; i < 3; i++) {
    const half = boxes[at + halvesAt + i];
    const axisAt = at + axesAt + 3 * i;
    extent += half * Math.abs(dx * boxes[axisAt] + dy * boxes[axisAt + 1] + dz * boxes[axisAt + 2]);
    sides += half;
  }
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + 4 * sides;
  extent += doubt * size;
  out[outAt] = x + y + z - extent;
  out[outAt + 1] = x + y + z + extent;
};

/** Throws unless the first `count` balls are finite with radii that are not negative. */
export function requireBalls(name: string, balls: ArrayLike<number>, count: number): void {
  for (let at = 0; at < 4 * count; at += 4) {
    const sum = balls[at] + balls[at + 1] + balls[at + 2] + balls[at + 3];
    if (!(balls[at + 3] >= 0 && sum - sum === 0))
      throw new RangeError(
        `${name} must be finite centres with radii that are not negative, got a bad one at ${at}`,
      );
  }
}

/** Throws unless the first `count` oriented boxes are finite with extents that are not negative. */
export function requireObbs(name: string, boxes: ArrayLike<number>, count: number): void {
  for (let at = 0; at < obbSize * count; at += obbSize) {
    let sum = 0;
    let isSound = true;
    for (let k = 0; k < obbSize; k++) sum += Math.abs(boxes[at + k]);
    for (let k = halvesAt; k < axesAt; k++) isSound &&= boxes[at + k] >= 0;
    if (!(isSound && sum < Infinity))
      throw new RangeError(
        `${name} must be finite oriented boxes with extents that are not negative, got a bad one at ${at}`,
      );
  }
}
