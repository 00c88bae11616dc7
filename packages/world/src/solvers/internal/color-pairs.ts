/** Greedy first-fit colouring of pairs of bodies, and their order by colour. O(pairs). */
import type { PairList } from '@colide/core';
import { colorLimit, type VertexSet } from './vertex-set.ts';

/** Pairs below which a colour is not divided. */
const fewPairs = 4;

/** Colours in use around each body, one bit each; the colour of each pair. */
let used = /* @__PURE__ */ new Int32Array(0);
let colors = /* @__PURE__ */ new Uint8Array(0);
const counts = /* @__PURE__ */ new Int32Array(colorLimit + 2);

/**
 * Writes the pairs and their frictions to those of `set`, which have room, in order of colour, and the offset
 * of each colour. Pairs of one colour share no body that moves. The exception is the last colour, with the
 * pairs that fit into no other, or into one too small to be worth a barrier.
 */
export function colorPairs(set: VertexSet, { data, count }: PairList, frictions: Float64Array): void {
  if (used.length < set.count) used = new Int32Array(2 * set.count);
  if (colors.length < count) colors = new Uint8Array(2 * count);
  used.fill(0, 0, set.count);
  counts.fill(0);
  for (let p = 0; p < count; p++) {
    const a = data[2 * p];
    const b = data[2 * p + 1];
    const movesA = set.at(a) !== undefined;
    const movesB = set.at(b) !== undefined;
    const free = ~((movesA ? used[a] : 0) | (movesB ? used[b] : 0)) & 0x7fffffff;
    const color = free === 0 ? colorLimit : 31 - Math.clz32(free & -free);
    colors[p] = color;
    counts[color]++;
    if (color === colorLimit) continue;
    if (movesA) used[a] |= 1 << color;
    if (movesB) used[b] |= 1 << color;
  }
  arrange(set, data, count, frictions);
}

/** Sorts the pairs by colour, by counting. */
function arrange(set: VertexSet, data: Uint32Array, count: number, frictions: Float64Array): void {
  let kept = 0;
  set.colors[0] = 0;
  for (; kept < colorLimit && counts[kept] >= fewPairs; kept++)
    set.colors[kept + 1] = set.colors[kept] + counts[kept];
  set.colors[kept + 1] = count;
  const isRest = set.colors[kept] < count;
  set.serialColor = isRest ? kept : -1;
  set.colorCount = isRest ? kept + 1 : kept;
  for (let color = 0; color <= kept; color++) counts[color] = set.colors[color];
  for (let p = 0; p < count; p++) {
    const to = counts[Math.min(colors[p], kept)]++;
    set.pairs[2 * to] = data[2 * p];
    set.pairs[2 * to + 1] = data[2 * p + 1];
    set.frictions[to] = frictions[p];
  }
}
