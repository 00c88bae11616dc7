/**
 * Shader of the response by planes through support vertices: a thread takes one pair, finds its normal by GJK
 * and EPA, pushes the particles of both bodies back and matches both shapes. No body may be in two pairs of a
 * dispatch.
 */

import { fewLanes, groupWgsl } from '../../internal/lanes-wgsl.ts';
import { bodyWgsl } from './body-wgsl.ts';
import { epaWgsl } from './epa-wgsl.ts';
import { fitBodyWgsl } from './fit-body-wgsl.ts';
import { gjkWgsl } from './gjk-wgsl.ts';
import { takeHullsWgsl } from './narrow-phase-wgsl.ts';
import { poseWgsl } from './pose-wgsl.ts';

/** Entry: `partPairs` (pairs, bodies, filters, points, world, poses). */
export function supportPlanesWgsl(): string {
  return /* wgsl */ `
struct Params { first: u32, count: u32, turns: u32 }
${bodyWgsl}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> pairs: array<vec2u>;
@group(0) @binding(2) var<storage, read> bodies: array<Body>;
@group(0) @binding(3) var<storage, read> filters: array<vec4u>;
@group(0) @binding(4) var<storage, read> points: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> world: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> poses: array<vec4f>;
${groupWgsl}${poseWgsl}${gjkWgsl()}${epaWgsl()}${takeHullsWgsl}${fitBodyWgsl}
// Moves the particles of a body that lie beyond a plane, which is measured from origin, back to it.
fn pushBack(i: u32, normal: vec3f, plane: f32, origin: vec3f) {
  if ((filters[i].z & 1u) != 0u) { return; }
  let body = bodies[i];
  for (var k = body.firstVertex; k < body.firstVertex + body.vertexCount; k++) {
    let x = world[k].xyz;
    let beyond = dot(x - origin, normal) - plane;
    if (beyond > 0) { world[k] = vec4f(x - beyond * normal, 0); }
  }
  fitBody(i, params.turns);
}

@compute @workgroup_size(${fewLanes})
fn partPairs(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${fewLanes}u + lane;
  if (i >= params.count) { return; }
  let pair = pairs[params.first + i];
  let origin = positionOf(pair.x);
  let v = gjk(takeHulls(pair.x, pair.y));
  if (dot(v, v) > 0) { return; }
  let normal = epa().normal;
  let planeA = dot(supportOf(hullB, -normal), normal);
  let planeB = dot(supportOf(hullA, normal), normal);
  if (planeB <= planeA) { return; }
  pushBack(pair.x, normal, planeA, origin);
  pushBack(pair.y, -normal, -planeB, origin);
}
`;
}
