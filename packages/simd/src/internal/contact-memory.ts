/**
 * Contact kernels of one solver and their memory: states of the bodies, slots of two manifolds each, and the
 * records that slots are prepared from. The layouts are described in `assembly/layout`.
 */
import type { Doubles } from '@colide/core';
import type { ContactKernels, RigidBodies, RigidContacts } from '@colide/solvers';
import type { SimdInstance } from '../simd-instance.ts';
import { BodyMotions, motionBytes } from './body-motions.ts';
import {
  bitangentAt,
  contactSoftnessAt,
  contactsAt,
  frictionImpulseAt,
  frictionShareAt,
  headSize,
  impulseSize,
  inverseMassAt,
  lanes,
  mostPoints,
  pointImpulseAt,
  pointSize,
  rawVectors,
  shortHeadSize,
  slotVectors,
  stateSize,
  statesAt,
  staticSoftnessAt,
  stepLength,
  substepAt,
  tangentAt,
  twistImpulseAt,
  twistShareAt,
  vectorBytes,
} from './contact-layout.ts';
import { ManifoldOrder } from './manifold-order.ts';
import { type Packing, packManifold } from './pack-manifold.ts';

/** Bytes at the beginning that kernels write intermediate results to. */
const scratchBytes = 512;
/** No contact: the lane is empty. */
const none = -1;
/** A point whose load falls below this share of its first load has been unloaded. */
const unloadedShare = 0.1;

/** The memory of contact kernels, of a fixed size. */
class ContactMemory {
  readonly instance: SimdInstance;
  readonly order: ManifoldOrder;
  readonly motions: BodyMotions;
  readonly states: Float64Array;
  readonly step: Float64Array;
  /** All memory. */
  readonly numbers: Float64Array;
  readonly integers: Int32Array;
  /** Two bodies at rest that empty lanes push against each other. */
  readonly dummiesAt = scratchBytes + 8 * stepLength;
  readonly slotsAt: number;
  readonly rawAt: number;

  constructor(allocate: Allocate, stateLength: number, contacts: number) {
    const bodies = stateLength / stateSize;
    this.order = new ManifoldOrder(bodies, contacts);
    // Every key may leave a lane empty.
    const spare = Math.min(contacts, this.order.starts.length);
    const slotBytes = 8 * (slotVectors(1) * contacts + slotVectors(mostPoints) * spare);
    const rawBytes = 8 * (rawVectors(1) * contacts + rawVectors(mostPoints) * spare);
    const statesFrom = this.dummiesAt + 2 * 8 * stateSize;
    // Multiples of the size of a vector, by integer operations: V8 would box doubles.
    const motionsAt = (statesFrom + 8 * stateLength + vectorBytes - 1) & -vectorBytes;
    this.slotsAt = motionsAt + motionBytes(bodies);
    this.rawAt = (this.slotsAt + slotBytes + vectorBytes - 1) & -vectorBytes;
    this.instance = allocate(this.rawAt + rawBytes);
    const { buffer } = this.instance;
    this.numbers = new Float64Array(buffer);
    this.integers = new Int32Array(buffer);
    this.step = new Float64Array(buffer, scratchBytes, stepLength);
    this.states = new Float64Array(buffer, statesFrom, stateLength);
    for (let dummy = 0; dummy < 2; dummy++) {
      const at = this.dummiesAt / 8 + stateSize * dummy + inverseMassAt;
      this.numbers.fill(1, at, at + 4);
    }
    this.motions = new BodyMotions(this.instance, this.states, motionsAt, this.dummiesAt);
  }
}

type Allocate = (bytes: number) => SimdInstance;

/** Contact kernels of a solver. */
export class SimdContacts implements ContactKernels {
  private readonly allocate: Allocate;
  private memory: ContactMemory;
  /** Ends of the slots of both parts. */
  private readonly ends = new Int32Array(2);
  private readonly packing = {} as Packing;

  constructor(allocate: Allocate) {
    this.allocate = allocate;
    this.memory = new ContactMemory(allocate, 0, 0);
  }

  get moved(): Uint8Array {
    return this.memory.motions.moved;
  }

  get taken(): Uint8Array {
    return this.memory.order.taken;
  }

  reserve(stateLength: number, contacts: number): Float64Array {
    const { states, order } = this.memory;
    if (stateLength > states.length || contacts > order.taken.length) {
      const room = Math.max(Math.ceil(1.5 * contacts), order.taken.length) | 0;
      this.memory = new ContactMemory(this.allocate, Math.max(stateLength, states.length), room);
      const { numbers, step } = this.memory;
      Object.assign(this.packing, { numbers, step, states: this.memory.states });
    }
    return this.memory.states;
  }

  prepare(bodies: RigidBodies, contacts: RigidContacts, step: Doubles, crowds: Int32Array): void {
    const { packing } = this;
    const { order, instance, slotsAt, rawAt, step: record } = this.memory;
    for (let k = 0; k < stepLength; k++) record[k] = step[k];
    packing.bodies = bodies;
    packing.contacts = contacts;
    packing.crowds = crowds;
    order.arrange(bodies, packing.states, contacts);
    let slot = slotsAt;
    for (let part = 0; part < 2; part++) {
      const first = slot;
      let raw = rawAt;
      for (let key = part * order.partSize; key < (part + 1) * order.partSize; key++) {
        const count = 1 + (key % mostPoints);
        for (let m = order.starts[key]; m < order.starts[key + 1]; m += lanes) {
          this.packSlot(slot, raw, m, order.starts[key + 1], count);
          slot += vectorBytes * slotVectors(count);
          raw += vectorBytes * rawVectors(count);
        }
      }
      this.ends[part] = slot;
      instance.prepareContacts(first, slot, rawAt, record.byteOffset, softnessOf(part));
    }
  }

  warmStart(part: 0 | 1): void {
    this.memory.instance.warmStartContacts(this.firstOf(part), this.ends[part]);
  }

  solve(part: 0 | 1, soft: boolean): void {
    const softness = softnessOf(part);
    this.memory.instance.solveContacts(
      this.firstOf(part),
      this.ends[part],
      this.memory.step.byteOffset,
      softness,
      soft ? 1 : 0,
    );
  }

  update(): void {
    this.memory.motions.move(this.memory.step.byteOffset);
    this.memory.instance.updateContacts(this.memory.slotsAt, this.ends[1]);
  }

  takeBodies(bodies: RigidBodies, all: boolean): void {
    this.memory.motions.load(bodies, all);
  }

  brake(part: 0 | 1, substeps: number): void {
    this.memory.instance.brakeContacts(this.firstOf(part), this.ends[part], substeps);
  }

  finish(bodies: RigidBodies, contacts: RigidContacts): void {
    this.memory.motions.store(bodies);
    this.storeImpulses(contacts);
  }

  private storeImpulses(contacts: RigidContacts): void {
    const { integers } = this.memory;
    for (let slot = this.memory.slotsAt; slot < this.ends[1]; ) {
      const count = integers[slot >> 2];
      for (let lane = 0; lane < lanes; lane++) {
        const c = integers[(slot >> 2) + contactsAt + lane];
        if (c !== none) this.storeManifold(contacts, c, count, (slot >> 3) + lane);
      }
      slot += vectorBytes * slotVectors(count);
    }
  }

  private firstOf(part: 0 | 1): number {
    return part === 0 ? this.memory.slotsAt : this.ends[0];
  }

  /** Packs manifold `m` of the order and the next one, if that comes before `end`. */
  private packSlot(slot: number, raw: number, m: number, end: number, count: number): void {
    const { packing } = this;
    const { integers, numbers, order, dummiesAt, states } = this.memory;
    const { bodies } = packing.contacts;
    const head = slot >> 2;
    const softness = m < order.starts[order.partSize] ? contactSoftnessAt : staticSoftnessAt;
    integers[head] = count;
    for (let lane = 0; lane < lanes; lane++) {
      const c = m + lane < end ? order.sorted[m + lane] : none;
      integers[head + contactsAt + lane] = c;
      const a = c === none ? dummiesAt : states.byteOffset + 8 * stateSize * bodies[2 * c];
      const b =
        c === none ? dummiesAt + 8 * stateSize : states.byteOffset + 8 * stateSize * bodies[2 * c + 1];
      integers[head + statesAt + lane] = a;
      integers[head + statesAt + lanes + lane] = b;
      if (c !== none) packManifold(packing, (slot >> 3) + lane, (raw >> 3) + lane, c, count, softness);
      else {
        for (let k = 2; k < slotVectors(count); k++) numbers[(slot >> 3) + lanes * k + lane] = 0;
        for (let k = 0; k < rawVectors(count); k++) numbers[(raw >> 3) + lanes * k + lane] = 0;
      }
    }
  }

  /** Writes the impulses of a manifold back to its contacts, as `storeImpulses` of the solver does. */
  private storeManifold(
    { impulses, firstLoads }: RigidContacts,
    first: number,
    count: number,
    at: number,
  ): void {
    const { numbers, step } = this.memory;
    const h = step[substepAt];
    const t = at + lanes * tangentAt;
    const b = at + lanes * bitangentAt;
    const f1 = numbers[at + lanes * frictionImpulseAt] / count;
    const f2 = numbers[at + lanes * (frictionImpulseAt + 1)] / count;
    const x = f1 * numbers[t] + f2 * numbers[b];
    const y = f1 * numbers[t + lanes] + f2 * numbers[b + lanes];
    const z = f1 * numbers[t + 2 * lanes] + f2 * numbers[b + 2 * lanes];
    const twist = count > 1 ? numbers[at + lanes * twistImpulseAt] / count : 0;
    const points = at + lanes * ((count > 1 ? headSize : shortHeadSize) + pointImpulseAt);
    for (let i = 0; i < count; i++) {
      const c = first + i;
      const to = impulseSize * c;
      const impulse = numbers[points + lanes * pointSize * i];
      impulses[to] = impulse;
      if (impulse < unloadedShare * h * firstLoads[c]) firstLoads[c] = impulse / h;
      impulses[to + frictionShareAt] = x;
      impulses[to + frictionShareAt + 1] = y;
      impulses[to + frictionShareAt + 2] = z;
      impulses[to + twistShareAt] = twist;
    }
  }
}

/** Offset of the softness of a part in the step record, in numbers. */
function softnessOf(part: number): number {
  return 8 * (part === 0 ? contactSoftnessAt : staticSoftnessAt);
}
