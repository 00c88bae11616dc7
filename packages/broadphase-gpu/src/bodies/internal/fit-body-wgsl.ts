/**
 * WGSL that gives a body the rigid pose nearest to its particles: positions measured from the first particle,
 * so that distance from the origin costs no digits; the rotation by the torque of its columns, from the last
 * one on.
 *
 * Müller, Bender, Chentanez & Macklin, "A robust method to extract the rotational part of deformations",
 * 2016.
 */

/** Needs `Body`, `bodies`, `points`, `world`, `poses` and the pose functions. */
export const fitBodyWgsl = /* wgsl */ `
// Rotates q towards the rotation nearest to the matrix.
fn turnTowards(m: mat3x3f, start: vec4f, turns: u32) -> vec4f {
  var q = start;
  for (var k = 0u; k < turns; k++) {
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

fn fitBody(i: u32, turns: u32) {
  let body = bodies[i];
  let first = body.firstVertex;
  let origin = world[first].xyz;
  var center = vec3f(0);
  var rest = vec3f(0);
  for (var k = 0u; k < body.vertexCount; k++) {
    center += world[first + k].xyz - origin;
    rest += points[body.firstPoint + k].xyz;
  }
  center /= f32(body.vertexCount);
  rest /= f32(body.vertexCount);
  var m = mat3x3f();
  for (var k = 0u; k < body.vertexCount; k++) {
    let p = world[first + k].xyz - origin - center;
    let r = points[body.firstPoint + k].xyz - rest;
    m = m + mat3x3f(p * r.x, p * r.y, p * r.z);
  }
  let q = turnTowards(m, rotationOf(i), turns);
  let position = origin + (center - rotate(q, rest));
  for (var k = 0u; k < body.vertexCount; k++) {
    world[first + k] = vec4f(position + rotate(q, points[body.firstPoint + k].xyz), world[first + k].w);
  }
  poses[2u * i] = vec4f(position, 0);
  poses[2u * i + 1u] = q;
}
`;
