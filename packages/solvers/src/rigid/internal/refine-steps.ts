/**
 * How finely a step is divided.
 *
 * Where small bodies are stacked, more finely: gravity does not shrink with the bodies. A tower of 1 cm cubes
 * tips over ten times as fast as one of 1 m, and contacts that are as soft as a substep allows give way to it
 * like rubber. Substeps in proportion to √(size / g), with contacts that are as much stiffer, treat stacks of
 * all sizes alike.
 *
 * Where heavy bodies lie on light ones, too: a contact is as stiff as the lighter of its bodies allows, and
 * one at a quarter of the substep rate rocks for long under a hundred times the mass. There contacts stay as
 * soft as they are in steps of 1/60 s, at an eighth of the rate. Since they are equally soft in steps of all
 * lengths, a load does not bounce when the step changes.
 *
 * Only manifolds of several points between bodies that can move count: nothing is stacked on single points,
 * and the ground carries small bodies as it is. Limbs do not count as light: joints guide them, so that loads
 * do not rock on them. O(contacts + joints).
 */
import type { Doubles } from '@colide/core';
import { gravityAt, substepAt } from '../../internal/solve-contacts.ts';
import { fillStep, type ImpulseSolverSettings } from '../../internal/step-record.ts';
import type { RigidBodies } from '../rigid-bodies.ts';
import type { RigidContacts } from '../rigid-contacts.ts';

/** Substeps per √(s / g) of a body of size s: with four of them at 60 Hz, bodies below 11 cm need more. */
const stepsPerFall = 38;

/** In substeps shorter than this, in s, contacts are not made stiffer, unless the substeps were divided. */
const stiffSubstep = 1 / 240;

/** The largest factor by which substeps are divided. */
const mostTimes = 6;

/** Masses from this ratio on are heavy and light; the normal is upright from this share of gravity on. */
const loadRatio = 8;
const upright = 0.5;

/** Times that substeps are divided under a load, and those longer than this, in s. */
const leastCalm = 2;
const mostCalm = 4;
const longSubstep = 1.001 / 240;

/** A solver: what does not change from step to step. */
interface StepSource {
  readonly settings: ImpulseSolverSettings;
  readonly gravity: Doubles;
}

/**
 * Fills the record of a step of `dt`, in which substeps are as short as the contacts need; returns their
 * number. `limbs` has 1 for bodies that joints hold at a point.
 */
export function refineSteps(
  step: Doubles,
  { settings, gravity }: StepSource,
  dt: number,
  bodies: RigidBodies,
  contacts: RigidContacts | undefined,
  limbs: Uint8Array | undefined,
): number {
  const { substeps } = settings;
  fillStep(step, settings, gravity, dt);
  if (!contacts) return substeps;
  const { inverseMasses, inverseMoments, gravityScales, asleep } = bodies;
  const { bodies: pairs, normals, count } = contacts;
  const x = step[gravityAt];
  const y = step[gravityAt + 1];
  const z = step[gravityAt + 2];
  const fall = Math.sqrt(x * x + y * y + z * z);
  // The largest inverse square of a radius of gyration, times the square of the scale of gravity. A scale
  // below 1 does not count: what has one may be pulled by forces instead, as vehicles are.
  let most = 0;
  let calm = 1;
  for (let c = 1; c < count; c++) {
    const a = pairs[2 * c];
    const b = pairs[2 * c + 1];
    if (a !== pairs[2 * c - 2] || b !== pairs[2 * c - 1]) continue;
    const wa = inverseMasses[a];
    const wb = inverseMasses[b];
    if (wa * wb === 0 || asleep[a] || asleep[b]) continue;
    const pull = Math.max(1, Math.abs(gravityScales[a]), Math.abs(gravityScales[b]));
    for (let k = 0; k < 3; k++)
      most = Math.max(
        most,
        (pull * pull * inverseMoments[3 * a + k]) / wa,
        (pull * pull * inverseMoments[3 * b + k]) / wb,
      );
    // Normals point from A to B: down where A lies on B.
    const down = x * normals[3 * c] + y * normals[3 * c + 1] + z * normals[3 * c + 2];
    const ratio = down > 0 ? wb / wa : wa / wb;
    if (Math.abs(down) > upright * fall && ratio > loadRatio && !limbs?.[down > 0 ? b : a])
      calm = step[substepAt] > longSubstep ? mostCalm : leastCalm;
  }
  // A cube of size s has a radius of gyration of s / √6; gravity is that of a substep, h g.
  const short = Math.max(calm > 1 ? 0 : 1, stiffSubstep / step[substepAt]);
  const needed = Math.round(stepsPerFall * Math.sqrt(fall * step[substepAt] * Math.sqrt(most / 6)) * short);
  // NaN, for the smallest bodies without gravity, is 1. As an integer: V8 would box a double.
  const times = Math.min(mostTimes, needed) | 0 || 1;
  fillStep(step, settings, gravity, dt, times, calm);
  return times * calm * substeps;
}
