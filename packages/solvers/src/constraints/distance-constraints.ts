/**
 * A batch of distance constraints for a particle system, checked once when it is made and swept without checks
 * afterwards: equality, rope or minimum distance; stiffness or compliance; exact or approximate root; over-relaxation;
 * tearing.
 */
import { type PairList, requireInteger, requireNonNegative, requirePositive } from '@colide/core';
import { requireFraction, requireOverRelaxation } from '../internal/parameter-checks.ts';
import type { ParticleConstraint, ParticleSystem } from '../particles/particle-system.ts';
import { cutParticle, tearDistances } from '../particles/tearing.ts';
import { requireParticleIds, requireRestLengths } from './constraint-checks.ts';
import { sameMasses, sweepDistances, sweepDistancesFast, updateShares } from './internal/distance-sweep.ts';
import { projectMinimumDistances } from './minimum-distance-constraint.ts';
import { projectRopes } from './rope-constraint.ts';
import { projectDistancesCompliant } from './xpbd-distance-constraint.ts';

/** Settings of a batch of distance constraints. */
export interface DistanceConstraintsOptions {
  /** Equal distance, at most (rope) or at least (minimum). Default `equal`. */
  readonly kind?: 'equal' | 'rope' | 'minimum';
  /** ε in [0, 1]. Default 1. */
  readonly stiffness?: number;
  /** Compliance in m/N for `equal`; takes the place of stiffness and over-relaxation. */
  readonly compliance?: number;
  /** Factor in (0, 2) on the corrections of `equal`. Default 1. */
  readonly overRelaxation?: number;
  /** Square root of `equal`. Default `exact`. */
  readonly root?: 'exact' | 'approximate';
  /** Constraints stretched beyond this factor of their rest length tear at the end of a substep. Default: never. */
  readonly tearFactor?: number;
}

/** Distance constraints of one kind and stiffness. */
export class DistanceConstraints implements ParticleConstraint {
  /** Two particles a constraint; only the first {@link count} pairs are valid. */
  readonly ids: Uint32Array;
  /** Rest length (or limit) of each constraint. */
  readonly restLengths: Float64Array;
  /** How many constraints are left. */
  count: number;
  /** Receives the particle pairs of torn constraints, when set. */
  torn: PairList | undefined;
  private readonly kind: 'equal' | 'rope' | 'minimum' | 'fast' | 'compliant';
  /** Stiffness, compliance and tear factor; an array of mixed kind hands boxed numbers on without a copy. */
  private readonly settings: readonly (number | undefined)[];
  /** Stiffness times over-relaxation. */
  private readonly strength = new Float64Array(1);
  private readonly multipliers: Float64Array;
  /** Offsets of the particles, share of the first in a correction, the inverse masses it was made from, and for how many constraints. */
  private readonly offsets: Uint32Array;
  private readonly shares: Float64Array;
  private masses = new Float64Array(0);
  private sharedCount = -1;

  /**
   * @param particleCount number of particles that ids may refer to
   * @param ids two particles a constraint, copied
   * @param restLengths one length a constraint, copied
   */
  constructor(
    particleCount: number,
    ids: ArrayLike<number>,
    restLengths: ArrayLike<number>,
    options: DistanceConstraintsOptions = {},
  ) {
    const {
      kind = 'equal',
      stiffness = 1,
      overRelaxation = 1,
      root = 'exact',
      compliance,
      tearFactor,
    } = options;
    requireInteger('particleCount', particleCount, 0);
    requireParticleIds('ids', ids, 2, particleCount);
    requireRestLengths('restLengths', restLengths, ids.length / 2);
    requireFraction('stiffness', stiffness);
    requireOverRelaxation(overRelaxation);
    if (compliance !== undefined) requireNonNegative('compliance', compliance);
    if (tearFactor !== undefined) requirePositive('tearFactor', tearFactor);
    this.count = ids.length / 2;
    this.ids = Uint32Array.from(ids);
    this.restLengths = Float64Array.from(restLengths).slice(0, this.count);
    this.settings = [stiffness, compliance, tearFactor, undefined];
    this.strength[0] = stiffness * overRelaxation;
    const equal = kind === 'equal';
    this.kind =
      equal && compliance !== undefined ? 'compliant' : equal && root === 'approximate' ? 'fast' : kind;
    this.multipliers = new Float64Array(this.kind === 'compliant' ? this.count : 0);
    const swept = this.kind === 'equal' || this.kind === 'fast' ? this.count : 0;
    this.offsets = new Uint32Array(2 * swept);
    this.shares = new Float64Array(swept);
  }

  /** Forgets the multipliers of the step before and takes note of changed masses and pins. */
  begin(system: ParticleSystem): void {
    this.multipliers.fill(0);
    if (this.kind === 'equal' || this.kind === 'fast') this.refresh(system.inverseMasses);
  }

  /** Brings the shares up to date with the masses, where those or the constraints have changed. */
  private refresh(inverseMasses: Float64Array): void {
    const fresh = this.sharedCount === this.count && this.masses.length === inverseMasses.length;
    if (fresh && sameMasses(this.masses, inverseMasses)) return;
    if (this.masses.length !== inverseMasses.length) this.masses = new Float64Array(inverseMasses.length);
    updateShares(this.offsets, this.shares, this.ids, this.count, this.masses, inverseMasses);
    this.sharedCount = this.count;
  }

  /** One sweep. Masses that were changed count from the next {@link begin} on. */
  project(system: ParticleSystem, dt: number): void {
    const { ids, restLengths, count } = this;
    const { positions, inverseMasses } = system;
    const stiffness = this.settings[0] as number;
    switch (this.kind) {
      case 'equal':
      case 'fast': {
        if (this.sharedCount !== count) this.refresh(inverseMasses);
        const sweep = this.kind === 'fast' ? sweepDistancesFast : sweepDistances;
        sweep(positions, this.offsets, restLengths, this.shares, this.strength, count);
        break;
      }
      case 'rope':
        projectRopes(positions, inverseMasses, ids, restLengths, stiffness, count);
        break;
      case 'minimum':
        projectMinimumDistances(positions, inverseMasses, ids, restLengths, stiffness, count);
        break;
      default:
        projectDistancesCompliant(
          positions,
          inverseMasses,
          ids,
          restLengths,
          this.settings[1] as number,
          this.multipliers,
          dt,
          count,
        );
    }
  }

  /** Tears what is stretched too far. */
  end(system: ParticleSystem): void {
    const tearFactor = this.settings[2];
    if (tearFactor !== undefined)
      this.count = tearDistances(
        system.positions,
        this.ids,
        this.restLengths,
        tearFactor,
        this.count,
        this.torn,
      );
  }

  /** Removes all constraints of `particle`; returns how many are left. */
  cut(particle: number): number {
    this.count = cutParticle(this.ids, this.restLengths, particle, this.count, this.torn);
    return this.count;
  }
}
