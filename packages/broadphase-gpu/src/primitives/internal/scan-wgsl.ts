/** Shader of the exclusive scan: sums of tiles, then every tile with the sum of those before it. */
import { groupWgsl, itemsPerLane, lanes, scanLanesWgsl, tileSize } from '../../internal/lanes-wgsl.ts';

/** Scans one tile. */
const scanItemsWgsl = /* wgsl */ `// Scans the items of a tile and returns their sum.
fn scanItems(lane: u32, tile: u32, before: u32) -> u32 {
  let first = tile * ${tileSize}u + lane * ${itemsPerLane}u;
  var values: array<u32, 8>;
  var sum = 0u;
  for (var k = 0u; k < ${itemsPerLane}u; k++) {
    if (first + k < params.count) { values[k] = data[first + k]; sum += values[k]; }
  }
  let lanes = scanLanes(lane, sum);
  var running = before + lanes.x;
  for (var k = 0u; k < ${itemsPerLane}u; k++) {
    if (first + k < params.count) { data[first + k] = running; running += values[k]; }
  }
  return lanes.y;
}

`;

/** Entries: `sumTiles` (data, sums), `scanTile` (data, total), `scanTiles` (data, offsets). */
export function scanWgsl(subgroups: boolean): string {
  const sumLanes = subgroups
    ? /* wgsl */ `
  let part = subgroupAdd(sum);
  if (subgroupElect()) { atomicAdd(&tileSum, part); }`
    : 'atomicAdd(&tileSum, sum);';
  return /* wgsl */ `${subgroups ? 'enable subgroups;' : ''}
struct Params { count: u32, tiles: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;
${groupWgsl}${scanLanesWgsl}
var<workgroup> tileSum: atomic<u32>;

@compute @workgroup_size(${lanes})
fn sumTiles(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let tile = groupIndex(group, counts);
  var sum = 0u;
  for (var k = 0u; k < ${itemsPerLane}u; k++) {
    let i = tile * ${tileSize}u + k * ${lanes}u + lane;
    if (i < params.count) { sum += data[i]; }
  }
  ${sumLanes}
  workgroupBarrier();
  if (lane == 0u && tile < params.tiles) { sums[tile] = atomicLoad(&tileSum); }
}

${scanItemsWgsl}@compute @workgroup_size(${lanes})
fn scanTile(@builtin(local_invocation_index) lane: u32) {
  let sum = scanItems(lane, 0u, 0u);
  if (lane == 0u) { sums[0] = sum; }
}

@compute @workgroup_size(${lanes})
fn scanTiles(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let tile = groupIndex(group, counts);
  var before = 0u;
  if (tile < params.tiles) { before = sums[tile]; }
  _ = scanItems(lane, tile, before);
}
`;
}
