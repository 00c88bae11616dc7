/**
 * Shader of the sort of up to 1024 items in one dispatch: each lane counts how many items come before each of
 * its four.
 */
import { lanes } from '../../internal/lanes-wgsl.ts';
import { floatKeyWgsl } from './radix-sort-wgsl.ts';

/** Number of items that a single workgroup sorts: four per lane. */
export const rankSortSize = 4 * lanes;

/** The keys that a lane reads and the positions that its items go to. */
const ranksWgsl = /* wgsl */ `// Reads the lane's keys, those at its own number and every 256 further on.
fn takeKeys(lane: u32) -> vec4u {
  var own: vec4u;
  for (var k = 0u; k < 4u; k++) {
    let i = lane + ${lanes}u * k;
    if (i < params.count) {
      own[k] = keys[i];
      ordered[i] = select(own[k] & params.mask, encodeFloat(own[k]), params.float != 0u);
    }
  }
  return own;
}

// Where the lane's items go; equal keys stay in order.
fn placesOf(lane: u32) -> vec4u {
  let index = vec4u(lane, lane + ${lanes}u, lane + ${2 * lanes}u, lane + ${3 * lanes}u);
  let own = vec4u(ordered[index.x], ordered[index.y], ordered[index.z], ordered[index.w]);
  var places = vec4u(0);
  for (var k = 0u; k < params.count; k++) {
    let other = vec4u(ordered[k]);
    places += select(vec4u(0), vec4u(1), (other < own) | ((other == own) & (vec4u(k) < index)));
  }
  return places;
}
`;

/** Entries: `rankKeys` (keys), `rankItems` (keys, values), both in place. */
export function rankSortWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, mask: u32, float: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> keys: array<u32>;
@group(0) @binding(2) var<storage, read_write> values: array<u32>;
${floatKeyWgsl}
var<workgroup> ordered: array<u32, ${rankSortSize}>;

${ranksWgsl}
@compute @workgroup_size(${lanes})
fn rankKeys(@builtin(local_invocation_index) lane: u32) {
  let own = takeKeys(lane);
  storageBarrier();
  workgroupBarrier();
  let places = placesOf(lane);
  for (var k = 0u; k < 4u; k++) {
    if (lane + ${lanes}u * k < params.count) { keys[places[k]] = own[k]; }
  }
}

@compute @workgroup_size(${lanes})
fn rankItems(@builtin(local_invocation_index) lane: u32) {
  let own = takeKeys(lane);
  var ownValues: vec4u;
  for (var k = 0u; k < 4u; k++) {
    if (lane + ${lanes}u * k < params.count) { ownValues[k] = values[lane + ${lanes}u * k]; }
  }
  storageBarrier();
  workgroupBarrier();
  let places = placesOf(lane);
  for (var k = 0u; k < 4u; k++) {
    if (lane + ${lanes}u * k < params.count) {
      keys[places[k]] = own[k];
      values[places[k]] = ownValues[k];
    }
  }
}
`;
}
