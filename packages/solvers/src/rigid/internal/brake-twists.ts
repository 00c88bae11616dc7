/**
 * Friction against twist at single contact points. Manifolds of several points resist a rotation about their
 * normal by the distance of the points; a point has no such lever, so a ball would spin on the spot for ever,
 * and a body on two points would swing about the line through them like a pendulum without friction.
 *
 * Real contacts are small patches. The radius of the patch is taken as a share of the radius of gyration
 * about the normal, √(w / nᵀ J n) with the inverse mass w and the inverse inertia J of both bodies: no further
 * data is needed, and the time to stop is that of bodies of all sizes. Rolling has no part along the normal,
 * so it loses nothing.
 *
 * Once per step, after the passes: the twist is too weak to disturb what they have solved. Torques are equal
 * and opposite, so angular momentum is kept.
 */
import type { Doubles } from '@colide/core';
import {
  angularVelocityAt,
  blockSize,
  type ContactBlocks,
  entryAAt,
  entryBAt,
  entryCountAt,
  entrySize,
  frictionAt,
  inverseInertiaAt,
  inverseMassAt,
  pointImpulseAt,
  shortHeadSize,
} from '../../internal/solve-contacts.ts';

/** Radius of the patch in terms of the radius of gyration. */
const patchShare = 0.05;

/** Slows down twists about the normals of single points, by what the impulses of `substeps` allow. */
export function brakeTwists(
  { blocks, entries, count: end }: ContactBlocks,
  states: Doubles,
  substeps: number,
): void {
  let at = 0;
  let size = 0;
  for (let e = 0; e < end; e++, at += size) {
    const count = entries[entrySize * e + entryCountAt];
    size = blockSize(count);
    if (count > 1) continue;
    const limit =
      patchShare * substeps * blocks[at + frictionAt] * blocks[at + shortHeadSize + pointImpulseAt];
    if (!(limit > 0)) continue;
    const a = entries[entrySize * e + entryAAt];
    const b = entries[entrySize * e + entryBAt];
    const x = blocks[at];
    const y = blocks[at + 1];
    const z = blocks[at + 2];
    const w = a + angularVelocityAt;
    const v = b + angularVelocityAt;
    const spin =
      (states[v] - states[w]) * x + (states[v + 1] - states[w + 1]) * y + (states[v + 2] - states[w + 2]) * z;
    const i = a + inverseInertiaAt;
    const j = b + inverseInertiaAt;
    const ax = states[i] * x + states[i + 3] * y + states[i + 4] * z;
    const ay = states[i + 3] * x + states[i + 1] * y + states[i + 5] * z;
    const az = states[i + 4] * x + states[i + 5] * y + states[i + 2] * z;
    const bx = states[j] * x + states[j + 3] * y + states[j + 4] * z;
    const by = states[j + 3] * x + states[j + 1] * y + states[j + 5] * z;
    const bz = states[j + 4] * x + states[j + 5] * y + states[j + 2] * z;
    const response = (ax + bx) * x + (ay + by) * y + (az + bz) * z;
    if (!(response > 0) || spin === 0) continue;
    const most = limit * Math.sqrt((states[a + inverseMassAt] + states[b + inverseMassAt]) / response);
    const twist = Math.max(-most, Math.min(most, -spin / response));
    states[w] -= twist * ax;
    states[w + 1] -= twist * ay;
    states[w + 2] -= twist * az;
    states[v] += twist * bx;
    states[v + 1] += twist * by;
    states[v + 2] += twist * bz;
  }
}
