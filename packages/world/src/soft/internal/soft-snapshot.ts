/**
 * The state of deformable bodies as doubles.
 *
 * | section | numbers |
 * | --- | --- |
 * | head, see `headAt` | 3 |
 * | per body: head, see `bodyAt` | 5 |
 * | positions, previous positions | 3, 3 per particle |
 * | pins, in bits | 1 per 32 particles |
 * | state of the hold | its `stateLength` |
 * | per attachment, see `attachmentAt` | 5 |
 */
import type { RigidAttachments } from '@colide/solvers';
import type { SoftBody } from '../soft-body.ts';
import type { SoftParticles } from './soft-particles.ts';
import { softRestSize } from './soft-rest.ts';
import { refreshTriangles } from './soft-tearing.ts';

/** Offsets into the head. */
const headAt = { previousDt: 0, savedTime: 1, attachmentCount: 2 } as const;
const headSize = 3;
/** Offsets into the head of a body. */
const bodyAt = { count: 0, asleep: 1, rest: 2 } as const;
const bodySize = bodyAt.rest + softRestSize;
/** Offsets into an attachment. */
const attachmentAt = { particle: 0, rigid: 1, anchor: 2 } as const;
const attachmentSize = 5;
/** Pins per number. */
const pinBits = 32;

/** The objects that the state is saved from and restored to. */
export interface SoftState {
  readonly bodies: readonly SoftBody[];
  readonly particles: SoftParticles;
  readonly attachments: RigidAttachments;
  /** Accumulated time of steps that were too short. */
  savedTime: number;
}

/** Number of doubles in the state of all bodies, with this many attachments. */
export function softStateLength(bodies: readonly SoftBody[], attachments: number): number {
  let sum = headSize + attachmentSize * attachments;
  for (const body of bodies) sum += bodyLength(body);
  return sum;
}

function bodyLength({ count, hold }: SoftBody): number {
  return bodySize + 6 * count + Math.ceil(count / pinBits) + hold.stateLength;
}

/** Whether the numbers are a valid state of these bodies. */
export function fitsSoftState(from: Float64Array, bodies: readonly SoftBody[]): boolean {
  let at = headSize;
  for (const body of bodies) {
    if (from[at + bodyAt.count] !== body.count) return false;
    at += bodyLength(body);
  }
  return from.length === at + attachmentSize * from[headAt.attachmentCount];
}

/** Writes the state. */
export function saveSoftState(out: Float64Array, state: SoftState): void {
  const { bodies, particles, attachments } = state;
  out[headAt.previousDt] = particles.system.previousDt;
  out[headAt.savedTime] = state.savedTime;
  out[headAt.attachmentCount] = attachments.count;
  let at = headSize;
  for (const body of bodies) {
    const { count, first, view, hold } = body;
    out[at + bodyAt.count] = count;
    out[at + bodyAt.asleep] = body.asleep ? 1 : 0;
    out.set(body.rest.numbers, at + bodyAt.rest);
    at += bodySize;
    out.set(view.positions, at);
    out.set(view.previousPositions, at + 3 * count);
    at += 6 * count;
    for (let p = 0; p < count; p += pinBits) {
      let bits = 0;
      for (let i = p; i < Math.min(count, p + pinBits); i++)
        if (particles.pinned[first + i] === 1) bits += 2 ** (i - p);
      out[at++] = bits;
    }
    hold.save(out, at);
    at += hold.stateLength;
  }
  for (let a = 0; a < attachments.count; a++, at += attachmentSize) {
    out[at + attachmentAt.particle] = attachments.particles[a];
    out[at + attachmentAt.rigid] = attachments.bodies[a];
    for (let k = 0; k < 3; k++) out[at + attachmentAt.anchor + k] = attachments.anchors[3 * a + k];
  }
}

/** Restores the state. */
export function loadSoftState(from: Float64Array, state: SoftState): void {
  const { bodies, particles, attachments } = state;
  particles.system.previousDt = from[headAt.previousDt];
  state.savedTime = from[headAt.savedTime];
  let at = headSize;
  for (const body of bodies) {
    const { count, first, view, hold } = body;
    body.asleep = from[at + bodyAt.asleep] === 1;
    for (let k = 0; k < softRestSize; k++) body.rest.numbers[k] = from[at + bodyAt.rest + k];
    body.attachmentCount = 0;
    particles.attached.fill(-1, first, first + count);
    at += bodySize;
    view.positions.set(from.subarray(at, at + 3 * count));
    view.previousPositions.set(from.subarray(at + 3 * count, at + 6 * count));
    at += 6 * count;
    for (let i = 0; i < count; i++) {
      const bits = from[at + Math.floor(i / pinBits)];
      particles.pinned[first + i] = Math.floor(bits / 2 ** (i % pinBits)) % 2;
    }
    at += Math.ceil(count / pinBits);
    hold.load(from, at);
    at += hold.stateLength;
    particles.setMobility(body);
    if (hold.stateLength > 0) refreshTriangles(body);
  }
  attachments.count = 0;
  for (; at < from.length; at += attachmentSize) {
    const particle = from[at + attachmentAt.particle];
    const a = attachments.append(particle, from[at + attachmentAt.rigid]);
    for (let k = 0; k < 3; k++) attachments.anchors[3 * a + k] = from[at + attachmentAt.anchor + k];
    particles.attached[particle] = attachments.bodies[a];
    particles.owners[particle]!.attachmentCount++;
  }
}
