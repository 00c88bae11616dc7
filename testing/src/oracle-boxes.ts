/**
 * Brute-force answers over axis-aligned boxes (closed sets: touching counts), O(n) per query and O(n²) for
 * all pairs.
 */
import { IdList, PairList, type ReadonlyAabb } from '@colide/core';

/** Whether boxes `i` of `a` and `j` of `b` overlap or touch. */
export function boxesOverlap(a: ReadonlyAabb, i: number, b: ReadonlyAabb, j: number): boolean {
  for (let axis = 0; axis < 3; axis++)
    if (a[6 * i + axis] > b[6 * j + axis + 3] || b[6 * j + axis] > a[6 * i + axis + 3]) return false;
  return true;
}

/** Every overlapping pair once, sorted, the smaller id first. */
export function boxPairsOracle(boxes: ReadonlyAabb): PairList {
  const pairs = new PairList();
  const n = boxes.length / 6;
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) if (boxesOverlap(boxes, i, boxes, j)) pairs.push(i, j);
  return pairs;
}

/** Ids of the boxes that overlap or touch `box`, ascending. */
export function boxQueryOracle(boxes: ReadonlyAabb, box: ReadonlyAabb): IdList {
  const ids = new IdList();
  for (let i = 0; i < boxes.length / 6; i++) if (boxesOverlap(boxes, i, box, 0)) ids.push(i);
  return ids;
}

/** Ids of the boxes at most `radius` away from `center`, ascending. */
export function sphereQueryOracle(boxes: ReadonlyAabb, center: ArrayLike<number>, radius: number): IdList {
  const ids = new IdList();
  for (let i = 0; i < boxes.length / 6; i++) {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const x = center[axis];
      squared += Math.max(boxes[6 * i + axis] - x, x - boxes[6 * i + axis + 3], 0) ** 2;
    }
    if (squared <= radius * radius) ids.push(i);
  }
  return ids;
}

/** Ids of the boxes that the ray `origin + t · direction`, 0 ≤ t ≤ `maxT`, meets, ascending. */
export function rayQueryOracle(
  boxes: ReadonlyAabb,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  maxT = Infinity,
): IdList {
  const ids = new IdList();
  for (let i = 0; i < boxes.length / 6; i++) {
    let enter = 0;
    let leave = maxT;
    for (let axis = 0; axis < 3; axis++) {
      const o = origin[axis];
      const d = direction[axis];
      const min = boxes[6 * i + axis];
      const max = boxes[6 * i + axis + 3];
      if (d === 0) {
        if (o < min || o > max) leave = -1;
        continue;
      }
      enter = Math.max(enter, Math.min((min - o) / d, (max - o) / d));
      leave = Math.min(leave, Math.max((min - o) / d, (max - o) / d));
    }
    if (enter <= leave) ids.push(i);
  }
  return ids;
}
