/**
 * Shader that puts volumes in order: keys along the sweep axis, of hashed cells, or Morton codes; and, once
 * they are sorted, the volumes themselves, so that neighbours in the order are neighbours in memory.
 */
import { groupWgsl, lanes } from '../../internal/lanes-wgsl.ts';
import { sceneWgsl, volumeWgsl } from '../../internal/volume-wgsl.ts';

/** Cells along an axis, at the most. */
const rowCells = 4096;
/** Keys of one row: its cells, those to look ahead to, and one for volumes that take no part. */
export const rowKeys = rowCells + 5;

/**
 * The cell of a volume and the key of a cell: a hash of row and layer plus the column, so that columns
 * adjoin.
 */
export const cellWgsl = /* wgsl */ `
fn cellOf(center: vec3f, scene: Scene) -> vec3i {
  return vec3i(clamp((center - scene.low.xyz) / scene.cell.xyz, vec3f(0), vec3f(${rowCells - 1})));
}
fn cellKey(cell: vec3i, mask: u32) -> u32 {
  var h = (u32(cell.y) * 0x8da6b343u) ^ (u32(cell.z) * 0xd8163841u);
  h = (h ^ (h >> 15u)) * 0x2c1b3c6du;
  return ((h ^ (h >> 13u)) & mask) + u32(cell.x);
}
`;

/** Entries: `sweepKeys`, `gridKeys`, `mortonKeys` (volumes, filters, scene, keys, order). */
export function orderWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, mask: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> volumes: array<f32>;
@group(0) @binding(2) var<storage, read> filters: array<vec4u>;
@group(0) @binding(3) var<storage, read> scene: Scene;
@group(0) @binding(4) var<storage, read_write> keys: array<u32>;
@group(0) @binding(5) var<storage, read_write> order: array<u32>;
${sceneWgsl}${groupWgsl}${volumeWgsl('volumes')}${cellWgsl}
fn spread(x: u32) -> u32 {
  var bits = x & 0x3ffu;
  bits = (bits | (bits << 16u)) & 0x030000ffu;
  bits = (bits | (bits << 8u)) & 0x0300f00fu;
  bits = (bits | (bits << 4u)) & 0x030c30c3u;
  return (bits | (bits << 2u)) & 0x09249249u;
}

@compute @workgroup_size(${lanes})
fn sweepKeys(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${lanes}u + lane;
  if (i >= params.count) { return; }
  keys[i] = select(0x7f7fffffu, bitcast<u32>(lowOf(i, scene.axis)), filters[i].x != 0u);
  order[i] = i;
}

@compute @workgroup_size(${lanes})
fn gridKeys(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${lanes}u + lane;
  if (i >= params.count) { return; }
  keys[i] = select(params.mask + ${rowKeys - 1}u, cellKey(cellOf(centerOf(i), scene), params.mask), filters[i].x != 0u);
  order[i] = i;
}

@compute @workgroup_size(${lanes})
fn mortonKeys(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${lanes}u + lane;
  if (i >= params.count) { return; }
  let size = max(scene.high.xyz - scene.low.xyz, vec3f(1e-30));
  let cell = vec3u(clamp((centerOf(i) - scene.low.xyz) / size * 1024, vec3f(0), vec3f(1023)));
  let code = spread(cell.x) | (spread(cell.y) << 1u) | (spread(cell.z) << 2u);
  keys[i] = select(0x3fffffffu, code, filters[i].x != 0u);
  order[i] = i;
}
`;
}

/** Entry: `gather` (volumes, filters, order, sortedVolumes, sortedFilters). */
export function gatherWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, words: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> volumes: array<f32>;
@group(0) @binding(2) var<storage, read> filters: array<vec4u>;
@group(0) @binding(3) var<storage, read> order: array<u32>;
@group(0) @binding(4) var<storage, read_write> sortedVolumes: array<f32>;
@group(0) @binding(5) var<storage, read_write> sortedFilters: array<vec4u>;
${groupWgsl}
@compute @workgroup_size(${lanes})
fn gather(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let p = groupIndex(group, counts) * ${lanes}u + lane;
  if (p >= params.count) { return; }
  let i = order[p];
  sortedFilters[p] = filters[i];
  for (var k = 0u; k < params.words; k++) { sortedVolumes[p * params.words + k] = volumes[i * params.words + k]; }
}
`;
}
