/**
 * Points that hang on frames of particles: how they have moved, what it takes to move them, and what an impulse at a point does to the
 * particles or to the velocities of the bodies.
 */
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';
import {
  beforeAt,
  frameMassAt,
  frameSize,
  isDistorted,
  matchFrame,
  relaxFrame,
  speedAt,
} from './particle-frames.ts';

/** Numbers a point: arms from both centres, normal, weights on both frames, then the rest. */
export const particlePointSize = 28;
export const armAt = 0;
export const normalAt = 6;
export const weightAt = 9;

/**
 * Numbers of the step on their way between functions: substep, speed at which overlap is undone, least speed that bounces, sweeps over
 * distances or 0 for shape matching, overlap that is left alone.
 */
export const particleStep = /* @__PURE__ */ new Float64Array(5);
export const moveA = /* @__PURE__ */ new Float64Array(3);
export const moveB = /* @__PURE__ */ new Float64Array(3);
export const impulse = /* @__PURE__ */ new Float64Array(3);
export const direction = /* @__PURE__ */ new Float64Array(3);
export const inverse = /* @__PURE__ */ new Float64Array(1);

/** Adds to {@link inverse} the inverse mass of a body at a point along {@link direction}. */
export function addInverseMass(
  frames: Float64Array,
  bodies: RigidBodies,
  body: number,
  points: Float64Array,
  arm: number,
): void {
  const w = frames[frameSize * body + frameMassAt];
  if (w === 0) return;
  const x = points[arm + 1] * direction[2] - points[arm + 2] * direction[1];
  const y = points[arm + 2] * direction[0] - points[arm] * direction[2];
  const z = points[arm] * direction[1] - points[arm + 1] * direction[0];
  const m = bodies.worldInverseInertias;
  const i = 6 * body;
  inverse[0] +=
    w +
    m[i] * x * x +
    m[i + 1] * y * y +
    m[i + 2] * z * z +
    2 * (m[i + 3] * x * y + m[i + 4] * x * z + m[i + 5] * y * z);
}

/** Writes by how much a point of a body has moved since the substep began. */
export function pointMove(
  out: Float64Array,
  frames: Float64Array,
  bodies: RigidBodies,
  body: number,
  points: Float64Array,
  weight: number,
  arm: number,
): void {
  const at = frameSize * body;
  if (frames[at + frameMassAt] > 0) {
    out[0] = out[1] = out[2] = 0;
    for (let k = 0; k < 4; k++) {
      const w = points[weight + k];
      const p = at + 3 * k;
      out[0] += w * (frames[p] - frames[p + beforeAt]);
      out[1] += w * (frames[p + 1] - frames[p + beforeAt + 1]);
      out[2] += w * (frames[p + 2] - frames[p + beforeAt + 2]);
    }
    return;
  }
  const { velocities: v, angularVelocities: o } = bodies;
  const i = 3 * body;
  const h = particleStep[0];
  out[0] = h * (v[i] + o[i + 1] * points[arm + 2] - o[i + 2] * points[arm + 1]);
  out[1] = h * (v[i + 1] + o[i + 2] * points[arm] - o[i] * points[arm + 2]);
  out[2] = h * (v[i + 2] + o[i] * points[arm + 1] - o[i + 1] * points[arm]);
}

/** Lets {@link impulse} act on B and its opposite on A, and makes both rigid again. */
export function pushPair(frames: Float64Array, a: number, b: number, points: Float64Array, at: number): void {
  pushFrame(frames, b, points, at + weightAt + 4);
  if (frames[frameSize * b + frameMassAt] > 0) makeRigid(frames, frameSize * b);
  for (let k = 0; k < 3; k++) impulse[k] = -impulse[k];
  pushFrame(frames, a, points, at + weightAt);
  if (frames[frameSize * a + frameMassAt] > 0) makeRigid(frames, frameSize * a);
}

/** Lets {@link impulse}, of displacement times mass, act at a point of a frame. */
export function pushFrame(frames: Float64Array, body: number, points: Float64Array, weight: number): void {
  const at = frameSize * body;
  const mass = frames[at + frameMassAt];
  if (mass === 0) return;
  const rate = 1 / particleStep[0];
  for (let k = 0; k < 4; k++) {
    const share = 4 * mass * points[weight + k];
    const p = at + 3 * k;
    for (let axis = 0; axis < 3; axis++) {
      const move = share * impulse[axis];
      frames[p + axis] += move;
      frames[p + speedAt + axis] += rate * move;
    }
  }
}

/** Makes the frame at `at` rigid again; by matching where distances could turn it inside out. */
export function makeRigid(frames: Float64Array, at: number): void {
  const sweeps = particleStep[3];
  if (sweeps === 0 || isDistorted(frames, at)) matchFrame(frames, at);
  else for (let s = 0; s < sweeps; s++) relaxFrame(frames, at);
}

/** Writes the velocity of B's point relative to A's to {@link moveB}. */
export function relativeVelocity(
  bodies: RigidBodies,
  a: number,
  b: number,
  points: Float64Array,
  at: number,
): void {
  const { velocities: v, angularVelocities: o } = bodies;
  for (let side = 0; side < 2; side++) {
    const out = side === 0 ? moveA : moveB;
    const i = 3 * (side === 0 ? a : b);
    const arm = at + armAt + 3 * side;
    out[0] = v[i] + o[i + 1] * points[arm + 2] - o[i + 2] * points[arm + 1];
    out[1] = v[i + 1] + o[i + 2] * points[arm] - o[i] * points[arm + 2];
    out[2] = v[i + 2] + o[i] * points[arm + 1] - o[i + 1] * points[arm];
  }
  for (let k = 0; k < 3; k++) moveB[k] -= moveA[k];
}

/** Adds an impulse of size `impulse[0]` along {@link direction} to the velocities of B, and takes it from A. */
export function kickPair(
  frames: Float64Array,
  bodies: RigidBodies,
  a: number,
  b: number,
  points: Float64Array,
  at: number,
): void {
  const { velocities: v, angularVelocities: o, worldInverseInertias: m } = bodies;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    const w = frames[frameSize * body + frameMassAt];
    if (w === 0) continue;
    const size = side === 0 ? -impulse[0] : impulse[0];
    const arm = at + armAt + 3 * side;
    const x = size * (points[arm + 1] * direction[2] - points[arm + 2] * direction[1]);
    const y = size * (points[arm + 2] * direction[0] - points[arm] * direction[2]);
    const z = size * (points[arm] * direction[1] - points[arm + 1] * direction[0]);
    const i = 6 * body;
    for (let k = 0; k < 3; k++) v[3 * body + k] += w * size * direction[k];
    o[3 * body] += m[i] * x + m[i + 3] * y + m[i + 4] * z;
    o[3 * body + 1] += m[i + 3] * x + m[i + 1] * y + m[i + 5] * z;
    o[3 * body + 2] += m[i + 4] * x + m[i + 5] * y + m[i + 2] * z;
  }
}
