/**
 * Body states of the impulse solver: the numbers of a body that its inner loops need, side by side. The
 * layout is described in `solve-contacts`. Sleeping and static bodies have inverse mass and inertia 0 here.
 */
import type { Doubles } from '@colide/core';
import { limitSpeed, rotationLimit, speedLimit } from '../../internal/limit-speed.ts';
import { rollBody, rotateBody } from '../../internal/rotate-body.ts';
import {
  angularVelocityAt,
  displacementAt,
  gravityAt,
  gravityScaleAt,
  inverseInertiaAt,
  inverseMassAt,
  rollsAt,
  rotationAt,
  stateSize,
  warmStartScaleAt,
} from '../../internal/solve-contacts.ts';
import type { RigidBodies } from '../rigid-bodies.ts';

/**
 * Square of the rotation in radians per substep from which bodies on their side roll without precession:
 * substeps cannot follow it.
 */
const fastRotation = 0.25;

/** All three shifts. */
const allShifts = 0b111;

/**
 * Inverse mass of a body that cannot shift at all. It may still rotate, as a turnstile does. Passes over
 * contacts skip bodies without any inverse mass, so it gets one that is too small to move anything.
 */
const unshiftable = 1e-200;

/**
 * Writes the states of all bodies at the beginning of a step. Returns whether any motion is locked. That of a
 * body asleep is 0; `empty` tells, with 1, which ones are so already.
 */
export function loadStates(states: Doubles, bodies: RigidBodies, empty?: Uint8Array): boolean {
  const { velocities, angularVelocities, inverseMasses, worldInverseInertias, asleep, count } = bodies;
  const { gravityScales, locks } = bodies;
  let isLocked = false;
  for (let i = 0; i < count; i++) {
    isLocked ||= locks[i] !== 0;
    if (asleep[i] !== 0 && empty?.[i] === 1) continue;
    if (empty) empty[i] = asleep[i];
    const at = stateSize * i;
    for (let k = 0; k < stateSize; k++) states[at + k] = 0;
    if (asleep[i] !== 0) continue;
    states[at + gravityScaleAt] = gravityScales[i];
    for (let k = 0; k < 3; k++) {
      states[at + k] = velocities[3 * i + k];
      states[at + angularVelocityAt + k] = angularVelocities[3 * i + k];
    }
    const inverseMass = (locks[i] & allShifts) === allShifts ? unshiftable : inverseMasses[i];
    if (inverseMasses[i] > 0) states[at + inverseMassAt] = inverseMass;
    for (let k = 0; k < 6; k++) states[at + inverseInertiaAt + k] = worldInverseInertias[6 * i + k];
  }
  if (isLocked) lockStates(states, bodies);
  return isLocked;
}

/** Ends locked motions: three velocities and three angular velocities, in the order of the bits. */
export function lockStates(states: Doubles, { locks, count }: RigidBodies): void {
  for (let i = 0; i < count; i++)
    if (locks[i] !== 0) for (let k = 0; k < 6; k++) if ((locks[i] >> k) & 1) states[stateSize * i + k] = 0;
}

/** Writes the velocities back. */
export function storeStates(bodies: RigidBodies, states: Doubles): void {
  const { velocities, angularVelocities, asleep, count } = bodies;
  for (let i = 0; i < count; i++) {
    if (asleep[i] !== 0) continue;
    const at = stateSize * i;
    for (let k = 0; k < 3; k++) {
      velocities[3 * i + k] = states[at + k];
      angularVelocities[3 * i + k] = states[at + angularVelocityAt + k];
    }
  }
}

/** Gives the bodies the velocity that gravity adds in a substep, where they can move. */
export function accelerateStates(states: Doubles, { asleep, count }: RigidBodies, step: Doubles): void {
  const x = step[gravityAt];
  const y = step[gravityAt + 1];
  const z = step[gravityAt + 2];
  for (let i = 0; i < count; i++) {
    const at = stateSize * i;
    if (asleep[i] !== 0 || states[at + inverseMassAt] === 0) continue;
    const scale = states[at + gravityScaleAt];
    states[at] += scale * x;
    states[at + 1] += scale * y;
    states[at + 2] += scale * z;
  }
}

/**
 * Corrects the velocity of unsupported bodies when the length of substeps changes. A substep accelerates
 * first and then moves, so velocities are those of half a substep ago: if the length changes from h₀ to h₁, ½
 * (h₀ − h₁) g is missing, and bodies would fall from another height than they rose to. Crowds are those of
 * the bodies from `first` on. Locked motions stay at rest.
 */
export function leadStates(
  states: Doubles,
  bodies: RigidBodies,
  step: Doubles,
  crowds: Int32Array,
  first: number,
): void {
  const lead = 0.5 / step[warmStartScaleAt] - 0.5;
  if (lead === 0) return;
  for (let i = 0; i < bodies.count; i++) {
    const at = stateSize * i;
    if ((crowds[first + i] & 1) === 1 || states[at + inverseMassAt] === 0) continue;
    const scale = lead * states[at + gravityScaleAt];
    for (let k = 0; k < 3; k++) states[at + k] += scale * step[gravityAt + k];
  }
  lockStates(states, bodies);
}

/**
 * Moves and rotates all bodies that are awake by a substep of `h`, except those that are `moved` elsewhere.
 */
export function moveStates(bodies: RigidBodies, states: Doubles, h: number, moved?: Uint8Array): void {
  const { positions, angularVelocities, worldInverseInertias, speedLimits, asleep, count } = bodies;
  for (let i = 0; i < count; i++) {
    if (asleep[i] !== 0 || moved?.[i] === 1) continue;
    const at = stateSize * i;
    const p = 3 * i;
    limitSpeed(states, at, speedLimit, 1);
    limitSpeed(states, at + angularVelocityAt, rotationLimit, h);
    if (speedLimits[2 * i] < Infinity) limitSpeed(states, at, speedLimits[2 * i], 1);
    if (speedLimits[2 * i + 1] < Infinity)
      limitSpeed(states, at + angularVelocityAt, speedLimits[2 * i + 1], 1);
    for (let k = 0; k < 3; k++) {
      const displacement = h * states[at + k];
      const spin = states[at + angularVelocityAt + k];
      positions[p + k] += displacement;
      states[at + displacementAt + k] = displacement;
      states[at + rotationAt + k] = h * spin;
      angularVelocities[p + k] = spin;
    }
    if (states[at + rollsAt] === 1 && isFast(states, at)) rollBody(bodies, i, h);
    else rotateBody(bodies, i, h);
    for (let k = 0; k < 3; k++) states[at + angularVelocityAt + k] = angularVelocities[p + k];
    for (let k = 0; k < 6; k++) states[at + inverseInertiaAt + k] = worldInverseInertias[6 * i + k];
  }
}

function isFast(states: Doubles, at: number): boolean {
  const x = states[at + rotationAt];
  const y = states[at + rotationAt + 1];
  const z = states[at + rotationAt + 2];
  return x * x + y * y + z * z > fastRotation;
}
