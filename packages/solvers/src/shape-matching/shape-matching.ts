/**
 * Shape matching of many bodies at once: particles are pulled to goals `g = T q̃ + c`, the best fit of a
 * body's rest shape to where its particles are. Unconditionally stable, no mesh, no stiffness matrix.
 *
 * - rigid: T is the rotation R nearest to `A_pq = Σ m p qᵀ`;
 * - linear: T = βA + (1−β)R with `A = A_pq A_qq`, `A_qq = (Σ m q qᵀ)⁻¹`: shear and stretch;
 * - quadratic: the same with q̃ = (x, y, z, x², y², z², xy, yz, zx): bending and twist as well;
 * - plastic: deformation beyond a yield strain creeps into the rest shape;
 * - clusters: bodies that share particles. A particle's mass is divided among its bodies and its moves are
 *   averaged.
 *
 * Moves to goals conserve linear and angular momentum, in all variants and for shared particles. They are
 * applied to positions (`pull`, a constraint among others: linear momentum exact, the angular momentum of
 * rapidly rotating bodies lags behind, as with every projection of Verlet positions) or to velocities
 * (`kick`, both exact). Where we depart from the paper: quadratic monomials have their mean removed, without
 * which goals would drift off the centre; A_qq is a pseudo-inverse, so flat and straight bodies are ordinary
 * ones; the factor 1/∛det A that keeps the volume is limited, so flattened and reflected states recover
 * instead of blowing up, and also applies to quadratic terms, as conservation of momentum requires; R is
 * warm-started from the last step.
 *
 * Cost: two passes over the members and one rotation per body; nothing is allocated. Stiffness acts once per
 * sweep, so the result depends on sweeps and time step. Pinned particles keep their weight in the match and
 * are not moved.
 *
 * Müller, Heidelberger, Teschner & Gross, "Meshless deformations based on shape matching", SIGGRAPH 2005.
 */

import {
  BoxedNumber,
  requireFiniteArray,
  requireLength,
  requireNonNegative,
  requirePositive,
} from '@colide/core';
import {
  cubeRoot,
  extractRotation,
  polarDecompose,
  quatFromRotation,
  rotationFromUnitQuat,
} from '@colide/math';
import { requireFraction } from '../internal/parameter-checks.ts';
import type { ParticleConstraint, ParticleSystem } from '../particles/particle-system.ts';
import { flowPlastically, type PlasticMaterial } from './internal/plastic-flow.ts';
import { linearMapSize, quadraticMapSize, quadraticTransform } from './internal/quadratic-transform.ts';
import { measureCovariance } from './internal/shape-covariance.ts';
import { divideShapeMasses } from './internal/shape-members.ts';
import { addMoves, setGoal } from './internal/shape-moves.ts';
import { type MatchedShapes, setInverseMoments, setRestOffsets } from './internal/shape-rest.ts';

export type { PlasticMaterial } from './internal/plastic-flow.ts';

/** Settings of shape matching, common to all bodies of a batch. */
export interface ShapeMatchingOptions {
  /** Which deformations goals may have. Default `rigid`. */
  readonly kind?: 'rigid' | 'linear' | 'quadratic';
  /** α in [0, 1], the fraction of the distance to its goal that a particle moves in a sweep. Default 1. */
  readonly stiffness?: number;
  /** β in [0, 1], how much of the deformation goals keep; for linear and quadratic. Default 0.5. */
  readonly deformability?: number;
  /** Whether the linear part of the goals keeps the volume. Default true. */
  readonly preserveVolume?: boolean;
  /**
   * Warm-started Newton steps from the last rotation, or the polar decomposition from scratch. Default
   * `warm`.
   */
  readonly rotation?: 'warm' | 'polar';
  /**
   * Lets deformations become permanent: yield strain, creep rate in 1/s and largest strain. Default: elastic.
   */
  readonly plasticity?: PlasticMaterial;
}

const a = /* @__PURE__ */ new Float64Array(9);
const r = /* @__PURE__ */ new Float64Array(9);
const t = /* @__PURE__ */ new Float64Array(9);
const q = /* @__PURE__ */ new Float64Array(4);
const wide = /* @__PURE__ */ new Float64Array(quadraticMapSize);
/** Factor on a linear map that preserves volume. In an array, because V8 boxed it as a return value. */
const volumeFactor = /* @__PURE__ */ new Float64Array(1);

/** Smaller volume ratios are not compensated. */
const smallestVolume = 0.1;

/** A batch of shape-matched bodies. */
export class ShapeMatching implements ParticleConstraint {
  /** Number of bodies. */
  readonly count: number;
  /** Members of body `b` are `ids[starts[b]]` to `ids[starts[b + 1] − 1]`. */
  readonly starts: Uint32Array;
  /** Particles of all bodies. */
  readonly ids: Uint32Array;
  /** Centres of the last match, three numbers per body. */
  readonly centers: Float64Array;
  /** Rotations of the last match, unit quaternions. */
  readonly rotations: Float64Array;
  /** T of the last match: 3×3 per body, 3×9 for quadratic, column-major. */
  readonly transforms: Float64Array;
  /** Weighted centres of the rest shapes as they were given. */
  readonly restCenters: Float64Array;
  /** Plastic strain S_p of each body, 3×3; identity for elastic ones. */
  readonly plasticStrains: Float64Array;
  /** β. */
  deformability: number;
  private boxedStiffness: BoxedNumber;
  private readonly rigid: boolean;
  private readonly warm: boolean;
  private readonly preserveVolume: boolean;
  private readonly plasticity: PlasticMaterial | undefined;
  private readonly shapes: MatchedShapes;
  private readonly restOffsets: Float64Array;
  private readonly shared: boolean;
  private readonly moves: Float64Array;

  /**
   * @param restPositions rest shape of all particles, three numbers each
   * @param masses mass of each particle
   * @param starts offset of the members of each body in `ids`, with the length of `ids` as last element
   * @param ids particles of all bodies; a body needs at least one
   */
  constructor(
    restPositions: ArrayLike<number>,
    masses: ArrayLike<number>,
    starts: ArrayLike<number>,
    ids: ArrayLike<number>,
    options: ShapeMatchingOptions = {},
  ) {
    const {
      kind = 'rigid',
      stiffness = 1,
      deformability = 0.5,
      preserveVolume = true,
      rotation = 'warm',
    } = options;
    requireFraction('stiffness', stiffness);
    requireFraction('deformability', deformability);
    const { plasticity } = options;
    if (plasticity) {
      requireNonNegative('plasticity.yieldStrain', plasticity.yieldStrain);
      requireNonNegative('plasticity.creep', plasticity.creep);
      requirePositive('plasticity.maxStrain', plasticity.maxStrain);
    }
    requireFiniteArray('restPositions', restPositions);
    const particleCount = Math.floor(restPositions.length / 3);
    const division = divideShapeMasses(particleCount, masses, starts, ids);
    const { members, shares } = division;
    const count = members.starts.length - 1;
    this.count = count;
    this.starts = members.starts;
    this.ids = members.ids;
    this.boxedStiffness = new BoxedNumber(stiffness);
    this.deformability = deformability;
    const order = kind === 'quadratic' ? 9 : 3;
    this.rigid = kind === 'rigid';
    this.warm = rotation === 'warm';
    this.preserveVolume = preserveVolume;
    this.plasticity = plasticity;
    this.shared = division.shared;
    this.moves = new Float64Array(this.shared ? 3 * particleCount : 0);
    this.centers = new Float64Array(3 * count);
    this.rotations = new Float64Array(4 * count);
    this.restCenters = new Float64Array(3 * count);
    this.plasticStrains = new Float64Array(9 * count);
    this.transforms = new Float64Array(3 * order * count);
    this.restOffsets = new Float64Array(3 * this.ids.length);
    const { centers, transforms } = this;
    const offsets = new Float64Array(order * this.ids.length);
    const inverses = new Float64Array(this.rigid && !plasticity ? 0 : order ** 2 * count);
    this.shapes = { members, shares, order, offsets, inverses, centers, transforms };
    this.setRestShape(restPositions);
  }

  /** Takes a new rest shape, three numbers per particle, and forgets plastic strain and rotations. */
  setRestShape(restPositions: ArrayLike<number>): void {
    requireFiniteArray('restPositions', restPositions);
    const { starts, ids, restCenters } = this;
    const { weights, totals } = this.shapes.members;
    this.rotations.fill(0);
    this.plasticStrains.fill(0);
    for (let b = 0; b < this.count; b++) {
      for (let axis = 0; axis < 3; axis++) {
        const origin = restPositions[3 * ids[starts[b]] + axis];
        let sum = 0;
        for (let k = starts[b]; k < starts[b + 1]; k++)
          sum += weights[k] * (restPositions[3 * ids[k] + axis] - origin);
        const center = origin + sum / totals[b];
        restCenters[3 * b + axis] = center;
        for (let k = starts[b]; k < starts[b + 1]; k++)
          this.restOffsets[3 * k + axis] = restPositions[3 * ids[k] + axis] - center;
        this.plasticStrains[9 * b + 4 * axis] = 1;
      }
      this.rotations[4 * b + 3] = 1;
      this.setOffsets(b);
    }
  }

  private setOffsets(b: number): void {
    const { members, order, offsets, inverses } = this.shapes;
    setRestOffsets(offsets, this.restOffsets, this.plasticStrains, members, b, order);
    if (inverses.length > 0) setInverseMoments(inverses, offsets, members, b, order);
  }

  /** Plastic flow, where there is any. */
  begin(system: ParticleSystem, dt: number): void {
    if (this.plasticity) this.flow(system.positions, dt);
  }

  /** α. */
  get stiffness(): number {
    return this.boxedStiffness.value;
  }

  set stiffness(stiffness: number) {
    this.boxedStiffness = new BoxedNumber(stiffness);
  }

  /** One sweep: matches all shapes and pulls the particles to their goals. */
  project(system: Pick<ParticleSystem, 'positions' | 'inverseMasses'>): void {
    this.match(system.positions);
    this.pull(system.positions, system.inverseMasses);
  }

  /** Finds centre, rotation and transform of every body for the given particles. */
  match(positions: Float64Array): void {
    for (let b = 0; b < this.count; b++) {
      this.matchRotation(positions, b);
      if (this.rigid) for (let k = 0; k < linearMapSize; k++) this.transforms[linearMapSize * b + k] = r[k];
      else if (this.shapes.order === 3) this.matchLinear(b);
      else this.matchQuadratic(positions, b);
    }
  }

  /** Moves the particles towards the goals of the last match; those of inverse mass 0 stay. */
  pull(positions: Float64Array, inverseMasses: Float64Array): void {
    if (!this.shared) {
      addMoves(positions, this.shapes, positions, inverseMasses, this.stiffness);
      return;
    }
    const moves = this.moves;
    moves.fill(0);
    addMoves(moves, this.shapes, positions, inverseMasses, this.stiffness);
    for (let k = 0; k < moves.length; k++) positions[k] += moves[k];
  }

  /**
   * Adds the displacements to the goals of the last match to the velocities instead, for Verlet particles:
   * the scheme of the paper, once per step before the integration. It conserves angular momentum to rounding,
   * where {@link pull} does so for the moves alone.
   */
  kick(positions: Float64Array, previousPositions: Float64Array, inverseMasses: Float64Array): void {
    addMoves(previousPositions, this.shapes, positions, inverseMasses, -this.stiffness);
  }

  /** Writes the goals of the last match, three numbers per member in the order of {@link ids}. */
  getGoals(out: Float64Array): Float64Array {
    requireLength('out', out, 3 * this.ids.length);
    for (let b = 0; b < this.count; b++)
      for (let k = this.starts[b]; k < this.starts[b + 1]; k++) {
        setGoal(t, this.shapes, b, k);
        out[3 * k] = t[0];
        out[3 * k + 1] = t[1];
        out[3 * k + 2] = t[2];
      }
    return out;
  }

  /** Lets the rest shapes flow plastically for the time `dt`; called by {@link begin}. */
  flow(positions: Float64Array, dt: number): void {
    const material = this.plasticity;
    if (!material) return;
    requirePositive('dt', dt);
    for (let b = 0; b < this.count; b++) {
      this.matchRotation(positions, b);
      if (this.shapes.order === 3) this.multiplyInverse(b);
      else {
        this.setWide(positions, b);
        for (let k = 0; k < 9; k++) t[k] = wide[k];
      }
      if (flowPlastically(this.plasticStrains, 9 * b, t, r, material, dt)) this.setOffsets(b);
    }
  }

  /** Centre and A_pq of body `b`, measured from its first particle; then R. */
  private matchRotation(positions: Float64Array, b: number): void {
    const { rotations } = this;
    measureCovariance(a, this.shapes, positions, b);
    const at = 4 * b;
    if (this.warm) {
      q[0] = rotations[at];
      q[1] = rotations[at + 1];
      q[2] = rotations[at + 2];
      q[3] = rotations[at + 3];
      extractRotation(q, a);
      rotations[at] = q[0];
      rotations[at + 1] = q[1];
      rotations[at + 2] = q[2];
      rotations[at + 3] = q[3];
      rotationFromUnitQuat(r, q, 0);
    } else {
      polarDecompose(r, t, a);
      quatFromRotation(rotations, at, r);
    }
  }

  /** A = A_pq A_qq of body `b`, to {@link t}. */
  private multiplyInverse(b: number): void {
    const { inverses } = this.shapes;
    for (let j = 0; j < 3; j++) {
      const at = 9 * b + 3 * j;
      for (let i = 0; i < 3; i++)
        t[3 * j + i] = a[i] * inverses[at] + a[3 + i] * inverses[at + 1] + a[6 + i] * inverses[at + 2];
    }
  }

  /**
   * Sets {@link volumeFactor} to the factor that gives the linear map `m` the volume 1, if it is not too
   * flat.
   */
  private measureVolume(m: Float64Array): void {
    volumeFactor[0] = 1;
    if (!this.preserveVolume) return;
    const volume =
      m[0] * (m[4] * m[8] - m[5] * m[7]) -
      m[3] * (m[1] * m[8] - m[2] * m[7]) +
      m[6] * (m[1] * m[5] - m[2] * m[4]);
    volumeFactor[0] = 1 / cubeRoot(Math.max(volume, smallestVolume));
  }

  private matchLinear(b: number): void {
    this.multiplyInverse(b);
    const beta = this.deformability;
    this.measureVolume(t);
    const scale = beta * volumeFactor[0];
    for (let k = 0; k < linearMapSize; k++)
      this.transforms[linearMapSize * b + k] = scale * t[k] + (1 - beta) * r[k];
  }

  private setWide(positions: Float64Array, b: number): void {
    quadraticTransform(wide, this.shapes, positions, b);
  }

  private matchQuadratic(positions: Float64Array, b: number): void {
    this.setWide(positions, b);
    const beta = this.deformability;
    this.measureVolume(wide);
    const scale = beta * volumeFactor[0];
    const at = quadraticMapSize * b;
    for (let k = 0; k < linearMapSize; k++) this.transforms[at + k] = scale * wide[k] + (1 - beta) * r[k];
    for (let k = linearMapSize; k < quadraticMapSize; k++) this.transforms[at + k] = scale * wide[k];
  }
}
