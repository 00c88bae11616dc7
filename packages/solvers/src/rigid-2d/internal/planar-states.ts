/** Body states of the planar impulse solver: loading, gravity, motion and storing. */
import type { Doubles } from '@colide/core';
import { rotationLimit, speedLimit } from '../../internal/limit-speed.ts';
import {
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

/** Gives all bodies that can move the velocity that gravity adds in a substep. */
export function acceleratePlanarStates(states: Doubles, count: number, step: Doubles): void {
  const x = step[gravityAt];
  const y = step[gravityAt + 1];
  for (let at = 0; at < stateSize * count; at += stateSize) {
    if (states[at + inverseMassAt] === 0) continue;
    const scale = states[at + gravityScaleAt];
    states[at] += scale * x;
    states[at + 1] += scale * y;
  }
}

/**
 * Moves and turns all bodies that are awake by a substep of `h`. A rotation by θ is that by the tangent of θ/2,
 * of which three terms are taken: it stays a rotation at any speed, and its angle is right to θ⁷.
 */
export function movePlanarStates(states: Doubles, bodies: RigidBodies2d, h: number): void {
  const { asleep, speedLimits, count } = bodies;
  for (let i = 0; i < count; i++) {
    if (asleep[i] !== 0) continue;
    const at = stateSize * i;
    limitPlanarSpeed(states, at, speedLimits[2 * i], speedLimits[2 * i + 1], h);
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

/** Cuts the speeds of a body to its own limits and to those of reason. */
function limitPlanarSpeed(states: Doubles, at: number, ownSpeed: number, ownSpin: number, h: number): void {
  const x = states[at];
  const y = states[at + 1];
  const limit = Math.min(ownSpeed, speedLimit);
  const largest = Math.max(Math.abs(x), Math.abs(y));
  if (largest > limit || x * x + y * y > limit * limit) {
    // The larger component first, as squares may overflow.
    const scale = limit / (largest * Math.sqrt((x / largest) ** 2 + (y / largest) ** 2));
    states[at] = scale * x;
    states[at + 1] = scale * y;
  }
  const spinLimit = Math.min(ownSpin, rotationLimit / h);
  if (states[at + spinAt] > spinLimit) states[at + spinAt] = spinLimit;
  else if (states[at + spinAt] < -spinLimit) states[at + spinAt] = -spinLimit;
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
