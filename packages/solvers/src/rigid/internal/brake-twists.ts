/**
 * Damping at contacts beyond friction: it slows down twists about the normals of single points, and the slow
 * rocking of bodies that are not round.
 *
 * Manifolds of several points resist a rotation about their normal by friction at the distance of the points.
 * A single point has no such lever, so a ball would spin on the spot for ever, and a body on two points would
 * swing about the line through them like a pendulum without friction. Faces, edges and vertices that rock on
 * each other lose energy at every change of support. The solver does not resolve such small impacts: a box on
 * bumpy ground would go on rocking at a few centimetres per second.
 *
 * Real contacts are small patches. The radius of the patch is taken as a share of the radius of gyration
 * about the axis d of the rotation, √(w / dᵀ J d) with the inverse mass w and the inverse inertia J of both
 * bodies: no further data is needed, and the time to stop is that of bodies of all sizes. Rolling of round
 * bodies loses nothing.
 *
 * Once per step, after the passes: the torques are too weak to disturb what they have solved. They are equal
 * and opposite, so angular momentum is kept.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import {
  angularVelocityAt,
  blockSize,
  type ContactBlocks,
  entryAAt,
  entryBAt,
  entryCountAt,
  entrySize,
  frictionAt,
  headSize,
  inverseInertiaAt,
  inverseMassAt,
  pointImpulseAt,
  pointSize,
  shortHeadSize,
} from '../../internal/solve-contacts.ts';
import { isFlat } from './roll-contacts.ts';

/** Radius of the patch in terms of the radius of gyration, for twist and for rocking. */
const twistShare = 0.05;
const rockingShare = 0.03;

/** Square of the angular speed in rad/s below which nothing rocks. */
const leastRocking = 1e-6;

/** Speed in m/s of a point at the radius of gyration above which a body does not rock but falls over. */
const mostRocking = 0.2;

/**
 * A rotation to be slowed down: its axis, its angular speed and the normal impulse on the patch.
 */
const motion = /* @__PURE__ */ plainDoubles(5);
const speedAt = 3;
const limitAt = 4;

/** Slows down twists and rocking, by what the impulses of `substeps` allow. */
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
    const a = entries[entrySize * e + entryAAt];
    const b = entries[entrySize * e + entryBAt];
    const w = a + angularVelocityAt;
    const v = b + angularVelocityAt;
    const wx = states[v] - states[w];
    const wy = states[v + 1] - states[w + 1];
    const wz = states[v + 2] - states[w + 2];
    const nx = blocks[at];
    const ny = blocks[at + 1];
    const nz = blocks[at + 2];
    const spin = wx * nx + wy * ny + wz * nz;
    const tilt = wx * wx + wy * wy + wz * wz - spin * spin;
    const rocks = tilt > leastRocking && isFlat(blocks, at);
    if (!rocks && (count > 1 || spin === 0)) continue;
    let load = 0;
    if (count === 1) load = blocks[at + shortHeadSize + pointImpulseAt];
    else for (let p = at + headSize; p < at + size; p += pointSize) load += blocks[p + pointImpulseAt];
    load *= substeps * blocks[at + frictionAt];
    if (!(load > 0)) continue;
    if (count === 1) {
      motion[0] = nx;
      motion[1] = ny;
      motion[2] = nz;
      motion[speedAt] = spin;
      motion[limitAt] = twistShare * load;
      brake(states, a, b, false);
    }
    if (!rocks) continue;
    const speed = Math.sqrt(tilt);
    motion[0] = (wx - spin * nx) / speed;
    motion[1] = (wy - spin * ny) / speed;
    motion[2] = (wz - spin * nz) / speed;
    motion[speedAt] = speed;
    motion[limitAt] = rockingShare * load;
    brake(states, a, b, true);
  }
}

/** Slows down the {@link motion} of two bodies against each other; rocking only if it is slow. */
function brake(states: Doubles, a: number, b: number, isRocking: boolean): void {
  const x = motion[0];
  const y = motion[1];
  const z = motion[2];
  const speed = motion[speedAt];
  const i = a + inverseInertiaAt;
  const j = b + inverseInertiaAt;
  const ax = states[i] * x + states[i + 3] * y + states[i + 4] * z;
  const ay = states[i + 3] * x + states[i + 1] * y + states[i + 5] * z;
  const az = states[i + 4] * x + states[i + 5] * y + states[i + 2] * z;
  const bx = states[j] * x + states[j + 3] * y + states[j + 4] * z;
  const by = states[j + 3] * x + states[j + 1] * y + states[j + 5] * z;
  const bz = states[j + 4] * x + states[j + 5] * y + states[j + 2] * z;
  const response = (ax + bx) * x + (ay + by) * y + (az + bz) * z;
  if (!(response > 0)) return;
  const radius = Math.sqrt((states[a + inverseMassAt] + states[b + inverseMassAt]) / response);
  if (isRocking && speed * radius > mostRocking) return;
  const most = motion[limitAt] * radius;
  const twist = Math.max(-most, Math.min(most, -speed / response));
  const w = a + angularVelocityAt;
  const v = b + angularVelocityAt;
  states[w] -= twist * ax;
  states[w + 1] -= twist * ay;
  states[w + 2] -= twist * az;
  states[v] += twist * bx;
  states[v + 1] += twist * by;
  states[v + 2] += twist * bz;
}
