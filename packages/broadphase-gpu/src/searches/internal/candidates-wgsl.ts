/**
 * Shader of the candidates of sweep and grid. Every volume p, in sorted order, has one range of positions to
 * be tested (the sweep: all that begin within its interval) or five (the grid: the rest of its row and four
 * rows ahead). Ranges are cut into chunks of 32 candidates; a thread takes one chunk, so that a long range is
 * the work of many threads.
 */
import {
  chunkCountAt,
  chunkSize,
  pairCountAt,
  saturatedAt,
  workCountAt,
  workgroupsAt,
} from '../../internal/gpu-layouts.ts';
import { groupWgsl, lanes } from '../../internal/lanes-wgsl.ts';
import { filterWgsl, overlapWgsl, sceneWgsl, volumeWgsl } from '../../internal/volume-wgsl.ts';
import { cellWgsl } from './order-wgsl.ts';

/** The five ranges of a volume in the grid: the rest of its row and four rows ahead. */
const gridRangesWgsl = /* wgsl */ `// The first position whose key is not below key.
fn firstAt(key: u32) -> u32 {
  var begin = 0u;
  var end = params.count;
  while (begin < end) {
    let middle = (begin + end) / 2u;
    if (keys[middle] < key) { begin = middle + 1u; } else { end = middle; }
  }
  return begin;
}

@compute @workgroup_size(${lanes})
fn gridRanges(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let at = groupIndex(group, counts) * ${lanes}u + lane;
  if (at >= 5u * params.count) { return; }
  let p = at / 5u;
  let row = at % 5u;
  if (filters[p].x == 0u) {
    store(at, 0u, 0u);
    return;
  }
  let cell = cellOf(centerOf(p), scene);
  if (row == 0u) {
    store(at, p + 1u, firstAt(cellKey(cell, params.mask) + 2u));
    return;
  }
  let key = cellKey(cell + vec3i(0, select(1, 0, row == 4u), select(i32(row) - 2, 1, row == 4u)), params.mask);
  store(at, firstAt(max(key, 1u) - 1u), firstAt(key + 2u));
}
`;

/** Entries: `sweepRanges`, `gridRanges` (sortedVolumes, sortedFilters, scene, keys, ranges, chunks). */
export function rangesWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, mask: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> volumes: array<f32>;
@group(0) @binding(2) var<storage, read> filters: array<vec4u>;
@group(0) @binding(3) var<storage, read> scene: Scene;
@group(0) @binding(4) var<storage, read> keys: array<u32>;
@group(0) @binding(5) var<storage, read_write> ranges: array<vec2u>;
@group(0) @binding(6) var<storage, read_write> chunks: array<u32>;
${sceneWgsl}${groupWgsl}${volumeWgsl('volumes')}${cellWgsl}
fn store(at: u32, begin: u32, end: u32) {
  ranges[at] = vec2u(begin, end);
  chunks[at] = select((end - begin + ${chunkSize - 1}u) / ${chunkSize}u, 0u, end <= begin);
}

@compute @workgroup_size(${lanes})
fn sweepRanges(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let p = groupIndex(group, counts) * ${lanes}u + lane;
  if (p >= params.count) { return; }
  if (filters[p].x == 0u) {
    store(p, 0u, 0u);
    return;
  }
  let high = highOf(p, scene.axis);
  var begin = p + 1u;
  var end = params.count;
  while (begin < end) {
    let middle = (begin + end) / 2u;
    if (bitcast<f32>(keys[middle]) <= high) { begin = middle + 1u; } else { end = middle; }
  }
  store(p, p + 1u, end);
}

${gridRangesWgsl}`;
}

/** Entry: `planChunks` (work, state): the size of the dispatch that tests all chunks. */
export function planWgsl(): string {
  return /* wgsl */ `
struct Params { maxGroups: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> work: array<u32>;
@group(0) @binding(2) var<storage, read_write> state: array<u32>;
@compute @workgroup_size(1)
fn planChunks() {
  let groups = (work[${workCountAt}] + ${lanes - 1}u) / ${lanes}u;
  let columns = min(groups, params.maxGroups);
  state[${chunkCountAt}] = work[${workCountAt}];
  work[${workgroupsAt}] = columns;
  work[${workgroupsAt + 1}] = select((groups + columns - 1u) / max(columns, 1u), 0u, columns == 0u);
  work[${workgroupsAt + 2}] = 1u;
}
`;
}

/**
 * Body of `inRow`: whether q is in the row of cells of p that a range stands for, so that no pair is found
 * twice.
 */
function rowTestWgsl(grid: boolean): string {
  return grid
    ? /* wgsl */ `
  let a = cellOf(centerOf(p), scene);
  let b = cellOf(centerOf(q), scene);
  let y = select(0, select(1, 0, row == 4u), row > 0u);
  let z = select(0, select(i32(row) - 2, 1, row == 4u), row > 0u);
  return b.y == a.y + y && b.z == a.z + z && abs(b.x - a.x) <= 1;`
    : 'return true;';
}

/**
 * Adds the number of pairs that the lane has found to `state` and leaves the position of its first in `slot`.
 */
function reserveWgsl(subgroups: boolean): string {
  return subgroups
    ? /* wgsl */ `
  let before = subgroupExclusiveAdd(count);
  let all = subgroupAdd(count);
  var slot = 0u;
  if (subgroupElect() && all > 0u) { slot = atomicAdd(&state[${pairCountAt}], all); }
  slot = subgroupBroadcastFirst(slot) + before;`
    : /* wgsl */ `
  var slot = 0u;
  if (count > 0u) { slot = atomicAdd(&state[${pairCountAt}], count); }`;
}

/**
 * Entry: `testChunks` (sortedVolumes, sortedFilters, ranges, chunks, state, pairs; for the grid also scene).
 */
function testWgsl(grid: boolean, subgroups: boolean): string {
  return /* wgsl */ `${subgroups ? 'enable subgroups;' : ''}
struct Params { count: u32, ranges: u32, capacity: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> volumes: array<f32>;
@group(0) @binding(2) var<storage, read> filters: array<vec4u>;
@group(0) @binding(3) var<storage, read> ranges: array<vec2u>;
@group(0) @binding(4) var<storage, read> chunks: array<u32>;
@group(0) @binding(5) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> pairs: array<vec2u>;
${grid ? '@group(0) @binding(7) var<storage, read> scene: Scene;' : ''}
${grid ? sceneWgsl + cellWgsl : ''}${groupWgsl}${volumeWgsl('volumes')}${overlapWgsl('volumes')}${filterWgsl}
fn inRow(p: u32, q: u32, row: u32) -> bool {${rowTestWgsl(grid)}
}

${testKernelWgsl(subgroups)}`;
}

/** The kernel of {@link testWgsl}: a lane tests one chunk of a range and keeps what it finds as bits. */
function testKernelWgsl(subgroups: boolean): string {
  return /* wgsl */ `@compute @workgroup_size(${lanes})
fn testChunks(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let chunk = groupIndex(group, counts) * ${lanes}u + lane;
  var found = 0u;
  var p = 0u;
  var first = 0u;
  if (chunk < atomicLoad(&state[${chunkCountAt}])) {
    // The last range whose first chunk is not after this one; ranges without chunks lie before it.
    var low = 0u;
    var high = params.count * params.ranges;
    while (high - low > 1u) {
      let middle = (low + high) / 2u;
      if (chunks[middle] <= chunk) { low = middle; } else { high = middle; }
    }
    p = low / params.ranges;
    first = ranges[low].x + ${chunkSize}u * (chunk - chunks[low]);
    let filter_ = filters[p];
    takeOwn(p);
    for (var k = 0u; k < min(${chunkSize}u, ranges[low].y - first); k++) {
      let q = first + k;
      if (admits(filter_, filters[q]) && overlapsOwn(q) && inRow(p, q, low % params.ranges)) { found |= 1u << k; }
    }
  }
  let count = countOneBits(found);
  ${reserveWgsl(subgroups)}
  if (count > 0u && slot >= 0x80000000u) { atomicStore(&state[${saturatedAt}], 1u); }
  while (found != 0u) {
    let q = first + firstTrailingBit(found);
    found &= found - 1u;
    if (slot < params.capacity) {
      let a = filters[p].w;
      let b = filters[q].w;
      pairs[slot] = vec2u(min(a, b), max(a, b));
    }
    slot++;
  }
}
`;
}

/** The test of sweep candidates. */
export function sweepTestWgsl(subgroups: boolean): string {
  return testWgsl(false, subgroups);
}

/** The test of grid candidates. */
export function gridTestWgsl(subgroups: boolean): string {
  return testWgsl(true, subgroups);
}
