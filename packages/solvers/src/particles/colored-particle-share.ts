import { BoxedNumber } from '@colide/core';
import {
  bodyCountAt,
  colorCountAt,
  hasJointsAt,
  iterationsAt,
  serialColorAt,
  substepCountAt,
} from '../internal/colored-memory.ts';
import type { RigidBodies } from '../rigid/rigid-bodies.ts';
import type { RigidContacts } from '../rigid/rigid-contacts.ts';
import type { SolverCrew } from '../rigid/solver-crew.ts';
import { ColoredParticleMemory } from './internal/colored-particle-memory.ts';
import { fitVelocities, frameSize, predictFrames } from './internal/particle-frames.ts';
import { sweepPins } from './internal/particle-joints.ts';
import {
  hangPoints,
  loadPoints,
  measureSeparations,
  relaxPoints,
  restorePoints,
  storePoints,
  sweepPoints,
  warmStartPoints,
} from './internal/particle-points.ts';
import { makeFramesRigid, type ParticleStep, particlePointSize } from './internal/particle-push.ts';
import { createParticleStep, noBodies } from './internal/particle-steps.ts';

/** The pins of joints, which the first worker sweeps over. */
export interface ParticlePins {
  count: number;
  points: Float64Array;
  pairs: Int32Array;
}

/** The part of one colour that one worker projects. */
interface Chunk {
  first: number;
  end: number;
  /** Its contacts, in the shared memory. */
  contacts: RigidContacts;
  /** Its points, see `particle-points`. */
  points: Float64Array;
  /** The contact of each point, in order. */
  order: Int32Array;
}

/** The share of one worker in a step of particles. Every member of the crew has one, over the same memory. */
export class ColoredParticleShare {
  private readonly memory: ColoredParticleMemory;
  private readonly step = createParticleStep({
    rigidity: 'matching',
    slop: 0.5,
    pushSpeed: 0.5,
    restitutionSpeed: 0.5,
  });
  private readonly gravity = new Float64Array(3);
  private readonly chunks: Chunk[] = [];
  private substep = new BoxedNumber(0);
  private first = 0;
  /** All bodies, those that this worker moves, and their frames. */
  private all: RigidBodies = noBodies;
  private bodies: RigidBodies = noBodies;
  private frames: Float64Array = new Float64Array(0);

  constructor(buffer: ArrayBufferLike, bodies: number, points: number) {
    this.memory = new ColoredParticleMemory(buffer, bodies, points);
  }

  /** Runs a step as member `index` of the crew; returns when all members are done. Pins are with member 0. */
  run(crew: Pick<SolverCrew, 'count' | 'barrier'>, index: number, pins?: ParticlePins): void {
    const { numbers } = this.memory;
    const { step, gravity, chunks } = this;
    this.memory.readStep(step, gravity);
    if (this.substep.value !== step.substep) this.substep = new BoxedNumber(step.substep);
    const h = this.substep.value;
    const colors = numbers[colorCountAt];
    this.divideBodies(numbers[bodyCountAt], index, crew.count);
    this.prepare(colors, index, crew.count);
    const { bodies, frames } = this;
    for (let s = 0; s < numbers[substepCountAt]; s++) {
      step.substepsDone = s;
      for (let c = 0; c < colors; c++) visit(hangPoints, step, chunks[c]);
      crew.barrier();
      predictFrames(frames, bodies, h, gravity);
      crew.barrier();
      for (let c = 0; c < colors; c++) {
        visit(warmStartPoints, step, chunks[c]);
        crew.barrier();
      }
      makeFramesRigid(step, frames, bodies.count);
      crew.barrier();
      for (let i = 0; i < numbers[iterationsAt]; i++) this.sweep(crew, pins);
      for (let c = 0; c < colors; c++) visit(measureSeparations, step, chunks[c]);
      // No barrier: separations follow from the motion of particles, which fits do not change.
      fitVelocities(frames, bodies, h);
      crew.barrier();
      for (let c = colors - 1; c >= 0; c--) {
        visit(relaxPoints, step, chunks[c]);
        crew.barrier();
      }
    }
    for (let c = 0; c < colors; c++) {
      visit(restorePoints, step, chunks[c]);
      crew.barrier();
    }
    for (let c = 0; c < colors; c++) storePoints(step, chunks[c].points, chunks[c].order, chunks[c].contacts);
    crew.barrier();
  }

  /** One sweep over pins, all colours, and pins again in reverse. */
  private sweep(crew: Pick<SolverCrew, 'barrier'>, pins: ParticlePins | undefined): void {
    const { step } = this;
    const { numbers } = this.memory;
    const hasPins = numbers[hasJointsAt] === 1;
    if (hasPins) {
      if (pins) sweepPins(step, pins.points, pins.pairs, pins.count, false);
      crew.barrier();
    }
    for (let c = 0; c < numbers[colorCountAt]; c++) {
      visit(sweepPoints, step, this.chunks[c]);
      crew.barrier();
    }
    if (!hasPins) return;
    if (pins) sweepPins(step, pins.points, pins.pairs, pins.count, true);
    crew.barrier();
  }

  /** Finds the bodies that this worker moves. Views are kept while their numbers stay the same. */
  private divideBodies(count: number, index: number, threads: number): void {
    const first = Math.floor((index * count) / threads);
    const end = Math.floor(((index + 1) * count) / threads);
    if (this.all.count !== count) this.all = this.memory.bodiesFrom(0, count);
    this.step.bodies = this.all;
    if (this.first === first && this.bodies.count === end - first) return;
    this.first = first;
    this.bodies = this.memory.bodiesFrom(first, end);
    this.frames = this.memory.frames.subarray(frameSize * first, frameSize * end);
  }

  /** Makes the points of this worker's part of every colour. */
  private prepare(colors: number, index: number, threads: number): void {
    const { memory, step } = this;
    for (let c = 0; c < colors; c++) {
      const serial = c === memory.numbers[serialColorAt];
      const [first, end] = serial ? memory.pointsOf(c, 0, 1) : memory.pointsOf(c, index, threads);
      const points = serial && index > 0 ? 0 : end - first;
      const chunk = (this.chunks[c] ??= emptyChunk());
      if (chunk.order.length < points) {
        chunk.points = new Float64Array(2 * particlePointSize * points);
        chunk.order = Int32Array.from({ length: 2 * points }, (_, i) => i);
      }
      if (chunk.first !== first || chunk.end !== first + points) {
        chunk.first = first;
        chunk.end = first + points;
        chunk.contacts = memory.contactsFrom(chunk.first, chunk.end);
      }
      memory.timeImpulses(chunk.contacts);
      loadPoints(step, chunk.points, chunk.order, chunk.contacts);
    }
  }
}

/** Calls a function of `particle-points` for a chunk. */
function visit(
  pass: (step: ParticleStep, points: Float64Array, pairs: Int32Array, count: number) => void,
  step: ParticleStep,
  { points, contacts }: Chunk,
): void {
  pass(step, points, contacts.bodies, contacts.count);
}

function emptyChunk(): Chunk {
  return {
    first: -1,
    end: -1,
    contacts: undefined as unknown as RigidContacts,
    points: new Float64Array(0),
    order: new Int32Array(0),
  };
}
