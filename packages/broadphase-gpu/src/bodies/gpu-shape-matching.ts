/**
 * Response by shape matching on the GPU: bodies are clouds of particles at the vertices of their hulls. A
 * step moves the particles (position Verlet); then, round by round, contacts push the particles that are
 * beyond the contact plane back to it, those below the ground up to it, and each body takes the rigid pose
 * that fits its particles best.
 *
 * This is Amaral's response (2021, §3.7) in a form of our own: two bodies in contact are both pushed to the
 * plane halfway between their deepest points, or to the surface of the one that is static. All contacts push
 * at once, and a particle moves to the mean of the positions to which it is pushed. Friction is ours, too: a
 * particle that is pushed back by d slides back along the plane, relative to the other body, by at most μ d.
 * {@link GpuSupportPlanes} is the response as stated in the source.
 *
 * Müller, Heidelberger, Teschner & Gross, "Meshless deformations based on shape matching", SIGGRAPH 2005;
 * rotation by Müller, Bender, Chentanez & Macklin, "A robust method to extract the rotational part of
 * deformations", 2016.
 */

import { refuse, requireNonNegative } from '@colide/core';
import type { GpuCompute, GpuKernel } from '../device/gpu-compute.ts';
import { vertexBytes } from '../internal/gpu-layouts.ts';
import { fewLanes, groupsFor, lanes } from '../internal/lanes-wgsl.ts';
import type { GpuPairTarget } from '../searches/gpu-volume-kind.ts';
import type { GpuHulls } from './gpu-hulls.ts';
import { floatWord } from './internal/float-word.ts';
import { rotationSteps } from './internal/rotation-steps.ts';
import {
  giveVelocitiesWgsl,
  holdStillWgsl,
  matchShapesWgsl,
  measureSlidesWgsl,
  moveParticlesWgsl,
  pushParticlesWgsl,
} from './internal/shape-matching-wgsl.ts';

const moveParticles: GpuKernel = { code: moveParticlesWgsl, entry: 'moveParticles' };
const giveVelocities: GpuKernel = { code: giveVelocitiesWgsl, entry: 'giveVelocities' };
const measureSlides: GpuKernel = { code: measureSlidesWgsl, entry: 'measureSlides' };
const pushParticles: GpuKernel = { code: pushParticlesWgsl, entry: 'pushParticles' };
const matchShapes: GpuKernel = { code: matchShapesWgsl, entry: 'matchShapes' };
const holdStill: GpuKernel = { code: holdStillWgsl, entry: 'holdStill' };

/** The rate at which overlap that is older than a step is undone, in radii per second. */
const calmRate = 0.5;
/**
 * Bytes per contact for the motion that friction acts against, a translation and a rotation, and the grip on
 * both bodies.
 */
const slideBytes = 32;

/** Particles at the vertices of hulls, and the response to contacts. */
export class GpuShapeMatching {
  readonly hulls: GpuHulls;
  /** Positions of the particles one step ago. */
  readonly last: GPUBuffer;
  /** Coulomb's μ; not negative. */
  friction: number;
  private readonly compute: GpuCompute;
  private readonly shifts: GPUBuffer;
  private readonly isCalm: boolean;
  private slides: GPUBuffer | undefined;
  /** Amount of older overlap that is undone in a step, in radii. */
  private calm = 3e38;

  /**
   * @param friction Coulomb's μ. Default 0
   * @param isCalm whether overlap that is older than a step is undone slowly, so that it does not make bodies
   * fly. Default true
   */
  constructor(hulls: GpuHulls, friction = 0, isCalm = true) {
    if (!(hulls?.compute instanceof Object)) refuse('hulls', 'be a GpuHulls', hulls);
    requireNonNegative('friction', friction);
    this.isCalm = isCalm;
    this.hulls = hulls;
    this.friction = friction;
    this.compute = hulls.compute;
    this.last = hulls.compute.pool.acquire(vertexBytes * Math.max(1, hulls.vertexCount));
    this.shifts = hulls.compute.pool.acquire(vertexBytes * Math.max(1, hulls.vertexCount));
  }

  /** Records that all particles are at rest at the poses of the hulls. */
  start(): void {
    this.hulls.place();
    this.compute.copy(this.hulls.world, this.last, vertexBytes * this.hulls.vertexCount);
  }

  /**
   * Records that bodies have these velocities, without spin, when the next step of that length begins.
   *
   * @param velocities four numbers per body: x, y, z, 0
   */
  setVelocities(velocities: GPUBuffer, seconds: number): void {
    const { hulls } = this;
    this.compute.dispatch(
      giveVelocities,
      [hulls.vertexCount, floatWord(seconds)],
      [hulls.world, this.last, hulls.owners, velocities],
      groupsFor(hulls.vertexCount, lanes),
    );
  }

  /**
   * Records the motion of all particles and the poses that fit them.
   *
   * @param gravity acceleration
   * @param damping the fraction of the velocity that remains after a step, from 0 to 1
   */
  move(seconds: number, gravity: ArrayLike<number>, damping: number, ground: number | undefined): void {
    const compute = this.compute;
    const { hulls } = this;
    if (this.isCalm) this.calm = calmRate * seconds;
    const pull = [0, 1, 2].map(axis => floatWord(gravity[axis] * seconds * seconds));
    compute.stage('move');
    if (this.slides) compute.clear(this.slides);
    compute.dispatch(
      moveParticles,
      [hulls.vertexCount, floatWord(damping), 0, 0, ...pull],
      [hulls.world, this.last, hulls.owners, hulls.filters, this.shifts],
      groupsFor(hulls.vertexCount, lanes),
    );
    this.match(ground);
  }

  /** Records one round of response to the contacts of `target`, and the poses that fit then. */
  respond(target: GpuPairTarget, contacts: GPUBuffer, sizes: GPUBuffer, ground: number | undefined): void {
    const { hulls, compute } = this;
    const { pool } = compute;
    const { pairs, state, capacity } = target;
    if (!this.slides || this.slides.size < slideBytes * capacity) {
      if (this.slides) pool.release(this.slides);
      this.slides = pool.acquire(slideBytes * capacity);
      compute.clear(this.slides);
    }
    compute.stage('response');
    compute.dispatchIndirect(
      measureSlides,
      [capacity],
      [pairs, state, hulls.poses, hulls.before, contacts, this.slides],
      sizes,
    );
    compute.dispatchIndirect(
      pushParticles,
      [capacity, floatWord(this.friction), floatWord(this.calm)],
      [pairs, state, hulls.bodies, hulls.filters, hulls.world, contacts, this.shifts, this.slides],
      sizes,
    );
    this.match(ground);
  }

  /**
   * Records that bodies none of whose particles has moved farther than `distance` since {@link move} are put
   * back: they are at rest, and the small motion is left over from contacts. Poses before the step are in
   * `before` of the hulls.
   */
  holdStill(distance: number): void {
    const { hulls } = this;
    this.compute.dispatch(
      holdStill,
      [hulls.count, floatWord(distance)],
      [hulls.bodies, hulls.filters, hulls.before, hulls.world, hulls.poses, this.last],
      groupsFor(hulls.count, fewLanes),
    );
  }

  /** Releases the particles' buffers; the hulls stay. */
  dispose(): void {
    const { pool } = this.compute;
    pool.release(this.last);
    pool.release(this.shifts);
    if (this.slides) pool.release(this.slides);
    this.slides = undefined;
  }

  /** Records that particles below the ground go up to it, and the poses that fit then. */
  match(ground: number | undefined): void {
    const { hulls } = this;
    const hasGround = ground === undefined ? 0 : 1;
    this.compute.dispatch(
      matchShapes,
      [
        hulls.count,
        floatWord(ground ?? 0),
        rotationSteps,
        hasGround,
        floatWord(this.friction),
        floatWord(this.calm),
      ],
      [hulls.bodies, hulls.points, hulls.filters, hulls.world, this.shifts, hulls.poses, this.last],
      groupsFor(hulls.count, fewLanes),
    );
  }
}
