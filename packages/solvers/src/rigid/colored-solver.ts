/**
 * The impulse solver for several threads. Contacts are divided into colours: two of one colour share no body
 * that can move, so a colour can be solved by any number of workers at once, in any order, with the same
 * bits. The colours follow each other.
 *
 * A step is a sequence of phases: bodies or the contacts of a colour are divided evenly among the workers,
 * which wait for each other before the next phase. The result of a phase does not depend on how it is
 * divided: 1, 2 or 8 workers give the same bits. It differs from that of `ImpulseSolver` only by the order of
 * the contacts. Joints are solved by the first worker.
 *
 * Shared state lives in one buffer, a `SharedArrayBuffer` where there are several workers; bodies and
 * contacts are copied in and out. Greedy colouring in the order of the contacts, O(points). Colours of a few
 * contacts, and contacts beyond 31 colours, are left to one worker.
 *
 * Box2D v3 (Catto 2024, "SIMD matters") solves contacts by colours too. Fratarcangeli, Tibaldo & Pellacini,
 * "Vivace", 2016.
 */
import { BoxedNumber, plainDoubles, requireFiniteArray, requirePositive } from '@colide/core';
import { colorContacts } from '../internal/color-contacts.ts';
import {
  bodyCountAt,
  ColoredMemory,
  colorCountAt,
  coloredMemoryBytes,
  hasJointsAt,
  hasLocksAt,
  hasRestitutionAt,
  iterationsAt,
  relaxationsAt,
  serialColorAt,
  substepCountAt,
  votesAt,
} from '../internal/colored-memory.ts';
import { crewOfOne } from '../internal/crew-of-one.ts';
import {
  type ContactBlocks,
  solveContacts,
  stateSize,
  stepSize,
  substepAt,
} from '../internal/solve-contacts.ts';
import {
  type ImpulseSolverSettings,
  impulseSolverSettings,
  scaleWarmStart,
} from '../internal/step-record.ts';
import type { RigidJoints } from '../joints/rigid-joints.ts';
import type { ImpulseSolverOptions } from './impulse-solver-options.ts';
import {
  accelerateStates,
  leadStates,
  loadStates,
  lockStates,
  moveStates,
  storeStates,
} from './internal/body-states.ts';
import { brakeTwists } from './internal/brake-twists.ts';
import { countCrowds } from './internal/count-crowds.ts';
import { EnergyLimits } from './internal/energy-limits.ts';
import { LoadGuess } from './internal/guess-loads.ts';
import { createContactBlocks, prepareContacts } from './internal/prepare-contacts.ts';
import { refineSteps } from './internal/refine-steps.ts';
import {
  findImpacts,
  hasRestitution,
  impactPasses,
  impactRounds,
  solveImpacts,
} from './internal/solve-impacts.ts';
import { updateSeparations } from './internal/update-separations.ts';
import { storeImpulses, warmStartContacts } from './internal/warm-start-contacts.ts';
import { RigidBodies } from './rigid-bodies.ts';
import type { RigidContacts } from './rigid-contacts.ts';
import type { RigidSolver } from './rigid-solver.ts';
import type { SolverCrew } from './solver-crew.ts';

const nobody = /* @__PURE__ */ new RigidBodies({ count: 0 });

/** Steps rigid bodies with the help of a crew. */
export class ColoredSolver implements RigidSolver {
  /** Acceleration of all bodies of finite mass. */
  readonly gravity = new Float64Array(3);
  /** Number of colours in the last step. */
  colorCount = 0;
  /** The options, complete. @internal */
  readonly settings: ImpulseSolverSettings;
  private readonly crew: SolverCrew;
  private readonly loadGuess = new LoadGuess();
  private readonly energyLimits = new EnergyLimits();
  private memory: ColoredMemory | undefined;
  private share: ColoredShare | undefined;
  /** Impulses of the joints before the step. */
  private jointImpulses: Float64Array = new Float64Array(0);

  constructor(options: ImpulseSolverOptions = {}, crew: SolverCrew = crewOfOne) {
    this.settings = impulseSolverSettings(options);
    const { gravity } = options;
    if (gravity) {
      requireFiniteArray('gravity', gravity, 3);
      this.gravity.set(gravity);
    }
    this.crew = crew;
  }

  step(bodies: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void {
    requirePositive('dt', dt);
    // One more, for the world itself, to which joints may be attached.
    const memory = this.reserve(bodies.count + 1, contacts?.count ?? 0);
    const { numbers } = memory;
    const { iterations, relaxations } = this.settings;
    const substeps = refineSteps(numbers, this, dt, bodies, contacts, joints?.limbs);
    scaleWarmStart(numbers, contacts?.impulseTime ?? 0);
    numbers[substepCountAt] = substeps;
    numbers[iterationsAt] = iterations;
    numbers[relaxationsAt] = relaxations;
    numbers[hasJointsAt] = joints ? 1 : 0;
    numbers[hasRestitutionAt] = contacts && hasRestitution(contacts) ? 1 : 0;
    numbers[hasLocksAt] = bodies.locks.some(lock => lock !== 0) ? 1 : 0;
    numbers[bodyCountAt] = bodies.count;
    numbers[votesAt] = numbers[votesAt + 1] = 0;
    memory.load(bodies);
    if (contacts) {
      this.energyLimits.begin(bodies, contacts, this.gravity, joints);
      this.loadGuess.guess(bodies, contacts, numbers);
      countCrowds(memory.crowds, bodies, contacts, numbers, joints);
    }
    this.colorCount = contacts ? colorContacts(memory, contacts, bodies) : 0;
    numbers[colorCountAt] = this.colorCount;
    const { fewItems = 256 } = this.crew;
    const crew = bodies.count + (contacts?.count ?? 0) > fewItems ? this.crew : crewOfOne;
    crew.begin();
    if (joints && crew.count > 1) this.jointImpulses = copyOf(this.jointImpulses, joints.impulses);
    try {
      this.share!.run(crew, 0, joints);
    } catch (reason) {
      if (reason !== crew.failure) throw reason;
      // Bodies and contacts are untouched; the lost members may go on writing to the old memory.
      joints?.impulses.set(this.jointImpulses.subarray(0, joints.impulses.length));
      this.memory = undefined;
      this.step(bodies, contacts, dt, joints);
      return;
    }
    memory.store(bodies);
    if (contacts) {
      memory.storeImpulses(contacts);
      this.energyLimits.end(bodies, this.gravity, dt);
      contacts.impulseTime = numbers[substepAt];
    }
    bodies.requireFinite();
  }

  /** Memory with room for the given numbers of bodies and points. */
  private reserve(bodies: number, points: number): ColoredMemory {
    let memory = this.memory;
    if (!memory || memory.bodyCapacity < bodies || memory.pointCapacity < points) {
      const roomForBodies = Math.max(bodies, memory?.bodyCapacity ?? 0);
      const roomForPoints = Math.max(Math.ceil(1.5 * points), memory?.pointCapacity ?? 64);
      const buffer = this.crew.allocate(coloredMemoryBytes(roomForBodies, roomForPoints));
      memory = new ColoredMemory(buffer, roomForBodies, roomForPoints);
      this.memory = memory;
      this.share = new ColoredShare(buffer, roomForBodies, roomForPoints);
      this.crew.share(buffer, roomForBodies, roomForPoints, 'impulses');
    }
    return memory;
  }
}

/** The part of one colour that one worker solves: points `first` to `end` − 1. */
interface Chunk extends ContactBlocks {
  first: number;
  end: number;
  contacts: RigidContacts;
}

/** The share of one worker in a step. Every member of the crew has one, over the same memory. */
export class ColoredShare {
  private readonly memory: ColoredMemory;
  private readonly chunks: Chunk[] = [];
  /** All bodies, and those that this worker moves. */
  private all: RigidBodies = nobody;
  private first = 0;
  private bodies: RigidBodies = nobody;
  private states: Float64Array = new Float64Array(0);
  private readonly step = plainDoubles(stepSize);
  private substep = new BoxedNumber(0);
  /** Number of the poll of this step, the same for all workers; see {@link ColoredShare.vote}. */
  private poll = 0;

  constructor(buffer: ArrayBufferLike, bodies: number, points: number) {
    this.memory = new ColoredMemory(buffer, bodies, points);
  }

  /**
   * Runs a step as member `index` of the crew; returns when all members are done. Joints are with member 0.
   */
  run(crew: Pick<SolverCrew, 'count' | 'barrier'>, index: number, joints?: RigidJoints): void {
    const { numbers, states } = this.memory;
    const { step } = this;
    for (let k = 0; k < stepSize; k++) step[k] = numbers[k];
    if (this.substep.value !== step[substepAt]) this.substep = new BoxedNumber(step[substepAt]);
    this.poll = 0;
    const colors = numbers[colorCountAt];
    const hasJoints = numbers[hasJointsAt] === 1;
    const bounces = numbers[hasRestitutionAt] === 1;
    this.divideBodies(numbers[bodyCountAt], index, crew.count);
    const bodies = this.bodies;
    const ownStates = this.states;
    loadStates(ownStates, bodies);
    leadStates(ownStates, bodies, step, this.memory.crowds, this.first);
    crew.barrier();
    this.prepare(colors, index, crew.count);
    const all = hasJoints && joints ? this.all : undefined;
    if (all) joints!.begin(all, states);
    crew.barrier();
    if (bounces) this.bounce(crew);
    for (let s = 0; s < numbers[substepCountAt]; s++) {
      accelerateStates(ownStates, bodies, step);
      crew.barrier();
      if (hasJoints) {
        joints?.warmStart(states, step, s === 0);
        crew.barrier();
      }
      for (let c = 0; c < colors; c++) {
        warmStartContacts(this.chunks[c], states);
        crew.barrier();
      }
      this.lock(crew);
      for (let i = 0; i < numbers[iterationsAt]; i++) this.solve(crew, joints, true);
      moveStates(bodies, ownStates, this.substep.value);
      crew.barrier();
      for (let c = 0; c < colors; c++) updateSeparations(this.chunks[c], states, this.substep.value);
      if (all) joints!.prepare(all, states);
      if (bounces) this.bounce(crew);
      // No barrier: separations follow from the motion of the bodies, which solving does not change.
      const last = s === numbers[substepCountAt] - 1 ? Math.min(1, numbers[relaxationsAt]) : 0;
      for (let i = 0; i < numbers[relaxationsAt] + last; i++) this.solve(crew, joints, false);
    }
    if (all) joints!.finish(all, this.substep.value);
    for (let c = 0; c < colors; c++) {
      // As an integer: V8 would box a double.
      brakeTwists(this.chunks[c], states, numbers[substepCountAt] | 0);
      crew.barrier();
    }
    storeStates(bodies, ownStates);
    for (let c = 0; c < colors; c++) storeImpulses(this.chunks[c].contacts, this.chunks[c], this.step);
    crew.barrier();
  }

  /** One pass over joints, then over all colours. */
  private solve(crew: Pick<SolverCrew, 'barrier'>, joints: RigidJoints | undefined, soft: boolean): void {
    const { numbers, states } = this.memory;
    const { step } = this;
    if (numbers[hasJointsAt] === 1) {
      joints?.solve(states, step, soft);
      crew.barrier();
    }
    for (let c = 0; c < numbers[colorCountAt]; c++) {
      solveContacts(this.chunks[c], states, step, soft);
      crew.barrier();
    }
    this.lock(crew);
  }

  /** Ends locked motions of this worker's bodies, after a barrier. */
  private lock(crew: Pick<SolverCrew, 'barrier'>): void {
    if (this.memory.numbers[hasLocksAt] === 0) return;
    lockStates(this.states, this.bodies);
    crew.barrier();
  }

  /** Applies restitution to all contacts that close in this substep, as `bounceContacts` does. */
  private bounce(crew: Pick<SolverCrew, 'barrier'>): void {
    const { numbers, states } = this.memory;
    const { step } = this;
    const colors = numbers[colorCountAt];
    for (let round = 0; round < impactRounds; round++) {
      this.poll++;
      for (let c = 0; c < colors; c++) if (findImpacts(this.chunks[c], states, step)) this.vote();
      crew.barrier();
      if (!this.hasVotes()) return;
      for (let pass = 0; pass < impactPasses; pass++) {
        this.poll++;
        for (let c = 0; c < colors; c++) {
          if (solveImpacts(this.chunks[c], states, step)) this.vote();
          crew.barrier();
        }
        if (!this.hasVotes()) break;
        this.lock(crew);
      }
    }
  }

  /** Tells all workers that there is more to do. */
  private vote(): void {
    this.memory.numbers[votesAt + (this.poll & 1)] = this.poll;
  }

  /**
   * Whether any worker has voted in this poll; call it after a barrier. The next poll has its own slot.
   */
  private hasVotes(): boolean {
    return this.memory.numbers[votesAt + (this.poll & 1)] === this.poll;
  }

  /** Finds the bodies that this worker moves. Views are kept while their numbers stay the same. */
  private divideBodies(count: number, index: number, threads: number): void {
    const first = Math.floor((index * count) / threads);
    const end = Math.floor(((index + 1) * count) / threads);
    if (this.all.count !== count) this.all = this.memory.bodiesFrom(0, count);
    if (this.first === first && this.bodies.count === end - first) return;
    this.first = first;
    this.bodies = this.memory.bodiesFrom(first, end);
    this.states = this.memory.states.subarray(stateSize * first, stateSize * end);
  }

  /** Prepares the blocks of this worker's part of every colour. */
  private prepare(colors: number, index: number, threads: number): void {
    const memory = this.memory;
    const { numbers, states } = memory;
    const bodies = this.all;
    for (let c = 0; c < colors; c++) {
      const serial = c === numbers[serialColorAt];
      const [first, end] = serial ? memory.pointsOf(c, 0, 1) : memory.pointsOf(c, index, threads);
      const points = serial && index > 0 ? 0 : end - first;
      const chunk = (this.chunks[c] ??= emptyChunk());
      if (chunk.first !== first || chunk.end !== first + points) {
        chunk.first = first;
        chunk.end = first + points;
        chunk.contacts = memory.contactsFrom(chunk.first, chunk.end);
      }
      prepareContacts(chunk, bodies, states, chunk.contacts, this.step, memory.crowds);
    }
  }
}

/** Copies numbers to `out`, or to a new array if `out` is too short. */
function copyOf(out: Float64Array, numbers: Float64Array): Float64Array {
  const room = out.length < numbers.length ? new Float64Array(numbers.length) : out;
  room.set(numbers);
  return room;
}

function emptyChunk(): Chunk {
  return { ...createContactBlocks(), first: -1, end: -1, contacts: undefined as unknown as RigidContacts };
}
