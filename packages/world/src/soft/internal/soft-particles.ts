/**
 * The particles of all deformable bodies in one `ParticleSystem` that grows. A body has a range of them; the
 * range of a removed body is reused by the next one that fits. Particles that are unused, asleep or pinned
 * have inverse mass 0, so that nothing moves them.
 */
import { grown } from '@colide/core';
import { ParticleSystem } from '@colide/solvers';
import type { SoftBody } from '../soft-body.ts';

/** Storage for particles, in ranges. */
export class SoftParticles {
  system = new ParticleSystem({ count: 0 });
  /** 1 for pinned particles. */
  pinned = new Uint8Array(0);
  /** The rigid body that each particle is attached to, −1 for none: the two do not collide. */
  attached = new Int32Array(0);
  /** Expected displacement of each particle in the current step. */
  motions = new Float64Array(0);
  /** The body of each particle. */
  readonly owners: (SoftBody | undefined)[] = [];
  /** Particles below this one have been assigned. */
  count = 0;
  /** First particle and length of each free range below {@link count}, in order. */
  private readonly free: { first: number; count: number }[] = [];

  /** Takes a range of `count` particles; returns its first. */
  allocate(count: number): number {
    const { free } = this;
    for (let f = 0; f < free.length; f++) {
      const range = free[f];
      if (range.count < count) continue;
      const { first } = range;
      if (range.count === count) free.splice(f, 1);
      else free[f] = { first: first + count, count: range.count - count };
      return first;
    }
    const first = this.count;
    this.count += count;
    if (this.count > this.system.count) this.grow(Math.max(this.count, 2 * this.system.count));
    return first;
  }

  /** Makes a range the particles of a body. */
  enter(body: SoftBody, masses: Float64Array, pins: ArrayLike<number>): void {
    for (let i = 0; i < body.count; i++) {
      this.system.freeInverseMasses[body.first + i] = 1 / masses[i];
      this.owners[body.first + i] = body;
    }
    for (let p = 0; p < pins.length; p++) this.pinned[body.first + pins[p]] = 1;
    this.setMobility(body);
  }

  /** Frees a range. */
  release(first: number, count: number): void {
    const { free, system, owners, pinned } = this;
    system.inverseMasses.fill(0, first, first + count);
    for (let i = first; i < first + count; i++) {
      owners[i] = undefined;
      pinned[i] = 0;
      this.attached[i] = -1;
    }
    let f = 0;
    while (f < free.length && free[f].first < first) f++;
    free.splice(f, 0, { first, count });
    for (let g = free.length - 1; g > 0; g--) {
      const left = free[g - 1];
      const right = free[g];
      if (left.first + left.count !== right.first) continue;
      free.splice(g - 1, 2, { first: left.first, count: left.count + right.count });
    }
    const last = free[free.length - 1];
    if (last.first + last.count !== this.count) return;
    this.count = last.first;
    free.pop();
  }

  /** Updates the inverse masses of a body's particles from its sleep and pins. */
  setMobility(body: SoftBody): void {
    const { inverseMasses, freeInverseMasses } = this.system;
    for (let i = body.first; i < body.first + body.count; i++)
      inverseMasses[i] = body.asleep || this.pinned[i] === 1 ? 0 : freeInverseMasses[i];
  }

  /** Sets the fraction of speed that every substep removes. */
  damp(fraction: number): void {
    this.system.damping = fraction;
  }

  private grow(count: number): void {
    const old = this.system;
    const system = new ParticleSystem({ count });
    for (const name of ['positions', 'previousPositions', 'inverseMasses', 'freeInverseMasses'] as const)
      system[name].set(old[name]);
    system.inverseMasses.fill(0, old.count);
    system.previousDt = old.previousDt;
    system.damping = old.damping;
    this.system = system;
    this.pinned = grown(this.pinned, count);
    this.attached = grown(this.attached, count).fill(-1, old.count);
    this.motions = new Float64Array(3 * count);
  }
}
