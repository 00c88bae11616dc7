/**
 * Counts for each body how many others overlap it deeply. All of these push it out at once, each at a speed
 * of its own, and the speeds add up: two hundred boxes that start at one point would fly apart at two hundred
 * times the push speed. `prepare-contacts` divides the push speed by twice the root of these numbers: about
 * as many bodies lie one behind the other when a crowd spreads in a plane. It also marks the bodies that
 * something supports, for `leadStates`. O(contacts).
 */
import type { Doubles } from '@colide/core';
import { contactSoftnessAt, impulseSize, pushSpeedAt } from '../../internal/solve-contacts.ts';
import type { RigidJoints } from '../../joints/rigid-joints.ts';
import type { RigidBodies } from '../rigid-bodies.ts';
import type { RigidContacts } from '../rigid-contacts.ts';

/**
 * Overlap is deep if it would be undone at this share of the push speed or faster, unlike that of bodies at
 * rest.
 */
const farShare = 1 / 32;

/** The smallest number of bodies that is a crowd. */
const leastCrowd = 3;

/** The assumed offset of bodies along x and z, in m. */
const asideLength = 2e-5;
/**
 * Multiples of these modulo 1 fill a square evenly (Roberts, "The unreasonable effectiveness of quasirandom
 * sequences", 2018).
 */
const g1 = 0.7548776662466927;
const g2 = 0.5698402909980532;

/**
 * Writes to bit 0 of `crowds` whether a body has joints or was supported by a contact in the last step, and
 * to the bits above how many bodies overlap it deeply; rotates normals in crowds.
 */
export function countCrowds(
  crowds: Int32Array,
  { count: bodyCount, positions, inverseMasses }: RigidBodies,
  contacts: RigidContacts,
  step: Doubles,
  joints?: RigidJoints,
): void {
  const { bodies, separations, impulses, count } = contacts;
  const far = (-farShare * step[pushSpeedAt]) / step[contactSoftnessAt];
  crowds.fill(0, 0, bodyCount);
  for (let k = 0; joints && k < 2 * joints.count; k++) {
    const body = joints.bodies[k];
    if (body >= 0) crowds[body] = 1;
  }
  let lastA = -1;
  let lastB = -1;
  for (let c = 0; c < count; c++) {
    const a = bodies[2 * c];
    const b = bodies[2 * c + 1];
    if (impulses[impulseSize * c] > 0) {
      crowds[a] |= 1;
      crowds[b] |= 1;
    }
    if (separations[c] > far || (a === lastA && b === lastB)) continue;
    crowds[a] += 2;
    crowds[b] += 2;
    lastA = a;
    lastB = b;
  }
  partCrowds(crowds, positions, inverseMasses, contacts);
}

/**
 * Aligns the normals of bodies in crowds with the line between their centres, as long as the centres are
 * nearer than the overlap is deep. Equal bodies with equal rotations would otherwise all leave along their
 * shortest axis, in a row whose ends get the speeds of all. Bodies at one point separate as if each were
 * slightly offset perpendicular to y.
 */
function partCrowds(
  crowds: Int32Array,
  positions: Float64Array,
  inverseMasses: Float64Array,
  { bodies, normals, separations, count }: RigidContacts,
): void {
  for (let c = 0; c < count; c++) {
    const a = bodies[2 * c];
    const b = bodies[2 * c + 1];
    // The centre of an immovable body, such as a mesh or a half-space, may be anywhere.
    if (inverseMasses[a] * inverseMasses[b] === 0) continue;
    if (Math.min(crowds[a], crowds[b]) < 2 * leastCrowd) continue;
    const x = positions[3 * b] - positions[3 * a] + asideLength * (((g1 * b) % 1) - ((g1 * a) % 1));
    const y = positions[3 * b + 1] - positions[3 * a + 1];
    const z = positions[3 * b + 2] - positions[3 * a + 2] + asideLength * (((g2 * b) % 1) - ((g2 * a) % 1));
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0 && length <= -separations[c])) continue;
    normals[3 * c] = x / length;
    normals[3 * c + 1] = y / length;
    normals[3 * c + 2] = z / length;
  }
}
