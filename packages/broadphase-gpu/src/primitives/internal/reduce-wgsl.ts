/** Shader of reductions: one value per tile. */
import { groupWgsl, itemsPerLane, lanes, tileSize } from '../../internal/lanes-wgsl.ts';

/** The parts of a reduction. */
export interface Reduction {
  readonly type: 'u32' | 'f32';
  /** The identity, as WGSL. */
  readonly identity: string;
  /** The operation on a and b, as WGSL. */
  readonly operation: string;
  /** The operation over a subgroup, if the order does not change the bits. */
  readonly subgroup?: string;
}

/** Entry: `reduceTiles` (data, results). */
export function reduceWgsl({ type, identity, operation, subgroup }: Reduction, subgroups: boolean): string {
  const bySubgroup = subgroups && subgroup;
  const combineLanes = bySubgroup
    ? /* wgsl */ `
  let part = ${subgroup}(value);
  if (subgroupElect()) { parts[atomicAdd(&partCount, 1u)] = part; }
  workgroupBarrier();
  if (lane == 0u) {
    var all = ${identity};
    for (var k = 0u; k < atomicLoad(&partCount); k++) { all = combine(all, parts[k]); }
    parts[0] = all;
  }`
    : /* wgsl */ `
  parts[lane] = value;
  workgroupBarrier();
  if (lane < 16u) {
    for (var k = lane + 16u; k < ${lanes}u; k += 16u) { value = combine(value, parts[k]); }
    parts[lane] = value;
  }
  workgroupBarrier();
  if (lane == 0u) {
    for (var k = 1u; k < 16u; k++) { value = combine(value, parts[k]); }
    parts[0] = value;
  }`;
  return /* wgsl */ `${bySubgroup ? 'enable subgroups;' : ''}
struct Params { count: u32, tiles: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> data: array<${type}>;
@group(0) @binding(2) var<storage, read_write> results: array<${type}>;
${groupWgsl}
var<workgroup> parts: array<${type}, ${lanes}>;
${bySubgroup ? 'var<workgroup> partCount: atomic<u32>;' : ''}
fn combine(a: ${type}, b: ${type}) -> ${type} { return ${operation}; }

@compute @workgroup_size(${lanes})
fn reduceTiles(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let tile = groupIndex(group, counts);
  var value: ${type} = ${identity};
  for (var k = 0u; k < ${itemsPerLane}u; k++) {
    let i = tile * ${tileSize}u + k * ${lanes}u + lane;
    if (i < params.count) { value = combine(value, data[i]); }
  }
  ${combineLanes}
  if (lane == 0u && tile < params.tiles) { results[tile] = parts[0]; }
}
`;
}
