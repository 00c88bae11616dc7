/**
 * Writes the data of a manifold to its lane of a slot and of the record from which the slot is prepared; the
 * kernel `prepareContacts` does the rest. The data follows `prepare-contacts` of `@colide/solvers`.
 */
import type { Doubles } from '@colide/core';
import type { RigidBodies, RigidContacts } from '@colide/solvers';
import {
  ballsAt,
  floorAt,
  frictionAt,
  frictionShareAt,
  impulseSize,
  inverseMassAt,
  lanes,
  leverShareAt,
  normalAt,
  positionBAt,
  pushSpeedAt,
  radiiAt,
  rawFrictionAt,
  rawHeadSize,
  rawPointSize,
  rawTwistAt,
  stateSize,
  twistShareAt,
} from './contact-layout.ts';

/** Stands for the radius of curved surfaces whose radius is not known. */
const unknownRadius = -1;

/** Source and destination of the packing of manifolds. */
export interface Packing {
  bodies: RigidBodies;
  contacts: RigidContacts;
  crowds: Int32Array;
  states: Doubles;
  step: Doubles;
  /** All memory. */
  numbers: Float64Array;
}

/** Packs the manifold of `count` points from contact `c` on into the lanes that begin at `slot` and `raw`. */
export function packManifold(
  packing: Packing,
  slot: number,
  raw: number,
  c: number,
  count: number,
  softness: number,
): void {
  const { contacts, numbers, crowds, step } = packing;
  const { positions } = packing.bodies;
  const a = contacts.bodies[2 * c];
  const b = contacts.bodies[2 * c + 1];
  for (let k = 0; k < 3; k++) {
    numbers[slot + lanes * (normalAt + k)] = contacts.normals[3 * c + k];
    numbers[raw + lanes * k] = positions[3 * a + k];
    numbers[raw + lanes * (positionBAt + k)] = positions[3 * b + k];
  }
  numbers[slot + lanes * frictionAt] = contacts.frictions[c];
  packShare(packing, slot, c, count);
  const crowd = Math.min(crowds[a], crowds[b]) >> 1;
  numbers[raw + lanes * floorAt] =
    -step[pushSpeedAt] / (step[softness] * Math.sqrt(Math.max(1, 4 * crowd - 4)));
  packPoints(numbers, raw, contacts, c, count);
}

/** Whether the point stays with A or B, see `setAlikeShare` and `setLeverShare` of the solver. */
function packShare(
  { bodies, contacts, states, numbers }: Packing,
  slot: number,
  c: number,
  count: number,
): void {
  const { inverseMoments } = bodies;
  const a = contacts.bodies[2 * c];
  const b = contacts.bodies[2 * c + 1];
  const radiusA = contacts.radii[2 * c];
  const radiusB = contacts.radii[2 * c + 1];
  const sum = radiusA + radiusB;
  const balls = count === 1 && sum > 0 && sum < Infinity;
  let share = 0.5;
  if (balls) share = radiusA / sum;
  else if (radiusA !== radiusB) share = radiusA > radiusB ? 1 : 0;
  else {
    const wa = states[stateSize * a + inverseMassAt];
    const wb = states[stateSize * b + inverseMassAt];
    const sizeA = inverseMoments[3 * a] + inverseMoments[3 * a + 1] + inverseMoments[3 * a + 2];
    const sizeB = inverseMoments[3 * b] + inverseMoments[3 * b + 1] + inverseMoments[3 * b + 2];
    const sizes = sizeA * wb + sizeB * wa;
    if (wa === 0) share = 1;
    else if (wb === 0) share = 0;
    else if (sizes > 0) share = (sizeB * wa) / sizes;
  }
  numbers[slot + lanes * leverShareAt] = share;
  numbers[slot + lanes * radiiAt] = radiusA < Infinity ? Math.max(radiusA, unknownRadius) : 0;
  numbers[slot + lanes * (radiiAt + 1)] = radiusB < Infinity ? Math.max(radiusB, unknownRadius) : 0;
  if (count === 1) numbers[slot + lanes * ballsAt] = balls ? sum : 0;
}

/** The points of a manifold, and the impulses of the last step. */
function packPoints(
  numbers: Float64Array,
  raw: number,
  { points, separations, impulses, firstLoads }: RigidContacts,
  c: number,
  count: number,
): void {
  let x = 0;
  let y = 0;
  let z = 0;
  let twist = 0;
  let to = raw + lanes * rawHeadSize;
  for (let i = c; i < c + count; i++, to += lanes * rawPointSize) {
    const from = impulseSize * i;
    numbers[to] = points[3 * i];
    numbers[to + lanes] = points[3 * i + 1];
    numbers[to + 2 * lanes] = points[3 * i + 2];
    numbers[to + 3 * lanes] = separations[i];
    numbers[to + 4 * lanes] = impulses[from];
    numbers[to + 5 * lanes] = firstLoads[i];
    x += impulses[from + frictionShareAt];
    y += impulses[from + frictionShareAt + 1];
    z += impulses[from + frictionShareAt + 2];
    twist += impulses[from + twistShareAt];
  }
  numbers[raw + lanes * rawFrictionAt] = x;
  numbers[raw + lanes * (rawFrictionAt + 1)] = y;
  numbers[raw + lanes * (rawFrictionAt + 2)] = z;
  numbers[raw + lanes * rawTwistAt] = twist;
}
