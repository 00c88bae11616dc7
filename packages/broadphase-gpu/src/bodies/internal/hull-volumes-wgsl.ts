/**
 * Shaders of the first stages: vertices to the world, and bounding volumes around them. Bounds are widened by
 * more than the rounding of a rotation, a translation and a projection, so that they contain the true hull.
 *
 * A swept volume contains the hull at every instant between two poses. Positions move along a segment.
 * Between two rotations that differ by θ, a vertex at the distance r from the origin of its frame stays
 * within r (1 − cos θ/2) of the segment between its end points, and cos θ/2 is the dot product of the two
 * quaternions. Both parts are bounded separately and added.
 */

import { fewLanes, groupWgsl, lanes } from '../../internal/lanes-wgsl.ts';
import { directionWgsl } from '../../internal/volume-wgsl.ts';
import { bodyWgsl } from './body-wgsl.ts';
import { poseWgsl } from './pose-wgsl.ts';

/** Bounds of a body along a direction, at its pose or swept. */
const boundsWgsl = /* wgsl */ `const margin = 0x1p-20f;

fn boundsAlong(i: u32, d: vec3f) -> vec2f {
  let body = bodies[i];
  var low = 0x1.fffffep+127f;
  var high = -low;
  var reach = 0.0;
  for (var k = body.firstVertex; k < body.firstVertex + body.vertexCount; k++) {
    let v = world[k].xyz;
    let s = dot(v, d);
    low = min(low, s);
    high = max(high, s);
    reach = max(reach, dot(abs(v), abs(d)));
  }
  var slack = margin * (reach + body.radius * length(d));
  if (params.swept != 0u) {
    let now = dot(poses[2u * i].xyz, d);
    let then = dot(before[2u * i].xyz, d);
    var low2 = 0x1.fffffep+127f;
    var high2 = -low2;
    for (var k = body.firstVertex; k < body.firstVertex + body.vertexCount; k++) {
      let s = dot(worldBefore[k].xyz - before[2u * i].xyz, d);
      low2 = min(low2, s);
      high2 = max(high2, s);
    }
    let turn = 1 - min(abs(dot(poses[2u * i + 1u], before[2u * i + 1u])), 1);
    slack += body.radius * (turn + margin) * length(d) + 2 * margin * (abs(now) + abs(then));
    low = min(now, then) + min(low - now, low2);
    high = max(now, then) + max(high - now, high2);
  }
  return vec2f(low - slack, high + slack);
}

`;

/** The smallest ball of the shape, moved with the body. */
const spheresWgsl = /* wgsl */ `@compute @workgroup_size(${fewLanes})
fn spheresByBody(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${fewLanes}u + lane;
  if (i >= params.count) { return; }
  let ball = bodies[i].ball;
  var center = positionOf(i) + rotate(rotationOf(i), ball.xyz);
  var radius = ball.w;
  if (params.swept != 0u) {
    let other = before[2u * i].xyz + rotate(before[2u * i + 1u], ball.xyz);
    let turn = 1 - min(abs(dot(poses[2u * i + 1u], before[2u * i + 1u])), 1);
    let chord = rotate(rotationOf(i), ball.xyz) - rotate(before[2u * i + 1u], ball.xyz);
    radius += 0.5 * length(positionOf(i) - before[2u * i].xyz) + 0.5 * length(chord);
    radius += length(ball.xyz) * (turn + margin);
    center = 0.5 * (center + other);
  }
  radius += margin * (radius + length(center) + length(positionOf(i)));
  volumes[4u * i] = center.x;
  volumes[4u * i + 1u] = center.y;
  volumes[4u * i + 2u] = center.z;
  volumes[4u * i + 3u] = radius;
}
`;

/** Entry: `placeVertices` (points, owners, poses, world). */
export function placeVerticesWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> points: array<vec4f>;
@group(0) @binding(2) var<storage, read> owners: array<vec2u>;
@group(0) @binding(3) var<storage, read> poses: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> world: array<vec4f>;
${groupWgsl}${poseWgsl}
@compute @workgroup_size(${lanes})
fn placeVertices(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${lanes}u + lane;
  if (i >= params.count) { return; }
  let owner = owners[i];
  world[i] = vec4f(positionOf(owner.x) + rotate(rotationOf(owner.x), points[owner.y].xyz), 0);
}
`;
}

/**
 * Entries: `volumesByBody`, `volumesByAxis`, `spheresByBody` (bodies, poses, before, world, worldBefore,
 * volumes).
 */
export function hullVolumesWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, swept: u32 }
${bodyWgsl}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> poses: array<vec4f>;
@group(0) @binding(3) var<storage, read> before: array<vec4f>;
@group(0) @binding(4) var<storage, read> world: array<vec4f>;
@group(0) @binding(5) var<storage, read> worldBefore: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> volumes: array<f32>;
${groupWgsl}${poseWgsl}${directionWgsl}
${boundsWgsl}@compute @workgroup_size(${fewLanes})
fn volumesByBody(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${fewLanes}u + lane;
  if (i >= params.count) { return; }
  for (var axis = 0u; axis < axes; axis++) {
    let bounds = boundsAlong(i, directionAt(axis));
    volumes[i * 2u * axes + axis] = bounds.x;
    volumes[i * 2u * axes + axes + axis] = bounds.y;
  }
}

@compute @workgroup_size(${fewLanes})
fn volumesByAxis(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let at = groupIndex(group, counts) * ${fewLanes}u + lane;
  if (at >= params.count * axes) { return; }
  let i = at / axes;
  let axis = at % axes;
  let bounds = boundsAlong(i, directionAt(axis));
  volumes[i * 2u * axes + axis] = bounds.x;
  volumes[i * 2u * axes + axes + axis] = bounds.y;
}

${spheresWgsl}`;
}
