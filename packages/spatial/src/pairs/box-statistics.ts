/**
 * The properties of a scene that matter when choosing a broad phase: how many boxes there are, how much their
 * sizes differ, how crowded they are and how fast they move. Measured in one pass over the boxes, or two with
 * motion.
 */
import { requireLength, requireMultiple } from '@colide/core';

import { boxSize, maxAt } from '../internal/box-layout.ts';

/** The result of {@link measureBoxes}. */
export interface BoxStatistics {
  /** How many boxes there are. */
  count: number;
  /**
   * Size (longest edge) of a large box over that of a typical one: 99th over 50th percentile; 1 if all are
   * alike.
   */
  sizeSpread: number;
  /** How many typical boxes a box-sized neighbourhood would contain if all were spread evenly. */
  density: number;
  /**
   * Fraction of occupied cells when the scene is cut into as many cubes as there are boxes: about 0.63 if
   * even, less in heaps.
   */
  evenness: number;
  /** Mean distance that a centre moves per frame, in typical box sizes; 0 if not known. */
  motion: number;
}

/** A record for {@link measureBoxes}. */
export function createBoxStatistics(): BoxStatistics {
  return { count: 0, sizeSpread: 1, density: 0, evenness: 1, motion: 0 };
}

/** Measures boxes of six numbers, and their motion if those of the frame before are given too. */
export function measureBoxes(
  out: BoxStatistics,
  boxes: ArrayLike<number>,
  before?: ArrayLike<number>,
): BoxStatistics {
  requireMultiple('boxes', boxes, boxSize);
  if (before !== undefined) requireLength('before', before, boxes.length);
  const count = boxes.length / boxSize;
  out.count = count;
  out.sizeSpread = 1;
  out.density = 0;
  out.evenness = 1;
  out.motion = 0;
  if (count === 0) return out;
  const sizes = new Float64Array(count);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  let moved = 0;
  for (let i = 0; i < count; i++) {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const min = boxes[boxSize * i + axis];
      const max = boxes[boxSize * i + maxAt + axis];
      sizes[i] = Math.max(sizes[i], max - min);
      low[axis] = Math.min(low[axis], min);
      high[axis] = Math.max(high[axis], max);
      if (before !== undefined)
        squared += ((min + max - before[boxSize * i + axis] - before[boxSize * i + maxAt + axis]) / 2) ** 2;
    }
    moved += Math.sqrt(squared);
  }
  sizes.sort();
  const common = sizes[count >> 1];
  const large = sizes[Math.min(count - 1, Math.floor(0.99 * count))];
  out.sizeSpread = large === common ? 1 : large / common;
  out.density = count;
  for (let axis = 0; axis < 3; axis++)
    out.density *= Math.min(1, common / Math.max(high[axis] - low[axis], Number.MIN_VALUE));
  out.evenness = occupied(boxes, count, low, high) / count;
  out.motion = common > 0 ? moved / count / common : 0;
  return out;
}

/** How many of about `count` equal cells contain a lower corner. */
function occupied(boxes: ArrayLike<number>, count: number, low: number[], high: number[]): number {
  let edge = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  const cellsAt = (size: number) => low.map((start, axis) => Math.floor((high[axis] - start) / size) + 1);
  while (edge > 0) {
    const [x, y, z] = cellsAt(edge / 1.1);
    if (x * y * z > count) break;
    edge /= 1.1;
  }
  if (!(edge > 0)) return count;
  const [x, y] = cellsAt(edge);
  const seen = new Set<number>();
  for (let i = 0; i < count; i++) {
    const cell = low.map((start, axis) => Math.floor((boxes[boxSize * i + axis] - start) / edge));
    seen.add(cell[0] + x * (cell[1] + y * cell[2]));
  }
  return seen.size;
}
