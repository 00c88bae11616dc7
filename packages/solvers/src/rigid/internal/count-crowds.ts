/**
 * How crowded bodies are: the number of others that overlap each by far. All of these push it out at once,
 * each at a speed of its own, and the speeds add up: two hundred boxes that begin at one point would fly
 * apart at two hundred times the push speed. `prepare-contacts` divides the push speed by the root of these
 * numbers: about as many bodies lie one behind the other where a crowd spreads in a plane. Which bodies are
 * borne is told as well, for `leadStates`. O(contacts).
 */
import type { Doubles } from '@colide/core';
import { contactSoftnessAt, impulseSize, pushSpeedAt } from '../../internal/solve-contacts.ts';
import type { RigidJoints } from '../../joints/rigid-joints.ts';
import type { RigidBodies } from '../rigid-bodies.ts';
import type { RigidContacts } from '../rigid-contacts.ts';

/** Overlap is far where it would be undone at this share of the push speed: not that of bodies at rest. */
const farShare = 1 / 32;

/** Fewest bodies that are a crowd. */
const leastCrowd = 3;

/** How far bodies seem to be aside, along x and z each, in m. */
const asideLength = 2e-5;
/**
 * Multiples of these modulo 1 fill a square evenly (Roberts, "The unreasonable effectiveness of quasirandom
 * sequences", 2018).
 */
const g1 = 0.7549;
const g2 = 0.5698;

/**
 * Writes to `crowds` twice how many bodies overlap each by far, and one more for those that have joints or
 * that a contact bore in the last step; turns normals in crowds.
 */
export function countCrowds(
  crowds: Int32Array,
  { count: bodyCount, positions }: RigidBodies,
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
  partCrowds(crowds, positions, contacts);
}

/**
 * Turns the normals of bodies in crowds along the line between their centres, as long as these are nearer
 * than the overlap is deep. Equal bodies with equal rotations would all leave along their shortest axis, in a
 * row whose ends get the speeds of all. Bodies at one point part as if each were a little aside, across y.
 */
function partCrowds(
  crowds: Int32Array,
  positions: Float64Array,
  { bodies, normals, separations, count }: RigidContacts,
): void {
  for (let c = 0; c < count; c++) {
    const a = bodies[2 * c];
    const b = bodies[2 * c + 1];
    if (Math.min(crowds[a], crowds[b]) < 2 * leastCrowd) continue;
    const x = positions[3 * b] - positions[3 * a] + asideLength * (((g1 * b) % 1) - ((g1 * a) % 1));
    const y = positions[3 * b + 1] - positions[3 * a + 1];
    const z = positions[3 * b + 2] - positions[3 * a + 2] + asideLength * (((g2 * b) % 1) - ((g2 * a) % 1));
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length > -separations[c]) continue;
    normals[3 * c] = x / length;
    normals[3 * c + 1] = y / length;
    normals[3 * c + 2] = z / length;
  }
}
