/**
 * Planar rigid bodies in structure-of-arrays form: poses, velocities, masses and moments, in one buffer that
 * the caller may provide, an `ArrayBuffer` or a `SharedArrayBuffer`. The frame of a body is at its centre of
 * mass. A rotation is a unit vector (cosine, sine), so that no step needs a trigonometric function. Inverse
 * mass and moment 0 make a body static or, with a velocity, kinematic.
 */
import {
  inDevelopment,
  type ReadonlyVec2,
  requireFinite,
  requireFiniteArray,
  requireInteger,
  requirePositive,
  tellUnknown,
} from '@colide/core';
import { requireFiniteParticles } from '../meters/state-meters.ts';

/** Settings of a set of rigid bodies in the plane. */
export interface RigidBodiesOptions2d {
  /** Number of bodies. */
  readonly count: number;
  /** Memory for the arrays, at least `rigidBodiesBytes2d(count)` after the offset. */
  readonly buffer?: ArrayBufferLike;
  /** Offset in the buffer, a multiple of 8. Default 0. */
  readonly byteOffset?: number;
}

/** Doubles and flags per body in the buffer. */
const bodySize = 13;
const flagSize = 3;

/** Bytes that `count` planar rigid bodies take. */
export function rigidBodiesBytes2d(count: number): number {
  return (8 * bodySize + flagSize) * count;
}

/** Bodies of unit mass and unit moment at rest in the origin, until set otherwise. */
export class RigidBodies2d {
  /** Number of bodies. */
  readonly count: number;
  /** Centres of mass. */
  readonly positions: Float64Array;
  /** Cosine and sine of the angle of each body. */
  readonly rotations: Float64Array;
  /** Velocities of the centres. */
  readonly velocities: Float64Array;
  /** Angular velocities, counter-clockwise. */
  readonly angularVelocities: Float64Array;
  /** Inverse masses; 0 for bodies that contacts cannot move. */
  readonly inverseMasses: Float64Array;
  /** Inverse moments of inertia; 0 for bodies that cannot rotate. */
  readonly inverseMoments: Float64Array;
  /** Seconds that a body has been slow; see `sleeping`. */
  readonly restTimes: Float64Array;
  /** Share of the solver's gravity that acts on each body. */
  readonly gravityScales: Float64Array;
  /** Highest speed and highest angular speed of each body. */
  readonly speedLimits: Float64Array;
  /** 1 for bodies that sleep: they are neither integrated nor moved by contacts. */
  readonly asleep: Uint8Array;
  /** 1 for indices without a body, kept free by whoever owns the set, such as a world. */
  readonly vacant: Uint8Array;
  /** 1 for bodies that never sleep. */
  readonly sleepless: Uint8Array;

  constructor(options: RigidBodiesOptions2d) {
    tellUnknown('options', options, ['count', 'buffer', 'byteOffset']);
    const { count, byteOffset = 0 } = options;
    requireInteger('count', count, 0, 0x7fffffff);
    const bytes = rigidBodiesBytes2d(count);
    const buffer = options.buffer ?? new ArrayBuffer(bytes + byteOffset);
    // In production the arrays throw themselves, without the name of the argument.
    inDevelopment(() => {
      requireInteger('byteOffset', byteOffset);
      if (buffer.byteLength < byteOffset + bytes)
        throw new RangeError(
          `buffer must have ${bytes} bytes from byteOffset ${byteOffset} on, got ${buffer.byteLength - byteOffset}`,
        );
    });
    let at = byteOffset;
    const take = (each: number) => {
      const array = new Float64Array(buffer, at, each * count);
      at += array.byteLength;
      return array;
    };
    this.count = count;
    this.positions = take(2);
    this.rotations = take(2);
    this.velocities = take(2);
    this.angularVelocities = take(1);
    this.inverseMasses = take(1).fill(1);
    this.inverseMoments = take(1).fill(1);
    this.restTimes = take(1);
    this.gravityScales = take(1).fill(1);
    this.speedLimits = take(2).fill(Infinity);
    const flags = () => {
      at += count;
      return new Uint8Array(buffer, at - count, count);
    };
    this.asleep = flags();
    this.vacant = flags();
    this.sleepless = flags();
    for (let i = 0; i < count; i++) this.rotations[2 * i] = 1;
  }

  /**
   * Puts body `index` at `position` with the rotation (cosine, sine), which is normalised; without one it
   * keeps its rotation.
   */
  setPose(index: number, position: ReadonlyVec2, rotation?: ReadonlyVec2): void {
    requireInteger('index', index, 0, this.count - 1);
    requireFiniteArray('position', position, 2);
    if (rotation) {
      requireFiniteArray('rotation', rotation, 2);
      const length = Math.sqrt(rotation[0] * rotation[0] + rotation[1] * rotation[1]);
      requirePositive('the length of rotation', length);
      for (let k = 0; k < 2; k++) this.rotations[2 * index + k] = rotation[k] / length;
    }
    for (let k = 0; k < 2; k++) this.positions[2 * index + k] = position[k];
  }

  /** Sets the velocity of the centre and, if given, the angular velocity of body `index` and wakes it. */
  setVelocity(index: number, velocity: ReadonlyVec2, angularVelocity?: number): void {
    requireInteger('index', index, 0, this.count - 1);
    requireFiniteArray('velocity', velocity, 2);
    if (angularVelocity !== undefined) {
      requireFinite('angularVelocity', angularVelocity);
      this.angularVelocities[index] = angularVelocity;
    }
    for (let k = 0; k < 2; k++) this.velocities[2 * index + k] = velocity[k];
    this.wake(index);
  }

  /** Sets mass and moment of inertia of body `index`; `Infinity` is allowed for each. */
  setMass(index: number, mass: number, moment: number): void {
    requireInteger('index', index, 0, this.count - 1);
    if (!(mass > 0)) throw new RangeError(`mass must be positive, got ${mass}`);
    if (!(moment > 0)) throw new RangeError(`moment must be positive, got ${moment}`);
    this.inverseMasses[index] = 1 / mass;
    this.inverseMoments[index] = 1 / moment;
  }

  /** Makes body `index` immovable by contacts. It still follows its velocity: kinematic. */
  setStatic(index: number): void {
    this.setMass(index, Infinity, Infinity);
  }

  /** Ends the sleep of body `index`. */
  wake(index: number): void {
    this.asleep[index] = 0;
    this.restTimes[index] = 0;
  }

  /** Adds an impulse that acts on body `index` at the world point `point`, and wakes it. */
  applyImpulse(index: number, impulse: ReadonlyVec2, point: ReadonlyVec2): void {
    requireInteger('index', index, 0, this.count - 1);
    requireFiniteArray('impulse', impulse, 2);
    requireFiniteArray('point', point, 2);
    const x = point[0] - this.positions[2 * index];
    const y = point[1] - this.positions[2 * index + 1];
    for (let k = 0; k < 2; k++) this.velocities[2 * index + k] += this.inverseMasses[index] * impulse[k];
    this.angularVelocities[index] += this.inverseMoments[index] * (x * impulse[1] - y * impulse[0]);
    this.wake(index);
  }

  /** Throws an error that names the first body whose state is not finite. */
  requireFinite(): void {
    requireFiniteParticles(this.positions, 2);
    requireFiniteParticles(this.rotations, 2);
  }
}
