/**
 * WGSL of pushes: how far particles move back along the normal, and the part of their slide that Coulomb's
 * friction undoes.
 *
 * A push becomes a velocity. The part of an overlap that arose in this step is undone completely, which stops
 * the particle; older overlap is undone so slowly that bodies do not fly apart: `calm` is the distance per
 * step and radius.
 *
 * Only some particles of a body touch, half of them if a box lies on a face, so shape matching moves the body
 * by only a part of the push. Pushes p are therefore longer, by p · p / (p · A p), where A p is how the rigid
 * body moves: the step of steepest descent, shortened by a tenth, and 1.8 at most. A stack of five boxes then
 * rests to 0.3 mm/s with 2 mm of overlap; without the factor it kept jumping at 0.8 m/s. With 1.8 for all, a
 * tetrahedron on its face jumped at 5 cm/s.
 *
 * The limit of friction is shared by the particles of a contact and by all rounds of a step: the part that is
 * not used, the grip, is left for the next round. Otherwise the side of a body that is pressed less would
 * slip, and the overlap, and with it the friction, would be gone before the slide is: a box of 2 m crept at 3
 * cm/s on slopes that should hold it.
 */

/** Needs `Body` and `world`. */
export const pushWgsl = /* wgsl */ `
fn pushOf(beyond: f32, come: f32, calm: f32) -> f32 { return min(beyond, max(come, 0.0) + calm); }

// The solution of a symmetric system, zero where there is none.
fn solveSymmetric(m: mat3x3f, v: vec3f) -> vec3f {
  let yz = cross(m[1], m[2]);
  let determinant = dot(m[0], yz);
  if (determinant <= 1e-30) { return vec3f(0); }
  return vec3f(dot(v, yz), dot(m[0], cross(v, m[2])), dot(m[0], cross(m[1], v))) / determinant;
}

// How much longer pushes to a plane must be so that the body follows.
fn eagerness(body: Body, normal: vec3f, plane: f32) -> f32 {
  let end = body.firstVertex + body.vertexCount;
  let count = f32(body.vertexCount);
  let origin = world[body.firstVertex].xyz;
  var middle = vec3f(0);
  for (var k = body.firstVertex; k < end; k++) { middle += (world[k].xyz - origin) / count; }
  var inertia = mat3x3f();
  var torque = vec3f(0);
  var pushed = 0.0;
  var squares = 0.0;
  for (var k = body.firstVertex; k < end; k++) {
    let r = world[k].xyz - origin - middle;
    let l = dot(r, r);
    inertia += mat3x3f(vec3f(l, 0, 0) - r.x * r, vec3f(0, l, 0) - r.y * r, vec3f(0, 0, l) - r.z * r);
    let beyond = max(0.0, dot(world[k].xyz, normal) - plane);
    pushed += beyond;
    squares += beyond * beyond;
    torque += beyond * cross(r, normal);
  }
  let moved = pushed * pushed / count + dot(torque, solveSymmetric(inertia, torque));
  return min(1.8, 0.9 * squares / max(moved, 1e-30));
}

// The part of slides that friction takes back, and the grip that is left.
fn hold(slides: f32, pushes: f32, friction: f32, grip: f32) -> vec2f {
  let most = friction * pushes + grip;
  return vec2f(min(1.0, most / max(slides, 1e-30)), max(0.0, most - slides));
}
`;

/** Needs `params`, `bodies`, `shifts`, `steps` and {@link pushWgsl}. */
export const pushBodyWgsl = /* wgsl */ `
struct Slide { way: vec3f, turn: vec3f, at: vec3f }
// Pushes the particles of a body that are beyond the plane back to it; friction takes back its part of the
// slide. Returns the remaining grip.
fn push(i: u32, normal: vec3f, plane: f32, share: f32, slide: Slide, grip: f32) -> f32 {
  let body = bodies[i];
  let end = body.firstVertex + body.vertexCount;
  let calm = params.calm * body.radius;
  var pushes = 0.0;
  var ways = 0.0;
  for (var k = body.firstVertex; k < end; k++) {
    let x = world[k].xyz;
    let beyond = dot(x, normal) - plane;
    let slid = share * (slide.way + cross(slide.turn, x - slide.at));
    let come = dot(slid, normal);
    if (beyond > 0) {
      pushes += pushOf(beyond, come, calm);
      ways += length(slid - come * normal);
    }
  }
  let eager = eagerness(body, normal, plane);
  let held = hold(eager * ways, eager * pushes, params.friction, grip);
  for (var k = body.firstVertex; k < end; k++) {
    let x = world[k].xyz;
    let beyond = dot(x, normal) - plane;
    if (beyond > 0) {
      let slid = share * (slide.way + cross(slide.turn, x - slide.at));
      let come = dot(slid, normal);
      let back = -pushOf(beyond, come, calm) * normal - held.x * (slid - come * normal);
      let shift = vec3i(round(eager * back * (steps / body.radius)));
      atomicAdd(&shifts[4u * k], shift.x);
      atomicAdd(&shifts[4u * k + 1u], shift.y);
      atomicAdd(&shifts[4u * k + 2u], shift.z);
      atomicAdd(&shifts[4u * k + 3u], 1);
    }
  }
  return held.y;
}
`;

/** Needs `params`, `last` and {@link pushWgsl}. */
export const leaveGroundWgsl = /* wgsl */ `
// Pushes particles below the ground up to it. The grip on the ground is the last number of the body's first
// particle.
fn leaveGround(body: Body) {
  let first = body.firstVertex;
  let calm = params.calm * body.radius;
  var pushes = 0.0;
  var ways = 0.0;
  for (var k = first; k < first + body.vertexCount; k++) {
    let way = world[k].xyz - last[k].xyz;
    let below = params.ground - world[k].y;
    if (below > 0) {
      pushes += pushOf(below, -way.y, calm);
      ways += length(way.xz);
    }
  }
  if (pushes == 0) { return; }
  let eager = eagerness(body, vec3f(0, -1, 0), -params.ground);
  let held = hold(eager * ways, eager * pushes, params.friction, world[first].w);
  for (var k = first; k < first + body.vertexCount; k++) {
    let way = world[k].xyz - last[k].xyz;
    let below = params.ground - world[k].y;
    if (below > 0) {
      let back = vec3f(-held.x * way.x, pushOf(below, -way.y, calm), -held.x * way.z);
      world[k] = vec4f(world[k].xyz + eager * back, 0);
    }
  }
  world[first].w = held.y;
}
`;
