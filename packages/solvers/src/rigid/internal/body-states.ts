/**
 * What the impulse solver needs of a body, side by side: velocity, angular velocity, displacement and turn since the step
 * began, inverse mass and world inverse inertia. Sleeping and static bodies have inverse mass and inertia 0 here.
 */
import type { Doubles } from '@colide/core';
import { limitSpeed, setSpeedLimits } from '../../internal/limit-speed.ts';
import { inertiaAt, massAt, movedAt, spinAt, stateSize, turnedAt } from '../../internal/sweep-contacts.ts';
import { turnBody } from '../../internal/turn-body.ts';
import type { RigidBodies } from '../rigid-bodies.ts';

/** Writes the states of all bodies at the beginning of a step. */
export function loadStates(states: Doubles, bodies: RigidBodies): void {
  const { velocities, angularVelocities, inverseMasses, worldInverseInertias, asleep, count } = bodies;
  for (let i = 0; i < count; i++) {
    const at = stateSize * i;
    const awake = 1 - asleep[i];
    for (let k = 0; k < 3; k++) {
      states[at + k] = velocities[3 * i + k];
      states[at + spinAt + k] = angularVelocities[3 * i + k];
    }
    for (let k = movedAt; k < massAt; k++) states[at + k] = 0;
    states[at + massAt] = awake * inverseMasses[i];
    for (let k = 0; k < 6; k++) states[at + inertiaAt + k] = awake * worldInverseInertias[6 * i + k];
  }
}

/** Writes the velocities back. */
export function storeStates(bodies: RigidBodies, states: Doubles): void {
  const { velocities, angularVelocities, asleep, count } = bodies;
  for (let i = 0; i < count; i++) {
    if (asleep[i] !== 0) continue;
    const at = stateSize * i;
    for (let k = 0; k < 3; k++) {
      velocities[3 * i + k] = states[at + k];
      angularVelocities[3 * i + k] = states[at + spinAt + k];
    }
  }
}

/** Adds `kick[0…2]` to the velocity of every body that can move. */
export function accelerateStates(states: Doubles, count: number, kick: Float64Array): void {
  const x = kick[0];
  const y = kick[1];
  const z = kick[2];
  for (let at = 0; at < stateSize * count; at += stateSize) {
    if (states[at + massAt] === 0) continue;
    states[at] += x;
    states[at + 1] += y;
    states[at + 2] += z;
  }
}

/** Moves and turns all bodies that do not sleep for the time `time[0]`. */
export function moveStates(bodies: RigidBodies, states: Doubles, time: Float64Array): void {
  const { positions, rotations, angularVelocities, inverseMoments, worldInverseInertias, asleep, count } =
    bodies;
  const h = time[0];
  setSpeedLimits(time);
  for (let i = 0; i < count; i++) {
    if (asleep[i] !== 0) continue;
    const at = stateSize * i;
    const p = 3 * i;
    limitSpeed(states, at, 0);
    limitSpeed(states, at + spinAt, 1);
    for (let k = 0; k < 3; k++) {
      const way = h * states[at + k];
      const spin = states[at + spinAt + k];
      positions[p + k] += way;
      states[at + movedAt + k] += way;
      states[at + turnedAt + k] += h * spin;
      angularVelocities[p + k] = spin;
    }
    turnBody(rotations, angularVelocities, inverseMoments, worldInverseInertias, i, time);
    for (let k = 0; k < 3; k++) states[at + spinAt + k] = angularVelocities[p + k];
    for (let k = 0; k < 6; k++) states[at + inertiaAt + k] = worldInverseInertias[6 * i + k];
  }
}
