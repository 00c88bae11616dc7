/**
 * WGSL to read volumes, whatever their kind: bounds along a direction, centre and overlap. Bounds of k-DOPs
 * are stored and exact. Those of spheres and oriented boxes are computed, and widened by more than the
 * rounding error, as are the tests of two volumes: no pair that touches is missed.
 */
import { obbAlongWgsl, obbOverlapWgsl } from './obb-wgsl.ts';

/** Constants and directions, for shaders that read volumes. */
export const directionWgsl = /* wgsl */ `
override axes: u32 = 3u;
const directions = array<vec3f, 13>(
  vec3f(1, 0, 0), vec3f(0, 1, 0), vec3f(0, 0, 1),
  vec3f(1, 1, 1), vec3f(1, 1, -1), vec3f(1, -1, 1), vec3f(-1, 1, 1),
  vec3f(1, 1, 0), vec3f(1, -1, 0), vec3f(1, 0, 1), vec3f(1, 0, -1), vec3f(0, 1, 1), vec3f(0, 1, -1),
);
fn isSphere() -> bool { return axes == 0u; }
fn isObb() -> bool { return axes == 15u; }
fn volumeSize() -> u32 { return select(select(2u * axes, 15u, isObb()), 4u, isSphere()); }
// Spheres and oriented boxes are swept along the directions of a 26-DOP.
fn directionCount() -> u32 { return select(axes, 13u, isSphere() || isObb()); }
fn directionAt(i: u32) -> vec3f {
  var table = directions;
  return table[select(i, i + 4u, axes == 9u && i >= 3u)];
}
`;

/** Reads the volumes of the storage array `name`, which the shader declares. */
export function volumeWgsl(name: string): string {
  return /* wgsl */ `${directionWgsl}
fn sphereReach(at: u32, d: vec3f) -> f32 {
  let c = vec3f(${name}[at], ${name}[at + 1u], ${name}[at + 2u]);
  let reach = ${name}[at + 3u] * length(d);
  return reach + 0x1p-20f * (reach + dot(abs(c), abs(d)));
}
fn centerAlong(at: u32, d: vec3f) -> f32 {
  return dot(vec3f(${name}[at], ${name}[at + 1u], ${name}[at + 2u]), d);
}
${obbAlongWgsl(name)}fn lowOf(i: u32, axis: u32) -> f32 {
  let d = directionAt(axis);
  if (isSphere()) { return centerAlong(i * 4u, d) - sphereReach(i * 4u, d); }
  if (isObb()) { return centerAlong(i * 15u, d) - obbExtent(i * 15u, d); }
  return ${name}[i * 2u * axes + axis];
}
fn highOf(i: u32, axis: u32) -> f32 {
  let d = directionAt(axis);
  if (isSphere()) { return centerAlong(i * 4u, d) + sphereReach(i * 4u, d); }
  if (isObb()) { return centerAlong(i * 15u, d) + obbExtent(i * 15u, d); }
  return ${name}[i * 2u * axes + axes + axis];
}
fn lowCorner(i: u32) -> vec3f { return vec3f(lowOf(i, 0u), lowOf(i, 1u), lowOf(i, 2u)); }
fn highCorner(i: u32) -> vec3f { return vec3f(highOf(i, 0u), highOf(i, 1u), highOf(i, 2u)); }
fn centerOf(i: u32) -> vec3f { return 0.5 * lowCorner(i) + 0.5 * highCorner(i); }
`;
}

/** Overlap of one volume, read once, with many others of the storage array `name`. */
export function overlapWgsl(name: string): string {
  return /* wgsl */ `
var<private> own: array<f32, 26>;
fn takeOwn(i: u32) {
  let size = volumeSize();
  for (var k = 0u; k < size; k++) { own[k] = ${name}[i * size + k]; }
}
${obbOverlapWgsl(name)}fn overlapsOwn(j: u32) -> bool {
  if (isObb()) { return obbOverlapsOwn(j * 15u); }
  if (isSphere()) {
    let b = j * 4u;
    let d = vec3f(own[0] - ${name}[b], own[1] - ${name}[b + 1u], own[2] - ${name}[b + 2u]);
    let reach = own[3] + ${name}[b + 3u];
    return dot(d, d) <= reach * reach * (1.0 + 0x1p-20f);
  }
  let b = j * 2u * axes;
  for (var k = 0u; k < axes; k++) {
    if (own[k] > ${name}[b + axes + k] || ${name}[b + k] > own[axes + k]) { return false; }
  }
  return true;
}
`;
}

/** Whether two filters admit a pair; a filter is group, mask, flags, id. */
export const filterWgsl = /* wgsl */ `
fn admits(a: vec4u, b: vec4u) -> bool {
  return (a.x & b.y) != 0u && (b.x & a.y) != 0u && (a.z & b.z & 1u) == 0u;
}
`;

/** The result of `measureScene`; see there. */
export const sceneWgsl = /* wgsl */ `
struct Scene {
  axis: u32, live: u32, meanExtent: f32, largestExtent: f32,
  low: vec4f, high: vec4f, cell: vec4f,
  mean: vec4f, diagonal: vec4f, offDiagonal: vec4f, principal: vec4f,
}
`;
