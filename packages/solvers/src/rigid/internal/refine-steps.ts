/**
 * Decides how many times finer a step is divided if small bodies are stacked. Gravity does not shrink with
 * the bodies: a tower of 1 cm cubes tips over ten times as fast as one of 1 m, and contacts that are as soft
 * as a substep allows give way to it like rubber. Substeps in proportion to √(size / g) treat stacks of all
 * sizes alike.
 *
 * Only manifolds of several points between bodies that can move count: nothing is stacked on single points,
 * and the ground carries small bodies as it is. O(contacts).
 */
import type { Doubles } from '@colide/core';
import { gravityAt, substepAt } from '../../internal/solve-contacts.ts';
import type { RigidBodies } from '../rigid-bodies.ts';
import type { RigidContacts } from '../rigid-contacts.ts';

/** Substeps per √(s / g) of a body of size s: with four of them at 60 Hz, bodies below 11 cm need more. */
const stepsPerFall = 38;

/** In substeps shorter than this, in s, contacts are not made stiffer, unless the substeps were divided. */
const stiffSubstep = 1 / 240;

/** The largest factor by which substeps are divided. */
const mostTimes = 6;

/** The factor by which the substeps have to be finer than in the record of the step. */
export function refineSteps(bodies: RigidBodies, contacts: RigidContacts, step: Doubles): number {
  const { inverseMasses, inverseMoments, asleep } = bodies;
  const { bodies: pairs, count } = contacts;
  // The largest inverse square of a radius of gyration.
  let most = 0;
  for (let c = 1; c < count; c++) {
    const a = pairs[2 * c];
    const b = pairs[2 * c + 1];
    if (a !== pairs[2 * c - 2] || b !== pairs[2 * c - 1]) continue;
    const wa = inverseMasses[a];
    const wb = inverseMasses[b];
    if (wa === 0 || wb === 0 || asleep[a] === 1 || asleep[b] === 1) continue;
    for (let k = 0; k < 3; k++)
      most = Math.max(most, inverseMoments[3 * a + k] / wa, inverseMoments[3 * b + k] / wb);
  }
  const x = step[gravityAt];
  const y = step[gravityAt + 1];
  const z = step[gravityAt + 2];
  // A cube of size s has a radius of gyration of s / √6; gravity is that of a substep, h g.
  const fall = step[substepAt] * Math.sqrt(((x * x + y * y + z * z) * most) / 6);
  const times = Math.round(stepsPerFall * Math.sqrt(fall) * Math.max(1, stiffSubstep / step[substepAt]));
  // NaN, for the smallest bodies without gravity, is 1. As an integer: V8 would box a double.
  return times > 1 ? Math.min(mostTimes, times) | 0 : 1;
}
