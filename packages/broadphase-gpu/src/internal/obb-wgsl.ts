/**
 * WGSL of oriented boxes: centre, half extents, three axes. The test of two takes the 15 axes of `obbOverlap`
 * of `@colide/bounds`, three at a time as the components of a vector, and its slack in single precision: 2⁻¹⁹
 * of all lengths that enter, more than the rounding of any axis, also where edges are parallel and their
 * cross product is nothing but rounding. So no pair that touches is missed; false positives are no farther
 * apart than this slack.
 *
 * Gottschalk, Lin & Manocha, "OBBTree", SIGGRAPH 1996.
 */

/** Half the length of a box of the storage array `name` along a direction, widened by more than rounding. */
export function obbAlongWgsl(name: string): string {
  return /* wgsl */ `fn obbExtent(at: u32, d: vec3f) -> f32 {
  let c = vec3f(${name}[at], ${name}[at + 1u], ${name}[at + 2u]);
  var extent = 0.0;
  var sides = 0.0;
  for (var k = 0u; k < 3u; k++) {
    let axis = at + 6u + 3u * k;
    let half = ${name}[at + 3u + k];
    extent += half * abs(dot(vec3f(${name}[axis], ${name}[axis + 1u], ${name}[axis + 2u]), d));
    sides += half;
  }
  return extent + 0x1p-20f * (dot(abs(c), abs(d)) + 4 * sides);
}
`;
}

/** Overlap of the box in `own` with one of the storage array `name`. */
export function obbOverlapWgsl(name: string): string {
  return /* wgsl */ `fn obbOverlapsOwn(at: u32) -> bool {
  let t = vec3f(${name}[at], ${name}[at + 1u], ${name}[at + 2u]) - vec3f(own[0], own[1], own[2]);
  let ownHalves = vec3f(own[3], own[4], own[5]);
  let halves = vec3f(${name}[at + 3u], ${name}[at + 4u], ${name}[at + 5u]);
  let ownAxes = mat3x3f(own[6], own[7], own[8], own[9], own[10], own[11], own[12], own[13], own[14]);
  var others: mat3x3f;
  for (var k = 0u; k < 3u; k++) {
    let axis = at + 6u + 3u * k;
    others[k] = vec3f(${name}[axis], ${name}[axis + 1u], ${name}[axis + 2u]);
  }
  let slack = vec3f(0x1p-19f * dot(abs(t) + ownHalves + halves, vec3f(1)));
  let along = t * ownAxes;
  // Column j: the axes of own along axis j of the other.
  let r = transpose(ownAxes) * others;
  let s = mat3x3f(abs(r[0]), abs(r[1]), abs(r[2]));
  if (any(abs(along) > ownHalves + s * halves + slack)) { return false; }
  if (any(abs(t * others) > halves + ownHalves * s + slack)) { return false; }
  // Each edge of own with axis j of the other.
  for (var j = 0u; j < 3u; j++) {
    let j1 = (j + 1u) % 3u;
    let j2 = (j + 2u) % 3u;
    let reach = ownHalves.yzx * s[j].zxy + ownHalves.zxy * s[j].yzx + halves[j1] * s[j2] + halves[j2] * s[j1];
    if (any(abs(cross(along, r[j])) > reach + slack)) { return false; }
  }
  return true;
}
`;
}
