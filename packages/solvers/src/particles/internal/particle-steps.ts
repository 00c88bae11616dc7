/**
 * The common part of the particle solvers for one thread and for several: settings, step record, bodies
 * without frames.
 */
import { requireFiniteArray, requireInteger, requireNonNegative, tellUnknown } from '@colide/core';
import { rotateBody } from '../../internal/rotate-body.ts';
import { RigidBodies } from '../../rigid/rigid-bodies.ts';
import type { ParticleSolverOptions } from '../particle-solver-options.ts';
import type { ParticleStep } from './particle-push.ts';

/**
 * Sweeps over the distances of a frame whenever it is made rigid. With six or fewer, a stack of five boxes
 * sways at 6 cm/s.
 */
const distanceSweeps = 8;

/** The bodies of a step record between steps. */
export const noBodies = /* @__PURE__ */ new RigidBodies({ count: 0 });

const noGravity = /* @__PURE__ */ Object.freeze([0, 0, 0] as const);

const settingNames: readonly (keyof ParticleSolverOptions)[] = [
  'rigidity',
  'gravity',
  'substeps',
  'iterations',
  'slop',
  'pushSpeed',
  'restitutionSpeed',
];

/** The settings of `options`, checked and complete. */
export function particleSolverSettings(options: ParticleSolverOptions): Required<ParticleSolverOptions> {
  tellUnknown('solver', options, settingNames);
  const {
    rigidity = 'matching',
    gravity = noGravity,
    substeps = 8,
    iterations = 1,
    slop = 0.001,
    pushSpeed = 1,
    restitutionSpeed = 1,
  } = options;
  if (rigidity !== 'distances' && rigidity !== 'matching')
    throw new RangeError(`rigidity must be 'distances' or 'matching', got ${String(rigidity)}`);
  requireInteger('substeps', substeps, 1);
  requireInteger('iterations', iterations, 1);
  requireNonNegative('slop', slop);
  requireNonNegative('pushSpeed', pushSpeed);
  requireNonNegative('restitutionSpeed', restitutionSpeed);
  requireFiniteArray('gravity', gravity, 3);
  return { rigidity, gravity, substeps, iterations, slop, pushSpeed, restitutionSpeed };
}

/** A step record with the settings of a solver. */
export function createParticleStep({
  rigidity,
  slop,
  pushSpeed,
  restitutionSpeed,
}: Required<
  Pick<ParticleSolverOptions, 'rigidity' | 'slop' | 'pushSpeed' | 'restitutionSpeed'>
>): ParticleStep {
  return {
    frames: new Float64Array(0),
    bodies: noBodies,
    substep: 0,
    substepsDone: 0,
    pushSpeed,
    restitutionSpeed,
    slop,
    distanceSweeps: rigidity === 'distances' ? distanceSweeps : 0,
    impulse: new Float64Array(3),
    direction: new Float64Array(3),
    moveA: new Float64Array(3),
    moveB: new Float64Array(3),
    inverseMass: 0,
    kick: 0,
  };
}

/** Moves bodies of infinite mass by their velocities, through `substeps` of length `substep`. */
export function moveImmovable(bodies: RigidBodies, dt: number, substeps: number, substep: number): void {
  const { positions, velocities, asleep } = bodies;
  for (let i = 0; i < bodies.count; i++) {
    if (asleep[i] === 1 || bodies.inverseMasses[i] > 0) continue;
    for (let k = 3 * i; k < 3 * i + 3; k++) positions[k] += dt * velocities[k];
    for (let s = 0; s < substeps; s++) rotateBody(bodies, i, substep);
  }
}
