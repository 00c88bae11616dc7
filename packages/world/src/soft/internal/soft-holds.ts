/**
 * Holds keep the particles of a deformable body together: constraints of @colide/solvers behind one
 * interface, with their state.
 */
import { BoxedNumber } from '@colide/core';
import {
  ChainConstraint,
  type DistanceList,
  type LatticeShapeMatching,
  projectAngles,
  projectBallJoints,
  projectBendings,
  projectDistances,
  projectHinges,
  projectMinimumDistances,
  type ShapeMatching,
  smoothThreads,
  tearDistances,
} from '@colide/solvers';

/** The particles of one body: views of the arrays of all. */
export interface SoftParticlesView {
  readonly positions: Float64Array;
  readonly previousPositions: Float64Array;
  readonly inverseMasses: Float64Array;
}

/** Keeps the particles of one body together. */
export interface SoftHold {
  /** Before the first sweep of a substep. */
  begin?(): void;
  /** One sweep, after a substep of `dt`. */
  project(particles: SoftParticlesView, dt: number): void;
  /** After the last sweep of a step; returns whether something tore. */
  finish(particles: SoftParticlesView): boolean;
  /** Doubles of {@link save}. */
  readonly stateLength: number;
  /** Writes the state that changes from step to step to the numbers from `at` on. */
  save(out: Float64Array, at: number): void;
  /** Restores what {@link save} wrote. */
  load(from: Float64Array, at: number): void;
}

/** The settings of a {@link ClothHold}. */
export interface ClothHoldSettings {
  /** Two particles per thread, and its length at rest. */
  readonly ids: Uint32Array;
  readonly restLengths: Float64Array;
  /** Four particles per bend, and its angle at rest. */
  readonly bendingIds: Uint32Array;
  readonly restAngles: Float64Array;
  readonly stiffness: number;
  readonly bending: number;
  readonly viscosity: number;
  /** Stretch at which a thread tears; if undefined, it never tears. */
  readonly tearFactor: number | undefined;
}

/** Threads and bends of a cloth. Threads may tear. */
export class ClothHold implements SoftHold {
  /** Threads left. */
  count: number;
  /** Incremented when threads tear or are mended by {@link load}. */
  revision = 0;
  readonly ids: Uint32Array;
  readonly restLengths: Float64Array;
  readonly bendingIds: Uint32Array;
  readonly restAngles: Float64Array;
  private readonly boxedStiffness: BoxedNumber;
  private readonly boxedBending: BoxedNumber;
  private readonly viscosity: BoxedNumber;
  private readonly tearFactor: BoxedNumber | undefined;

  constructor(settings: ClothHoldSettings) {
    this.count = settings.restLengths.length;
    this.ids = settings.ids;
    this.restLengths = settings.restLengths;
    this.bendingIds = settings.bendingIds;
    this.restAngles = settings.restAngles;
    const { stiffness, bending, tearFactor, viscosity } = settings;
    this.boxedStiffness = new BoxedNumber(stiffness);
    this.boxedBending = new BoxedNumber(bending);
    this.viscosity = new BoxedNumber(viscosity);
    this.tearFactor = tearFactor === undefined ? undefined : new BoxedNumber(tearFactor);
  }

  get stiffness(): number {
    return this.boxedStiffness.value;
  }

  get bending(): number {
    return this.boxedBending.value;
  }

  project({ positions, inverseMasses }: SoftParticlesView): void {
    if (this.bending !== 0)
      projectBendings(positions, inverseMasses, this.bendingIds, this.restAngles, this.bending);
    projectDistances(positions, inverseMasses, this, this.stiffness);
  }

  finish({ positions, previousPositions, inverseMasses }: SoftParticlesView): boolean {
    const { tearFactor, count: before } = this;
    smoothThreads(positions, previousPositions, inverseMasses, this.ids, this.viscosity.value, before);
    if (tearFactor === undefined) return false;
    this.count = tearDistances(positions, this.ids, this.restLengths, tearFactor.value, before);
    if (this.count < before) this.revision++;
    return this.count < before;
  }

  get stateLength(): number {
    return this.tearFactor === undefined ? 0 : 1 + 3 * this.restLengths.length;
  }

  save(out: Float64Array, at: number): void {
    if (this.stateLength === 0) return;
    out[at] = this.count;
    out.set(this.ids, at + 1);
    out.set(this.restLengths, at + 1 + this.ids.length);
  }

  load(from: Float64Array, at: number): void {
    if (this.stateLength === 0) return;
    const before = this.count;
    this.count = from[at];
    let isSame = this.count === before;
    for (let k = 0; k < this.ids.length; k++) {
      isSame &&= this.ids[k] === from[at + 1 + k];
      this.ids[k] = from[at + 1 + k];
    }
    if (!isSame) this.revision++;
    for (let k = 0; k < this.restLengths.length; k++)
      this.restLengths[k] = from[at + 1 + this.ids.length + k];
  }
}

/** The settings of a {@link RopeHold}. */
export interface RopeHoldSettings {
  /** Number of particles. */
  readonly count: number;
  readonly restLengths: Float64Array;
  /** Pairs of particles two links apart, and their distances at rest. */
  readonly bendIds: Uint32Array;
  readonly bendLengths: Float64Array;
  readonly bending: number;
  readonly viscosity: number;
  readonly compliance: number;
}

/** The links of a rope, solved at once, and its resistance to bending. */
export class RopeHold implements SoftHold {
  readonly stateLength = 0;
  private readonly chain: ChainConstraint;
  private readonly links: Uint32Array;
  /** Distances between particles that are not neighbours. */
  private readonly bends: DistanceList;
  private readonly bending: BoxedNumber;
  private readonly viscosity: BoxedNumber;

  constructor(settings: RopeHoldSettings) {
    const { count, restLengths, bending, viscosity, compliance } = settings;
    this.links = Uint32Array.from({ length: 2 * restLengths.length }, (_, k) => (k + 1) >> 1);
    const particles = Uint32Array.from({ length: count }, (_, i) => i);
    this.chain = new ChainConstraint(count, particles, restLengths, compliance);
    this.bends = { ids: settings.bendIds, restLengths: settings.bendLengths };
    this.bending = new BoxedNumber(bending);
    this.viscosity = new BoxedNumber(viscosity);
  }

  begin(): void {
    this.chain.begin();
  }

  project(particles: SoftParticlesView, dt: number): void {
    const { value } = this.bending;
    if (value !== 0) projectDistances(particles.positions, particles.inverseMasses, this.bends, value);
    this.chain.project(particles, dt);
  }

  finish({ positions, previousPositions, inverseMasses }: SoftParticlesView): boolean {
    smoothThreads(positions, previousPositions, inverseMasses, this.links, this.viscosity.value);
    return false;
  }

  save(): void {}

  load(): void {}
}

/** The settings of a {@link FigureHold}. */
export interface FigureHoldSettings {
  readonly sticks: DistanceList;
  /** Two particles per ball joint, four per hinge. */
  readonly balls: Uint32Array;
  readonly hinges: Uint32Array;
  /** Three particles per angle, and the largest dot product of its sides. */
  readonly angleIds: Uint32Array;
  readonly maxDots: Float64Array;
  /** Pairs of particles and their least distances. */
  readonly spacers: DistanceList;
  readonly viscosity: number;
  /** Sweeps over all of them in one sweep of the system. */
  readonly sweeps: number;
}

/** The sticks, joints and limits of a figure. Sticks come last, so that limbs keep their lengths best. */
export class FigureHold implements SoftHold {
  readonly stateLength = 0;
  private readonly parts: FigureHoldSettings;

  constructor(parts: FigureHoldSettings) {
    this.parts = parts;
  }

  project({ positions, inverseMasses }: SoftParticlesView): void {
    const { balls, hinges, angleIds, maxDots, spacers, sticks, sweeps } = this.parts;
    for (let n = 0; n < sweeps; n++) {
      projectAngles(positions, inverseMasses, angleIds, maxDots);
      projectMinimumDistances(positions, inverseMasses, spacers);
      projectBallJoints(positions, inverseMasses, balls);
      projectHinges(positions, inverseMasses, hinges);
      projectDistances(positions, inverseMasses, sticks);
    }
  }

  finish({ positions, previousPositions, inverseMasses }: SoftParticlesView): boolean {
    const { sticks, viscosity } = this.parts;
    smoothThreads(positions, previousPositions, inverseMasses, sticks.ids, viscosity);
    return false;
  }

  save(): void {}

  load(): void {}
}

/** A matched shape; rotations are warm-started from the last ones. */
export class ShapeHold implements SoftHold {
  private readonly matching: ShapeMatching | LatticeShapeMatching;

  constructor(matching: ShapeMatching | LatticeShapeMatching) {
    this.matching = matching;
  }

  project(particles: SoftParticlesView): void {
    this.matching.project(particles);
  }

  finish(): boolean {
    return false;
  }

  get stateLength(): number {
    return this.matching.rotations.length;
  }

  save(out: Float64Array, at: number): void {
    out.set(this.matching.rotations, at);
  }

  load(from: Float64Array, at: number): void {
    const { rotations } = this.matching;
    for (let k = 0; k < rotations.length; k++) rotations[k] = from[at + k];
  }
}
