/**
 * Shaders of the response by shape matching. Bodies are clouds of particles at their vertices.
 *
 * Displacements of a particle come from many threads. They are added as integers, 2⁻¹⁸ of the body's radius
 * each, because WGSL has atomic integers only; the sum does not depend on the order, so a step gives the same
 * result in every run.
 */
import { fewLanes, groupWgsl, lanes } from '../../internal/lanes-wgsl.ts';
import { poseWgsl } from './pose-wgsl.ts';

const bodyWgsl = /* wgsl */ `
struct Body { firstVertex: u32, vertexCount: u32, firstPoint: u32, radius: f32, ball: vec4f }
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

/** Entry: `pushParticles` (pairs, state, bodies, filters, world, contacts, shifts). */
export function pushParticlesWgsl(): string {
  return /* wgsl */ `
struct Params { capacity: u32 }
struct Contact { normal: vec3f, distance: f32, pointA: vec3f, steps: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> pairs: array<vec2u>;
@group(0) @binding(2) var<storage, read> state: array<u32>;
@group(0) @binding(3) var<storage, read> bodies: array<Body>;
@group(0) @binding(4) var<storage, read> filters: array<vec4u>;
@group(0) @binding(5) var<storage, read> world: array<vec4f>;
@group(0) @binding(6) var<storage, read> contacts: array<Contact>;
@group(0) @binding(7) var<storage, read_write> shifts: array<atomic<i32>>;
${groupWgsl}${bodyWgsl}
// Pushes the particles of a body that are beyond the plane back to it.
fn push(body: u32, normal: vec3f, plane: f32) {
  let b = bodies[body];
  for (var k = b.firstVertex; k < b.firstVertex + b.vertexCount; k++) {
    let beyond = dot(world[k].xyz, normal) - plane;
    if (beyond > 0) {
      let shift = vec3i(round(normal * (-beyond / b.radius * steps)));
      atomicAdd(&shifts[4u * k], shift.x);
      atomicAdd(&shifts[4u * k + 1u], shift.y);
      atomicAdd(&shifts[4u * k + 2u], shift.z);
      atomicAdd(&shifts[4u * k + 3u], 1);
    }
  }
}

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
  if (!fixedA) { push(pair.x, contact.normal, plane); }
  if (!fixedB) { push(pair.y, -contact.normal, -plane); }
}
`;
}

/** The rotation nearest to a matrix. */
const turnWgsl = /* wgsl */ `// Rotates q towards the rotation nearest to the matrix, by the torque of its columns (Müller et al. 2016).
fn turnTowards(m: mat3x3f, start: vec4f) -> vec4f {
  var q = start;
  for (var k = 0u; k < params.turns; k++) {
    let x = rotate(q, vec3f(1, 0, 0));
    let y = rotate(q, vec3f(0, 1, 0));
    let z = rotate(q, vec3f(0, 0, 1));
    let torque = cross(x, m[0]) + cross(y, m[1]) + cross(z, m[2]);
    let turn = torque / (abs(dot(x, m[0]) + dot(y, m[1]) + dot(z, m[2])) + 1e-20);
    let angle = length(turn);
    if (angle < 1e-7) { break; }
    let by = vec4f(turn / angle * sin(0.5 * angle), cos(0.5 * angle));
    q = normalize(vec4f(by.w * q.xyz + q.w * by.xyz + cross(by.xyz, q.xyz), by.w * q.w - dot(by.xyz, q.xyz)));
  }
  return q;
}

`;

/** Entry: `matchShapes` (bodies, points, filters, world, shifts, poses). */
export function matchShapesWgsl(): string {
  return /* wgsl */ `
struct Params { count: u32, ground: f32, turns: u32, hasGround: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> points: array<vec4f>;
@group(0) @binding(3) var<storage, read> filters: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> world: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> shifts: array<vec4i>;
@group(0) @binding(6) var<storage, read_write> poses: array<vec4f>;
${groupWgsl}${bodyWgsl}${poseWgsl}
${turnWgsl}@compute @workgroup_size(${fewLanes})
fn matchShapes(
  @builtin(local_invocation_index) lane: u32,
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) counts: vec3u,
) {
  let i = groupIndex(group, counts) * ${fewLanes}u + lane;
  if (i >= params.count || (filters[i].z & 1u) != 0u) { return; }
  let body = bodies[i];
  let first = body.firstVertex;
  let n = f32(body.vertexCount);
  // Measured from the first particle, so that distance costs no digits.
  let origin = world[first].xyz;
  var center = vec3f(0);
  var rest = vec3f(0);
  for (var k = 0u; k < body.vertexCount; k++) {
    var x = world[first + k].xyz;
    let shift = shifts[first + k];
    if (shift.w > 0) { x += vec3f(shift.xyz) * (body.radius / steps / f32(shift.w)); }
    shifts[first + k] = vec4i(0);
    if (params.hasGround != 0u && x.y < params.ground) { x.y = params.ground; }
    world[first + k] = vec4f(x, 0);
    center += x - origin;
    rest += points[body.firstPoint + k].xyz;
  }
  center /= n;
  rest /= n;
  var m = mat3x3f();
  for (var k = 0u; k < body.vertexCount; k++) {
    let p = world[first + k].xyz - origin - center;
    let r = points[body.firstPoint + k].xyz - rest;
    m = m + mat3x3f(p * r.x, p * r.y, p * r.z);
  }
  let q = turnTowards(m, rotationOf(i));
  let position = origin + (center - rotate(q, rest));
  for (var k = 0u; k < body.vertexCount; k++) {
    world[first + k] = vec4f(position + rotate(q, points[body.firstPoint + k].xyz), 0);
  }
  poses[2u * i] = vec4f(position, 0);
  poses[2u * i + 1u] = q;
}
`;
}
