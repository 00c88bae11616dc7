/**
 * Shaders of the response by shape matching. Bodies are clouds of particles at their vertices.
 *
 * Displacements of a particle come from many threads. They are added as integers, 2⁻¹⁸ of the body's radius
 * each, because WGSL has atomic integers only; the sum does not depend on the order, so a step gives the same
 * result in every run.
 */

import { fewLanes, groupWgsl, lanes } from '../../internal/lanes-wgsl.ts';
import { bodyWgsl } from './body-wgsl.ts';
import { fitBodyWgsl } from './fit-body-wgsl.ts';
import { poseWgsl } from './pose-wgsl.ts';
import { leaveGroundWgsl, pushBodyWgsl, pushWgsl } from './push-wgsl.ts';

/** Steps of a displacement per radius of the body. */
const stepsWgsl = /* wgsl */ `
const steps = 262144.0;
`;

/** Entry: `moveParticles` (world, last, owners, filters, shifts): position Verlet. */
export function moveParticlesWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, damping: f32, pull: vec2u, gravity: vec4f }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> world: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> last: array<vec4f>;
@group(0) @binding(3) var<storage, read> owners: array<vec2u>;
@group(0) @binding(4) var<storage, read> filters: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> shifts: array<vec4i>;
${groupWgsl}
@compute @workgroup_size(${lanes})
fn moveParticles(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${lanes}u + lane;
  if (i >= params.count) { return; }
  shifts[i] = vec4i(0);
  let x = world[i].xyz;
  var next = x;
  if ((filters[owners[i].x].z & 1u) == 0u) {
    next += params.damping * (x - last[i].xyz) + params.gravity.xyz;
  }
  last[i] = vec4f(x, 0);
  world[i] = vec4f(next, 0);
}
`;
}

/**
 * Entry: `giveVelocities` (world, last, owners, velocities): particles get last positions that give them the
 * velocities of their bodies.
 */
export function giveVelocitiesWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, seconds: f32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> world: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> last: array<vec4f>;
@group(0) @binding(3) var<storage, read> owners: array<vec2u>;
@group(0) @binding(4) var<storage, read> velocities: array<vec4f>;
${groupWgsl}
@compute @workgroup_size(${lanes})
fn giveVelocities(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${lanes}u + lane;
  if (i >= params.count) { return; }
  last[i] = world[i] - params.seconds * velocities[owners[i].x];
}
`;
}

/**
 * Entry: `measureSlides` (pairs, state, poses, before, contacts, slides): motion of A relative to B in this
 * step.
 */
export function measureSlidesWgsl(): string {
  return /* wgsl */ `
struct Params { capacity: u32 }
struct Contact { normal: vec3f, distance: f32, pointA: vec3f, steps: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> pairs: array<vec2u>;
@group(0) @binding(2) var<storage, read> state: array<u32>;
@group(0) @binding(3) var<storage, read> poses: array<vec4f>;
@group(0) @binding(4) var<storage, read> before: array<vec4f>;
@group(0) @binding(5) var<storage, read> contacts: array<Contact>;
@group(0) @binding(6) var<storage, read_write> slides: array<vec4f>;
${groupWgsl}${poseWgsl}
// How far the point of a body that is at x has come in this step.
fn wayOf(body: u32, x: vec3f) -> vec3f {
  let local = rotateBack(rotationOf(body), x - positionOf(body));
  return x - before[2u * body].xyz - rotate(before[2u * body + 1u], local);
}
// The rotation of a body in this step as a vector, for small angles.
fn turnOf(body: u32) -> vec3f {
  let p = before[2u * body + 1u];
  let q = rotationOf(body);
  let v = p.w * q.xyz - q.w * p.xyz - cross(q.xyz, p.xyz);
  return select(-2.0, 2.0, dot(p, q) >= 0) * v;
}

@compute @workgroup_size(${fewLanes})
fn measureSlides(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${fewLanes}u + lane;
  if (i >= min(state[0], params.capacity)) { return; }
  let contact = contacts[i];
  if (contact.distance >= 0) { return; }
  let pair = pairs[i];
  // The last numbers are the grips of both bodies.
  slides[2u * i] = vec4f(wayOf(pair.x, contact.pointA) - wayOf(pair.y, contact.pointA), slides[2u * i].w);
  slides[2u * i + 1u] = vec4f(turnOf(pair.x) - turnOf(pair.y), slides[2u * i + 1u].w);
}
`;
}

/** Entry: `pushParticles` (pairs, state, bodies, filters, world, contacts, shifts, slides). */
export function pushParticlesWgsl(): string {
  return /* wgsl */ `
struct Params { capacity: u32, friction: f32, calm: f32 }
struct Contact { normal: vec3f, distance: f32, pointA: vec3f, steps: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> pairs: array<vec2u>;
@group(0) @binding(2) var<storage, read> state: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> filters: array<vec4u>;
@group(0) @binding(5) var<storage, read> world: array<vec4f>;
@group(0) @binding(6) var<storage, read> contacts: array<Contact>;
@group(0) @binding(7) var<storage, read_write> shifts: array<atomic<i32>>;
@group(0) @binding(8) var<storage, read_write> slides: array<vec4f>;
${groupWgsl}${bodyWgsl}${stepsWgsl}${pushWgsl}${pushBodyWgsl}
@compute @workgroup_size(${fewLanes})
fn pushParticles(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${fewLanes}u + lane;
  if (i >= min(state[0], params.capacity)) { return; }
  let contact = contacts[i];
  if (contact.distance >= 0) { return; }
  let pair = pairs[i];
  let fixedA = (filters[pair.x].z & 1u) != 0u;
  let fixedB = (filters[pair.y].z & 1u) != 0u;
  let deep = dot(contact.pointA, contact.normal);
  let share = select(select(0.5, 0.0, fixedA), 1.0, fixedB);
  let plane = deep + share * contact.distance;
  let both = select(1.0, 0.5, !fixedA && !fixedB);
  let way = slides[2u * i];
  let turn = slides[2u * i + 1u];
  let slide = Slide(way.xyz, turn.xyz, contact.pointA);
  let back = Slide(-way.xyz, -turn.xyz, contact.pointA);
  if (!fixedA) { slides[2u * i].w = push(pair.x, contact.normal, plane, both, slide, way.w); }
  if (!fixedB) { slides[2u * i + 1u].w = push(pair.y, -contact.normal, -plane, both, back, turn.w); }
}
`;
}

/** Entry: `matchShapes` (bodies, points, filters, world, shifts, poses, last). */
export function matchShapesWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, ground: f32, turns: u32, hasGround: u32, friction: f32, calm: f32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> points: array<vec4f>;
@group(0) @binding(3) var<storage, read> filters: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> world: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> shifts: array<vec4i>;
@group(0) @binding(6) var<storage, read_write> poses: array<vec4f>;
@group(0) @binding(7) var<storage, read> last: array<vec4f>;
${groupWgsl}${bodyWgsl}${stepsWgsl}${poseWgsl}${pushWgsl}${leaveGroundWgsl}${fitBodyWgsl}
@compute @workgroup_size(${fewLanes})
fn matchShapes(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${fewLanes}u + lane;
  if (i >= params.count || (filters[i].z & 1u) != 0u) { return; }
  let body = bodies[i];
  for (var k = body.firstVertex; k < body.firstVertex + body.vertexCount; k++) {
    let shift = shifts[k];
    if (shift.w > 0) {
      let by = vec3f(shift.xyz) * (body.radius / steps / f32(shift.w));
      world[k] = vec4f(world[k].xyz + by, world[k].w);
    }
    shifts[k] = vec4i(0);
  }
  if (params.hasGround != 0u) { leaveGround(body); }
  fitBody(i, params.turns);
}
`;
}

/**
 * Entry: `holdStill` (bodies, filters, before, world, poses, last): bodies that hardly move in a step stay
 * where they were.
 */
export function holdStillWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, still: f32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> filters: array<vec4u>;
@group(0) @binding(3) var<storage, read> before: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> world: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> poses: array<vec4f>;
@group(0) @binding(6) var<storage, read> last: array<vec4f>;
${groupWgsl}${bodyWgsl}${stepsWgsl}
@compute @workgroup_size(${fewLanes})
fn holdStill(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${fewLanes}u + lane;
  if (i >= params.count || (filters[i].z & 1u) != 0u) { return; }
  let body = bodies[i];
  for (var k = body.firstVertex; k < body.firstVertex + body.vertexCount; k++) {
    if (distance(world[k].xyz, last[k].xyz) > params.still) { return; }
  }
  for (var k = body.firstVertex; k < body.firstVertex + body.vertexCount; k++) { world[k] = last[k]; }
  poses[2u * i] = before[2u * i];
  poses[2u * i + 1u] = before[2u * i + 1u];
}
`;
}
