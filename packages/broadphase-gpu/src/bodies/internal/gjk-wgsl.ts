/**
 * WGSL of GJK: the distance of two hulls, and the simplex that EPA goes on from. Everything is measured from
 * the position of A, so that the distance of the bodies from the origin costs no digits.
 *
 * The nearest point of a simplex is found by regions (Ericson, "Real-Time Collision Detection", 2005, §5.1);
 * a tetrahedron is searched face by face. The search ends when a support point brings no progress beyond
 * rounding.
 */

const text = /* wgsl */ `
struct Hull { q: vec4f, offset: vec3f, first: u32, count: u32 }
struct Vertex { w: vec3f, a: vec3f }
var<private> hullA: Hull;
var<private> hullB: Hull;
var<private> simplex: array<Vertex, 4>;
var<private> weights: array<f32, 4>;
var<private> simplexCount: u32;
var<private> scale: f32;

fn supportOf(hull: Hull, direction: vec3f) -> vec3f {
  let d = rotateBack(hull.q, direction);
  var best = hull.first;
  var most = dot(points[best].xyz, d);
  for (var k = hull.first + 1u; k < hull.first + hull.count; k++) {
    let s = dot(points[k].xyz, d);
    if (s > most) { most = s; best = k; }
  }
  return hull.offset + rotate(hull.q, points[best].xyz);
}

// The point of A - B that is farthest along the direction.
fn support(direction: vec3f) -> Vertex {
  let a = supportOf(hullA, direction);
  return Vertex(a - supportOf(hullB, -direction), a);
}

// Weights of the point of a segment nearest to the origin.
fn nearestOnSegment(a: vec3f, b: vec3f) -> vec2f {
  let ab = b - a;
  let t = clamp(-dot(a, ab) / max(dot(ab, ab), 1e-37), 0.0, 1.0);
  return vec2f(1 - t, t);
}

// Weights of the point of a triangle nearest to the origin.
fn nearestOnTriangle(a: vec3f, b: vec3f, c: vec3f) -> vec3f {
  let ab = b - a;
  let ac = c - a;
  let d1 = -dot(ab, a);
  let d2 = -dot(ac, a);
  if (d1 <= 0 && d2 <= 0) { return vec3f(1, 0, 0); }
  let d3 = -dot(ab, b);
  let d4 = -dot(ac, b);
  if (d3 >= 0 && d4 <= d3) { return vec3f(0, 1, 0); }
  let d5 = -dot(ab, c);
  let d6 = -dot(ac, c);
  if (d6 >= 0 && d5 <= d6) { return vec3f(0, 0, 1); }
  let n = cross(ab, ac);
  let u = dot(n, cross(b, c));
  let v = dot(n, cross(c, a));
  let w = dot(n, cross(a, b));
  let sum = u + v + w;
  if (u > 0 && v > 0 && w > 0 && sum > 0) { return vec3f(u, v, w) / sum; }
  // On an edge: the nearest of the three.
  let ab2 = nearestOnSegment(a, b);
  let bc2 = nearestOnSegment(b, c);
  let ca2 = nearestOnSegment(c, a);
  let pab = ab2.x * a + ab2.y * b;
  let pbc = bc2.x * b + bc2.y * c;
  let pca = ca2.x * c + ca2.y * a;
  let lab = dot(pab, pab);
  let lbc = dot(pbc, pbc);
  let lca = dot(pca, pca);
  if (lab <= lbc && lab <= lca) { return vec3f(ab2, 0); }
  if (lbc <= lca) { return vec3f(0, bc2); }
  return vec3f(ca2.y, 0, ca2.x);
}

// Weights of the point of the simplex nearest to the origin; true when a tetrahedron holds the origin.
fn nearestOnSimplex() -> bool {
  weights = array<f32, 4>(1, 0, 0, 0);
  if (simplexCount == 2u) {
    let t = nearestOnSegment(simplex[0].w, simplex[1].w);
    weights[0] = t.x;
    weights[1] = t.y;
  } else if (simplexCount == 3u) {
    let t = nearestOnTriangle(simplex[0].w, simplex[1].w, simplex[2].w);
    weights[0] = t.x;
    weights[1] = t.y;
    weights[2] = t.z;
  } else if (simplexCount == 4u) {
    var inside = true;
    var least = 0x1.fffffep+127f;
    for (var skipped = 0u; skipped < 4u; skipped++) {
      let i = select(0u, 1u, skipped == 0u);
      let j = select(1u, 2u, skipped <= 1u);
      let k = select(2u, 3u, skipped <= 2u);
      let a = simplex[i].w;
      let b = simplex[j].w;
      let c = simplex[k].w;
      let n = cross(b - a, c - a);
      let origin = -dot(n, a);
      let other = dot(n, simplex[skipped].w - a);
      // Outside this face, or the tetrahedron is too flat to tell.
      if (origin * other <= 0 || abs(other) <= 1e-6 * length(n) * scale) {
        inside = false;
        let t = nearestOnTriangle(a, b, c);
        let p = t.x * a + t.y * b + t.z * c;
        let l = dot(p, p);
        if (l < least) {
          least = l;
          weights = array<f32, 4>(0, 0, 0, 0);
          weights[i] = t.x;
          weights[j] = t.y;
          weights[k] = t.z;
        }
      }
    }
    return inside;
  }
  return false;
}

// Drops the corners without weight and returns the nearest point.
fn reduceSimplex() -> vec3f {
  var kept = 0u;
  var v = vec3f(0);
  for (var k = 0u; k < simplexCount; k++) {
    if (weights[k] > 0) {
      v += weights[k] * simplex[k].w;
      simplex[kept] = simplex[k];
      weights[kept] = weights[k];
      kept++;
    }
  }
  simplexCount = kept;
  return v;
}

var<private> gjkSteps: u32;

// The vector from B to A between nearest points; zero when the hulls overlap, and then the simplex holds the
// origin.
fn gjk(start: vec3f) -> vec3f {
  simplexCount = 0u;
  var v = start;
  var last = 0x1.fffffep+127f;
  for (gjkSteps = 0u; gjkSteps < 40u; gjkSteps++) {
    let next = support(-v);
    let squared = dot(v, v);
    if (simplexCount > 0u) {
      if (squared - dot(v, next.w) <= 1e-6 * squared) { return v; }
      var known = false;
      for (var k = 0u; k < simplexCount; k++) { known = known || all(simplex[k].w == next.w); }
      if (known) { return v; }
    }
    simplex[simplexCount] = next;
    simplexCount++;
    if (nearestOnSimplex()) { return vec3f(0); }
    v = reduceSimplex();
    let length2 = dot(v, v);
    if (length2 <= 1e-13 * scale * scale) { return vec3f(0); }
    if (length2 >= last) { return v; }
    last = length2;
  }
  return v;
}
`;

/**
 * Support mapping, nearest points of simplices, and the search; needs `poses` and `points` and the pose
 * functions. A function, because bundlers would repeat the text of a constant in every shader that contains
 * it.
 */
export function gjkWgsl(): string {
  return text;
}
