/**
 * One worker's share in the steps of a `ColoredSoftSolver`: whole deformable bodies, and its part of every
 * colour of large cloths. Every member of a crew has one, over the same memory. Helpers wait for sweeps until
 * the step ends.
 */
import { ClothColors } from './internal/cloth-colors.ts';
import { ClothHold, type SoftHold, type SoftParticlesView } from './internal/soft-holds.ts';
import {
  firstAt,
  hasAttachmentsAt,
  idAt,
  SoftMemory,
  sizeAt,
  stateAt,
  unitSize,
} from './internal/soft-memory.ts';
import type { SoftCrew, SoftRoom } from './soft-crew.ts';

/**
 * A cloth of at least this many threads is divided by colours: threads of its weave, the distances that hold
 * it together.
 */
const manyThreads = 256;

/** A worker's record of a body. */
interface SharedBody {
  readonly hold: SoftHold;
  readonly colors: ClothColors | undefined;
  first: number;
  view: SoftParticlesView;
}

const none = /* @__PURE__ */ new Float64Array(0);

/** The share of one worker. */
export class ColoredSoftShare {
  private memory: SoftMemory;
  private readonly bodies = new Map<number, SharedBody>();

  constructor(buffer: ArrayBufferLike, room: SoftRoom) {
    this.memory = new SoftMemory(buffer, room);
  }

  /** Uses other memory from now on, with more room. */
  move(buffer: ArrayBufferLike, room: SoftRoom): void {
    this.memory = new SoftMemory(buffer, room);
    for (const body of this.bodies.values()) body.first = -1;
  }

  /**
   * Adds a body.
   *
   * @param given the hold of its particles, as made by `createSoftHold`
   */
  add(id: number, given: object, particles: number): void {
    const hold = given as SoftHold;
    const isDivided = hold instanceof ClothHold && hold.restLengths.length >= manyThreads;
    const colors = isDivided ? new ClothColors(hold, particles) : undefined;
    const view = { positions: none, previousPositions: none, inverseMasses: none };
    this.bodies.set(id, { hold, colors, first: -1, view });
  }

  /** Forgets a body. */
  remove(id: number): void {
    this.bodies.delete(id);
  }

  /** Helps as member `index` until the step ends. */
  run(crew: Pick<SoftCrew, 'count' | 'barrier'>, index: number): void {
    const { begun } = this.memory;
    for (;;) {
      crew.barrier();
      if (this.memory.ended >= begun) return;
      this.sweep(crew, index);
    }
  }

  /** One sweep over all bodies that take part, as member `index`; returns when all members are done. */
  sweep(crew: Pick<SoftCrew, 'count' | 'barrier'>, index: number): void {
    const { memory } = this;
    const { units, unitCount, states } = memory;
    const phases = this.begin();
    for (let phase = 0; phase < phases; phase++) {
      for (let u = 0; u < unitCount; u++) {
        const at = unitSize * u;
        const { hold, colors, view } = this.bodies.get(units[at + idAt])!;
        if (memory.isForAttached && units[at + hasAttachmentsAt] === 0) continue;
        if (colors) {
          if (phase < colors.phaseCount) colors.project(view, phase, index, crew.count);
        } else if (phase === 0 && u % crew.count === index) {
          if (index > 0) hold.load(states, units[at + stateAt]);
          // Only ropes use the time, and they are not divided.
          hold.project(view, 0);
          hold.save(states, units[at + stateAt]);
        }
      }
      crew.barrier();
    }
  }

  /** Updates views and colours; returns the number of phases. */
  private begin(): number {
    const { memory, bodies } = this;
    const { units, unitCount } = memory;
    let phases = 1;
    for (let u = 0; u < unitCount; u++) {
      const at = unitSize * u;
      const body = bodies.get(units[at + idAt])!;
      const first = units[at + firstAt];
      const count = units[at + sizeAt];
      if (body.first !== first) {
        body.first = first;
        body.view = memory.viewOf(first, count);
      }
      if (!body.colors) continue;
      if (memory.isFirst) body.hold.load(memory.states, units[at + stateAt]);
      body.colors.refresh(count);
      phases = Math.max(phases, body.colors.phaseCount);
    }
    return phases;
  }
}
