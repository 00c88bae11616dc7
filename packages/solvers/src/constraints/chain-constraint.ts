/**
 * All distance constraints of a chain solved at once. Gauss–Seidel carries a correction along a chain of n
 * links slowly, O(n²) sweeps to converge; but the linearised constraints of a chain couple neighbours only,
 * so Newton's method needs one tridiagonal solve per iteration, O(n), and converges quadratically: two or
 * three iterations instead of hundreds.
 *
 * With n_i the unit direction of link i and w the inverse masses the system is `A λ = −C`, `A_ii = w_i +
 * w_{i+1} + α̃`, `A_{i,i+1} = −w_{i+1} n_i·n_{i+1}`, and each particle moves by `w_i (n_{i−1} λ_{i−1} − n_i
 * λ_i)`, which conserves momentum. A is positive definite except for a straight chain between two fixed ends;
 * a relative 1e-9 on the diagonal covers that case. A link of zero length has no direction and is left out
 * until others have opened it. Between ends that are too far apart there is no solution; the chain then
 * vibrates but stays bounded.
 *
 * For trees and meshes use the sweeps of `distance-constraint`. Han & Harada, "Tridiagonal matrix formulation
 * for inextensible hair strand simulation", VRIPHYS 2013; Thomas's elimination.
 */
import { requireInteger, requireLength, requireNonNegative } from '@colide/core';
import type { ParticleConstraint, ParticleSystem } from '../particles/particle-system.ts';
import { requireParticleIds, requireRestLengths } from './constraint-checks.ts';

/** A chain of particles, each joined to the next. */
export class ChainConstraint implements ParticleConstraint {
  /** The particles from one end to the other. */
  readonly particles: Uint32Array;
  /** Rest length of each link. */
  readonly restLengths: Float64Array;
  private readonly compliance: number;
  private readonly directions: Float64Array;
  private readonly diagonal: Float64Array;
  private readonly upper: Float64Array;
  private readonly right: Float64Array;
  private readonly multipliers: Float64Array;

  /**
   * @param particleCount number of particles that ids may refer to
   * @param particles from one end to the other, copied; two at least, each once
   * @param restLengths of the links, copied
   * @param compliance in m/N, 0 for rigid links
   */
  constructor(
    particleCount: number,
    particles: ArrayLike<number>,
    restLengths: ArrayLike<number>,
    compliance = 0,
  ) {
    requireInteger('particleCount', particleCount, 2);
    requireLength('particles', particles, 2);
    requireParticleIds('particles', particles, particles.length, particleCount);
    const links = particles.length - 1;
    requireRestLengths('restLengths', restLengths, links);
    requireNonNegative('compliance', compliance);
    this.particles = Uint32Array.from(particles);
    this.restLengths = Float64Array.from(restLengths).slice(0, links);
    this.compliance = compliance;
    this.directions = new Float64Array(3 * links);
    this.diagonal = new Float64Array(links);
    this.upper = new Float64Array(links);
    this.right = new Float64Array(links);
    this.multipliers = new Float64Array(links);
  }

  /** Forgets the multipliers of the step before. */
  begin(): void {
    this.multipliers.fill(0);
  }

  /** One Newton iteration. */
  project(system: Pick<ParticleSystem, 'positions' | 'inverseMasses'>, dt: number): void {
    const { positions, inverseMasses } = system;
    const { particles, restLengths } = this;
    const n = this.directions;
    const diagonal = this.diagonal;
    const upper = this.upper;
    const right = this.right;
    const multipliers = this.multipliers;
    const links = restLengths.length;
    const scaled = this.compliance / (dt * dt);

    // Set up and eliminate downwards in one pass.
    for (let i = 0; i < links; i++) {
      const a = 3 * particles[i];
      const b = 3 * particles[i + 1];
      const dx = positions[b] - positions[a];
      const dy = positions[b + 1] - positions[a + 1];
      const dz = positions[b + 2] - positions[a + 2];
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const inverse = length > 0 ? 1 / length : 0;
      const k = 3 * i;
      n[k] = dx * inverse;
      n[k + 1] = dy * inverse;
      n[k + 2] = dz * inverse;
      const weight = inverseMasses[particles[i]] + inverseMasses[particles[i + 1]];
      let pivot = weight * (1 + 1e-9) + scaled;
      let value = length > 0 ? restLengths[i] - length - scaled * multipliers[i] : 0;
      if (i > 0) {
        const coupling =
          -inverseMasses[particles[i]] * (n[k - 3] * n[k] + n[k - 2] * n[k + 1] + n[k - 1] * n[k + 2]);
        upper[i - 1] = coupling;
        const factor = diagonal[i - 1] > 0 ? coupling / diagonal[i - 1] : 0;
        pivot -= factor * coupling;
        value -= factor * right[i - 1];
      }
      diagonal[i] = pivot;
      right[i] = value;
    }

    // Substitute upwards and move the particles.
    let next = 0;
    for (let i = links - 1; i >= 0; i--) {
      const change = diagonal[i] > 0 ? (right[i] - (i + 1 < links ? upper[i] * next : 0)) / diagonal[i] : 0;
      next = change;
      multipliers[i] += change;
      const k = 3 * i;
      const a = particles[i];
      const b = particles[i + 1];
      const ca = inverseMasses[a] * change;
      const cb = inverseMasses[b] * change;
      positions[3 * a] -= n[k] * ca;
      positions[3 * a + 1] -= n[k + 1] * ca;
      positions[3 * a + 2] -= n[k + 2] * ca;
      positions[3 * b] += n[k] * cb;
      positions[3 * b + 1] += n[k + 1] * cb;
      positions[3 * b + 2] += n[k + 2] * cb;
    }
  }
}
