/**
 * Sweeps over deformable bodies divided among the members of a crew: large cloths by the colours of their
 * threads and bends, other bodies whole. The result of a sweep does not depend on how it is divided, so 1, 2
 * or 8 workers give the same bits; these differ from those of a world without a pool only by the order of the
 * threads of large cloths. A `WorkerPool` has one.
 *
 * Ropes, whose links are solved at once, contacts, attachments and the integration stay with the caller.
 * Particles and the states of holds are copied to shared memory and back in every sweep, which is far less
 * than the sweep itself. When members are lost, the caller repeats the sweep and continues alone, with the
 * same bits.
 *
 * Cost of a sweep: that of the holds divided by the members, copies in O(particles), and a barrier per
 * colour; a cloth on a grid has about twenty.
 */
import type { ParticleSystem } from '@colide/solvers';
import { ColoredSoftShare } from './colored-soft-share.ts';
import {
  firstAt,
  hasAttachmentsAt,
  idAt,
  SoftMemory,
  sizeAt,
  softMemoryBytes,
  stateAt,
  unitSize,
} from './internal/soft-memory.ts';
import type { SoftBody } from './soft-body.ts';
import type { SoftCrew, SoftDivision } from './soft-crew.ts';

/** A crew that consists of the caller alone. */
const crewOfOne: SoftCrew = {
  count: 1,
  allocate: bytes => new ArrayBuffer(bytes),
  tellSoft: () => {},
  beginSoft: () => {},
  barrier: () => {},
};

/** Sweeps over the holds of deformable bodies with the help of a crew. */
export class ColoredSoftSolver implements SoftDivision<SoftBody, ParticleSystem> {
  private readonly crew: SoftCrew;
  /** The crew of the current step: few particles are left to the caller. */
  private present: SoftCrew = crewOfOne;
  private memory: SoftMemory | undefined;
  private share: ColoredSoftShare | undefined;
  /** The ids under which the members know bodies. */
  private readonly known = new Map<SoftBody, number>();
  private nextId = 0;
  private isFirst = true;
  /** The states of the holds before the current sweep, if others take part in it. */
  private before = new Float64Array(0);

  constructor(crew: SoftCrew = crewOfOne) {
    this.crew = crew;
  }

  /** Begins a step: tells the members what has changed, and calls them. */
  begin(bodies: readonly SoftBody[], system: ParticleSystem): void {
    let awake = 0;
    for (let b = 0; b < bodies.length; b++)
      if (bodies[b].recipe && !bodies[b].asleep) awake += bodies[b].count;
    const { fewItems = 256 } = this.crew;
    this.prepare(bodies, system);
    this.present = awake > fewItems ? this.crew : crewOfOne;
    this.memory!.beginStep();
    this.present.beginSoft();
  }

  /** One sweep over all bodies that are awake, or only over those with attachments. */
  sweep(bodies: readonly SoftBody[], system: ParticleSystem, dt: number, isForAttached: boolean): void {
    for (let b = 0; b < bodies.length; b++) {
      const { recipe, asleep, attachmentCount, hold, view } = bodies[b];
      if (!recipe && !asleep && (attachmentCount > 0 || !isForAttached)) hold.project(view, dt);
    }
    if (this.sweepTogether(bodies, system, isForAttached)) return;
    // Particles are as before the sweep; the lost members may go on writing to the old memory.
    this.loadHolds(bodies, this.before);
    this.memory = this.share = undefined;
    this.known.clear();
    this.present = crewOfOne;
    this.prepare(bodies, system);
    this.sweepTogether(bodies, system, isForAttached);
  }

  /** Ends the step. */
  end(): void {
    const { present } = this;
    this.memory!.orderEnd();
    try {
      present.barrier();
    } catch (reason) {
      // All sweeps are done.
      if (reason !== present.failure) throw reason;
    }
  }

  /** Returns whether all members have done their parts. */
  private sweepTogether(
    bodies: readonly SoftBody[],
    system: ParticleSystem,
    isForAttached: boolean,
  ): boolean {
    const memory = this.memory!;
    const { present } = this;
    if (present.count > 1) {
      if (this.before.length !== memory.states.length) this.before = new Float64Array(memory.states.length);
      this.before.set(memory.states);
    }
    memory.positions.set(system.positions);
    memory.orderSweep(isForAttached, this.isFirst);
    try {
      present.barrier();
      this.share!.sweep(present, 0);
    } catch (reason) {
      if (reason !== present.failure) throw reason;
      return false;
    }
    this.isFirst = false;
    for (let k = 0; k < system.positions.length; k++) system.positions[k] = memory.positions[k];
    if (present.count > 1) this.loadHolds(bodies, memory.states);
    return true;
  }

  /** Gives the holds of the bodies that take part the states in `states`. */
  private loadHolds(bodies: readonly SoftBody[], states: Float64Array): void {
    const { units } = this.memory!;
    for (let b = 0, u = 0; b < bodies.length; b++) {
      const { recipe, asleep, hold } = bodies[b];
      if (recipe && !asleep) hold.load(states, units[unitSize * u++ + stateAt]);
    }
  }

  /** Writes which bodies take part, their masses and states, after the members know them. */
  private prepare(bodies: readonly SoftBody[], { count, inverseMasses }: ParticleSystem): void {
    let states = 0;
    for (let b = 0; b < bodies.length; b++) if (bodies[b].recipe) states += bodies[b].hold.stateLength;
    const memory = this.reserve(count, states, bodies.length);
    this.tellChanges(bodies);
    const { units } = memory;
    let unitCount = 0;
    let stateEnd = 0;
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      if (!body.recipe || body.asleep) continue;
      const at = unitSize * unitCount++;
      units[at + idAt] = this.known.get(body)!;
      units[at + firstAt] = body.first;
      units[at + sizeAt] = body.count;
      units[at + stateAt] = stateEnd;
      units[at + hasAttachmentsAt] = body.attachmentCount > 0 ? 1 : 0;
      body.hold.save(memory.states, stateEnd);
      stateEnd += body.hold.stateLength;
    }
    memory.unitCount = unitCount;
    memory.inverseMasses.set(inverseMasses);
    this.isFirst = true;
  }

  /** Memory with this much room. */
  private reserve(particles: number, states: number, bodies: number): SoftMemory {
    const before = this.memory?.room;
    if (
      this.memory &&
      before &&
      before.particles >= particles &&
      before.states >= states &&
      before.bodies >= bodies
    )
      return this.memory;
    const room = {
      particles: Math.max(particles, before?.particles ?? 0),
      states: Math.max(states, before?.states ?? 0),
      bodies: Math.max(bodies, before?.bodies ?? 0),
    };
    const buffer = this.crew.allocate(softMemoryBytes(room));
    this.memory = new SoftMemory(buffer, room);
    if (this.share) this.share.move(buffer, room);
    else this.share = new ColoredSoftShare(buffer, room);
    this.crew.tellSoft({ kind: 'soft memory', buffer, room });
    return this.memory;
  }

  /** Tells the members of bodies that were added or removed. */
  private tellChanges(bodies: readonly SoftBody[]): void {
    const { known, crew, share } = this;
    let divided = 0;
    for (let b = 0; b < bodies.length; b++) {
      const body = bodies[b];
      const { recipe, count } = body;
      if (!recipe) continue;
      divided++;
      if (known.has(body)) continue;
      const id = this.nextId++;
      known.set(body, id);
      share!.add(id, body.hold, count);
      crew.tellSoft({ kind: 'soft body', id, recipe, particles: count });
    }
    if (known.size === divided) return;
    for (const [body, id] of known)
      if (!bodies.includes(body)) {
        known.delete(body);
        share!.remove(id);
        crew.tellSoft({ kind: 'soft body', id, recipe: undefined, particles: 0 });
      }
  }
}
