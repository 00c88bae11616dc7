/**
 * Shader of the segmented scan: pairs of a flag (a segment begins inside) and the sum since the last
 * beginning.
 */
import { groupWgsl, itemsPerLane, lanes, tileSize } from '../../internal/lanes-wgsl.ts';

/** Scans the pairs of the lanes of a workgroup, and sums up the items of a lane. */
const scanPairsWgsl = /* wgsl */ `var<workgroup> sums: array<u32, ${lanes}>;
var<workgroup> flags: array<u32, ${lanes}>;

var<workgroup> rowSums: array<u32, 16>;
var<workgroup> rowFlags: array<u32, 16>;

// Inclusive scan over lanes of (flag, sum); results in sums and flags.
fn scanPairs(lane: u32, flag: u32, sum: u32) {
  sums[lane] = sum;
  flags[lane] = flag;
  workgroupBarrier();
  if (lane < 16u) {
    var s = 0u;
    var f = 0u;
    for (var k = lane * 16u; k < lane * 16u + 16u; k++) {
      s = select(s, 0u, flags[k] != 0u) + sums[k];
      f |= flags[k];
      sums[k] = s;
      flags[k] = f;
    }
    rowSums[lane] = s;
    rowFlags[lane] = f;
  }
  workgroupBarrier();
  var s = 0u;
  var f = 0u;
  for (var row = 0u; row < lane / 16u; row++) {
    s = select(s, 0u, rowFlags[row] != 0u) + rowSums[row];
    f |= rowFlags[row];
  }
  if (flags[lane] == 0u) { sums[lane] += s; }
  flags[lane] |= f;
  workgroupBarrier();
}

// Flag and sum of the eight items of a lane.
fn lanePair(first: u32) -> vec2u {
  var flag = 0u;
  var sum = 0u;
  for (var k = 0u; k < ${itemsPerLane}u; k++) {
    if (first + k < params.count) {
      if (heads[first + k] != 0u) { flag = 1u; sum = 0u; }
      sum += data[first + k];
    }
  }
  return vec2u(flag, sum);
}

`;

/** Entries: `sumTiles` (data, heads, tileSums, tileHeads), `scanTiles` (data, heads, carries). */
export function segmentedScanWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, tiles: u32, reset: u32, hasCarries: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;
@group(0) @binding(2) var<storage, read> heads: array<u32>;
@group(0) @binding(3) var<storage, read_write> tileSums: array<u32>;
@group(0) @binding(4) var<storage, read_write> tileHeads: array<u32>;
${groupWgsl}
${scanPairsWgsl}@compute @workgroup_size(${lanes})
fn sumTiles(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let tile = groupIndex(group, counts);
  let pair = lanePair(tile * ${tileSize}u + lane * ${itemsPerLane}u);
  scanPairs(lane, pair.x, pair.y);
  if (lane == 255u && tile < params.tiles) {
    tileSums[tile] = sums[255];
    tileHeads[tile] = flags[255];
  }
}

@compute @workgroup_size(${lanes})
fn scanTiles(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let tile = groupIndex(group, counts);
  let first = tile * ${tileSize}u + lane * ${itemsPerLane}u;
  let pair = lanePair(first);
  scanPairs(lane, pair.x, pair.y);
  var carry = 0u;
  if (params.hasCarries != 0u && tile < params.tiles) { carry = tileSums[tile]; }
  if (lane > 0u) {
    if (flags[lane - 1u] != 0u) { carry = sums[lane - 1u]; } else { carry += sums[lane - 1u]; }
  }
  for (var k = 0u; k < ${itemsPerLane}u; k++) {
    let i = first + k;
    if (i < params.count) {
      let value = data[i];
      let begins = heads[i] != 0u;
      data[i] = select(carry, 0u, begins && params.reset != 0u);
      carry = select(carry, 0u, begins) + value;
    }
  }
}
`;
}
