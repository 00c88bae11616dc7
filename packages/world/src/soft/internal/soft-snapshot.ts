/**
 * The state of deformable bodies as numbers: length of the last substep, time saved up, number of attachments; of each body its number of particles, sleep,
 * rest, positions, previous positions, pins (32 a number) and what its hold keeps; of each attachment particle, rigid body and anchor.
 */
import type { RigidAttachments } from '@colide/solvers';
import type { SoftBody } from '../soft-body.ts';
import type { SoftParticles } from './soft-particles.ts';
import { refreshTriangles } from './soft-tearing.ts';

const headLength = 3;
const bodyHeadLength = 5;
const attachmentLength = 5;
const pinsEach = 32;

/** Doubles of the state of all bodies with so many attachments. */
export function softStateLength(bodies: readonly SoftBody[], attachments: number): number {
  let sum = headLength + attachmentLength * attachments;
  for (const body of bodies) sum += bodyLength(body);
  return sum;
}

function bodyLength({ count, hold }: SoftBody): number {
  return bodyHeadLength + 6 * count + Math.ceil(count / pinsEach) + hold.stateLength;
}

/** Whether numbers are the state of such bodies. */
export function fitsSoftState(from: Float64Array, bodies: readonly SoftBody[]): boolean {
  let at = headLength;
  for (const body of bodies) {
    if (from[at] !== body.count) return false;
    at += bodyLength(body);
  }
  return from.length === at + attachmentLength * from[2];
}

/** Writes the state. */
export function saveSoftState(
  out: Float64Array,
  bodies: readonly SoftBody[],
  particles: SoftParticles,
  savedTime: Float64Array,
  attachments: RigidAttachments,
): void {
  out[0] = particles.system.previousDt;
  out[1] = savedTime[0];
  out[2] = attachments.count;
  let at = headLength;
  for (const body of bodies) {
    const { count, first, view, hold } = body;
    out[at] = count;
    out[at + 1] = body.asleep ? 1 : 0;
    out.set(body.rest, at + 2);
    at += bodyHeadLength;
    out.set(view.positions, at);
    out.set(view.previousPositions, at + 3 * count);
    at += 6 * count;
    for (let p = 0; p < count; p += pinsEach) {
      let bits = 0;
      for (let i = p; i < Math.min(count, p + pinsEach); i++)
        if (particles.pinned[first + i] === 1) bits += 2 ** (i - p);
      out[at++] = bits;
    }
    hold.save(out, at);
    at += hold.stateLength;
  }
  for (let a = 0; a < attachments.count; a++, at += attachmentLength) {
    out[at] = attachments.particles[a];
    out[at + 1] = attachments.bodies[a];
    for (let k = 0; k < 3; k++) out[at + 2 + k] = attachments.anchors[3 * a + k];
  }
}

/** Takes back the state. */
export function loadSoftState(
  from: Float64Array,
  bodies: readonly SoftBody[],
  particles: SoftParticles,
  savedTime: Float64Array,
  attachments: RigidAttachments,
): void {
  particles.system.previousDt = from[0];
  savedTime[0] = from[1];
  let at = headLength;
  for (const body of bodies) {
    const { count, first, view, hold } = body;
    body.asleep = from[at + 1] === 1;
    for (let k = 0; k < body.rest.length; k++) body.rest[k] = from[at + 2 + k];
    body.attachments = 0;
    particles.attached.fill(-1, first, first + count);
    at += bodyHeadLength;
    view.positions.set(from.subarray(at, at + 3 * count));
    view.previousPositions.set(from.subarray(at + 3 * count, at + 6 * count));
    at += 6 * count;
    for (let i = 0; i < count; i++) {
      const bits = from[at + Math.floor(i / pinsEach)];
      particles.pinned[first + i] = Math.floor(bits / 2 ** (i % pinsEach)) % 2;
    }
    at += Math.ceil(count / pinsEach);
    hold.load(from, at);
    at += hold.stateLength;
    particles.setMobility(body);
    if (hold.stateLength > 0) refreshTriangles(body);
  }
  attachments.count = 0;
  for (; at < from.length; at += attachmentLength) {
    const particle = from[at];
    const a = attachments.append(particle, from[at + 1]);
    for (let k = 0; k < 3; k++) attachments.anchors[3 * a + k] = from[at + 2 + k];
    particles.attached[particle] = attachments.bodies[a];
    particles.owners[particle]!.attachments++;
  }
}
