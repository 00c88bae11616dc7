/**
 * Ray against convex polytope: the ray is clipped by the half-space of every face (Cyrus & Beck 1978, Haines
 * 1991). It enters where it has entered all and leaves where it has left one.
 *
 * O(faces), no allocation. The ray is in the frame of the hull. Half-spaces are widened by a few units in the
 * last place, so that a ray through an edge or corner is not lost. A flat hull is treated as a polygon; a
 * segment or point is always missed.
 */

import type { RayHit } from '@colide/core';
import { type ReadonlyVec3, rayHitAtStart } from '@colide/core';
import type { Hull } from '@colide/geometry';
import { offsetAt, planeSize } from '../internal/hull-layout.ts';

/**
 * The parameter at which the ray first meets the hull (a `HullShape` or what `quickHull` returns), `Infinity`
 * when it misses; fills `hit.t`, `hit.normal` and `hit.triangle`, the number of the face. A ray that starts
 * inside hits at t = 0, with the normal against the ray. Unchecked: NaN misses.
 */
export function rayHull(hit: RayHit, origin: ReadonlyVec3, direction: ReadonlyVec3, hull: Hull): number {
  const { planes } = hull;
  const ox = origin[0];
  const oy = origin[1];
  const oz = origin[2];
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  hit.t = Infinity;
  const rounding = (Math.abs(ox) + Math.abs(oy) + Math.abs(oz)) * 2 ** -50;
  if (hull.dimension < 2 || !(rounding < Infinity)) return Infinity;
  let near = 0;
  let far = Infinity;
  let face = -1;
  for (let at = 0; at < planes.length; at += planeSize) {
    const nx = planes[at];
    const ny = planes[at + 1];
    const nz = planes[at + 2];
    const offset = planes[at + offsetAt];
    const height = nx * ox + ny * oy + nz * oz - offset;
    const slope = nx * dx + ny * dy + nz * dz;
    const slack = rounding + Math.abs(offset) * 2 ** -50;
    if (slope < 0) {
      const enter = -height / slope;
      if (enter > near) {
        near = enter;
        face = at / planeSize;
      }
    } else if (slope > 0) {
      const leave = (slack - height) / slope;
      if (leave < far) far = leave;
    } else if (!(slope === 0 && height <= slack)) return Infinity;
  }
  if (!(near <= far * (1 + 2 ** -50))) return Infinity;
  if (hull.dimension === 2) {
    if (face < 0 || !insidePolygon(hull, face, ox + near * dx, oy + near * dy, oz + near * dz))
      return Infinity;
  }
  hit.triangle = Math.max(face, 0);
  hit.t = near;
  if (face < 0) return rayHitAtStart(hit, direction);
  hit.normal[0] = planes[planeSize * face];
  hit.normal[1] = planes[planeSize * face + 1];
  hit.normal[2] = planes[planeSize * face + 2];
  return near;
}

/** Whether a point of the plane of `face` lies in the polygon, its edges included up to rounding. */
function insidePolygon(hull: Hull, face: number, x: number, y: number, z: number): boolean {
  const { vertices, faceOffsets, faceVertices, planes } = hull;
  const nx = planes[planeSize * face];
  const ny = planes[planeSize * face + 1];
  const nz = planes[planeSize * face + 2];
  const first = faceOffsets[face];
  const end = faceOffsets[face + 1];
  let a = 3 * faceVertices[end - 1];
  for (let i = first; i < end; i++) {
    const b = 3 * faceVertices[i];
    const ex = vertices[b] - vertices[a];
    const ey = vertices[b + 1] - vertices[a + 1];
    const ez = vertices[b + 2] - vertices[a + 2];
    const px = x - vertices[a];
    const py = y - vertices[a + 1];
    const pz = z - vertices[a + 2];
    const area = nx * (ey * pz - ez * py) + ny * (ez * px - ex * pz) + nz * (ex * py - ey * px);
    const edge = Math.abs(ex) + Math.abs(ey) + Math.abs(ez);
    if (area < -(2 ** -46) * edge * (Math.abs(px) + Math.abs(py) + Math.abs(pz))) return false;
    a = b;
  }
  return true;
}
