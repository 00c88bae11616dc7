/**
 * Sleep of deformable bodies: one that has been slow for a while is no longer simulated, until the bodies it
 * lies on change, a moving body comes near, or it is woken.
 */
import { kineticEnergyVerlet, type ParticleSystem } from '@colide/solvers';
import type { World } from '../../world/world.ts';
import type { SoftBody } from '../soft-body.ts';
import type { SoftRigidStage } from './soft-rigid-stage.ts';
import type { SoftStep } from './soft-step.ts';

/** Updates the speed of a body and the time for which it has been below `speed`. */
export function measureRest(
  { rest, view, mass }: SoftBody,
  system: ParticleSystem,
  speed: number,
  dt: number,
): void {
  const { positions, previousPositions, inverseMasses } = view;
  const energy = kineticEnergyVerlet(positions, previousPositions, inverseMasses, system.previousDt);
  rest.speed = Math.sqrt((2 * energy) / mass);
  rest.seconds = rest.speed < speed ? rest.seconds + dt : 0;
}

/** A checksum that changes when a rigid body near a deformable one moves, appears or disappears. */
export function surroundings(stage: SoftRigidStage, world: World, body: SoftBody, step: SoftStep): number {
  step.reach = 2 * body.thickness;
  stage.findColliders(world, body, step);
  const { colliders } = stage;
  const { positions, rotations } = world.bodies;
  let sum = 0;
  for (let c = 0; c < colliders.count; c++) {
    const rigid = world.colliders.bodies[colliders.data[c]];
    let pose = 0;
    for (let k = 0; k < 3; k++) pose = 3 * pose + positions[3 * rigid + k];
    for (let k = 0; k < 4; k++) pose = 3 * pose + rotations[4 * rigid + k];
    sum = sum * 1.0625 + rigid + 1 + pose;
  }
  return sum;
}

/** Whether a body that is awake and fast comes near the sleeping `body`. */
export function isDisturbed(body: SoftBody, bodies: readonly SoftBody[], speed: number): boolean {
  for (let b = 0; b < bodies.length; b++) {
    const other = bodies[b];
    if (other === body || other.asleep || other.rest.speed < speed) continue;
    if ((other.group & body.mask) === 0 || (body.group & other.mask) === 0) continue;
    const reach = Math.max(body.radius + other.radius, body.thickness + other.thickness);
    let apart = false;
    for (let k = 0; k < 3; k++)
      if (body.box[k] - reach > other.box[3 + k] || other.box[k] - reach > body.box[3 + k]) apart = true;
    if (!apart) return true;
  }
  return false;
}
