/**
 * Contact points between frames of two particles: projection with friction, then corrections of the
 * velocities. The planar form of `particles/internal/particle-points`, where the steps are explained.
 */
import { frictionShareAt, impulseSize } from '../../internal/planar-layout.ts';
import { growthLimit } from '../../internal/solve-contacts.ts';
import type { RigidBodies2d } from '../../rigid-2d/rigid-bodies-2d.ts';
import type { RigidContacts2d } from '../../rigid-2d/rigid-contacts-2d.ts';
import {
  directionAt,
  frameSize,
  makePlanarRigid,
  particleMassAt,
  perLengthAt,
  previousAt,
  velocityAt,
} from './planar-frames.ts';

/**
 * A point between two bodies; the tangent is the normal rotated by a right angle, counter-clockwise:
 *
 * | at | numbers | what                                                    |
 * | -- | ------- | ------------------------------------------------------- |
 * |  0 | 4       | arms from the centres of A and B                        |
 * |  4 | 2       | normal from A to B                                      |
 * |  6 | 4       | weights α and β on the frames of A and B                |
 * | 10 | 1       | separation when the substep began                       |
 * | 11 | 1       | friction coefficient                                    |
 * | 12 | 1       | restitution                                             |
 * | 13 | 1       | speed of approach when the step began                   |
 * | 14 | 2       | inverse effective mass along the normal and the tangent |
 * | 16 | 1       | normal push of this substep, displacement times mass    |
 * | 17 | 1       | friction of this substep                                |
 * | 18 | 1       | largest normal push of the step                         |
 */
const normalAt = 4;
export const weightsAt = 6;
const separationAt = 10;
const frictionAt = 11;
const restitutionAt = 12;
const approachAt = 13;
const normalMassAt = 14;
const tangentMassAt = 15;
const pushAt = 16;
const holdAt = 17;
const maxPushAt = 18;
export const planarPointSize = 19;

/** Fraction of an overlap that is undone in a substep. */
const recovery = 0.2;

/**
 * The data of a step of the particle solver. Fractions are in typed arrays: V8 boxes fields and arguments.
 */
export interface PlanarStep {
  frames: Float64Array;
  bodies: RigidBodies2d;
  /** Contact points, their two frames and the contact of each. */
  points: Float64Array;
  pairs: Int32Array;
  order: Int32Array;
  count: number;
  /** Length of a substep, slop, push speed, restitution speed. */
  readonly numbers: Float64Array;
}
export const substepAt = 0;
export const slopAt = 1;
export const pushSpeedAt = 2;
export const restitutionSpeedAt = 3;

/** Impulse on B at a point, and the displacement or velocity of B's point relative to A's. */
const impulse = /* @__PURE__ */ new Float64Array(2);
const motion = /* @__PURE__ */ new Float64Array(2);

/** Inverse effective mass of two bodies along (x, y) at a point. */
function inverseMass(step: PlanarStep, p: number, x: number, y: number): number {
  const { frames, points, pairs, bodies } = step;
  const at = planarPointSize * p;
  let sum = 0;
  for (let side = 0; side < 2; side++) {
    const body = pairs[2 * p + side];
    if (frames[frameSize * body + particleMassAt] === 0) continue;
    const lever = points[at + 2 * side] * y - points[at + 2 * side + 1] * x;
    sum += bodies.inverseMasses[body] + bodies.inverseMoments[body] * lever * lever;
  }
  return sum;
}

/**
 * Writes the points of a step. Contacts with bodies that cannot move come last in a sweep, so that they hold
 * best.
 */
export function loadPlanarPoints(step: PlanarStep, contacts: RigidContacts2d): void {
  const { frames, pairs, order } = step;
  const { bodies } = contacts.arrays;
  let made = 0;
  for (let fixed = 0; fixed < 2; fixed++)
    for (let c = 0; c < contacts.count; c++) {
      const a = bodies[2 * c];
      const b = bodies[2 * c + 1];
      const massA = frames[frameSize * a + particleMassAt];
      const massB = frames[frameSize * b + particleMassAt];
      if ((massA === 0 || massB === 0) !== (fixed === 1) || massA + massB === 0) continue;
      pairs[2 * made] = a;
      pairs[2 * made + 1] = b;
      order[made++] = c;
    }
  step.count = made;
  for (let p = 0; p < made; p++) loadPoint(step, contacts, p);
}

function loadPoint(step: PlanarStep, { arrays, impulseTime }: RigidContacts2d, p: number): void {
  const { points, pairs, bodies } = step;
  const at = planarPointSize * p;
  const c = step.order[p];
  const h = step.numbers[substepAt];
  const scale = impulseTime > 0 ? h * Math.min(h / impulseTime, growthLimit) : h;
  const nx = arrays.normals[2 * c];
  const ny = arrays.normals[2 * c + 1];
  for (let side = 0; side < 2; side++)
    for (let k = 0; k < 2; k++)
      points[at + 2 * side + k] = arrays.points[2 * c + k] - bodies.positions[2 * pairs[2 * p + side] + k];
  points[at + normalAt] = nx;
  points[at + normalAt + 1] = ny;
  points[at + separationAt] = arrays.separations[c];
  points[at + frictionAt] = arrays.materials[3 * c];
  points[at + restitutionAt] = arrays.materials[3 * c + 1];
  points[at + normalMassAt] = inverseMass(step, p, nx, ny);
  points[at + tangentMassAt] = inverseMass(step, p, -ny, nx);
  points[at + pushAt] = scale * arrays.impulses[impulseSize * c];
  points[at + holdAt] = scale * arrays.impulses[impulseSize * c + frictionShareAt];
  points[at + maxPushAt] = 0;
  measureVelocity(step, p);
  points[at + approachAt] = -(motion[0] * nx + motion[1] * ny);
}

/** Stores the impulses of the last substep in the contacts. */
export function storePlanarPoints(step: PlanarStep, contacts: RigidContacts2d): void {
  const { impulses } = contacts.arrays;
  const h = step.numbers[substepAt];
  impulses.fill(0, 0, impulseSize * contacts.count);
  for (let p = 0; p < step.count; p++) {
    const to = impulseSize * step.order[p];
    impulses[to] = step.points[planarPointSize * p + pushAt] / h;
    impulses[to + frictionShareAt] = step.points[planarPointSize * p + holdAt] / h;
  }
  contacts.impulseTime = h;
}

/**
 * Computes the weights of the points on their frames, halfway through the substep, and repeats the pushes of
 * the last one.
 */
export function hangPlanarPoints(step: PlanarStep): void {
  const { frames, points, pairs } = step;
  for (let p = 0; p < step.count; p++) {
    const at = planarPointSize * p;
    for (let side = 0; side < 2; side++) {
      const frame = frameSize * pairs[2 * p + side];
      const dx = frames[frame + perLengthAt] * frames[frame + directionAt];
      const dy = frames[frame + perLengthAt] * frames[frame + directionAt + 1];
      const x = points[at + 2 * side];
      const y = points[at + 2 * side + 1];
      points[at + weightsAt + 2 * side] = x * dx + y * dy;
      points[at + weightsAt + 2 * side + 1] = y * dx - x * dy;
    }
    if (points[at + pushAt] === 0) continue;
    setImpulse(points, at, points[at + pushAt], points[at + holdAt]);
    pushPlanarPair(step, impulse, pairs[2 * p], pairs[2 * p + 1], points, at + weightsAt);
  }
}

/** Sets {@link impulse} to a push along the normal and friction along the tangent. */
function setImpulse(points: Float64Array, at: number, push: number, hold: number): void {
  const nx = points[at + normalAt];
  const ny = points[at + normalAt + 1];
  impulse[0] = push * nx - hold * ny;
  impulse[1] = push * ny + hold * nx;
}

/**
 * Applies an impulse to B and its opposite to A, with the weights at `weights[at…]`, and makes both frames
 * rigid again.
 */
export function pushPlanarPair(
  step: PlanarStep,
  impulse: Float64Array,
  a: number,
  b: number,
  weights: Float64Array,
  at: number,
): void {
  const { frames, numbers } = step;
  for (let side = 0; side < 2; side++) {
    const frame = frameSize * (side === 0 ? a : b);
    const mass = frames[frame + particleMassAt];
    if (mass === 0) continue;
    const scale = side === 0 ? -mass : mass;
    const alpha = weights[at + 2 * side];
    const beta = weights[at + 2 * side + 1];
    const x = scale * impulse[0];
    const y = scale * impulse[1];
    const ex = alpha * x + beta * y;
    const ey = alpha * y - beta * x;
    const rate = 1 / numbers[substepAt];
    frames[frame] += 0.5 * x - ex;
    frames[frame + 1] += 0.5 * y - ey;
    frames[frame + 2] += 0.5 * x + ex;
    frames[frame + 3] += 0.5 * y + ey;
    frames[frame + velocityAt] += rate * (0.5 * x - ex);
    frames[frame + velocityAt + 1] += rate * (0.5 * y - ey);
    frames[frame + velocityAt + 2] += rate * (0.5 * x + ex);
    frames[frame + velocityAt + 3] += rate * (0.5 * y + ey);
    makePlanarRigid(frames, frame);
  }
}

/** Sets {@link motion} to the displacement of B's point relative to A's since the substep began. */
function measureMove(step: PlanarStep, p: number): void {
  const { frames, points, pairs } = step;
  motion[0] = motion[1] = 0;
  for (let side = 0; side < 2; side++) {
    const frame = frameSize * pairs[2 * p + side];
    const alpha = points[planarPointSize * p + weightsAt + 2 * side];
    const beta = points[planarPointSize * p + weightsAt + 2 * side + 1];
    const before = frame + previousAt;
    const px = frames[frame] - frames[before];
    const py = frames[frame + 1] - frames[before + 1];
    const qx = frames[frame + 2] - frames[before + 2];
    const qy = frames[frame + 3] - frames[before + 3];
    const sign = side === 0 ? -1 : 1;
    motion[0] += sign * (0.5 * (px + qx) + alpha * (qx - px) - beta * (qy - py));
    motion[1] += sign * (0.5 * (py + qy) + alpha * (qy - py) + beta * (qx - px));
  }
}

/** One sweep: normal and friction of all points; pushed frames are made rigid again at once. */
export function sweepPlanarPoints(step: PlanarStep): void {
  const { points, pairs, numbers } = step;
  const most = numbers[pushSpeedAt] * numbers[substepAt];
  for (let p = 0; p < step.count; p++) {
    const at = planarPointSize * p;
    measureMove(step, p);
    const nx = points[at + normalAt];
    const ny = points[at + normalAt + 1];
    const along = motion[0] * nx + motion[1] * ny;
    const slip = motion[1] * nx - motion[0] * ny;
    // Surfaces that are apart may come together; part of an overlap is undone.
    const gap = points[at + separationAt];
    const wanted = gap > 0 ? -gap : Math.min(recovery * Math.max(0, -gap - numbers[slopAt]), most);
    const old = points[at + pushAt];
    const push = Math.max(0, old + (wanted - along) / points[at + normalMassAt]);
    if (push === 0 && old === 0) continue;
    const oldHold = points[at + holdAt];
    const limit = points[at + frictionAt] * push;
    const hold = Math.max(-limit, Math.min(limit, oldHold - slip / points[at + tangentMassAt]));
    points[at + pushAt] = push;
    points[at + holdAt] = hold;
    if (push > points[at + maxPushAt]) points[at + maxPushAt] = push;
    setImpulse(points, at, push - old, hold - oldHold);
    pushPlanarPair(step, impulse, pairs[2 * p], pairs[2 * p + 1], points, at + weightsAt);
  }
}

/** Updates the separations at the end of a substep. */
export function measurePlanarSeparations(step: PlanarStep): void {
  const { points } = step;
  for (let p = 0; p < step.count; p++) {
    const at = planarPointSize * p;
    measureMove(step, p);
    points[at + separationAt] += motion[0] * points[at + normalAt] + motion[1] * points[at + normalAt + 1];
  }
}

/** Sets {@link motion} to the velocity of B's point relative to A's. */
function measureVelocity(step: PlanarStep, p: number): void {
  const { points, pairs, bodies } = step;
  const { velocities, angularVelocities } = bodies;
  const at = planarPointSize * p;
  const a = pairs[2 * p];
  const b = pairs[2 * p + 1];
  motion[0] =
    velocities[2 * b] -
    angularVelocities[b] * points[at + 3] -
    velocities[2 * a] +
    angularVelocities[a] * points[at + 1];
  motion[1] =
    velocities[2 * b + 1] +
    angularVelocities[b] * points[at + 2] -
    velocities[2 * a + 1] -
    angularVelocities[a] * points[at];
}

/** Adds {@link impulse} to the velocities of B and takes it from A. */
function kickPair(step: PlanarStep, p: number): void {
  const { frames, points, pairs, bodies } = step;
  for (let side = 0; side < 2; side++) {
    const body = pairs[2 * p + side];
    if (frames[frameSize * body + particleMassAt] === 0) continue;
    const at = planarPointSize * p + 2 * side;
    const sign = side === 0 ? -1 : 1;
    const mass = sign * bodies.inverseMasses[body];
    bodies.velocities[2 * body] += mass * impulse[0];
    bodies.velocities[2 * body + 1] += mass * impulse[1];
    bodies.angularVelocities[body] +=
      sign * bodies.inverseMoments[body] * (points[at] * impulse[1] - points[at + 1] * impulse[0]);
  }
}

/** Relaxation: removes the speed of points that part only because they were pushed out of an overlap. */
export function relaxPlanarPoints(step: PlanarStep): void {
  const { points } = step;
  const h = step.numbers[substepAt];
  for (let p = step.count - 1; p >= 0; p--) {
    const at = planarPointSize * p;
    const old = points[at + pushAt];
    if (old === 0) continue;
    measureVelocity(step, p);
    const speed = motion[0] * points[at + normalAt] + motion[1] * points[at + normalAt + 1];
    const push = Math.max(0, old - (h * speed) / points[at + normalMassAt]);
    points[at + pushAt] = push;
    setImpulse(points, at, (push - old) / h, 0);
    kickPair(step, p);
  }
}

/** Restitution, once at the end of a step: points that pushed and approached fast enough leave each other. */
export function restorePlanarPoints(step: PlanarStep): void {
  const { points } = step;
  for (let p = 0; p < step.count; p++) {
    const at = planarPointSize * p;
    const approach = points[at + approachAt];
    const restitution = points[at + restitutionAt];
    if (restitution === 0 || points[at + maxPushAt] === 0) continue;
    if (!(approach > step.numbers[restitutionSpeedAt])) continue;
    measureVelocity(step, p);
    const speed = motion[0] * points[at + normalAt] + motion[1] * points[at + normalAt + 1];
    const missing = restitution * approach - speed;
    if (!(missing > 0)) continue;
    setImpulse(points, at, missing / points[at + normalMassAt], 0);
    kickPair(step, p);
  }
}
