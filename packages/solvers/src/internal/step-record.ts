/**
 * Settings of the impulse solver and the step record that follows from them; its layout is described in
 * `solve-contacts`.
 */
import { type Doubles, requireInteger, requireNonNegative, requirePositive, tellUnknown } from '@colide/core';
import type { ImpulseSolverOptions } from '../rigid/impulse-solver-options.ts';
import {
  contactSoftnessAt,
  gravityAt,
  impulseScaleAt,
  jointSoftnessAt,
  massScaleAt,
  pushSpeedAt,
  restitutionSpeedAt,
  staticSoftnessAt,
  substepAt,
  warmStartScaleAt,
} from './solve-contacts.ts';

/** The settings of an impulse solver, complete. */
export type ImpulseSolverSettings = Required<Omit<ImpulseSolverOptions, 'gravity'>>;

const settingNames: readonly (keyof ImpulseSolverOptions)[] = [
  'substeps',
  'iterations',
  'relaxations',
  'contactHertz',
  'contactDamping',
  'jointHertz',
  'jointDamping',
  'pushSpeed',
  'restitutionSpeed',
  'gravity',
];

/** Approach speed below which nothing bounces without gravity either, in m/s. */
const leastRestitutionSpeed = 0.01;
/** The restitution speed is to follow from gravity and the step. */
const fromGravity = -1;

/** The settings of `options`, checked and complete. */
export function impulseSolverSettings(options: ImpulseSolverOptions): ImpulseSolverSettings {
  tellUnknown('solver', options, settingNames);
  const {
    substeps = 4,
    iterations = 1,
    relaxations = 1,
    contactHertz = 60,
    contactDamping = 15,
    jointHertz = 60,
    jointDamping = 5,
    pushSpeed = 3,
    restitutionSpeed = fromGravity,
  } = options;
  requireInteger('substeps', substeps, 1);
  requireInteger('iterations', iterations, 1);
  requireInteger('relaxations', relaxations, 0);
  requirePositive('contactHertz', contactHertz);
  requireNonNegative('contactDamping', contactDamping);
  requirePositive('jointHertz', jointHertz);
  requireNonNegative('jointDamping', jointDamping);
  requireNonNegative('pushSpeed', pushSpeed);
  if (options.restitutionSpeed !== undefined) requireNonNegative('restitutionSpeed', restitutionSpeed);
  return {
    substeps,
    iterations,
    relaxations,
    contactHertz,
    contactDamping,
    jointHertz,
    jointDamping,
    pushSpeed,
    restitutionSpeed,
  };
}

/**
 * Writes the record of a step of `dt`, with substeps that are `times` · `calm` finer than in the settings.
 * Contacts are `times` stiffer, and those with static bodies twice as stiff as those between moving ones.
 * They have a quarter of the substep rate at most, or an eighth under loads, where `calm` is above 1.
 */
export function fillStep(
  step: Doubles,
  settings: ImpulseSolverSettings,
  gravity: Doubles,
  dt: number,
  times = 1,
  calm = 1,
): void {
  const { substeps, contactHertz, contactDamping, jointHertz, jointDamping } = settings;
  const h = dt / (substeps * times * calm);
  const contactLimit = Math.min(contactHertz * times, (calm > 1 ? 0.125 : 0.25) / h);
  step[substepAt] = h;
  setSoftness(step, contactSoftnessAt, contactLimit, contactDamping);
  setSoftness(step, staticSoftnessAt, 2 * contactLimit, contactDamping);
  setSoftness(step, jointSoftnessAt, Math.min(jointHertz, 0.25 / h), jointDamping);
  step[pushSpeedAt] = settings.pushSpeed;
  const fall = dt * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  step[restitutionSpeedAt] =
    settings.restitutionSpeed === fromGravity
      ? Math.max(fall, leastRestitutionSpeed)
      : settings.restitutionSpeed;
  for (let k = 0; k < 3; k++) step[gravityAt + k] = h * gravity[k];
  step[warmStartScaleAt] = 1;
}

/** Makes joints `times` stiffer than in the settings, up to a quarter of the substep rate. */
export function stiffenJoints(step: Doubles, settings: ImpulseSolverSettings, times: number): void {
  const hertz = Math.min(settings.jointHertz * times, 0.25 / step[substepAt]);
  setSoftness(step, jointSoftnessAt, hertz, settings.jointDamping);
}

/**
 * Scales the warm start of contacts whose impulses belong to substeps of the length `impulseTime`; 0 where
 * there are none.
 */
export function scaleWarmStart(step: Doubles, impulseTime: number): void {
  step[warmStartScaleAt] = impulseTime > 0 ? step[substepAt] / impulseTime : 1;
}

/** Coefficients of a damped spring that is integrated implicitly (Catto, "Soft constraints", GDC 2011). */
function setSoftness(step: Doubles, at: number, hertz: number, dampingRatio: number): void {
  const h = step[substepAt];
  const omega = 2 * Math.PI * hertz;
  const a1 = 2 * dampingRatio + h * omega;
  const a2 = h * omega * a1;
  const a3 = 1 / (1 + a2);
  step[at] = omega / a1;
  step[at + massScaleAt] = a2 * a3;
  step[at + impulseScaleAt] = a3;
}
