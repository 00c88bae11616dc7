/**
 * Ray against oriented box, with the normal: the slabs of `rayAabb` in the frame of the box, widened against
 * the rounding of the change of frame. Constant cost, no allocation.
 */

import { type RayHit, type ReadonlyVec3, rayHitAtStart } from '@colide/core';
import { axesAt, centerAt, halvesAt } from '../internal/layouts.ts';
import type { ReadonlyObb } from './obb.ts';

/**
 * The parameter t in [0, `maxT`] at which the ray first meets the box, `Infinity` when it misses; fills
 * `hit.t` and `hit.normal`. A ray that starts inside hits at t = 0, with the normal against the ray.
 * Unchecked: NaN misses.
 */
export function rayObb(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  obb: ReadonlyObb,
  maxT = Infinity,
): number {
  const x = origin[0] - obb[centerAt];
  const y = origin[1] - obb[centerAt + 1];
  const z = origin[2] - obb[centerAt + 2];
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  let near = 0;
  let far = maxT;
  let last = -Infinity;
  let axisAt = 6;
  let sign = 1;
  hit.t = Infinity;
  for (let i = 0; i < 3; i++) {
    const at = axesAt + 3 * i;
    const ax = obb[at];
    const ay = obb[at + 1];
    const az = obb[at + 2];
    const o = x * ax + y * ay + z * az;
    const d = dx * ax + dy * ay + dz * az;
    const half = obb[halvesAt + i];
    const wide = half + (Math.abs(x * ax) + Math.abs(y * ay) + Math.abs(z * az)) * 2 ** -51;
    if (d === 0) {
      if (!(Math.abs(o) <= wide)) return Infinity;
      continue;
    }
    const a = (-wide - o) / d;
    const b = (wide - o) / d;
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b) * (1 + 3 * 2 ** -52));
    const side = d > 0 ? -1 : 1;
    const enter = (side * half - o) / d;
    if (enter > last) {
      last = enter;
      axisAt = at;
      sign = side;
    }
  }
  if (!(near <= far && near < Infinity)) return Infinity;
  if (near === 0) return rayHitAtStart(hit, direction);
  hit.t = near;
  for (let k = 0; k < 3; k++) hit.normal[k] = sign * obb[axisAt + k];
  return near;
}
