/**
 * How crowded bodies are: the number of others that overlap each by far. All of these push it out at once,
 * each at a speed of its own, and the speeds add up: two hundred boxes that begin at one point would fly
 * apart at two hundred times the push speed. `prepare-contacts` divides the push speed by these numbers.
 * Which bodies are borne is told as well, for `leadStates`. O(contacts).
 */
import type { Doubles } from '@colide/core';
import { contactSoftnessAt, impulseSize, pushSpeedAt } from '../../internal/solve-contacts.ts';
import type { RigidJoints } from '../../joints/rigid-joints.ts';
import type { RigidContacts } from '../rigid-contacts.ts';

/** Overlap is far where it would be undone at this share of the push speed: not that of bodies at rest. */
const farShare = 1 / 32;

/**
 * Writes to `crowds` twice how many bodies overlap each of `bodyCount` by far, and one more for those that
 * have joints or that a contact bore in the last step.
 */
export function countCrowds(
  crowds: Int32Array,
  bodyCount: number,
  { bodies, separations, impulses, count }: RigidContacts,
  step: Doubles,
  joints?: RigidJoints,
): void {
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
}
