/**
 * The impulse solver for several threads. Contacts are divided into colours: two of one colour share no body that can move, so a
 * colour can be solved by any number of workers at once, in any order, with the same bits. The colours follow each other.
 *
 * A step is a sequence of phases: bodies or contacts of a colour are divided evenly among the workers, and all wait for each other before
 * the next phase. What a phase computes does not depend on how it is divided: 1, 2 or 8 workers give the same result, which
 * differs from that of `ImpulseSolver` in the order of the contacts alone. Joints are solved by the first worker.
 *
 * State that workers share is in one buffer, a `SharedArrayBuffer` where there are several; bodies and contacts are copied in
 * and out. Greedy colouring in the order of the contacts, O(points). Colours of a few contacts only, and what is beyond 31 colours, are
 * left to one worker.
 *
 * Box2D v3 (Catto 2024, "SIMD matters") solves contacts by colours too. Fratarcangeli, Tibaldo & Pellacini, "Vivace", 2016.
 */
import { plainDoubles, requirePositive } from '@colide/core';
import { blockSize, entrySize, softness, stateSize, sweepBlocks } from '../internal/sweep-contacts.ts';
import type { RigidJoints } from '../joints/rigid-joints.ts';
import { ImpulseSolver, type ImpulseSolverOptions } from './impulse-solver.ts';
import { accelerateStates, loadStates, moveStates, storeStates } from './internal/body-states.ts';
import { colorContacts } from './internal/color-contacts.ts';
import { type ColoredMemory, coloredMemory, coloredMemoryBytes, number } from './internal/colored-memory.ts';
import { prepareBlocks, storeImpulses } from './internal/contact-blocks.ts';
import { measureShifts, restoreBlocks, warmStartBlocks } from './internal/contact-passes.ts';
import { RigidBodies } from './rigid-bodies.ts';
import type { RigidContacts } from './rigid-contacts.ts';
import type { RigidSolver } from './rigid-solver.ts';

/** Those who solve together. */
export interface SolverCrew {
  /** How many there are, the caller included. */
  readonly count: number;
  /** Bodies and contacts up to which the caller is done before the others have begun. Default 256. */
  readonly fewItems?: number;
  /** Memory that all can see. */
  allocate(bytes: number): ArrayBufferLike;
  /** Announces new memory, with room for so many bodies and points; the others make a {@link ColoredShare} of it. */
  share(buffer: ArrayBufferLike, bodies: number, points: number): void;
  /** Lets every other member run its share; the caller runs its own next. */
  begin(): void;
  /** Returns when all members have called it. Throws {@link failure} when others are lost. */
  barrier(): void;
  /** Why the others are lost. Such a crew has one member left, whose step is taken again. */
  readonly failure?: Error | undefined;
}

/** A crew of one. */
const alone: SolverCrew = {
  count: 1,
  allocate: bytes => new ArrayBuffer(bytes),
  share: () => {},
  begin: () => {},
  barrier: () => {},
};

const nobody = /* @__PURE__ */ new RigidBodies({ count: 0 });
const factor = /* @__PURE__ */ new Float64Array(1);
const time = /* @__PURE__ */ new Float64Array(1);
const kick = /* @__PURE__ */ new Float64Array(3);

/** Steps rigid bodies with the help of a crew. */
export class ColoredSolver implements RigidSolver {
  /** Acceleration of all bodies of finite mass. */
  readonly gravity: Float64Array;
  /** Colours of the last step. */
  colorCount = 0;
  private readonly plain: ImpulseSolver;
  private readonly sweeps: readonly number[];
  private readonly crew: SolverCrew;
  private memory: ColoredMemory | undefined;
  private share: ColoredShare | undefined;
  /** Impulses of the joints before the step. */
  private jointImpulses: Float64Array = new Float64Array(0);

  constructor(options: ImpulseSolverOptions = {}, crew: SolverCrew = alone) {
    this.plain = new ImpulseSolver(options);
    this.gravity = this.plain.gravity;
    const { substeps = 4, iterations = 1, relaxations = 1, restitutionSpeed = 1 } = options;
    this.sweeps = [substeps, iterations, relaxations, restitutionSpeed];
    this.crew = crew;
  }

  step(bodies: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void {
    requirePositive('dt', dt);
    const memory = this.reserve(bodies.count, contacts?.count ?? 0);
    const { numbers } = memory;
    // Without bodies a step of the plain solver is to set the softness.
    this.plain.step(nobody, undefined, dt);
    numbers.set(softness, number.softness);
    numbers.set(this.sweeps, number.substeps);
    for (let k = 0; k < 3; k++) numbers[number.kick + k] = softness[6] * this.gravity[k];
    const last = contacts?.impulseTime[0] ?? 0;
    numbers[number.scale] = last > 0 ? softness[6] / last : 1;
    numbers[number.joints] = joints ? 1 : 0;
    numbers[number.bounces] = contacts && bounces(contacts) ? 1 : 0;
    numbers[number.bodies] = bodies.count;
    memory.load(bodies);
    this.colorCount = contacts ? colorContacts(memory, contacts, bodies) : 0;
    numbers[number.colors] = this.colorCount;
    const { fewItems = 256 } = this.crew;
    const crew = bodies.count + (contacts?.count ?? 0) > fewItems ? this.crew : alone;
    crew.begin();
    if (joints && crew.count > 1) this.jointImpulses = copyOf(this.jointImpulses, joints.impulses);
    try {
      this.share!.run(crew, 0, joints);
    } catch (reason) {
      if (reason !== crew.failure) throw reason;
      // Bodies and contacts are still as they were; the others may go on writing to the memory.
      joints?.impulses.set(this.jointImpulses.subarray(0, joints.impulses.length));
      this.memory = undefined;
      this.step(bodies, contacts, dt, joints);
      return;
    }
    memory.store(bodies);
    if (contacts) {
      memory.storeImpulses(contacts);
      contacts.impulseTime[0] = softness[6];
    }
    bodies.requireFinite();
  }

  /** Memory for so many bodies and points. */
  private reserve(bodies: number, points: number): ColoredMemory {
    let memory = this.memory;
    if (!memory || memory.bodyCapacity < bodies || memory.pointCapacity < points) {
      const roomForBodies = Math.max(bodies, memory?.bodyCapacity ?? 0);
      const roomForPoints = Math.max(Math.ceil(1.5 * points), memory?.pointCapacity ?? 64);
      const buffer = this.crew.allocate(coloredMemoryBytes(roomForBodies, roomForPoints));
      memory = coloredMemory(buffer, roomForBodies, roomForPoints);
      this.memory = memory;
      this.share = new ColoredShare(buffer, roomForBodies, roomForPoints);
      this.crew.share(buffer, roomForBodies, roomForPoints);
    }
    return memory;
  }
}

/** Blocks of the contacts of one colour that one worker solves: points `first` to `end` − 1. */
interface Chunk {
  first: number;
  end: number;
  blocks: number[];
  entries: Int32Array;
  count: number;
  contacts: RigidContacts;
}

/** What one worker does in a step. Every member of the crew has one over the same memory. */
export class ColoredShare {
  private readonly memory: ColoredMemory;
  private readonly chunks: Chunk[] = [];
  /** All bodies, and those that this worker moves. */
  private all: RigidBodies = nobody;
  private first = 0;
  private bodies: RigidBodies = nobody;
  private states: Float64Array = new Float64Array(0);

  constructor(buffer: ArrayBufferLike, bodies: number, points: number) {
    this.memory = coloredMemory(buffer, bodies, points);
  }

  /** Runs a step as member `index` of the crew; returns when all members are done. Joints are with member 0. */
  run(crew: Pick<SolverCrew, 'count' | 'barrier'>, index: number, joints?: RigidJoints): void {
    const { numbers, states } = this.memory;
    for (let k = 0; k < softness.length; k++) softness[k] = numbers[number.softness + k];
    const [substeps, iterations, relaxations, restitutionSpeed] = numbers.subarray(number.substeps);
    const colors = numbers[number.colors];
    const hasJoints = numbers[number.joints] === 1;
    time[0] = softness[6];
    for (let k = 0; k < 3; k++) kick[k] = numbers[number.kick + k];
    const count = numbers[number.bodies];
    this.divideBodies(count, index, crew.count);
    const bodies = this.bodies;
    const ownStates = this.states;
    loadStates(ownStates, bodies);
    crew.barrier();
    this.prepare(colors, index, crew.count);
    const all = hasJoints && joints ? this.all : undefined;
    if (all) joints!.begin(all, states);
    crew.barrier();
    for (let s = 0; s < substeps; s++) {
      accelerateStates(ownStates, bodies.count, kick);
      crew.barrier();
      if (hasJoints) {
        if (joints) {
          factor[0] = s === 0 && joints.impulseTime[0] > 0 ? softness[6] / joints.impulseTime[0] : 1;
          joints.warmStart(states, factor);
        }
        crew.barrier();
      }
      for (let c = 0; c < colors; c++) {
        const { blocks, entries, count: made } = this.chunks[c];
        warmStartBlocks(blocks, entries, made, states);
        crew.barrier();
      }
      for (let i = 0; i < iterations; i++) this.sweep(crew, colors, hasJoints, joints, true);
      moveStates(bodies, ownStates, time);
      crew.barrier();
      for (let c = 0; c < colors; c++) {
        const { blocks, entries, count: made } = this.chunks[c];
        measureShifts(blocks, entries, made, states);
      }
      if (all) joints!.prepare(all, states);
      // No barrier: shifts follow from how bodies have moved, which sweeps do not change.
      for (let i = 0; i < relaxations; i++) this.sweep(crew, colors, hasJoints, joints, false);
    }
    if (joints) joints.impulseTime[0] = softness[6];
    factor[0] = restitutionSpeed;
    for (let c = 0; c < colors && numbers[number.bounces] === 1; c++) {
      const { blocks, entries, count: made } = this.chunks[c];
      restoreBlocks(blocks, entries, made, states, factor);
      crew.barrier();
    }
    storeStates(bodies, ownStates);
    for (let c = 0; c < colors; c++) {
      const { blocks, entries, count: made, contacts } = this.chunks[c];
      storeImpulses(contacts, blocks, entries, made);
    }
    crew.barrier();
  }

  private sweep(
    crew: Pick<SolverCrew, 'barrier'>,
    colors: number,
    hasJoints: boolean,
    joints: RigidJoints | undefined,
    soft: boolean,
  ): void {
    const { states } = this.memory;
    if (hasJoints) {
      joints?.sweep(states, soft);
      crew.barrier();
    }
    for (let c = 0; c < colors; c++) {
      const { blocks, entries, count } = this.chunks[c];
      sweepBlocks(blocks, entries, count, states, soft);
      crew.barrier();
    }
  }

  /** Finds the part of the bodies that is this worker's. Views are kept while the numbers stay. */
  private divideBodies(count: number, index: number, threads: number): void {
    const first = Math.floor((index * count) / threads);
    const end = Math.floor(((index + 1) * count) / threads);
    if (this.all.count !== count) this.all = this.memory.bodiesFrom(0, count);
    if (this.first === first && this.bodies.count === end - first) return;
    this.first = first;
    this.bodies = this.memory.bodiesFrom(first, end);
    this.states = this.memory.states.subarray(stateSize * first, stateSize * end);
  }

  /** Makes the blocks of this worker's part of every colour. */
  private prepare(colors: number, index: number, threads: number): void {
    const memory = this.memory;
    const { numbers, states } = memory;
    const bodies = this.all;
    factor[0] = numbers[number.scale];
    for (let c = 0; c < colors; c++) {
      const serial = c === numbers[number.serial];
      const [first, end] = serial ? memory.pointsOf(c, 0, 1) : memory.pointsOf(c, index, threads);
      const points = serial && index > 0 ? 0 : end - first;
      const chunk = (this.chunks[c] ??= emptyChunk());
      if (chunk.entries.length < entrySize * points) {
        const room = Math.ceil(1.5 * points);
        chunk.blocks = plainDoubles(blockSize(1) * room);
        chunk.entries = new Int32Array(entrySize * room);
      }
      if (chunk.first !== first || chunk.end !== first + points) {
        chunk.first = first;
        chunk.end = first + points;
        chunk.contacts = memory.contactsFrom(chunk.first, chunk.end);
      }
      chunk.count = prepareBlocks(chunk.blocks, chunk.entries, bodies, states, chunk.contacts, factor);
    }
  }
}

/** Whether any contact has restitution. */
function bounces({ restitutions, count }: RigidContacts): boolean {
  for (let c = 0; c < count; c++) if (restitutions[c] > 0) return true;
  return false;
}

/** Copies numbers to `out`, or to a longer array where that is too short. */
function copyOf(out: Float64Array, numbers: Float64Array): Float64Array {
  const room = out.length < numbers.length ? new Float64Array(numbers.length) : out;
  room.set(numbers);
  return room;
}

function emptyChunk(): Chunk {
  return {
    first: -1,
    end: -1,
    blocks: plainDoubles(0),
    entries: new Int32Array(0),
    count: 0,
    contacts: undefined as unknown as RigidContacts,
  };
}
