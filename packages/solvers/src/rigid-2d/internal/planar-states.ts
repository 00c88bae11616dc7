/** Body states of the planar impulse solver: loading, gravity, motion and storing. */
import type { Doubles } from '@colide/core';
import { rotationLimit, speedLimit } from '../../internal/limit-speed.ts';
import {
  carrySize,
  displacementAt,
  gravityScaleAt,
  inverseMassAt,
  inverseMomentAt,
  reachedAt,
  rotationAt,
  spinAt,
  stateSize,
} from '../../internal/planar-layout.ts';
import { gravityAt } from '../../internal/solve-contacts.ts';
import type { RigidBodies2d } from '../rigid-bodies-2d.ts';

/** Writes the states of all bodies at the beginning of a step. */
export function loadPlanarStates(states: Doubles, bodies: RigidBodies2d): void {
  const { velocities, angularVelocities, inverseMasses, inverseMoments, asleep, count } = bodies;
  for (let i = 0; i < count; i++) {
    const at = stateSize * i;
    const awake = 1 - asleep[i];
    states[at] = velocities[2 * i];
    states[at + 1] = velocities[2 * i + 1];
    states[at + spinAt] = angularVelocities[i];
    states[at + displacementAt] = 0;
    states[at + displacementAt + 1] = 0;
    states[at + rotationAt] = 1;
    states[at + rotationAt + 1] = 0;
    states[at + inverseMassAt] = awake * inverseMasses[i];
    states[at + inverseMomentAt] = awake * inverseMoments[i];
    states[at + gravityScaleAt] = bodies.gravityScales[i];
    states[at + reachedAt] = 0;
  }
}

/** Gives all bodies that can move the velocity that gravity adds in a substep, and notes it in `carries`. */
export function acceleratePlanarStates(
  states: Doubles,
  carries: Doubles,
  count: number,
  step: Doubles,
  repeats: boolean,
): void {
  const x = step[gravityAt];
  const y = step[gravityAt + 1];
  for (let i = 0; i < count; i++) {
    const at = stateSize * i;
    const c = carrySize * i;
    const scale = states[at + inverseMassAt] === 0 ? 0 : states[at + gravityScaleAt];
    const pushX = repeats ? states[at] - carries[c] : 0;
    const pushY = repeats ? states[at + 1] - carries[c + 1] : 0;
    const turn = repeats ? states[at + spinAt] - carries[c + 2] : 0;
    carries[c] = states[at] + scale * x;
    carries[c + 1] = states[at + 1] + scale * y;
    carries[c + 2] = states[at + spinAt];
    states[at] = carries[c] + pushX;
    states[at + 1] = carries[c + 1] + pushY;
    states[at + spinAt] = carries[c + 2] + turn;
  }
}

/**
 * Moves and rotates all bodies that are awake by a substep of `h`. The rotation by θ is computed from three
 * terms of the series of tan(θ/2): it stays a rotation at any speed, and its angle is exact up to θ⁷.
 */
export function movePlanarStates(states: Doubles, carries: Doubles, bodies: RigidBodies2d, h: number): void {
  const { asleep, speedLimits, count } = bodies;
  for (let i = 0; i < count; i++) {
    if (asleep[i] !== 0) continue;
    const at = stateSize * i;
    limitPlanarSpeed(states, carries, i, speedLimits, h);
    const spin = states[at + spinAt];
    states[at + displacementAt] += h * states[at];
    states[at + displacementAt + 1] += h * states[at + 1];
    if (spin === 0) continue;
    const angle = h * spin;
    const square = angle * angle;
    const tangent = 0.5 * angle * (1 + (square / 12) * (1 + square / 10));
    const scale = 1 / (1 + tangent * tangent);
    const cosine = (1 - tangent * tangent) * scale;
    const sine = 2 * tangent * scale;
    const c = states[at + rotationAt];
    const s = states[at + rotationAt + 1];
    states[at + rotationAt] = c * cosine - s * sine;
    states[at + rotationAt + 1] = s * cosine + c * sine;
  }
}

/**
 * Limits the speeds of body `i` to its own limits and to the global maximum; the reduction is not repeated in
 * the next substep.
 */
function limitPlanarSpeed(
  states: Doubles,
  carries: Doubles,
  i: number,
  speedLimits: Float64Array,
  h: number,
): void {
  const at = stateSize * i;
  const c = carrySize * i;
  const x = states[at];
  const y = states[at + 1];
  const spin = states[at + spinAt];
  const limit = Math.min(speedLimits[2 * i], speedLimit);
  const largest = Math.max(Math.abs(x), Math.abs(y));
  if (largest > limit || x * x + y * y > limit * limit) {
    // The larger component first, as squares may overflow.
    const scale = limit / (largest * Math.sqrt((x / largest) ** 2 + (y / largest) ** 2));
    states[at] = scale * x;
    states[at + 1] = scale * y;
    carries[c] = states[at] - (x - carries[c]);
    carries[c + 1] = states[at + 1] - (y - carries[c + 1]);
  }
  const spinLimit = Math.min(speedLimits[2 * i + 1], rotationLimit / h);
  if (Math.abs(spin) > spinLimit) {
    states[at + spinAt] = spin > 0 ? spinLimit : -spinLimit;
    carries[c + 2] = states[at + spinAt] - (spin - carries[c + 2]);
  }
}

/** Writes velocities and poses back. */
export function storePlanarStates(bodies: RigidBodies2d, states: Doubles): void {
  const { positions, rotations, velocities, angularVelocities, asleep, count } = bodies;
  for (let i = 0; i < count; i++) {
    if (asleep[i] !== 0) continue;
    const at = stateSize * i;
    velocities[2 * i] = states[at];
    velocities[2 * i + 1] = states[at + 1];
    angularVelocities[i] = states[at + spinAt];
    positions[2 * i] += states[at + displacementAt];
    positions[2 * i + 1] += states[at + displacementAt + 1];
    const cosine = states[at + rotationAt];
    const sine = states[at + rotationAt + 1];
    if (sine === 0 && cosine === 1) continue;
    const c = rotations[2 * i] * cosine - rotations[2 * i + 1] * sine;
    const s = rotations[2 * i + 1] * cosine + rotations[2 * i] * sine;
    const scale = 1 / Math.sqrt(c * c + s * s);
    rotations[2 * i] = scale * c;
    rotations[2 * i + 1] = scale * s;
  }
}
