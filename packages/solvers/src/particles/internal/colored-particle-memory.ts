/**
 * The memory that the workers of a coloured particle solver share: the bodies and contacts of a
 * `ColoredMemory`, the frames of particles, and the numbers of a step, all in one buffer.
 */
import { ColoredMemory, coloredMemoryBytes } from '../../internal/colored-memory.ts';
import type { RigidContacts } from '../../rigid/rigid-contacts.ts';
import { frameSize } from './particle-frames.ts';
import type { ParticleStep } from './particle-push.ts';

/**
 * Numbers of a step that all workers read, in place of the step record of impulses; the number of bodies, of
 * colours and so on follow, see `colored-memory`.
 *
 * | at | what                                     |
 * | -- | ---------------------------------------- |
 * |  0 | length of a substep                      |
 * |  1 | gravity, three numbers                   |
 * |  4 | highest speed at which overlap is undone |
 * |  5 | approach speed above which bodies bounce |
 * |  6 | overlap that is left alone               |
 * |  7 | sweeps over the distances of a frame     |
 * |  8 | length of a substep of the last step     |
 */
const substepAt = 0;
const gravityAt = 1;
const pushSpeedAt = 4;
const restitutionSpeedAt = 5;
const slopAt = 6;
const distanceSweepsAt = 7;
const impulseTimeAt = 8;

/** Bytes for the given numbers of bodies and points. */
export function coloredParticleBytes(bodies: number, points: number): number {
  return framesAt(bodies, points) + 8 * frameSize * bodies;
}

/** Offset of the frames: after the rest, at a multiple of eight bytes. */
function framesAt(bodies: number, points: number): number {
  return 8 * Math.ceil(coloredMemoryBytes(bodies, points) / 8);
}

/** Views of the shared buffer. */
export class ColoredParticleMemory extends ColoredMemory {
  readonly frames: Float64Array;

  constructor(buffer: ArrayBufferLike, bodies: number, points: number) {
    super(buffer, bodies, points);
    this.frames = new Float64Array(buffer, framesAt(bodies, points), frameSize * bodies);
  }

  /** Sets the substep length to which the impulses of contacts belong; 0 before the first step. */
  timeImpulses(contacts: RigidContacts): void {
    const { numbers } = this;
    if (contacts.impulseTime !== numbers[impulseTimeAt]) contacts.impulseTime = numbers[impulseTimeAt];
  }

  /** Writes the numbers of a step. */
  writeStep(step: ParticleStep, gravity: Float64Array, contacts: RigidContacts | undefined): void {
    const { numbers } = this;
    numbers[substepAt] = step.substep;
    for (let k = 0; k < 3; k++) numbers[gravityAt + k] = gravity[k];
    numbers[pushSpeedAt] = step.pushSpeed;
    numbers[restitutionSpeedAt] = step.restitutionSpeed;
    numbers[slopAt] = step.slop;
    numbers[distanceSweepsAt] = step.distanceSweeps;
    numbers[impulseTimeAt] = contacts === undefined ? 0 : contacts.impulseTime;
  }

  /** Reads them into the record of a worker, and its gravity. */
  readStep(step: ParticleStep, gravity: Float64Array): void {
    const { numbers } = this;
    // V8 boxes a fraction whenever it is written to a field, so only changes are written, which are rare.
    if (step.substep !== numbers[substepAt]) step.substep = numbers[substepAt];
    if (step.pushSpeed !== numbers[pushSpeedAt]) step.pushSpeed = numbers[pushSpeedAt];
    if (step.restitutionSpeed !== numbers[restitutionSpeedAt])
      step.restitutionSpeed = numbers[restitutionSpeedAt];
    if (step.slop !== numbers[slopAt]) step.slop = numbers[slopAt];
    for (let k = 0; k < 3; k++) gravity[k] = numbers[gravityAt + k];
    step.distanceSweeps = numbers[distanceSweepsAt] | 0;
    step.frames = this.frames;
  }
}
