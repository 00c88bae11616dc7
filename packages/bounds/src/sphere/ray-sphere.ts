/**
 * Ray against ball, with the normal. The distance from the centre to the line is measured directly, rather
 * than as a difference of two large squares, so that small balls far away are still hit (Haines et al.,
 * "Precision improvements for ray/sphere intersection", Ray Tracing Gems, 2019). Constant cost, no
 * allocation.
 */

import { type RayHit, type ReadonlyVec3, rayHitAtStart, rayHitNormalize } from '@colide/core';
import { radiusAt } from '../internal/layouts.ts';
import { touching } from '../internal/tolerance.ts';
import type { ReadonlySphere } from './sphere.ts';

/**
 * The parameter t in [0, `maxT`] at which the ray first meets the ball, `Infinity` when it misses; fills
 * `hit.t` and `hit.normal`. A ray that starts inside hits at t = 0, with the normal against the ray.
 * Unchecked: NaN misses.
 */
export function raySphere(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  sphere: ReadonlySphere,
  maxT = Infinity,
): number {
  const ux = direction[0];
  const uy = direction[1];
  const uz = direction[2];
  const mx = sphere[0] - origin[0];
  const my = sphere[1] - origin[1];
  const mz = sphere[2] - origin[2];
  const r2 = sphere[radiusAt] * sphere[radiusAt] * touching;
  hit.t = Infinity;
  if (sphere[radiusAt] < 0) return Infinity;
  if (mx * mx + my * my + mz * mz <= r2) return rayHitAtStart(hit, direction);
  const uu = ux * ux + uy * uy + uz * uz;
  const middle = (mx * ux + my * uy + mz * uz) / uu;
  if (!(middle > 0)) return Infinity;
  const lx = mx - middle * ux;
  const ly = my - middle * uy;
  const lz = mz - middle * uz;
  const rest = r2 - (lx * lx + ly * ly + lz * lz);
  if (!(rest >= 0)) return Infinity;
  const t = middle - Math.sqrt(rest / uu);
  if (!(t <= maxT && t < Infinity)) return Infinity;
  if (!(t > 0)) return rayHitAtStart(hit, direction);
  hit.t = t;
  for (let i = 0; i < 3; i++) hit.normal[i] = origin[i] - sphere[i] + t * direction[i];
  rayHitNormalize(hit);
  return t;
}
