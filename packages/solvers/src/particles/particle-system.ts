/**
 * Particles in structure-of-arrays form with a Verlet step: forces, integration, sweeps over constraints,
 * substeps.
 *
 * All numbers live in one buffer that the caller may provide, an `ArrayBuffer` or a `SharedArrayBuffer`; the
 * arrays are public and may be read and written at any time. Velocity is the difference of positions and
 * previous positions. Infinite mass is inverse mass 0: such a particle is moved by writing its position only.
 *
 * Many substeps with one sweep each converge faster than one step with many sweeps at the same price, because
 * the error of a step falls with the square of its length. They are the default; over-relaxation needs many
 * sweeps instead.
 *
 * At the end of a step every position is checked: a particle that is no longer finite throws an error with
 * its index.
 *
 * Jakobsen, "Advanced character physics", GDC 2001. Macklin et al., "Small steps in physics simulation", SCA
 * 2019.
 */
import {
  BoxedNumber,
  type ReadonlyVec3,
  requireFinite,
  requireFiniteArray,
  requireInteger,
  requireNonNegative,
  requirePositive,
  tellUnknown,
} from '@colide/core';
import { requireFraction } from '../internal/parameter-checks.ts';
import { createVerletStep, moveByVerlet } from '../internal/verlet-move.ts';
import { requireFiniteParticles } from '../meters/state-meters.ts';

/** Something that restores a condition on the particles: a batch of constraints, a set of contacts. */
export interface ParticleConstraint {
  /** Called after the integration of a substep of length `dt`, before the first sweep. */
  begin?(system: ParticleSystem, dt: number): void;
  /** One sweep. */
  project(system: ParticleSystem, dt: number): void;
  /** Called after the last sweep of a substep. */
  end?(system: ParticleSystem, dt: number): void;
}

/** Settings of a particle system. */
export interface ParticleSystemOptions {
  /** Number of particles. */
  readonly count: number;
  /** Acceleration of all particles; none by default. */
  readonly gravity?: ReadonlyVec3;
  /** Fraction of the velocity lost in every substep, 0 to 1. Default 0. */
  readonly damping?: number;
  /** Memory for the arrays, at least `particleSystemBytes(count)` after the offset. */
  readonly buffer?: ArrayBufferLike;
  /** Offset in the buffer, a multiple of 8. Default 0. */
  readonly byteOffset?: number;
}

/**
 * The arrays of a system in its buffer, in doubles per particle:
 *
 * | at | numbers | what                          |
 * | -- | ------- | ----------------------------- |
 * |  0 | 3       | positions                     |
 * |  3 | 3       | previous positions            |
 * |  6 | 3       | forces                        |
 * |  9 | 1       | inverse masses                |
 * | 10 | 1       | inverse masses while unpinned |
 * | 11 | 1       | radii                         |
 */
const previousPositionsAt = 3;
const forcesAt = 6;
const inverseMassesAt = 9;
const freeInverseMassesAt = 10;
const radiiAt = 11;
const particleSize = 12;
const doubleBytes = 8;

/** Bytes that a system of `count` particles takes. */
export function particleSystemBytes(count: number): number {
  return doubleBytes * particleSize * count;
}

const verletStep = /* @__PURE__ */ createVerletStep();

/** Particles of unit mass at rest in the origin, until set otherwise. */
export class ParticleSystem {
  /** Number of particles. */
  readonly count: number;
  /** Three numbers per particle. */
  readonly positions: Float64Array;
  /** Positions one substep earlier. */
  readonly previousPositions: Float64Array;
  /** Forces that act during the next step; cleared by it. */
  readonly forces: Float64Array;
  /** Inverse masses; 0 for pinned particles. */
  readonly inverseMasses: Float64Array;
  /** Inverse masses as they were set; {@link unpin} restores them. */
  readonly freeInverseMasses: Float64Array;
  /** Radii for contacts between particles. */
  readonly radii: Float64Array;
  /** Acceleration of all particles. */
  readonly gravity = new Float64Array(3);
  /** Fraction of the velocity lost in every substep. */
  damping: number;
  /** Length of the last substep, 0 before the first. Part of the state: save it with the arrays. */
  previousDt = 0;
  private readonly ownForces: Float64Array;
  private substep = new BoxedNumber(0);

  constructor(options: ParticleSystemOptions) {
    tellUnknown('options', options, ['count', 'gravity', 'damping', 'buffer', 'byteOffset']);
    const { count, gravity, damping = 0, byteOffset = 0 } = options;
    requireInteger('count', count, 0, 0xffffffff);
    requireFraction('damping', damping);
    const buffer = options.buffer ?? new ArrayBuffer(particleSystemBytes(count) + byteOffset);
    if (buffer.byteLength < byteOffset + particleSystemBytes(count))
      throw new RangeError(
        `buffer must have ${particleSystemBytes(count)} bytes from byteOffset ${byteOffset} on, got ${buffer.byteLength - byteOffset}`,
      );
    if (gravity) {
      requireFiniteArray('gravity', gravity, 3);
      this.gravity.set(gravity);
    }
    this.count = count;
    this.damping = damping;
    const view = (at: number, size: number) =>
      new Float64Array(buffer, byteOffset + doubleBytes * at * count, size * count);
    this.positions = view(0, 3);
    this.previousPositions = view(previousPositionsAt, 3);
    this.forces = view(forcesAt, 3);
    this.inverseMasses = view(inverseMassesAt, 1);
    this.freeInverseMasses = view(freeInverseMassesAt, 1);
    this.radii = view(radiiAt, 1);
    this.ownForces = new Float64Array(3 * count);
    this.inverseMasses.fill(1);
    this.freeInverseMasses.fill(1);
  }

  /** Puts particle `index` at rest at (x, y, z). */
  place(index: number, x: number, y: number, z: number): void {
    requireInteger('index', index, 0, this.count - 1);
    requireFinite('x', x);
    requireFinite('y', y);
    requireFinite('z', z);
    const k = 3 * index;
    this.positions[k] = this.previousPositions[k] = x;
    this.positions[k + 1] = this.previousPositions[k + 1] = y;
    this.positions[k + 2] = this.previousPositions[k + 2] = z;
  }

  /** Puts all particles at rest at `positions`, three numbers each. */
  placeAll(positions: ArrayLike<number>): void {
    requireFiniteArray('positions', positions, 3 * this.count);
    for (let k = 0; k < 3 * this.count; k++) this.positions[k] = this.previousPositions[k] = positions[k];
  }

  /** Sets the mass of particle `index`; `Infinity` is allowed. A pinned particle stays pinned. */
  setMass(index: number, mass: number): void {
    requireInteger('index', index, 0, this.count - 1);
    if (!(mass > 0)) throw new RangeError(`mass must be positive, got ${mass}`);
    const pinned = this.isPinned(index);
    this.freeInverseMasses[index] = 1 / mass;
    if (!pinned) this.inverseMasses[index] = 1 / mass;
  }

  /** Sets the radius of particle `index`. */
  setRadius(index: number, radius: number): void {
    requireInteger('index', index, 0, this.count - 1);
    requireNonNegative('radius', radius);
    this.radii[index] = radius;
  }

  /** Fixes particle `index` at its position. */
  pin(index: number): void {
    requireInteger('index', index, 0, this.count - 1);
    this.inverseMasses[index] = 0;
  }

  /** Releases particle `index`, with the mass it had. */
  unpin(index: number): void {
    requireInteger('index', index, 0, this.count - 1);
    this.inverseMasses[index] = this.freeInverseMasses[index];
  }

  /** Whether particle `index` is held by {@link pin}. */
  isPinned(index: number): boolean {
    return this.inverseMasses[index] === 0 && this.freeInverseMasses[index] > 0;
  }

  /**
   * Advances by `dt`: in each of `substeps` parts integrates, then sweeps `iterations` times over all
   * constraints. By default ten substeps with one sweep each; where `iterations` are given, a single substep
   * unless `substeps` says otherwise. {@link forces} act during the whole step and are cleared at its end.
   */
  step(
    dt: number,
    constraints: readonly ParticleConstraint[] = [],
    iterations?: number,
    substeps = iterations === undefined ? 10 : 1,
  ): void {
    requirePositive('dt', dt);
    const sweeps = iterations ?? 1;
    requireInteger('iterations', sweeps, 0);
    requireInteger('substeps', substeps, 1);
    // Compared here: V8 would box it for a call that is not inlined.
    if (!(this.damping >= 0 && this.damping <= 1)) requireFraction('damping', this.damping);
    const length = dt / substeps;
    if (this.substep.value !== length) this.substep = new BoxedNumber(length);
    const h = this.substep.value;
    this.sumForces();
    for (let s = 0; s < substeps; s++) {
      verletStep.dt = length;
      verletStep.previousDt = this.previousDt > 0 ? this.previousDt : length;
      verletStep.damping = this.damping;
      moveByVerlet(
        this.positions,
        this.previousPositions,
        this.inverseMasses,
        this.ownForces,
        this.count,
        verletStep,
      );
      if (this.previousDt !== length) this.previousDt = length;
      for (let c = 0; c < constraints.length; c++) constraints[c].begin?.(this, h);
      for (let i = 0; i < sweeps; i++)
        for (let c = 0; c < constraints.length; c++) constraints[c].project(this, h);
      for (let c = 0; c < constraints.length; c++) constraints[c].end?.(this, h);
    }
    this.forces.fill(0);
    requireFiniteParticles(this.positions);
  }

  /** The accumulated forces and weight, `F + m g`. */
  private sumForces(): void {
    const { forces, inverseMasses, count } = this;
    const gx = this.gravity[0];
    const gy = this.gravity[1];
    const gz = this.gravity[2];
    const out = this.ownForces;
    for (let i = 0, k = 0; i < count; i++, k += 3) {
      const w = inverseMasses[i];
      const mass = w > 0 ? 1 / w : 0;
      out[k] = forces[k] + mass * gx;
      out[k + 1] = forces[k + 1] + mass * gy;
      out[k + 2] = forces[k + 2] + mass * gz;
    }
  }
}
