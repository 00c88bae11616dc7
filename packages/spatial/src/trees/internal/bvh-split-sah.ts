/**
 * Splits a node by the surface area heuristic: a ray that hits a box hits a box inside it with a probability
 * equal to the ratio of their surface areas, so a good split minimises the sum of area times number of items
 * (Goldsmith & Salmon 1987; MacDonald & Booth 1990). Only the axis on which the centres are spread most is
 * tried: the other two cost as much each and gain little.
 *
 * Short lists are sorted by centre and every split is tried. Long lists are sorted into bins first, and the
 * splits between bins are tried (Wald 2007).
 */
import { boxSize, maxAt } from '../../internal/box-layout.ts';
import type { BvhBuilder } from '../../internal/bvh-builder.ts';

/** Lists up to this length are sorted. */
const shortList = 32;
const binCount = 16;

const keys = /* @__PURE__ */ new Float64Array(shortList);
const ids = /* @__PURE__ */ new Uint32Array(shortList);
/** Area times weight of everything from a position on. */
const costs = /* @__PURE__ */ new Float64Array(shortList);
/** The box of the centres of a node's items, times two. */
const centers = /* @__PURE__ */ new Float64Array(6);
const binBoxes = /* @__PURE__ */ new Float64Array(boxSize * binCount);
const binWeights = /* @__PURE__ */ new Float64Array(binCount);

/** Divides a node where the surface area heuristic says. */
export function splitSah(builder: BvhBuilder, _at: number, first: number, last: number): number {
  const axis = widestAxis(builder, first, last);
  if (last - first <= shortList) return splitSorted(builder, axis, first, last);
  return splitBins(builder, axis, first, last);
}

/** The axis along which the centres are spread most; twice their box is left in `centers`. */
function widestAxis(builder: BvhBuilder, first: number, last: number): number {
  const { boxes, order } = builder;
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let i = first; i < last; i++) {
    const p = boxSize * order[i];
    const x = boxes[p] + boxes[p + 3];
    const y = boxes[p + 1] + boxes[p + 4];
    const z = boxes[p + 2] + boxes[p + 5];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  const dx = x1 - x0;
  const dy = y1 - y0;
  const dz = z1 - z0;
  centers[0] = x0;
  centers[1] = y0;
  centers[2] = z0;
  centers[3] = x1;
  centers[4] = y1;
  centers[5] = z1;
  return dx >= dy ? (dx >= dz ? 0 : 2) : dy >= dz ? 1 : 2;
}

function splitSorted(builder: BvhBuilder, axis: number, first: number, last: number): number {
  const { boxes, order, starts, count: items } = builder;
  const count = last - first;
  for (let i = 0; i < count; i++) {
    const id = order[first + i];
    const key = boxes[boxSize * id + axis] + boxes[boxSize * id + maxAt + axis];
    let k = i;
    for (; k > 0 && keys[k - 1] > key; k--) {
      keys[k] = keys[k - 1];
      ids[k] = ids[k - 1];
    }
    keys[k] = key;
    ids[k] = id;
  }
  for (let i = 0; i < count; i++) order[first + i] = ids[i];
  let best = Infinity;
  let middle = (first + last) >> 1;
  // Right parts growing to the left, then left parts growing to the right.
  for (let side = 0; side < 2; side++) {
    let x0 = Infinity;
    let y0 = Infinity;
    let z0 = Infinity;
    let x1 = -Infinity;
    let y1 = -Infinity;
    let z1 = -Infinity;
    let weight = 0;
    for (let k = 0; k < count - 1; k++) {
      const i = side === 0 ? count - 1 - k : k;
      const id = ids[i];
      const p = boxSize * id;
      const a = boxes[p];
      const b = boxes[p + 1];
      const c = boxes[p + 2];
      const d = boxes[p + 3];
      const e = boxes[p + 4];
      const f = boxes[p + 5];
      if (a < x0) x0 = a;
      if (b < y0) y0 = b;
      if (c < z0) z0 = c;
      if (d > x1) x1 = d;
      if (e > y1) y1 = e;
      if (f > z1) z1 = f;
      weight += id < items ? 1 : starts[id - items + 1] - starts[id - items];
      const dx = x1 - x0;
      const dy = y1 - y0;
      const cost = weight * (dx * dy + (dx + dy) * (z1 - z0));
      if (side === 0) costs[i] = cost;
      else if (cost + costs[i + 1] < best) {
        best = cost + costs[i + 1];
        middle = first + i + 1;
      }
    }
  }
  return middle;
}

function splitBins(builder: BvhBuilder, axis: number, first: number, last: number): number {
  const { boxes, order, starts, count: items } = builder;
  const low = centers[axis];
  const scale = (0.9999 * binCount) / (centers[axis + 3] - low);
  if (!(scale < Infinity)) return (first + last) >> 1;
  binWeights.fill(0);
  for (let k = 0; k < boxSize * binCount; k++) binBoxes[k] = k % boxSize < maxAt ? Infinity : -Infinity;
  for (let i = first; i < last; i++) {
    const id = order[i];
    const p = boxSize * id;
    const bin = ((boxes[p + axis] + boxes[p + axis + 3] - low) * scale) | 0;
    const a = boxes[p];
    const b = boxes[p + 1];
    const c = boxes[p + 2];
    const d = boxes[p + 3];
    const e = boxes[p + 4];
    const f = boxes[p + 5];
    const k = boxSize * bin;
    if (a < binBoxes[k]) binBoxes[k] = a;
    if (b < binBoxes[k + 1]) binBoxes[k + 1] = b;
    if (c < binBoxes[k + 2]) binBoxes[k + 2] = c;
    if (d > binBoxes[k + 3]) binBoxes[k + 3] = d;
    if (e > binBoxes[k + 4]) binBoxes[k + 4] = e;
    if (f > binBoxes[k + 5]) binBoxes[k + 5] = f;
    binWeights[bin] += id < items ? 1 : starts[id - items + 1] - starts[id - items];
  }
  const split = bestBin();
  if (split === 0) return (first + last) >> 1;
  let left = first;
  let right = last - 1;
  for (;;) {
    for (; left <= right; left++) {
      const p = boxSize * order[left] + axis;
      if ((((boxes[p] + boxes[p + 3] - low) * scale) | 0) >= split) break;
    }
    for (; left <= right; right--) {
      const p = boxSize * order[right] + axis;
      if ((((boxes[p] + boxes[p + 3] - low) * scale) | 0) < split) break;
    }
    if (left >= right) return left;
    const id = order[left];
    order[left++] = order[right];
    order[right--] = id;
  }
}

/** The first bin that belongs to the right part; 0 when all items are in one bin. */
function bestBin(): number {
  let best = Infinity;
  let split = 0;
  for (let side = 0; side < 2; side++) {
    let x0 = Infinity;
    let y0 = Infinity;
    let z0 = Infinity;
    let x1 = -Infinity;
    let y1 = -Infinity;
    let z1 = -Infinity;
    let weight = 0;
    for (let n = 0; n < binCount - 1; n++) {
      const bin = side === 0 ? binCount - 1 - n : n;
      const k = boxSize * bin;
      weight += binWeights[bin];
      x0 = Math.min(x0, binBoxes[k]);
      y0 = Math.min(y0, binBoxes[k + 1]);
      z0 = Math.min(z0, binBoxes[k + 2]);
      x1 = Math.max(x1, binBoxes[k + 3]);
      y1 = Math.max(y1, binBoxes[k + 4]);
      z1 = Math.max(z1, binBoxes[k + 5]);
      const dx = x1 - x0;
      const dy = y1 - y0;
      const cost = weight > 0 ? weight * (dx * dy + (dx + dy) * (z1 - z0)) : Infinity;
      if (side === 0) costs[bin] = cost;
      else if (cost + costs[bin + 1] < best) {
        best = cost + costs[bin + 1];
        split = bin + 1;
      }
    }
  }
  return split;
}
