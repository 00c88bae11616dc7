/**
 * Shader of the oriented boxes of hulls: the boxes of the shapes, moved with the bodies and widened by more
 * than rounding.
 *
 * A swept box has the axes of the second pose. Its centre lies in the middle of the translation, and its
 * extents grow by half the translation along each axis. A rotation by θ moves a vertex at the distance r from
 * the origin of its frame by at most 2 r sin θ/2, and sin θ/2 ≤ |p − q| for the quaternions of the two poses
 * with the nearer signs: that is added, too.
 */

import { fewLanes, groupWgsl } from '../../internal/lanes-wgsl.ts';
import { bodyWgsl } from './body-wgsl.ts';
import { poseWgsl } from './pose-wgsl.ts';

/** Entry: `boxesByBody` (bodies, poses, before, boxes, volumes). */
export function hullBoxesWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, swept: u32 }
${bodyWgsl}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> poses: array<vec4f>;
@group(0) @binding(3) var<storage, read> before: array<vec4f>;
@group(0) @binding(4) var<storage, read> boxes: array<f32>;
@group(0) @binding(5) var<storage, read_write> volumes: array<f32>;
${groupWgsl}${poseWgsl}
const margin = 0x1p-20f;
fn vectorAt(at: u32) -> vec3f { return vec3f(boxes[at], boxes[at + 1u], boxes[at + 2u]); }
fn store(at: u32, v: vec3f) {
  volumes[at] = v.x;
  volumes[at + 1u] = v.y;
  volumes[at + 2u] = v.z;
}

@compute @workgroup_size(${fewLanes})
fn boxesByBody(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${fewLanes}u + lane;
  if (i >= params.count) { return; }
  let at = 15u * i;
  let q = rotationOf(i);
  let local = vectorAt(at);
  var center = positionOf(i) + rotate(q, local);
  var halves = vectorAt(at + 3u);
  let axes = mat3x3f(rotate(q, vectorAt(at + 6u)), rotate(q, vectorAt(at + 9u)), rotate(q, vectorAt(at + 12u)));
  if (params.swept != 0u) {
    let shift = 0.5 * (before[2u * i].xyz - positionOf(i));
    let last = before[2u * i + 1u];
    center += shift;
    halves += abs(shift * axes) + 2 * bodies[i].radius * min(min(length(q - last), length(q + last)), 1.0);
    halves += margin * dot(abs(before[2u * i].xyz), vec3f(1));
  }
  let size = bodies[i].radius + dot(abs(center) + abs(positionOf(i)) + halves, vec3f(1));
  store(at, center);
  store(at + 3u, halves + margin * size);
  for (var k = 0u; k < 3u; k++) { store(at + 6u + 3u * k, axes[k]); }
}
`;
}
