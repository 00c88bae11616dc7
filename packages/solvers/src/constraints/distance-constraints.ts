/**
 * A batch of distance constraints for a particle system, checked once at construction and swept without
 * checks afterwards: equality, rope or minimum distance; stiffness or compliance; exact or approximate root;
 * over-relaxation; tearing.
 */
import {
  BoxedNumber,
  type PairList,
  requireInteger,
  requireNonNegative,
  requirePositive,
} from '@colide/core';
import { requireFraction, requireOverRelaxation } from '../internal/parameter-checks.ts';
import type { ParticleConstraint, ParticleSystem } from '../particles/particle-system.ts';
import { cutParticle, tearDistances } from '../particles/tearing.ts';
import { requireParticleIds, requireRestLengths } from './constraint-checks.ts';
import { projectMinimumDistances, projectRopes } from './distance-limit.ts';
import {
  type PreparedDistances,
  sameMasses,
  sweepDistances,
  updateShares,
} from './internal/prepared-distances.ts';
import { projectDistancesCompliant } from './xpbd-distance-constraint.ts';

/** Settings of a batch of distance constraints. */
export interface DistanceConstraintsOptions {
  /** Equal distance, at most (rope) or at least (minimum). Default `equal`. */
  readonly kind?: 'equal' | 'rope' | 'minimum';
  /** ε in [0, 1]. Default 1. */
  readonly stiffness?: number;
  /** Compliance in m/N for `equal`; replaces stiffness and over-relaxation. */
  readonly compliance?: number;
  /** Factor in (0, 2) on the corrections of `equal`. Default 1. */
  readonly overRelaxation?: number;
  /** Square root of `equal`. Default `exact`. */
  readonly root?: 'exact' | 'approximate';
  /**
   * Constraints stretched beyond this factor of their rest length tear at the end of a substep. Default:
   * never.
   */
  readonly tearFactor?: number;
}

/** Distance constraints of one kind and stiffness. */
export class DistanceConstraints implements ParticleConstraint {
  /** Two particles per constraint; only the first {@link count} pairs are valid. */
  readonly ids: Uint32Array;
  /** Rest length (or limit) of each constraint. */
  readonly restLengths: Float64Array;
  /** How many constraints are left. */
  count: number;
  /** Compliance in m/N; 0 where there is none. */
  readonly compliance: number;
  /** Multipliers of compliant constraints; empty for others. */
  readonly multipliers: Float64Array;
  /** Receives the particle pairs of torn constraints, when set. */
  torn: PairList | undefined;
  private readonly kind: 'equal' | 'rope' | 'minimum' | 'compliant';
  private readonly stiffness: BoxedNumber;
  /** `undefined` if constraints never tear. */
  private readonly tearFactor: BoxedNumber | undefined;
  /** The data that sweeps over `equal` constraints read. */
  private readonly prepared: PreparedDistances;
  /** The inverse masses from which the shares were computed, and for how many constraints. */
  private masses = new Float64Array(0);
  private sharedCount = -1;

  /**
   * @param particleCount number of particles that ids may refer to
   * @param ids two particles per constraint, copied
   * @param restLengths one length per constraint, copied
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
    this.stiffness = new BoxedNumber(stiffness);
    this.compliance = compliance ?? 0;
    this.tearFactor = tearFactor === undefined ? undefined : new BoxedNumber(tearFactor);
    this.kind = kind === 'equal' && compliance !== undefined ? 'compliant' : kind;
    this.multipliers = new Float64Array(this.kind === 'compliant' ? this.count : 0);
    const swept = this.kind === 'equal' ? this.count : 0;
    this.prepared = {
      offsets: new Uint32Array(2 * swept),
      shares: new Float64Array(swept),
      restLengths: this.restLengths,
      strength: stiffness * overRelaxation,
      approximate: root === 'approximate',
    };
  }

  /** Clears the multipliers of the last step and reads masses and pins that have changed. */
  begin(system: ParticleSystem): void {
    this.multipliers.fill(0);
    if (this.kind === 'equal') this.refresh(system.inverseMasses);
  }

  /** Updates the shares if masses or constraints have changed. */
  private refresh(inverseMasses: Float64Array): void {
    const fresh = this.sharedCount === this.count && this.masses.length === inverseMasses.length;
    if (fresh && sameMasses(this.masses, inverseMasses)) return;
    if (this.masses.length !== inverseMasses.length) this.masses = new Float64Array(inverseMasses.length);
    const { offsets, shares } = this.prepared;
    updateShares(offsets, shares, this.ids, this.count, this.masses, inverseMasses);
    this.sharedCount = this.count;
  }

  /** One sweep. Changed masses take effect at the next {@link begin}. */
  project(system: ParticleSystem, dt: number): void {
    const { count } = this;
    const { positions, inverseMasses } = system;
    switch (this.kind) {
      case 'equal':
        if (this.sharedCount !== count) this.refresh(inverseMasses);
        sweepDistances(positions, this.prepared, count);
        break;
      case 'rope':
        projectRopes(positions, inverseMasses, this, this.stiffness.value);
        break;
      case 'minimum':
        projectMinimumDistances(positions, inverseMasses, this, this.stiffness.value);
        break;
      default:
        projectDistancesCompliant(positions, inverseMasses, this, dt);
    }
  }

  /** Tears the constraints that are stretched too far. */
  end(system: ParticleSystem): void {
    if (this.tearFactor !== undefined)
      this.count = tearDistances(
        system.positions,
        this.ids,
        this.restLengths,
        this.tearFactor.value,
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
