/**
 * How crowded bodies are: the number of others that overlap each by far. All of these push it out at once,
 * each at a speed of its own, and the speeds add up: two hundred boxes that begin at one point would fly
 * apart at two hundred times the push speed. `prepare-contacts` divides the push speed by these numbers.
 * O(contacts).
 */
import type { Doubles } from '@colide/core';
import { contactSoftnessAt, pushSpeedAt } from '../../internal/solve-contacts.ts';
import type { RigidContacts } from '../rigid-contacts.ts';

/** Overlap is far where it would be undone at this share of the push speed: not that of bodies at rest. */
const farShare = 1 / 32;

/** Writes to `crowds` how many bodies overlap each of `bodyCount` by far. */
export function countCrowds(
  crowds: Int32Array,
  bodyCount: number,
  { bodies, separations, count }: RigidContacts,
  step: Doubles,
): void {
  const far = (-farShare * step[pushSpeedAt]) / step[contactSoftnessAt];
  crowds.fill(0, 0, bodyCount);
  let lastA = -1;
  let lastB = -1;
  for (let c = 0; c < count; c++) {
    const a = bodies[2 * c];
    const b = bodies[2 * c + 1];
    if (separations[c] > far || (a === lastA && b === lastB)) continue;
    crowds[a]++;
    crowds[b]++;
    lastA = a;
    lastB = b;
  }
}
