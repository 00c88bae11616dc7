/**
 * Points attached to frames of particles: their displacement, their effective mass, and the effect of an
 * impulse at a point on the particles or on the velocities of the bodies.
 */
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';
import {
  fitFrame,
  followFrame,
  frameMassAt,
  frameParticles,
  frameSize,
  isDistorted,
  matchFrame,
  particleVelocityAt,
  previousParticleAt,
  relaxFrame,
} from './particle-frames.ts';

/**
 * A point between two bodies. Contact points and pins each have their own layout for the rest of the record.
 *
 * | at | numbers | what                                   |
 * | -- | ------- | -------------------------------------- |
 * |  0 | 3 · 2   | arms from the centres of A and B       |
 * |  6 | 3       | normal from A to B                     |
 * |  9 | 4 · 2   | weights on the particles of A and of B |
 * | 17 | 11      | see `particle-points`, `particle-joints` |
 */
export const particlePointSize = 28;
export const armAt = 0;
export const normalAt = 6;
export const weightAt = 9;
export const pointRestAt = 17;
/** Numbers per arm, and per set of weights. */
export const armSize = 3;
export const weightSize = frameParticles;

/**
 * The settings of a step of the particle solver, and the numbers that its functions pass to each other. They
 * are fields of a record because V8 may box numbers that cross a call.
 */
export interface ParticleStep {
  frames: Float64Array;
  bodies: RigidBodies;
  /** Length of a substep. */
  substep: number;
  /** Substeps completed. */
  substepsDone: number;
  /** Highest speed at which overlap is undone. */
  pushSpeed: number;
  /** Approach speed below which nothing bounces. */
  restitutionSpeed: number;
  /** Overlap that is left alone. */
  slop: number;
  /** Sweeps over the distances of a frame; 0 for shape matching. */
  distanceSweeps: number;
  /** Impulse on B at a point, of displacement times mass. */
  readonly impulse: Float64Array;
  /** Direction in which a point is pushed. */
  readonly direction: Float64Array;
  /** Displacements or velocities of the points of A and B. */
  readonly moveA: Float64Array;
  readonly moveB: Float64Array;
  /** Inverse effective mass of two bodies along the direction, see {@link measureInverseMass}. */
  inverseMass: number;
  /** Size of an impulse along the direction, for {@link kickPair}. */
  kick: number;
}

/**
 * Sets `step.inverseMass` to the inverse effective mass of two bodies along `step.direction` at the point at
 * `at`; those that cannot move add nothing.
 */
export function measureInverseMass(
  step: ParticleStep,
  a: number,
  b: number,
  points: Float64Array,
  at: number,
): void {
  step.inverseMass = 0;
  addInverseMass(step, a, points, at + armAt);
  addInverseMass(step, b, points, at + armAt + armSize);
}

function addInverseMass(step: ParticleStep, body: number, points: Float64Array, arm: number): void {
  const { direction } = step;
  const w = step.frames[frameSize * body + frameMassAt];
  if (w === 0) return;
  const x = points[arm + 1] * direction[2] - points[arm + 2] * direction[1];
  const y = points[arm + 2] * direction[0] - points[arm] * direction[2];
  const z = points[arm] * direction[1] - points[arm + 1] * direction[0];
  const m = step.bodies.worldInverseInertias;
  const i = 6 * body;
  step.inverseMass +=
    w +
    m[i] * x * x +
    m[i + 1] * y * y +
    m[i + 2] * z * z +
    2 * (m[i + 3] * x * y + m[i + 4] * x * z + m[i + 5] * y * z);
}

/** Writes the displacement of the point of A (`side` 0) or B (1) since the substep began. */
export function pointMove(
  out: Float64Array,
  step: ParticleStep,
  body: number,
  points: Float64Array,
  at: number,
  side: number,
): void {
  const { frames, bodies } = step;
  const frame = frameSize * body;
  if (frames[frame + frameMassAt] > 0) {
    const weight = at + weightAt + weightSize * side;
    out[0] = out[1] = out[2] = 0;
    for (let k = 0; k < frameParticles; k++) {
      const w = points[weight + k];
      const p = frame + 3 * k;
      out[0] += w * (frames[p] - frames[p + previousParticleAt]);
      out[1] += w * (frames[p + 1] - frames[p + previousParticleAt + 1]);
      out[2] += w * (frames[p + 2] - frames[p + previousParticleAt + 2]);
    }
    return;
  }
  const { velocities: v, angularVelocities: o } = bodies;
  const arm = at + armAt + armSize * side;
  const i = 3 * body;
  const h = step.substep;
  out[0] = h * (v[i] + o[i + 1] * points[arm + 2] - o[i + 2] * points[arm + 1]);
  out[1] = h * (v[i + 1] + o[i + 2] * points[arm] - o[i] * points[arm + 2]);
  out[2] = h * (v[i + 2] + o[i] * points[arm + 1] - o[i + 1] * points[arm]);
}

/** Applies `step.impulse` to B and its opposite to A, and makes both frames rigid again. */
export function pushPair(step: ParticleStep, a: number, b: number, points: Float64Array, at: number): void {
  const { frames, impulse } = step;
  pushFrame(step, b, points, at + weightAt + weightSize);
  if (frames[frameSize * b + frameMassAt] > 0) makeRigid(step, frames, frameSize * b);
  for (let k = 0; k < 3; k++) impulse[k] = -impulse[k];
  pushFrame(step, a, points, at + weightAt);
  if (frames[frameSize * a + frameMassAt] > 0) makeRigid(step, frames, frameSize * a);
}

/** Applies `step.impulse` at a point of a frame. */
export function pushFrame(step: ParticleStep, body: number, points: Float64Array, weight: number): void {
  const { frames, impulse } = step;
  const at = frameSize * body;
  const mass = frames[at + frameMassAt];
  if (mass === 0) return;
  const rate = 1 / step.substep;
  for (let k = 0; k < frameParticles; k++) {
    const share = frameParticles * mass * points[weight + k];
    const p = at + 3 * k;
    for (let axis = 0; axis < 3; axis++) {
      const move = share * impulse[axis];
      frames[p + axis] += move;
      frames[p + particleVelocityAt + axis] += rate * move;
    }
  }
}

/**
 * Makes the frame at `at` rigid again, by shape matching if distances could turn it inside out. Distances do
 * not update the quaternion, so that has to be done first: matched to the old rotation of the frame,
 * particles would be rotated back, and the contacts would push them again.
 */
export function makeRigid({ distanceSweeps }: ParticleStep, frames: Float64Array, at: number): void {
  if (distanceSweeps > 0 && !isDistorted(frames, at))
    for (let s = 0; s < distanceSweeps; s++) relaxFrame(frames, at);
  else {
    if (distanceSweeps > 0) fitFrame(frames, at);
    matchFrame(frames, at);
  }
}

/** Makes the first `count` of `frames` rigid again. */
export function makeFramesRigid(step: ParticleStep, frames: Float64Array, count: number): void {
  for (let at = 0; at < frameSize * count; at += frameSize) {
    if (frames[at + frameMassAt] === 0) continue;
    makeRigid(step, frames, at);
    if (step.distanceSweeps > 0) followFrame(frames, at);
  }
}

/** Writes the velocity of B's point relative to A's to `step.moveB`. */
export function relativeVelocity(
  step: ParticleStep,
  a: number,
  b: number,
  points: Float64Array,
  at: number,
): void {
  const { velocities: v, angularVelocities: o } = step.bodies;
  const { moveA, moveB } = step;
  for (let side = 0; side < 2; side++) {
    const out = side === 0 ? moveA : moveB;
    const i = 3 * (side === 0 ? a : b);
    const arm = at + armAt + armSize * side;
    out[0] = v[i] + o[i + 1] * points[arm + 2] - o[i + 2] * points[arm + 1];
    out[1] = v[i + 1] + o[i + 2] * points[arm] - o[i] * points[arm + 2];
    out[2] = v[i + 2] + o[i] * points[arm + 1] - o[i + 1] * points[arm];
  }
  for (let k = 0; k < 3; k++) moveB[k] -= moveA[k];
}

/** Adds the impulse `step.kick` along `step.direction` to the velocities of B, and takes it from A. */
export function kickPair(step: ParticleStep, a: number, b: number, points: Float64Array, at: number): void {
  const { frames, direction, kick } = step;
  const { velocities: v, angularVelocities: o, worldInverseInertias: m } = step.bodies;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    const w = frames[frameSize * body + frameMassAt];
    if (w === 0) continue;
    const signed = side === 0 ? -kick : kick;
    const arm = at + armAt + armSize * side;
    const x = signed * (points[arm + 1] * direction[2] - points[arm + 2] * direction[1]);
    const y = signed * (points[arm + 2] * direction[0] - points[arm] * direction[2]);
    const z = signed * (points[arm] * direction[1] - points[arm + 1] * direction[0]);
    const i = 6 * body;
    for (let k = 0; k < 3; k++) v[3 * body + k] += w * signed * direction[k];
    o[3 * body] += m[i] * x + m[i + 3] * y + m[i + 4] * z;
    o[3 * body + 1] += m[i + 3] * x + m[i + 1] * y + m[i + 5] * z;
    o[3 * body + 2] += m[i + 4] * x + m[i + 5] * y + m[i + 2] * z;
  }
}
