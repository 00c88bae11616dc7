/**
 * Shader of the linear BVH: boxes of the leaves, a pyramid of boxes over them, the radix tree over the Morton
 * codes, and the traversal from every leaf.
 */
import { pairCountAt, saturatedAt } from '../../internal/gpu-layouts.ts';
import { fewLanes, groupWgsl, lanes } from '../../internal/lanes-wgsl.ts';
import { filterWgsl, overlapWgsl, volumeWgsl } from '../../internal/volume-wgsl.ts';

/** Boxes of the leaves, and of eight boxes each on every level above. */
const pyramidWgsl = /* wgsl */ `@compute @workgroup_size(${lanes})
fn leafBoxes(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let p = groupIndex(group, counts) * ${lanes}u + lane;
  if (p < params.count) { boxes[p] = Box(lowCorner(p), 0u, highCorner(p), 0u); }
}

fn join(a: Box, b: Box) -> Box { return Box(min(a.low, b.low), 0u, max(a.high, b.high), 0u); }

// Eight boxes of one level make one of the next.
@compute @workgroup_size(${lanes})
fn raisePyramid(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${lanes}u + lane;
  if (i >= params.aboveCount) { return; }
  var box = boxes[params.below + 8u * i];
  for (var k = 8u * i + 1u; k < min(8u * i + 8u, params.belowCount); k++) { box = join(box, boxes[params.below + k]); }
  boxes[params.above + i] = box;
}

`;

/** The box of a range of leaves, and common prefixes of codes. */
const rangeWgsl = /* wgsl */ `// The box of the leaves first to last, from as few boxes of the pyramid as it takes.
fn rangeBox(first: u32, last: u32) -> Box {
  var a = first;
  var b = last + 1u;
  var level = 0u;
  var size = params.count;
  var box = boxes[first];
  loop {
    while (a < b && (a & 7u) != 0u) { box = join(box, boxes[level + a]); a++; }
    while (a < b && (b & 7u) != 0u) { b--; box = join(box, boxes[level + b]); }
    if (a >= b) { break; }
    a >>= 3u;
    b >>= 3u;
    level += size;
    size = (size + 7u) / 8u;
  }
  return box;
}

// Length of the common prefix of two codes; equal codes go on with their positions. -1 outside.
fn prefix(i: i32, j: i32) -> i32 {
  if (j < 0 || j >= i32(params.count)) { return -1; }
  let difference = codes[i] ^ codes[j];
  if (difference != 0u) { return i32(countLeadingZeros(difference)); }
  return 32 + i32(countLeadingZeros(u32(i ^ j)));
}

`;

/** Hits of a leaf, which are written in batches. */
const hitsWgsl = /* wgsl */ `const batch = 16u;
var<private> hits: array<u32, batch>;
var<private> hitCount: u32;

fn flush(id: u32) {
  if (hitCount == 0u) { return; }
  let slot = atomicAdd(&state[${pairCountAt}], hitCount);
  if (slot >= 0x80000000u) { atomicStore(&state[${saturatedAt}], 1u); }
  for (var k = 0u; k < hitCount; k++) {
    if (slot + k < params.capacity) { pairs[slot + k] = vec2u(min(id, hits[k]), max(id, hits[k])); }
  }
  hitCount = 0u;
}

fn meets(a: Box, b: Box) -> bool {
  return all(a.low <= b.high) && all(b.low <= a.high);
}

`;

/** Entries: `leafBoxes` (volumes, boxes), `raisePyramid` (boxes), `buildNodes` (boxes, codes, nodes). */
export function lbvhBuildWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, below: u32, belowCount: u32, above: u32, aboveCount: u32 }
struct Box { low: vec3f, child: u32, high: vec3f, unused: u32 }
struct Node { left: Box, right: Box }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> boxes: array<Box>;
@group(0) @binding(2) var<storage, read> volumes: array<f32>;
@group(0) @binding(3) var<storage, read> codes: array<u32>;
@group(0) @binding(4) var<storage, read_write> nodes: array<Node>;
${groupWgsl}${volumeWgsl('volumes')}
${pyramidWgsl}${rangeWgsl}@compute @workgroup_size(${lanes})
fn buildNodes(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = i32(groupIndex(group, counts) * ${lanes}u + lane);
  if (i + 1 >= i32(params.count)) { return; }
  let d = select(-1, 1, prefix(i, i + 1) > prefix(i, i - 1));
  let least = prefix(i, i - d);
  var reach = 2;
  while (prefix(i, i + reach * d) > least) { reach *= 2; }
  var length = 0;
  for (var step = reach / 2; step >= 1; step /= 2) {
    if (prefix(i, i + (length + step) * d) > least) { length += step; }
  }
  let j = i + length * d;
  let shared_ = prefix(i, j);
  var split = 0;
  var step = length;
  loop {
    step = (step + 1) / 2;
    if (prefix(i, i + (split + step) * d) > shared_) { split += step; }
    if (step <= 1) { break; }
  }
  let middle = i + split * d + min(d, 0);
  let first = min(i, j);
  let last = max(i, j);
  var node: Node;
  node.left = rangeBox(u32(first), u32(middle));
  node.right = rangeBox(u32(middle + 1), u32(last));
  node.left.child = 2u * u32(middle) + select(0u, 1u, first == middle);
  node.right.child = 2u * u32(middle + 1) + select(0u, 1u, last == middle + 1);
  nodes[i] = node;
}
`;
}

/** Entry: `walkTree` (volumes, filters, boxes, nodes, state, pairs). */
export function lbvhWalkWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, capacity: u32 }
struct Box { low: vec3f, child: u32, high: vec3f, unused: u32 }
struct Node { left: Box, right: Box }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> volumes: array<f32>;
@group(0) @binding(2) var<storage, read> filters: array<vec4u>;
@group(0) @binding(3) var<storage, read> boxes: array<Box>;
@group(0) @binding(4) var<storage, read> nodes: array<Node>;
@group(0) @binding(5) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> pairs: array<vec2u>;
${groupWgsl}${volumeWgsl('volumes')}${overlapWgsl('volumes')}${filterWgsl}
${hitsWgsl}@compute @workgroup_size(${fewLanes})
fn walkTree(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let p = groupIndex(group, counts) * ${fewLanes}u + lane;
  if (p >= params.count || filters[p].x == 0u) { return; }
  let ownBox = boxes[p];
  takeOwn(p);
  let filter_ = filters[p];
  var stack: array<u32, 64>;
  var top = 1u;
  stack[0] = 0u;
  while (top > 0u) {
    top--;
    let node = nodes[stack[top]];
    for (var side = 0u; side < 2u; side++) {
      var box = node.left;
      if (side == 1u) { box = node.right; }
      let child = box.child;
      let at = child >> 1u;
      // Only leaves after p: a left child ends at its own number, a right child where its parent ends.
      if ((side == 0u && at <= p) || !meets(ownBox, box)) { continue; }
      if ((child & 1u) == 0u) {
        stack[top] = at;
        top++;
      } else if (at > p && admits(filter_, filters[at]) && overlapsOwn(at)) {
        hits[hitCount] = filters[at].w;
        hitCount++;
        if (hitCount == batch) { flush(filter_.w); }
      }
    }
  }
  flush(filter_.w);
}
`;
}
