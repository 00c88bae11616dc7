/**
 * The arrays of a set of joints, in space or in the plane: their structure, and the state that changes from
 * step to step.
 */
import { grown, plainDoubles, type TypedArray } from '@colide/core';
import type { JointStructure } from '../joints/joint-records.ts';
import { freeImpulseSize, type JointData, jointSpringSize, nobody } from './joint-data.ts';

/**
 * The arrays that do not change during a step, and how many numbers each has per slot; frames have their own
 * size.
 */
const structureSizes = {
  bodies: 2,
  locks: 1,
  freeAxes: 1,
  forms: 1,
  nexts: 1,
  owners: 1,
  links: 2,
  ratios: 1,
  frames: 0,
  limits: 2,
  restitutions: 1,
  motors: 2,
  springs: jointSpringSize,
  frictions: 1,
  breakLoads: 2,
  collides: 1,
  generations: 1,
  values: 1,
} as const;

type ArrayName = keyof typeof structureSizes;

/** Capacity in slots; a joint takes one slot per free motion, and at least one. */
export class JointArrays implements JointData {
  readonly motionCount: number;
  readonly impulseSize: number;
  private readonly frameSize: number;
  /** Slots up to the last one in use, including the holes of removed joints. */
  count = 0;
  /** How many of them are holes. */
  protected holes = 0;
  /** How many slots have ever been freed. */
  protected removals = 0;
  /** How many slots are couplings. */
  couplings = 0;
  /** Two bodies per joint; −1 for removed ones, −2 for the world. */
  bodies: Int32Array = new Int32Array(2 * 16);
  /** Locked motions, one bit each: shifts along the axes of the frame, then rotations about them. */
  locks: Uint8Array = new Uint8Array(16);
  /**
   * The motion with limits, motor, spring and friction: −1 none, a shift or a rotation by its bit in the
   * locks, 6 distance of the anchors, 7 a coupling.
   */
  freeAxes: Int8Array = new Int8Array(16);
  /**
   * How rotations are measured: 0 components along the axes, 1 angles of twist and swing, 2 twist and cone.
   */
  forms: Uint8Array = new Uint8Array(16);
  /** The next slot of the same joint, −1 for none. */
  nexts: Int32Array = new Int32Array(16);
  /** The first slot of the same joint, −1 for first ones. */
  owners: Int32Array = new Int32Array(16);
  /** The two slots that a coupling couples, and the weight of the second. */
  links: Int32Array = new Int32Array(2 * 16);
  ratios: Float64Array = new Float64Array(16);
  /** Anchor and rotation of the frame on the first body, then on the second, in the axes of each. */
  frames: Float64Array;
  /** Lower and upper limit of the free motion. */
  limits: Float64Array = new Float64Array(2 * 16);
  /** Restitution of the limits. */
  restitutions: Float64Array = new Float64Array(16);
  /** Speed of the motor and its largest force or torque; 0 for none. */
  motors: Float64Array = new Float64Array(2 * 16);
  /**
   * Rest value, stiffness and damping of the spring; target, stiffness and damping of the motor. The last two
   * are 0 for a velocity motor.
   */
  springs: Float64Array = new Float64Array(jointSpringSize * 16);
  /** Largest force or torque of the friction. */
  frictions: Float64Array = new Float64Array(16);
  /** Force and torque that break the joint. */
  breakLoads: Float64Array = new Float64Array(2 * 16);
  /** 1 for joints whose bodies collide with each other. */
  collides: Uint8Array = new Uint8Array(16);
  /** How many slots had been freed when the joint was added: it tells joints in the same slot apart. */
  generations: Uint32Array = new Uint32Array(16);
  /** Angle, shift or distance along the free motion after the last step. Angles count full revolutions. */
  values: Float64Array = new Float64Array(16);
  /**
   * Impulses of a substep: locked shifts and rotations, lower limit, upper limit, motor, spring, friction.
   */
  impulses: Float64Array;
  /** Mean force and torque of the last step along the motions. */
  loads: Float64Array;
  /**
   * Effective mass of the free motion of each slot while the locked ones are held; 0 for none. Set in each
   * substep.
   */
  freeMasses = plainDoubles(16);
  /** Speed at which the free motion reaches a limit that it bounces off; otherwise 0. */
  approaches = plainDoubles(16);
  /** Length of the substep that the impulses belong to; 0 if there are none. */
  impulseTime = 0;
  /** Counts the changes to the structure of the set. */
  changes = 0;

  /**
   * @param motionCount shifts and rotations of a body  @param frameSize numbers per joint in {@link frames}
   */
  constructor(motionCount: number, frameSize: number) {
    this.motionCount = motionCount;
    this.impulseSize = motionCount + freeImpulseSize;
    this.frameSize = frameSize;
    this.frames = new Float64Array(frameSize * 16);
    this.impulses = new Float64Array(this.impulseSize * 16);
    this.loads = new Float64Array(motionCount * 16);
  }

  /** The structure of the set, without impulses. Holes take no room. */
  saveStructure(): JointStructure {
    const { count, couplings, removals } = this;
    const slots = new Int32Array(count - this.holes);
    for (let s = 0, n = 0; s < count; s++) if (this.bodies[2 * s] !== nobody) slots[n++] = s;
    const structure: Record<string, unknown> = { count, couplings, removals, slots };
    for (const [name, length] of Object.entries(structureSizes)) {
      const size = length || this.frameSize;
      const from = this[name as ArrayName];
      const to = from.slice(0, size * slots.length);
      slots.forEach((slot, n) => {
        to.set(from.subarray(size * slot, size * (slot + 1)), size * n);
      });
      structure[name] = to;
    }
    return structure as unknown as JointStructure;
  }

  /** Makes this set a copy of another, without impulses. The bodies must be those of the other set. */
  loadStructure(structure: JointStructure): void {
    const { count, couplings, removals, slots } = structure;
    while (this.locks.length <= count) this.grow();
    this.bodies.fill(nobody);
    for (const [name, length] of Object.entries(structureSizes)) {
      const size = length || this.frameSize;
      const from = structure[name as ArrayName];
      slots.forEach((slot, n) => {
        this[name as ArrayName].set(from.subarray(size * n, size * (n + 1)), size * slot);
      });
    }
    this.count = count;
    this.couplings = couplings;
    this.removals = removals;
    this.holes = count - slots.length;
    this.impulses.fill(0);
    this.loads.fill(0);
    this.changes++;
  }

  /** The state that changes from step to step: arrays, and how many numbers of each are in use. */
  stateArrays(): [Float64Array, number][] {
    const { impulses, values, count, impulseSize } = this;
    return [
      [impulses, impulseSize * count],
      [values, count],
    ];
  }

  /** Doubles the capacity. */
  protected grow(): void {
    for (const name of [...Object.keys(structureSizes), 'impulses', 'loads'] as ArrayName[])
      (this[name] as TypedArray) = grown<TypedArray>(this[name]);
    this.freeMasses = plainDoubles(this.locks.length);
    this.approaches = plainDoubles(this.locks.length);
  }
}
