/**
 * Response by shape matching on the GPU: bodies are clouds of particles at the vertices of their hulls. A
 * step moves the particles (position Verlet); then, round by round, contacts push the particles that are
 * beyond the contact plane back to it, those below the ground up to it, and each body takes the rigid pose
 * that fits its particles best.
 *
 * This is Amaral's response (2021, §2.6.2) with one change: where two bodies meet, both are pushed to the
 * plane halfway between their deepest points, or to the surface of the one that is static.
 *
 * Müller, Heidelberger, Teschner & Gross, "Meshless deformations based on shape matching", SIGGRAPH 2005;
 * rotation by Müller, Bender, Chentanez & Macklin, "A robust method to extract the rotational part of
 * deformations", 2016.
 */

import type { GpuCompute, GpuKernel } from '../device/gpu-compute.ts';
import { vertexBytes } from '../internal/gpu-layouts.ts';
import { fewLanes, groupsFor, lanes } from '../internal/lanes-wgsl.ts';
import type { GpuPairTarget } from '../searches/gpu-volume-kind.ts';
import type { GpuHulls } from './gpu-hulls.ts';
import { floatWord } from './internal/float-word.ts';
import { matchShapesWgsl, moveParticlesWgsl, pushParticlesWgsl } from './internal/shape-matching-wgsl.ts';

const moveParticles: GpuKernel = { code: moveParticlesWgsl, entry: 'moveParticles' };
const pushParticles: GpuKernel = { code: pushParticlesWgsl, entry: 'pushParticles' };
const matchShapes: GpuKernel = { code: matchShapesWgsl, entry: 'matchShapes' };

/** Iterations towards the best rotation per match; few suffice, since the last rotation is near. */
const rotationSteps = 4;

/** Particles at the vertices of hulls, and the response to contacts. */
export class GpuShapeMatching {
  readonly hulls: GpuHulls;
  /** Positions of the particles one step ago. */
  readonly last: GPUBuffer;
  private readonly compute: GpuCompute;
  private readonly shifts: GPUBuffer;

  constructor(hulls: GpuHulls) {
    this.hulls = hulls;
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
   * Records the motion of all particles and the poses that fit them.
   *
   * @param gravity acceleration
   * @param damping the fraction of the velocity that remains after a step, from 0 to 1
   */
  move(seconds: number, gravity: ArrayLike<number>, damping: number, ground: number | undefined): void {
    const compute = this.compute;
    const { hulls } = this;
    const pull = [0, 1, 2].map(axis => floatWord(gravity[axis] * seconds * seconds));
    compute.stage('move');
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
    const { hulls } = this;
    this.compute.stage('response');
    this.compute.dispatchIndirect(
      pushParticles,
      [target.capacity],
      [target.pairs, target.state, hulls.bodies, hulls.filters, hulls.world, contacts, this.shifts],
      sizes,
    );
    this.match(ground);
  }

  /** Releases the particles' buffers; the hulls stay. */
  dispose(): void {
    this.compute.pool.release(this.last);
    this.compute.pool.release(this.shifts);
  }

  private match(ground: number | undefined): void {
    const { hulls } = this;
    this.compute.dispatch(
      matchShapes,
      [hulls.count, floatWord(ground ?? 0), rotationSteps, ground === undefined ? 0 : 1],
      [hulls.bodies, hulls.points, hulls.filters, hulls.world, this.shifts, hulls.poses],
      groupsFor(hulls.count, fewLanes),
    );
  }
}
