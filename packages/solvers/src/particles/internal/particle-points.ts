/**
 * Contact points between frames of particles, or a frame and a body that is not moved: projection with friction, and what is
 * done to velocities afterwards.
 *
 * A point hangs on a frame by four weights. It is pushed along the normal by an impulse that all four particles share by weight; once
 * the frame is rigid again it has moved as that of a rigid body would, so the impulse is that of the rigid body. The arms keep their
 * world directions during a step, as the point where a ball touches does when the ball rolls.
 */

import { growthLimit, impulseSize } from '../../internal/sweep-contacts.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';
import type { RigidContacts } from '../../rigid/rigid-contacts.ts';
import { frameMassAt, frameSize, frameWeights } from './particle-frames.ts';
import {
  addInverseMass,
  armAt,
  direction,
  impulse,
  inverse,
  kickPair,
  moveA,
  moveB,
  normalAt,
  particlePointSize,
  particleStep,
  pointMove,
  pushFrame,
  pushPair,
  relativeVelocity,
  weightAt,
} from './particle-push.ts';

/** Distance of the surfaces when the substep began. */
const gapAt = 17;
const frictionAt = 18;
const restitutionAt = 19;
/** Speed of approach when the step began. */
const approachAt = 20;
/** Inverse mass of both bodies along the normal. */
const massAt = 21;
/** Push along the normal and friction of this substep, displacement times mass; the largest push of the step. */
const pushAt = 22;
const holdAt = 23;
const largestAt = 26;

/** Part of an overlap that is undone in a substep. */
const recovery = 0.2;

/** Writes the points of a step. */
export function loadPoints(
  points: Float64Array,
  frames: Float64Array,
  bodies: RigidBodies,
  contacts: RigidContacts,
): void {
  const { positions } = bodies;
  const h = particleStep[0];
  const before = contacts.impulseTime[0];
  const scale = before > 0 ? h * Math.min(h / before, growthLimit) : h;
  for (let c = 0; c < contacts.count; c++) {
    const at = particlePointSize * c;
    const a = contacts.bodies[2 * c];
    const b = contacts.bodies[2 * c + 1];
    for (let k = 0; k < 3; k++) {
      points[at + armAt + k] = contacts.points[3 * c + k] - positions[3 * a + k];
      points[at + armAt + 3 + k] = contacts.points[3 * c + k] - positions[3 * b + k];
      points[at + normalAt + k] = direction[k] = contacts.normals[3 * c + k];
    }
    points[at + gapAt] = contacts.separations[c];
    points[at + frictionAt] = contacts.frictions[c];
    points[at + restitutionAt] = contacts.restitutions[c];
    for (let k = 0; k < 4; k++) points[at + pushAt + k] = scale * contacts.impulses[impulseSize * c + k];
    points[at + largestAt] = 0;
    inverse[0] = 0;
    addInverseMass(frames, bodies, a, points, at + armAt);
    addInverseMass(frames, bodies, b, points, at + armAt + 3);
    points[at + massAt] = inverse[0];
    relativeVelocity(bodies, a, b, points, at);
    points[at + approachAt] = -(moveB[0] * direction[0] + moveB[1] * direction[1] + moveB[2] * direction[2]);
  }
}

/** Leaves the impulses of the last substep in the contacts. */
export function storePoints(contacts: RigidContacts, points: Float64Array): void {
  const h = particleStep[0];
  for (let c = 0; c < contacts.count; c++) {
    for (let k = 0; k < 4; k++)
      contacts.impulses[impulseSize * c + k] = points[particlePointSize * c + pushAt + k] / h;
    contacts.impulses[impulseSize * c + 4] = 0;
  }
  contacts.impulseTime[0] = h;
}

/** Hangs the points on the frames as they are at the beginning of a substep. */
export function hangPoints(
  points: Float64Array,
  frames: Float64Array,
  pairs: Int32Array,
  count: number,
): void {
  for (let c = 0; c < count; c++) {
    const at = particlePointSize * c;
    for (let side = 0; side < 2; side++) {
      const frame = frameSize * pairs[2 * c + side];
      if (frames[frame + frameMassAt] > 0)
        frameWeights(points, at + weightAt + 4 * side, frames, frame, points, at + armAt + 3 * side);
    }
  }
}

/** Pushes as the last substep did; the frames are to be made rigid afterwards. */
export function warmStartPoints(
  points: Float64Array,
  frames: Float64Array,
  pairs: Int32Array,
  count: number,
): void {
  for (let c = 0; c < count; c++) {
    const at = particlePointSize * c;
    const push = points[at + pushAt];
    if (push === 0) continue;
    for (let k = 0; k < 3; k++) impulse[k] = push * points[at + normalAt + k] + points[at + holdAt + k];
    pushFrame(frames, pairs[2 * c + 1], points, at + weightAt + 4);
    for (let k = 0; k < 3; k++) impulse[k] = -impulse[k];
    pushFrame(frames, pairs[2 * c], points, at + weightAt);
  }
}

/** One sweep: normals and friction of all points; frames that were pushed are made rigid again at once. */
export function sweepPoints(
  points: Float64Array,
  frames: Float64Array,
  bodies: RigidBodies,
  pairs: Int32Array,
  count: number,
): void {
  const most = particleStep[1] * particleStep[0];
  const slop = particleStep[4];
  for (let c = 0; c < count; c++) {
    const at = particlePointSize * c;
    const mass = points[at + massAt];
    if (mass === 0) continue;
    const a = pairs[2 * c];
    const b = pairs[2 * c + 1];
    pointMove(moveA, frames, bodies, a, points, at + weightAt, at + armAt);
    pointMove(moveB, frames, bodies, b, points, at + weightAt + 4, at + armAt + 3);
    const nx = points[at + normalAt];
    const ny = points[at + normalAt + 1];
    const nz = points[at + normalAt + 2];
    const x = moveB[0] - moveA[0];
    const y = moveB[1] - moveA[1];
    const z = moveB[2] - moveA[2];
    const along = x * nx + y * ny + z * nz;
    // Surfaces that are apart may come together; of an overlap a part is undone.
    const gap = points[at + gapAt];
    const wanted = gap > 0 ? -gap : Math.min(recovery * Math.max(0, -gap - slop), most);
    const old = points[at + pushAt];
    const push = Math.max(0, old + (wanted - along) / mass);
    if (push === 0 && old === 0) continue;
    points[at + pushAt] = push;
    if (push > points[at + largestAt]) points[at + largestAt] = push;
    impulse[0] = (push - old) * nx;
    impulse[1] = (push - old) * ny;
    impulse[2] = (push - old) * nz;
    direction[0] = x - along * nx;
    direction[1] = y - along * ny;
    direction[2] = z - along * nz;
    addFriction(points, frames, bodies, a, b, at);
    pushPair(frames, a, b, points, at);
  }
}

/** Adds to {@link impulse} the change of friction that takes back the slip {@link direction}, within Coulomb's cone. */
function addFriction(
  points: Float64Array,
  frames: Float64Array,
  bodies: RigidBodies,
  a: number,
  b: number,
  at: number,
): void {
  const slip = Math.sqrt(
    direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2],
  );
  let hold = 0;
  if (slip > 0) {
    for (let k = 0; k < 3; k++) direction[k] /= slip;
    inverse[0] = 0;
    addInverseMass(frames, bodies, a, points, at + armAt);
    addInverseMass(frames, bodies, b, points, at + armAt + 3);
    hold = slip / inverse[0];
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

/** Notes where the points are at the end of a substep. */
export function measureGaps(
  points: Float64Array,
  frames: Float64Array,
  bodies: RigidBodies,
  pairs: Int32Array,
  count: number,
): void {
  for (let c = 0; c < count; c++) {
    const at = particlePointSize * c;
    pointMove(moveA, frames, bodies, pairs[2 * c], points, at + weightAt, at + armAt);
    pointMove(moveB, frames, bodies, pairs[2 * c + 1], points, at + weightAt + 4, at + armAt + 3);
    for (let k = 0; k < 3; k++) points[at + gapAt] += (moveB[k] - moveA[k]) * points[at + normalAt + k];
  }
}

/** Takes the speed away with which points leave each other only because they were pushed out of each other. */
export function calmPoints(
  points: Float64Array,
  frames: Float64Array,
  bodies: RigidBodies,
  pairs: Int32Array,
  count: number,
): void {
  const h = particleStep[0];
  for (let c = count - 1; c >= 0; c--) {
    const at = particlePointSize * c;
    const old = points[at + pushAt];
    if (old === 0) continue;
    for (let k = 0; k < 3; k++) direction[k] = points[at + normalAt + k];
    relativeVelocity(bodies, pairs[2 * c], pairs[2 * c + 1], points, at);
    const speed = moveB[0] * direction[0] + moveB[1] * direction[1] + moveB[2] * direction[2];
    const push = Math.max(0, old - (h * speed) / points[at + massAt]);
    points[at + pushAt] = push;
    impulse[0] = (push - old) / h;
    kickPair(frames, bodies, pairs[2 * c], pairs[2 * c + 1], points, at);
  }
}

/** Restitution, once at the end of a step: points that pushed and came faster than `particleStep[2]` leave each other. */
export function restorePoints(
  points: Float64Array,
  frames: Float64Array,
  bodies: RigidBodies,
  pairs: Int32Array,
  count: number,
): void {
  for (let c = 0; c < count; c++) {
    const at = particlePointSize * c;
    const e = points[at + restitutionAt];
    if (e === 0 || points[at + largestAt] === 0 || !(points[at + approachAt] > particleStep[2])) continue;
    for (let k = 0; k < 3; k++) direction[k] = points[at + normalAt + k];
    relativeVelocity(bodies, pairs[2 * c], pairs[2 * c + 1], points, at);
    const speed = moveB[0] * direction[0] + moveB[1] * direction[1] + moveB[2] * direction[2];
    const missing = e * points[at + approachAt] - speed;
    if (missing > 0) {
      impulse[0] = missing / points[at + massAt];
      kickPair(frames, bodies, pairs[2 * c], pairs[2 * c + 1], points, at);
    }
  }
}
