/** Shader of the histogram. */
import { groupWgsl, itemsPerLane, lanes, tileSize } from '../../internal/lanes-wgsl.ts';

/** Entries: `clearBins` (bins), `countKeys` (bins, keys). */
export function histogramWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, bins: u32, shift: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read> keys: array<u32>;
${groupWgsl}
var<workgroup> counters: array<atomic<u32>, 2048>;

@compute @workgroup_size(${lanes})
fn clearBins(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let bin = groupIndex(group, counts) * ${lanes}u + lane;
  if (bin < params.bins) { atomicStore(&bins[bin], 0u); }
}

@compute @workgroup_size(${lanes})
fn countKeys(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let tile = groupIndex(group, counts);
  for (var k = 0u; k < ${itemsPerLane}u; k++) {
    let i = tile * ${tileSize}u + k * ${lanes}u + lane;
    if (i < params.count) { atomicAdd(&counters[(keys[i] >> params.shift) & (params.bins - 1u)], 1u); }
  }
  workgroupBarrier();
  for (var bin = lane; bin < params.bins; bin += ${lanes}u) {
    let found = atomicLoad(&counters[bin]);
    if (found > 0u) { atomicAdd(&bins[bin], found); }
  }
}
`;
}
