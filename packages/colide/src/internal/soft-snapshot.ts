/**
 * The state of deformable bodies as numbers: length of the last substep, time saved up; of each body sleep, rest, positions, previous positions, pins (32 a
 * number) and what its hold keeps.
 */
import type { SoftBody } from '../soft-body.ts';
import type { SoftParticles } from './soft-particles.ts';
import { refreshTriangles } from './soft-tearing.ts';

const headLength = 4;
const pinsEach = 32;

/** Doubles of the state of all bodies. */
export function softStateLength(bodies: readonly SoftBody[]): number {
  let sum = 2;
  for (const { count, hold } of bodies)
    sum += headLength + 6 * count + Math.ceil(count / pinsEach) + hold.stateLength;
  return sum;
}

/** Writes the state. */
export function saveSoftState(
  out: Float64Array,
  bodies: readonly SoftBody[],
  particles: SoftParticles,
  savedTime: Float64Array,
): void {
  out[0] = particles.system.previousDt;
  out[1] = savedTime[0]!;
  let at = 2;
  for (const body of bodies) {
    const { count, first, view, hold } = body;
    out[at] = body.asleep ? 1 : 0;
    out.set(body.rest, at + 1);
    at += headLength;
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
}

/** Takes back the state. */
export function loadSoftState(
  from: Float64Array,
  bodies: readonly SoftBody[],
  particles: SoftParticles,
  savedTime: Float64Array,
): void {
  particles.system.previousDt = from[0]!;
  savedTime[0] = from[1]!;
  let at = 2;
  for (const body of bodies) {
    const { count, first, view, hold } = body;
    body.asleep = from[at] === 1;
    for (let k = 0; k < body.rest.length; k++) body.rest[k] = from[at + 1 + k]!;
    at += headLength;
    view.positions.set(from.subarray(at, at + 3 * count));
    view.previousPositions.set(from.subarray(at + 3 * count, at + 6 * count));
    at += 6 * count;
    for (let i = 0; i < count; i++) {
      const bits = from[at + Math.floor(i / pinsEach)]!;
      particles.pinned[first + i] = Math.floor(bits / 2 ** (i % pinsEach)) % 2;
    }
    at += Math.ceil(count / pinsEach);
    hold.load(from, at);
    at += hold.stateLength;
    particles.setMobility(body);
    if (hold.stateLength > 0) refreshTriangles(body);
  }
}
