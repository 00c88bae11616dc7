/** Shader of the compaction: turns flags into ones, and moves flagged items to their new positions. */
import { groupWgsl, lanes } from '../../internal/lanes-wgsl.ts';

/** Entries: `markOnes` (flags, slots), `moveItems` (flags, slots, items, out). */
export function compactWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, words: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> flags: array<u32>;
@group(0) @binding(2) var<storage, read_write> slots: array<u32>;
@group(0) @binding(3) var<storage, read> items: array<u32>;
@group(0) @binding(4) var<storage, read_write> kept: array<u32>;
${groupWgsl}
@compute @workgroup_size(${lanes})
fn markOnes(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${lanes}u + lane;
  if (i < params.count) { slots[i] = select(0u, 1u, flags[i] != 0u); }
}

@compute @workgroup_size(${lanes})
fn moveItems(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${lanes}u + lane;
  if (i >= params.count || flags[i] == 0u) { return; }
  for (var k = 0u; k < params.words; k++) { kept[slots[i] * params.words + k] = items[i * params.words + k]; }
}
`;
}
