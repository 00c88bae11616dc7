/** Shader of the narrow phase: one pair per thread, GJK and, if hulls overlap, EPA. */

import { fewLanes, groupWgsl } from '../../internal/lanes-wgsl.ts';
import { bodyWgsl } from './body-wgsl.ts';
import { epaWgsl } from './epa-wgsl.ts';
import { gjkWgsl } from './gjk-wgsl.ts';
import { poseWgsl } from './pose-wgsl.ts';

/** Entry: `planPairs` (state, sizes): the size of a dispatch with a thread for each pair. */
export function planPairsWgsl(): string {
  return /* wgsl */ `
struct Params { capacity: u32, maxGroups: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> sizes: array<u32>;
@compute @workgroup_size(1)
fn planPairs() {
  let groups = (min(state[0], params.capacity) + 63u) / 64u;
  let columns = min(groups, params.maxGroups);
  sizes[0] = columns;
  sizes[1] = select((groups + columns - 1u) / max(columns, 1u), 0u, columns == 0u);
  sizes[2] = 1u;
}
`;
}

/** Makes two bodies the hulls of GJK; needs `bodies`. */
export const takeHullsWgsl = /* wgsl */ `
// Measures both from the position of A; returns the vector that the search starts with.
fn takeHulls(i: u32, j: u32) -> vec3f {
  let a = bodies[i];
  let b = bodies[j];
  let offset = positionOf(j) - positionOf(i);
  hullA = Hull(rotationOf(i), vec3f(0), a.firstPoint, a.vertexCount);
  hullB = Hull(rotationOf(j), offset, b.firstPoint, b.vertexCount);
  scale = a.radius + b.radius;
  return select(-offset, vec3f(1, 0, 0), dot(offset, offset) <= 1e-12 * scale * scale);
}
`;

/** Entry: `findContacts` (pairs, state, bodies, poses, points, contacts). */
export function narrowPhaseWgsl(): string {
  return /* wgsl */ `
struct Params { capacity: u32 }
${bodyWgsl}
struct Contact { normal: vec3f, distance: f32, pointA: vec3f, steps: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> pairs: array<vec2u>;
@group(0) @binding(2) var<storage, read> state: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> poses: array<vec4f>;
@group(0) @binding(5) var<storage, read> points: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> contacts: array<Contact>;
${groupWgsl}${poseWgsl}${gjkWgsl()}${epaWgsl()}${takeHullsWgsl}
@compute @workgroup_size(${fewLanes})
fn findContacts(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${fewLanes}u + lane;
  if (i >= min(state[0], params.capacity)) { return; }
  let pair = pairs[i];
  let origin = positionOf(pair.x);
  let v = gjk(takeHulls(pair.x, pair.y));
  let squared = dot(v, v);
  if (squared > 0) {
    var pointA = vec3f(0);
    for (var k = 0u; k < simplexCount; k++) { pointA += weights[k] * simplex[k].a; }
    let distance = sqrt(squared);
    contacts[i] = Contact(-v / distance, distance, origin + pointA, gjkSteps);
  } else {
    let found = epa();
    contacts[i] = Contact(found.normal, -max(found.depth, 0), origin + found.pointA, gjkSteps);
  }
}
`;
}
