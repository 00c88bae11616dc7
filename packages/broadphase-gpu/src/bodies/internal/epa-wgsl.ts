/**
 * WGSL of EPA: the penetration of two hulls whose difference holds the origin. The polytope grows at its face
 * nearest to the origin. As on the CPU, the answer is the lowest support height seen: its normal separates
 * the hulls in spite of rounding errors in the polytope; faces that cannot be improved are set aside. At most
 * 72 vertices.
 */

const text = /* wgsl */ `
const maxVertices = 72u;
const maxFaces = 144u;
const farAway = 0x1p+120f;
var<private> hullVertices: array<Vertex, maxVertices>;
var<private> vertexCount: u32;
var<private> faceCorners: array<vec3u, maxFaces>;
var<private> facePlanes: array<vec4f, maxFaces>;
var<private> faceCount: u32;
var<private> horizon: array<vec2u, maxFaces>;

// Normal and depth of the penetration, and the weights of three vertices at the contact.
struct Penetration { normal: vec3f, depth: f32, pointA: vec3f }

fn addFace(i: u32, j: u32, k: u32) {
  if (faceCount == maxFaces) { return; }
  let a = hullVertices[i].w;
  let n = cross(hullVertices[j].w - a, hullVertices[k].w - a);
  let l = length(n);
  faceCorners[faceCount] = vec3u(i, j, k);
  // A sliver has no normal to trust.
  if (l <= 1e-7 * scale * scale) { facePlanes[faceCount] = vec4f(0, 0, 0, farAway); }
  else { facePlanes[faceCount] = vec4f(n / l, max(dot(n / l, a), 0)); }
  faceCount++;
}

// Makes a tetrahedron of a simplex on which the origin lies; false when the difference is flat.
fn completeSimplex() -> bool {
  if (simplexCount == 1u) {
    for (var k = 0u; k < 6u && simplexCount == 1u; k++) {
      var d = vec3f(0);
      d[k / 2u] = select(-1.0, 1.0, k % 2u == 0u);
      let next = support(d);
      if (length(next.w - simplex[0].w) > 1e-4 * scale) { simplex[1] = next; simplexCount = 2u; }
    }
  }
  if (simplexCount == 2u) {
    let e = simplex[1].w - simplex[0].w;
    let x = abs(e);
    var least = vec3f(0, 0, 1);
    if (x.x <= x.y && x.x <= x.z) { least = vec3f(1, 0, 0); } else if (x.y <= x.z) { least = vec3f(0, 1, 0); }
    let u = normalize(cross(e, least));
    let v = normalize(cross(e, u));
    for (var k = 0u; k < 4u && simplexCount == 2u; k++) {
      let next = support(select(-1.0, 1.0, k < 2u) * select(v, u, k % 2u == 0u));
      if (length(cross(next.w - simplex[0].w, e)) > 1e-4 * scale * length(e)) { simplex[2] = next; simplexCount = 3u; }
    }
  }
  if (simplexCount == 3u) {
    let n = normalize(cross(simplex[1].w - simplex[0].w, simplex[2].w - simplex[0].w));
    for (var k = 0u; k < 2u && simplexCount == 3u; k++) {
      let next = support(select(-n, n, k == 0u));
      if (abs(dot(next.w - simplex[0].w, n)) > 1e-5 * scale) { simplex[3] = next; simplexCount = 4u; }
    }
  }
  return simplexCount == 4u;
}

fn contactOf(face: u32) -> vec3f {
  let c = faceCorners[face];
  let t = nearestOnTriangle(hullVertices[c.x].w, hullVertices[c.y].w, hullVertices[c.z].w);
  return t.x * hullVertices[c.x].a + t.y * hullVertices[c.y].a + t.z * hullVertices[c.z].a;
}

fn epa() -> Penetration {
  var result = Penetration(vec3f(0, 1, 0), farAway, vec3f(0));
  if (!completeSimplex()) {
    // Flat: the depth across it is zero.
    result.depth = 0;
    result.pointA = simplex[0].a;
    if (simplexCount == 3u) {
      result.normal = normalize(cross(simplex[1].w - simplex[0].w, simplex[2].w - simplex[0].w));
    }
    return result;
  }
  vertexCount = 4u;
  for (var k = 0u; k < 4u; k++) { hullVertices[k] = simplex[k]; }
  let a = simplex[0].w;
  if (dot(cross(simplex[1].w - a, simplex[2].w - a), simplex[3].w - a) > 0) {
    hullVertices[1] = simplex[2];
    hullVertices[2] = simplex[1];
  }
  faceCount = 0u;
  addFace(0u, 1u, 2u);
  addFace(0u, 3u, 1u);
  addFace(0u, 2u, 3u);
  addFace(1u, 3u, 2u);
  for (var step = 0u; step < 128u; step++) {
    var nearest = 0u;
    for (var k = 1u; k < faceCount; k++) { if (facePlanes[k].w < facePlanes[nearest].w) { nearest = k; } }
    let plane = facePlanes[nearest];
    if (plane.w >= min(result.depth, farAway)) { break; }
    let next = support(plane.xyz);
    let height = dot(plane.xyz, next.w);
    if (height < result.depth) {
      result = Penetration(plane.xyz, height, contactOf(nearest));
    }
    if (height - plane.w <= 2e-6 * scale) { break; }
    var known = false;
    for (var k = 0u; k < vertexCount; k++) { known = known || all(hullVertices[k].w == next.w); }
    if (known || vertexCount == maxVertices) {
      facePlanes[nearest].w = farAway;
      continue;
    }
    expand(next);
  }
  return result;
}

// Replaces the faces that see the new vertex by a fan around it.
fn expand(next: Vertex) {
  let added = vertexCount;
  hullVertices[added] = next;
  vertexCount++;
  var edges = 0u;
  var k = 0u;
  while (k < faceCount) {
    let c = faceCorners[k];
    let a = hullVertices[c.x].w;
    let n = cross(hullVertices[c.y].w - a, hullVertices[c.z].w - a);
    if (dot(n, next.w - a) <= 1e-7 * length(n) * scale) {
      k++;
      continue;
    }
    for (var side = 0u; side < 3u; side++) {
      let edge = vec2u(c[side], c[(side + 1u) % 3u]);
      var twin = edges;
      for (var e = 0u; e < edges; e++) { if (all(horizon[e] == edge.yx)) { twin = e; } }
      if (twin < edges) {
        edges--;
        horizon[twin] = horizon[edges];
      } else if (edges < maxFaces) {
        horizon[edges] = edge;
        edges++;
      }
    }
    faceCount--;
    faceCorners[k] = faceCorners[faceCount];
    facePlanes[k] = facePlanes[faceCount];
  }
  for (var e = 0u; e < edges; e++) { addFace(horizon[e].x, horizon[e].y, added); }
}
`;

/** The expansion; goes on from the simplex of GJK. */
export function epaWgsl(): string {
  return text;
}
