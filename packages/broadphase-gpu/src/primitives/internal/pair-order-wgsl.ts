/** Shader that takes pairs apart for sorting and puts them together again. */
import { groupWgsl, lanes } from '../../internal/lanes-wgsl.ts';

/** Entries: `splitPairs`, `joinPairs` (pairs, firsts, seconds). */
export function pairOrderWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> pairs: array<vec2u>;
@group(0) @binding(2) var<storage, read_write> firsts: array<u32>;
@group(0) @binding(3) var<storage, read_write> seconds: array<u32>;
${groupWgsl}
@compute @workgroup_size(${lanes})
fn splitPairs(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${lanes}u + lane;
  if (i >= params.count) { return; }
  firsts[i] = pairs[i].x;
  seconds[i] = pairs[i].y;
}

@compute @workgroup_size(${lanes})
fn joinPairs(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${lanes}u + lane;
  if (i < params.count) { pairs[i] = vec2u(firsts[i], seconds[i]); }
}
`;
}
