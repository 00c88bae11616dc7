/**
 * The bodies that the kernel `moveBodies` moves, two by two: those that are awake and free to move, with all
 * moments equal or none of them zero, without a speed limit of their own, and not rolling on a curved side.
 * Positions and rotations are copied in before the substeps and out after them.
 */
import type { RigidBodies } from '@colide/solvers';
import type { SimdInstance } from '../simd-instance.ts';
import { lanes, stateSize } from './contact-layout.ts';

/** Numbers of a record, see `assembly/motion`: its first vector has the addresses of the states. */
const recordSize = 22;
const positionAt = 1;
const rotationAt = 4;
const momentsAt = 8;
/** Offsets in the state of a body. */
const inverseMassAt = 12;
const inverseInertiaAt = 13;
const rollsAt = 21;

/** Bytes of the records of this many bodies; each kind may leave a lane empty. */
export function motionBytes(bodies: number): number {
  return 8 * recordSize * ((bodies >> 1) + 2);
}

/** Moves bodies by kernels. */
export class BodyMotions {
  /** 1 for the bodies that are moved here. */
  readonly moved: Uint8Array;
  private readonly instance: SimdInstance;
  private readonly numbers: Float64Array;
  private readonly integers: Int32Array;
  private readonly states: Float64Array;
  /** Address of the first record. */
  private readonly from: number;
  /** Address of the state that replaces the missing body of the last record of a kind. */
  private readonly dummyAt: number;
  /** Bodies of the records in their order, −1 for none. */
  private readonly order: Int32Array;
  private evenCount = 0;
  private count = 0;

  constructor(instance: SimdInstance, states: Float64Array, from: number, dummyAt: number) {
    const bodies = states.length / stateSize;
    this.moved = new Uint8Array(bodies);
    this.order = new Int32Array(bodies + 2 * lanes);
    this.instance = instance;
    this.states = states;
    this.from = from;
    this.dummyAt = dummyAt;
    this.numbers = new Float64Array(instance.buffer);
    this.integers = new Int32Array(instance.buffer);
  }

  /** Takes all bodies that it can move, or none; contacts have been prepared. */
  load(bodies: RigidBodies, all: boolean): void {
    this.moved.fill(0);
    this.count = this.evenCount = 0;
    if (!all) return;
    this.take(bodies, true);
    this.evenCount = this.count;
    this.take(bodies, false);
  }

  /** Moves and rotates the bodies by a substep of the step record at `step`. */
  move(step: number): void {
    const bytes = 4 * recordSize;
    const { from } = this;
    this.instance.moveBodies(from, from + bytes * this.evenCount, from + bytes * this.count, step);
  }

  /** Writes poses and inertias back. */
  store({ positions, rotations, worldInverseInertias }: RigidBodies): void {
    const { order, numbers, states } = this;
    for (let i = 0; i < this.count; i++) {
      const body = order[i];
      if (body < 0) continue;
      const at = this.laneAt(i);
      for (let k = 0; k < 3; k++) positions[3 * body + k] = numbers[at + lanes * (positionAt + k)];
      for (let k = 0; k < 4; k++) rotations[4 * body + k] = numbers[at + lanes * (rotationAt + k)];
      const inertia = stateSize * body + inverseInertiaAt;
      for (let k = 0; k < 6; k++) worldInverseInertias[6 * body + k] = states[inertia + k];
    }
  }

  /** Index of the lane of body `i` of the order. */
  private laneAt(i: number): number {
    return (this.from >> 3) + recordSize * (i >> 1) + (i & 1);
  }

  /** Takes the bodies with equal moments, or the others. */
  private take(bodies: RigidBodies, even: boolean): void {
    const { inverseMoments, locks, speedLimits } = bodies;
    const { states, moved } = this;
    for (let body = 0; body < bodies.count; body++) {
      const at = stateSize * body;
      if (!(states[at + inverseMassAt] > 0) || locks[body] !== 0 || states[at + rollsAt] === 1) continue;
      if (speedLimits[2 * body] < Infinity || speedLimits[2 * body + 1] < Infinity) continue;
      const a = inverseMoments[3 * body];
      const b = inverseMoments[3 * body + 1];
      const c = inverseMoments[3 * body + 2];
      if ((a === b && b === c) !== even || (!even && (a === 0 || b === 0 || c === 0))) continue;
      moved[body] = 1;
      this.put(bodies, body);
    }
    if (this.count % lanes !== 0) this.putNone();
  }

  private put({ positions, rotations, inverseMoments }: RigidBodies, body: number): void {
    const { numbers, integers, states } = this;
    const i = this.count++;
    const at = this.laneAt(i);
    this.order[i] = body;
    for (let k = 0; k < 3; k++) {
      numbers[at + lanes * (positionAt + k)] = positions[3 * body + k];
      numbers[at + lanes * (momentsAt + k)] = inverseMoments[3 * body + k];
    }
    for (let k = 0; k < 4; k++) numbers[at + lanes * (rotationAt + k)] = rotations[4 * body + k];
    integers[2 * (at - (i & 1)) + (i & 1)] = states.byteOffset + 8 * stateSize * body;
  }

  /** Fills a lane with a body that does not move. */
  private putNone(): void {
    const i = this.count++;
    const at = this.laneAt(i);
    this.order[i] = -1;
    for (let k = positionAt; k < momentsAt + 3; k++) this.numbers[at + lanes * k] = 1;
    this.integers[2 * (at - (i & 1)) + (i & 1)] = this.dummyAt;
  }
}
