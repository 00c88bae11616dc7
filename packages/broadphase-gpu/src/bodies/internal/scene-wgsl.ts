/**
 * Shader that measures a scene: box and covariance of the centres, extents, and from them the sweep axis (the
 * direction of the volumes nearest to the principal axis, by Jacobi's method) and the cells of the grid. A
 * workgroup of 64 lanes reduces 2048 volumes to one part; one more workgroup reduces the parts to the scene.
 */
import { fewLanes, groupWgsl, tileSize } from '../../internal/lanes-wgsl.ts';
import { filterWgsl, sceneWgsl, volumeWgsl } from '../../internal/volume-wgsl.ts';

/** The measurements of a set of volumes, and how those of two sets, or of all lanes, are combined. */
const partWgsl = /* wgsl */ `const huge = 0x1.fffffep+127f;
var<workgroup> shared_: array<Part, ${fewLanes}>;

fn emptyPart() -> Part {
  return Part(vec4f(huge), vec4f(-huge), vec4f(0), vec4f(0), vec4f(0), vec4f(0));
}
fn combine(a: Part, b: Part) -> Part {
  return Part(
    min(a.low, b.low), max(a.high, b.high),
    vec4f(max(a.extent.xyz, b.extent.xyz), a.extent.w + b.extent.w),
    a.first + b.first, a.diagonal + b.diagonal, a.offDiagonal + b.offDiagonal,
  );
}
// Combines the parts of all lanes; the result is in the first.
fn combineLanes(lane: u32, part: Part) {
  shared_[lane] = part;
  workgroupBarrier();
  if (lane < 8u) {
    var sum = part;
    for (var k = lane + 8u; k < ${fewLanes}u; k += 8u) { sum = combine(sum, shared_[k]); }
    shared_[lane] = sum;
  }
  workgroupBarrier();
  if (lane == 0u) {
    var sum = shared_[0];
    for (var k = 1u; k < 8u; k++) { sum = combine(sum, shared_[k]); }
    shared_[0] = sum;
  }
  workgroupBarrier();
}

`;

/** Reduces 2048 volumes to one part. */
const tilesWgsl = /* wgsl */ `@compute @workgroup_size(${fewLanes})
fn measureTiles(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let tile = groupIndex(group, counts);
  let pivot = clamp(centerOf(0u), vec3f(-1e18), vec3f(1e18));
  var part = emptyPart();
  for (var k = 0u; k < ${tileSize / fewLanes}u; k++) {
    let i = tile * ${tileSize}u + k * ${fewLanes}u + lane;
    if (i < params.count && filters[i].x != 0u) {
      let low = lowCorner(i);
      let high = highCorner(i);
      let center = clamp(0.5 * low + 0.5 * high, vec3f(-1e18), vec3f(1e18));
      let extent = min(high, vec3f(1e18)) - max(low, vec3f(-1e18));
      let c = center - pivot;
      part = combine(part, Part(
        vec4f(center, 0), vec4f(center, 0),
        vec4f(extent, max(extent.x, max(extent.y, extent.z))),
        vec4f(c, 1), vec4f(c * c, 0), vec4f(c.x * c.y, c.x * c.z, c.y * c.z, 0),
      ));
    }
  }
  combineLanes(lane, part);
  if (lane == 0u && tile < params.tiles) { parts[tile] = shared_[0]; }
}

`;

/** The principal axis of a covariance. */
const principalWgsl = /* wgsl */ `// Eigenvector of the largest eigenvalue of a symmetric matrix, by cyclic Jacobi rotations.
fn principalAxis(diagonal: vec3f, off: vec3f) -> vec3f {
  var m = mat3x3f(
    vec3f(diagonal.x, off.x, off.y), vec3f(off.x, diagonal.y, off.z), vec3f(off.y, off.z, diagonal.z),
  );
  var vectors = mat3x3f(vec3f(1, 0, 0), vec3f(0, 1, 0), vec3f(0, 0, 1));
  for (var sweep = 0u; sweep < 8u; sweep++) {
    for (var pair = 0u; pair < 3u; pair++) {
      let p = select(0u, 1u, pair == 2u);
      let q = select(2u, 1u, pair == 0u);
      if (abs(m[p][q]) <= 1e-9 * (abs(m[p][p]) + abs(m[q][q]))) { continue; }
      let theta = 0.5 * (m[q][q] - m[p][p]) / m[p][q];
      let t = select(-1.0, 1.0, theta >= 0) / (abs(theta) + sqrt(theta * theta + 1));
      let c = 1 / sqrt(t * t + 1);
      let s = t * c;
      var rotation = mat3x3f(vec3f(1, 0, 0), vec3f(0, 1, 0), vec3f(0, 0, 1));
      rotation[p][p] = c;
      rotation[q][q] = c;
      rotation[q][p] = s;
      rotation[p][q] = -s;
      m = transpose(rotation) * m * rotation;
      vectors = vectors * rotation;
    }
  }
  var best = 0u;
  for (var k = 1u; k < 3u; k++) { if (m[k][k] > m[best][best]) { best = k; } }
  return vectors[best];
}

`;

/** Entries: `measureTiles` (volumes, filters, parts), `measureScene` (parts, scene). */
export function measureSceneWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, tiles: u32, fixedAxis: u32 }
struct Part { low: vec4f, high: vec4f, extent: vec4f, first: vec4f, diagonal: vec4f, offDiagonal: vec4f }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> volumes: array<f32>;
@group(0) @binding(2) var<storage, read> filters: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> parts: array<Part>;
@group(0) @binding(4) var<storage, read_write> scene: Scene;
${sceneWgsl}${groupWgsl}${volumeWgsl('volumes')}${filterWgsl}
${partWgsl}${tilesWgsl}${principalWgsl}@compute @workgroup_size(${fewLanes})
fn measureScene(@builtin(local_invocation_index) lane: u32) {
  var part = emptyPart();
  for (var i = lane; i < params.tiles; i += ${fewLanes}u) { part = combine(part, parts[i]); }
  combineLanes(lane, part);
  if (lane > 0u) { return; }
  let all = shared_[0];
  let live = max(all.first.w, 1.0);
  let mean = all.first.xyz / live;
  let diagonal = max(all.diagonal.xyz / live - mean * mean, vec3f(0));
  let off = all.offDiagonal.xyz / live - vec3f(mean.x * mean.y, mean.x * mean.z, mean.y * mean.z);
  let trace = diagonal.x + diagonal.y + diagonal.z;
  var principal = vec3f(1, 0, 0);
  if (trace > 1e-30 && trace < 1e37) { principal = principalAxis(diagonal / trace, off / trace); }
  var axis = 0u;
  var nearest = -1.0;
  for (var k = 0u; k < directionCount(); k++) {
    let d = directionAt(k);
    let cosine = abs(dot(d, principal)) / length(d);
    if (cosine > nearest * 1.0001) { nearest = cosine; axis = k; }
  }
  if (params.fixedAxis < directionCount()) { axis = params.fixedAxis; }
  let reach = max(abs(all.low.xyz), abs(all.high.xyz)) + all.extent.xyz;
  let spread = all.high.xyz - all.low.xyz;
  scene.axis = axis;
  scene.live = u32(all.first.w);
  scene.meanExtent = all.extent.w / live;
  scene.largestExtent = max(all.extent.x, max(all.extent.y, all.extent.z));
  scene.low = all.low;
  scene.high = all.high;
  // Neighbouring cells must hold all overlaps although centres and quotients are rounded.
  scene.cell = vec4f(1.01 * max(all.extent.xyz, spread / 4000) + 0x1p-20f * reach + vec3f(1e-30), 0);
  scene.mean = vec4f(mean, 0);
  scene.diagonal = vec4f(diagonal, 0);
  scene.offDiagonal = vec4f(off, 0);
  scene.principal = vec4f(principal, 0);
}
`;
}
