/**
 * How finely a step in the plane is divided: as in space (`refine-steps`), more finely where small bodies are
 * stacked, with contacts that are as much stiffer. A contact is as stiff as the lighter of its bodies allows,
 * so light boxes under heavy ones count as small. Only manifolds of two points between bodies that can move
 * count. O(contacts).
 */
import type { Doubles } from '@colide/core';
import { gravityAt, substepAt } from '../../internal/solve-contacts.ts';
import type { RigidBodies2d } from '../rigid-bodies-2d.ts';
import type { RigidContacts2d } from '../rigid-contacts-2d.ts';

/**
 * How often substeps of 1/480 s are divided, per √(g / s) for a body of size s: below 15 cm more than once.
 * It is the same in steps of all lengths, or contacts would change their stiffness and stacks bounce.
 */
const stepsPerFall = 90 / 480;

/**
 * A body that lies on one of less mass counts as heavier by the ratio of their masses over the first number,
 * up to the second; the normal is upright from this share of gravity on.
 */
const lightLoad = 8;
const mostLoad = 4;
const upright = 0.5;

/** The largest factor by which substeps are divided. */
const mostTimes = 6;

/** Returns how often the substeps of the record of a step have to be divided. */
export function refinePlanarSteps(
  step: Doubles,
  { inverseMasses, inverseMoments, gravityScales, asleep }: RigidBodies2d,
  { arrays, count }: RigidContacts2d,
): number {
  const { bodies, sizes, normals } = arrays;
  const x = step[gravityAt];
  const y = step[gravityAt + 1];
  const fall = Math.sqrt(x * x + y * y);
  // The largest inverse square of a radius of gyration, times the square of the scale of gravity. A scale
  // below 1 does not count: what has one may be pulled by forces instead.
  let most = 0;
  for (let c = 0; c < count; c++) {
    const a = bodies[2 * c];
    const b = bodies[2 * c + 1];
    if (sizes[c] < 2 || asleep[a] + asleep[b] > 0 || !(inverseMasses[a] * inverseMasses[b] > 0)) continue;
    const massA = inverseMasses[a];
    const massB = inverseMasses[b];
    let load = Math.max(1, Math.abs(gravityScales[a]), Math.abs(gravityScales[b]));
    const ratio = Math.max(massA, massB) / (lightLoad * Math.min(massA, massB));
    // Normals point from A to B: down where A lies on B.
    const down = x * normals[2 * c] + y * normals[2 * c + 1];
    if (ratio > 1 && (massB > massA ? down : -down) > upright * fall) load *= Math.min(mostLoad, ratio);
    const inverse = Math.max(inverseMoments[a] / massA, inverseMoments[b] / massB);
    most = Math.max(most, load * load * inverse);
  }
  if (most === 0) return 1;
  // A square of size s has a radius of gyration of s / √6; gravity is that of a substep, h g.
  const needed = Math.round(stepsPerFall * Math.sqrt((fall * Math.sqrt(most / 6)) / step[substepAt]));
  // NaN is that of the smallest bodies without gravity.
  if (!(needed > 1)) return 1;
  // As an integer: V8 would box a double.
  return Math.min(mostTimes, needed) | 0;
}
