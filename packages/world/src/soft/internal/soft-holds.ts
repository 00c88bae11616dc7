/** What holds the particles of deformable bodies together: the constraints of @colide/solvers under one interface, with their state. */
import {
  ChainConstraint,
  type LatticeShapeMatching,
  projectBendings,
  projectDistances,
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

/** Holds the particles of one body together. */
export interface SoftHold {
  /** Before the first sweep of a substep. */
  begin?(): void;
  /** One sweep, after a substep of `dt`. */
  project(particles: SoftParticlesView, dt: number): void;
  /** After the last sweep of a step; returns whether something tore. */
  finish(particles: SoftParticlesView): boolean;
  /** Doubles of {@link save}. */
  readonly stateLength: number;
  /** Writes what changes from `at` on. */
  save(out: Float64Array, at: number): void;
  /** Takes back what {@link save} wrote. */
  load(from: Float64Array, at: number): void;
}

/** Fractions in an array of mixed kind are handed on without being boxed anew. */
type Fractions = readonly (number | undefined)[];

/** Threads and bends of a cloth; the threads may tear. */
export class ClothHold implements SoftHold {
  /** Threads left. */
  count: number;
  readonly ids: Uint32Array;
  private readonly restLengths: Float64Array;
  private readonly bendingIds: Uint32Array;
  private readonly restAngles: Float64Array;
  private readonly settings: Fractions;

  constructor(
    ids: Uint32Array,
    restLengths: Float64Array,
    bendingIds: Uint32Array,
    restAngles: Float64Array,
    stiffness: number,
    bending: number,
    viscosity: number,
    tearFactor: number | undefined,
  ) {
    this.count = restLengths.length;
    this.ids = ids;
    this.restLengths = restLengths;
    this.bendingIds = bendingIds;
    this.restAngles = restAngles;
    this.settings = [stiffness, bending, tearFactor, viscosity, undefined];
  }

  project({ positions, inverseMasses }: SoftParticlesView): void {
    const { ids, restLengths, settings, count } = this;
    if (settings[1] !== 0)
      projectBendings(positions, inverseMasses, this.bendingIds, this.restAngles, settings[1]);
    projectDistances(positions, inverseMasses, ids, restLengths, settings[0], 1, 0, count);
  }

  finish({ positions, previousPositions, inverseMasses }: SoftParticlesView): boolean {
    const factor = this.settings[2];
    smoothThreads(positions, previousPositions, inverseMasses, this.ids, this.settings[3]!, this.count);
    if (factor === undefined) return false;
    const before = this.count;
    this.count = tearDistances(positions, this.ids, this.restLengths, factor, before);
    return this.count < before;
  }

  get stateLength(): number {
    return this.settings[2] === undefined ? 0 : 1 + 3 * this.restLengths.length;
  }

  save(out: Float64Array, at: number): void {
    if (this.stateLength === 0) return;
    out[at] = this.count;
    out.set(this.ids, at + 1);
    out.set(this.restLengths, at + 1 + this.ids.length);
  }

  load(from: Float64Array, at: number): void {
    if (this.stateLength === 0) return;
    this.count = from[at];
    for (let k = 0; k < this.ids.length; k++) this.ids[k] = from[at + 1 + k];
    for (let k = 0; k < this.restLengths.length; k++)
      this.restLengths[k] = from[at + 1 + this.ids.length + k];
  }
}

/** The links of a rope, solved at once, and what keeps it from bending. */
export class RopeHold implements SoftHold {
  readonly stateLength = 0;
  private readonly chain: ChainConstraint;
  private readonly links: Uint32Array;
  private readonly bendIds: Uint32Array;
  private readonly bendLengths: Float64Array;
  private readonly settings: Fractions;

  constructor(
    count: number,
    restLengths: Float64Array,
    bendIds: Uint32Array,
    bendLengths: Float64Array,
    bending: number,
    viscosity: number,
    compliance: number,
  ) {
    this.links = Uint32Array.from({ length: 2 * restLengths.length }, (_, k) => (k + 1) >> 1);
    this.chain = new ChainConstraint(
      count,
      Uint32Array.from({ length: count }, (_, i) => i),
      restLengths,
      compliance,
    );
    this.bendIds = bendIds;
    this.bendLengths = bendLengths;
    this.settings = [bending, viscosity, undefined];
  }

  begin(): void {
    this.chain.begin();
  }

  project(particles: SoftParticlesView, dt: number): void {
    const bending = this.settings[0];
    if (bending !== 0)
      projectDistances(particles.positions, particles.inverseMasses, this.bendIds, this.bendLengths, bending);
    this.chain.project(particles, dt);
  }

  finish({ positions, previousPositions, inverseMasses }: SoftParticlesView): boolean {
    smoothThreads(positions, previousPositions, inverseMasses, this.links, this.settings[1]!);
    return false;
  }

  save(): void {}

  load(): void {}
}

/** A matched shape; rotations go on from the last ones. */
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
