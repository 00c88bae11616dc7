/**
 * Contact points between frames of particles, or between a frame and a body that cannot move: projection with
 * friction, then corrections of the velocities.
 *
 * A point is attached to a frame by four weights. It is pushed along the normal by an impulse that the four
 * particles share by weight. Once the frame is rigid again, the point has moved as on a rigid body, so the
 * impulse is that of the rigid body. The arms keep their world directions during a step, like the point where
 * a rolling ball touches the ground.
 */
import { growthLimit, impulseSize, twistShareAt } from '../../internal/solve-contacts.ts';
import type { RigidContacts } from '../../rigid/rigid-contacts.ts';
import { frameMassAt, frameSize, frameWeights } from './particle-frames.ts';
import {
  armAt,
  armSize,
  kickPair,
  measureInverseMass,
  normalAt,
  type ParticleStep,
  particlePointSize,
  pointMove,
  pointRestAt,
  pushFrame,
  pushPair,
  relativeVelocity,
  weightAt,
  weightSize,
} from './particle-push.ts';

/**
 * Contact point, after arms, normal and weights (see `particle-push`):
 *
 * | at | numbers | what                                                              |
 * | -- | ------- | ----------------------------------------------------------------- |
 * | 17 | 1       | separation when the substep began                                 |
 * | 18 | 1       | friction coefficient                                              |
 * | 19 | 1       | restitution                                                       |
 * | 20 | 1       | speed of approach when the step began                             |
 * | 21 | 1       | inverse effective mass along the normal                           |
 * | 22 | 1       | normal push of this substep, displacement times mass              |
 * | 23 | 3       | friction of this substep, displacement times mass                 |
 * | 26 | 1       | largest normal push of the step                                   |
 */
const separationAt = pointRestAt;
const frictionAt = pointRestAt + 1;
const restitutionAt = pointRestAt + 2;
const approachAt = pointRestAt + 3;
const inverseMassAt = pointRestAt + 4;
const pushAt = pointRestAt + 5;
const holdAt = pointRestAt + 6;
const maxPushAt = pointRestAt + 9;
/** Numbers of a point that survive the step: normal push and friction. */
const keptSize = 4;

/** Fraction of an overlap that is undone in a substep. */
const recovery = 0.2;

/**
 * Writes the pairs of bodies that points belong to; `order` holds the contact of each. Contacts with bodies
 * that cannot move come last in a sweep, so that they hold best.
 */
export function orderPoints(
  { frames }: ParticleStep,
  pairs: Int32Array,
  order: Int32Array,
  contacts: RigidContacts,
): void {
  const { bodies, count } = contacts;
  let made = 0;
  for (let fixed = 0; fixed < 2; fixed++)
    for (let c = 0; c < count; c++) {
      const a = bodies[2 * c];
      const b = bodies[2 * c + 1];
      const isFixed = frames[frameSize * a + frameMassAt] === 0 || frames[frameSize * b + frameMassAt] === 0;
      if (isFixed !== (fixed === 1)) continue;
      pairs[2 * made] = a;
      pairs[2 * made + 1] = b;
      order[made++] = c;
    }
}

/** Writes the points of a step, in this order. */
export function loadPoints(
  step: ParticleStep,
  points: Float64Array,
  order: Int32Array,
  contacts: RigidContacts,
): void {
  const { positions } = step.bodies;
  const { direction, moveB } = step;
  const h = step.substep;
  const before = contacts.impulseTime;
  const scale = before > 0 ? h * Math.min(h / before, growthLimit) : h;
  for (let p = 0; p < contacts.count; p++) {
    const at = particlePointSize * p;
    const c = order[p];
    const a = contacts.bodies[2 * c];
    const b = contacts.bodies[2 * c + 1];
    for (let k = 0; k < 3; k++) {
      points[at + armAt + k] = contacts.points[3 * c + k] - positions[3 * a + k];
      points[at + armAt + armSize + k] = contacts.points[3 * c + k] - positions[3 * b + k];
      points[at + normalAt + k] = direction[k] = contacts.normals[3 * c + k];
    }
    points[at + separationAt] = contacts.separations[c];
    points[at + frictionAt] = contacts.frictions[c];
    points[at + restitutionAt] = contacts.restitutions[c];
    for (let k = 0; k < keptSize; k++)
      points[at + pushAt + k] = scale * contacts.impulses[impulseSize * c + k];
    points[at + maxPushAt] = 0;
    measureInverseMass(step, a, b, points, at);
    points[at + inverseMassAt] = step.inverseMass;
    relativeVelocity(step, a, b, points, at);
    points[at + approachAt] = -(moveB[0] * direction[0] + moveB[1] * direction[1] + moveB[2] * direction[2]);
  }
}

/** Stores the impulses of the last substep in the contacts. */
export function storePoints(
  step: ParticleStep,
  points: Float64Array,
  order: Int32Array,
  contacts: RigidContacts,
): void {
  const h = step.substep;
  for (let p = 0; p < contacts.count; p++) {
    const to = impulseSize * order[p];
    for (let k = 0; k < keptSize; k++)
      contacts.impulses[to + k] = points[particlePointSize * p + pushAt + k] / h;
    contacts.impulses[to + twistShareAt] = 0;
  }
  contacts.impulseTime = h;
}

/** Computes the weights of the points on the frames at the beginning of a substep. */
export function hangPoints(step: ParticleStep, points: Float64Array, pairs: Int32Array, count: number): void {
  const { frames } = step;
  for (let c = 0; c < count; c++) {
    const at = particlePointSize * c;
    for (let side = 0; side < 2; side++) {
      const frame = frameSize * pairs[2 * c + side];
      if (frames[frame + frameMassAt] > 0)
        frameWeights(
          points,
          at + weightAt + weightSize * side,
          frames,
          frame,
          points,
          at + armAt + armSize * side,
        );
    }
  }
}

/** Repeats the pushes of the last substep; the caller then makes the frames rigid. */
export function warmStartPoints(
  step: ParticleStep,
  points: Float64Array,
  pairs: Int32Array,
  count: number,
): void {
  const { impulse } = step;
  for (let c = 0; c < count; c++) {
    const at = particlePointSize * c;
    const push = points[at + pushAt];
    if (push === 0) continue;
    for (let k = 0; k < 3; k++) impulse[k] = push * points[at + normalAt + k] + points[at + holdAt + k];
    pushFrame(step, pairs[2 * c + 1], points, at + weightAt + weightSize);
    for (let k = 0; k < 3; k++) impulse[k] = -impulse[k];
    pushFrame(step, pairs[2 * c], points, at + weightAt);
  }
}

/** One sweep: normal and friction of all points; pushed frames are made rigid again at once. */
export function sweepPoints(
  step: ParticleStep,
  points: Float64Array,
  pairs: Int32Array,
  count: number,
): void {
  const { slop, moveA, moveB, impulse, direction } = step;
  const most = step.pushSpeed * step.substep;
  for (let c = 0; c < count; c++) {
    const at = particlePointSize * c;
    const mass = points[at + inverseMassAt];
    if (mass === 0) continue;
    const a = pairs[2 * c];
    const b = pairs[2 * c + 1];
    pointMove(moveA, step, a, points, at, 0);
    pointMove(moveB, step, b, points, at, 1);
    const nx = points[at + normalAt];
    const ny = points[at + normalAt + 1];
    const nz = points[at + normalAt + 2];
    const x = moveB[0] - moveA[0];
    const y = moveB[1] - moveA[1];
    const z = moveB[2] - moveA[2];
    const along = x * nx + y * ny + z * nz;
    // Surfaces that are apart may come together; part of an overlap is undone.
    const gap = points[at + separationAt];
    const wanted = gap > 0 ? -gap : Math.min(recovery * Math.max(0, -gap - slop), most);
    const old = points[at + pushAt];
    const push = Math.max(0, old + (wanted - along) / mass);
    if (push === 0 && old === 0) continue;
    points[at + pushAt] = push;
    if (push > points[at + maxPushAt]) points[at + maxPushAt] = push;
    impulse[0] = (push - old) * nx;
    impulse[1] = (push - old) * ny;
    impulse[2] = (push - old) * nz;
    direction[0] = x - along * nx;
    direction[1] = y - along * ny;
    direction[2] = z - along * nz;
    addFriction(step, points, a, b, at);
    pushPair(step, a, b, points, at);
  }
}

/**
 * Adds to `step.impulse` the friction that undoes the slip in `step.direction`, within Coulomb's cone.
 */
function addFriction(step: ParticleStep, points: Float64Array, a: number, b: number, at: number): void {
  const { direction, impulse } = step;
  const slip = Math.sqrt(
    direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2],
  );
  let hold = 0;
  if (slip > 0) {
    for (let k = 0; k < 3; k++) direction[k] /= slip;
    measureInverseMass(step, a, b, points, at);
    hold = slip / step.inverseMass;
  }
  let square = 0;
  for (let k = 0; k < 3; k++) {
    direction[k] = points[at + holdAt + k] - hold * direction[k];
    square += direction[k] * direction[k];
  }
  const limit = points[at + frictionAt] * points[at + pushAt];
  const scale = square > limit * limit ? limit / Math.sqrt(square) : 1;
  for (let k = 0; k < 3; k++) {
    impulse[k] += scale * direction[k] - points[at + holdAt + k];
    points[at + holdAt + k] = scale * direction[k];
  }
}

/** Updates the separations at the end of a substep. */
export function measureSeparations(
  step: ParticleStep,
  points: Float64Array,
  pairs: Int32Array,
  count: number,
): void {
  const { moveA, moveB } = step;
  for (let c = 0; c < count; c++) {
    const at = particlePointSize * c;
    pointMove(moveA, step, pairs[2 * c], points, at, 0);
    pointMove(moveB, step, pairs[2 * c + 1], points, at, 1);
    for (let k = 0; k < 3; k++)
      points[at + separationAt] += (moveB[k] - moveA[k]) * points[at + normalAt + k];
  }
}

/** Relaxation: removes the speed of points that part only because they were pushed out of an overlap. */
export function relaxPoints(
  step: ParticleStep,
  points: Float64Array,
  pairs: Int32Array,
  count: number,
): void {
  const { direction, moveB } = step;
  const h = step.substep;
  for (let c = count - 1; c >= 0; c--) {
    const at = particlePointSize * c;
    const old = points[at + pushAt];
    // Bodies that sleep on something fixed also have impulses, but neither side can move.
    if (old === 0 || points[at + inverseMassAt] === 0) continue;
    for (let k = 0; k < 3; k++) direction[k] = points[at + normalAt + k];
    relativeVelocity(step, pairs[2 * c], pairs[2 * c + 1], points, at);
    const speed = moveB[0] * direction[0] + moveB[1] * direction[1] + moveB[2] * direction[2];
    const push = Math.max(0, old - (h * speed) / points[at + inverseMassAt]);
    points[at + pushAt] = push;
    step.kick = (push - old) / h;
    kickPair(step, pairs[2 * c], pairs[2 * c + 1], points, at);
  }
}

/** Restitution, once at the end of a step: points that pushed and approached fast enough leave each other. */
export function restorePoints(
  step: ParticleStep,
  points: Float64Array,
  pairs: Int32Array,
  count: number,
): void {
  const { direction, moveB } = step;
  for (let c = 0; c < count; c++) {
    const at = particlePointSize * c;
    const e = points[at + restitutionAt];
    if (e === 0 || points[at + maxPushAt] === 0 || !(points[at + approachAt] > step.restitutionSpeed))
      continue;
    for (let k = 0; k < 3; k++) direction[k] = points[at + normalAt + k];
    relativeVelocity(step, pairs[2 * c], pairs[2 * c + 1], points, at);
    const speed = moveB[0] * direction[0] + moveB[1] * direction[1] + moveB[2] * direction[2];
    const missing = e * points[at + approachAt] - speed;
    if (missing > 0) {
      step.kick = missing / points[at + inverseMassAt];
      kickPair(step, pairs[2 * c], pairs[2 * c + 1], points, at);
    }
  }
}
