/**
 * Shader of the radix sort, one digit of four bits at a time.
 *
 * `moveItems` ranks the items of a tile with one counter per digit and lane. Two digits share a word, d in
 * the low half and d + 8 in the high half, so that the 16 · 256 counters take 8 KiB. A scan over all of them,
 * lanes of digit 0 first, gives each lane the rank of its first item of each digit: items keep their order.
 */
import { groupWgsl, itemsPerLane, lanes, scanLanesWgsl, tileSize } from '../../internal/lanes-wgsl.ts';

/** The bits of a float as an integer of the same order; NaN last. */
export const floatKeyWgsl = /* wgsl */ `
fn encodeFloat(bits: u32) -> u32 {
  if ((bits & 0x7fffffffu) > 0x7f800000u) { return 0xffffffffu; }
  return bits ^ select(0x80000000u, 0xffffffffu, (bits >> 31u) != 0u);
}
`;

/** Counts the digits of a tile. */
const countDigitsWgsl = /* wgsl */ `@compute @workgroup_size(${lanes})
fn countDigits(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let tile = groupIndex(group, counts);
  for (var k = 0u; k < ${itemsPerLane}u; k++) {
    let i = tile * ${tileSize}u + k * ${lanes}u + lane;
    if (i < params.count) {
      let digit = (keyAt(i) >> params.shift) & 15u;
      atomicAdd(&found[digit * 16u + (lane & 15u)], 1u);
    }
  }
  workgroupBarrier();
  if (lane < 16u && tile < params.tiles) {
    var sum = 0u;
    for (var k = 0u; k < 16u; k++) { sum += atomicLoad(&found[lane * 16u + k]); }
    digitCounts[lane * params.tiles + tile] = sum;
  }
}

`;

/** Ranks the items of a tile and finds their new positions. */
const rankWgsl = /* wgsl */ `// Reads the lane's keys, from its first item on, and turns the counters into ranks.
fn rankTile(lane: u32, first: u32) {
  for (var k = 0u; k < ${itemsPerLane}u; k++) {
    if (first + k < params.count) {
      ownKeys[k] = keyAt(first + k);
      let digit = (ownKeys[k] >> params.shift) & 15u;
      counters[(digit & 7u) * ${lanes}u + lane] += 1u << (16u * (digit >> 3u));
    }
  }
  workgroupBarrier();
  var sum = 0u;
  for (var k = 0u; k < 8u; k++) { sum += counters[lane * 8u + k]; }
  let lanes = scanLanes(lane, sum);
  var running = lanes.x + ((lanes.y & 0xffffu) << 16u);
  // The counters of two digits begin at every 32nd lane.
  if (lane % 32u == 0u) {
    starts[lane / 32u] = running & 0xffffu;
    starts[lane / 32u + 8u] = running >> 16u;
  }
  for (var k = 0u; k < 8u; k++) {
    let value = counters[lane * 8u + k];
    counters[lane * 8u + k] = running;
    running += value;
  }
  workgroupBarrier();
}

// The position of the lane's next item with this key.
fn nextPlace(lane: u32, tile: u32, key: u32) -> u32 {
  let digit = (key >> params.shift) & 15u;
  let half = 16u * (digit >> 3u);
  let at = (digit & 7u) * ${lanes}u + lane;
  let rank = (counters[at] >> half) & 0xffffu;
  counters[at] += 1u << half;
  // In a single tile the rank is the position, and nothing was counted.
  if (params.tiles == 1u) { return rank; }
  return digitCounts[digit * params.tiles + tile] + rank - starts[digit];
}

fn storedKey(key: u32) -> u32 {
  if (params.decode != 0u) { return decodeFloat(key); }
  return key;
}

`;

/**
 * Entries: `countDigits` (keys, counts), `moveKeys` (keys, counts, outKeys), `moveItems` (… , values,
 * outValues).
 */
export function radixSortWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, tiles: u32, shift: u32, encode: u32, decode: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> digitCounts: array<u32>;
@group(0) @binding(3) var<storage, read_write> outKeys: array<u32>;
@group(0) @binding(4) var<storage, read> values: array<u32>;
@group(0) @binding(5) var<storage, read_write> outValues: array<u32>;
${groupWgsl}${scanLanesWgsl}${floatKeyWgsl}
var<workgroup> found: array<atomic<u32>, 256>;
var<workgroup> counters: array<u32, 2048>;
var<workgroup> starts: array<u32, 16>;
var<private> ownKeys: array<u32, 8>;

fn decodeFloat(key: u32) -> u32 { return key ^ select(0xffffffffu, 0x80000000u, (key >> 31u) != 0u); }
fn keyAt(i: u32) -> u32 {
  let key = keys[i];
  if (params.encode != 0u) { return encodeFloat(key); }
  return key;
}

${countDigitsWgsl}${rankWgsl}@compute @workgroup_size(${lanes})
fn moveKeys(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let tile = groupIndex(group, counts);
  let first = tile * ${tileSize}u + lane * ${itemsPerLane}u;
  rankTile(lane, first);
  for (var k = 0u; k < ${itemsPerLane}u; k++) {
    if (first + k < params.count) {
      outKeys[nextPlace(lane, tile, ownKeys[k])] = storedKey(ownKeys[k]);
    }
  }
}

@compute @workgroup_size(${lanes})
fn moveItems(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let tile = groupIndex(group, counts);
  let first = tile * ${tileSize}u + lane * ${itemsPerLane}u;
  rankTile(lane, first);
  for (var k = 0u; k < ${itemsPerLane}u; k++) {
    if (first + k < params.count) {
      let place = nextPlace(lane, tile, ownKeys[k]);
      outKeys[place] = storedKey(ownKeys[k]);
      outValues[place] = values[first + k];
    }
  }
}
`;
}
