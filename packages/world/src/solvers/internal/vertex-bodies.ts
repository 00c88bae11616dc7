/**
 * The bodies of a world as particles at their vertices, for solvers that use shapes: made from the colliders,
 * posed again in each step, and written back at its end. Poses and velocities in the world are the whole
 * state.
 */
import { type Convex, grown, PairList } from '@colide/core';
import type { Posed } from '@colide/geometry';
import { ignoredSeparation, type RigidBodies, type RigidContacts, type RigidJoints } from '@colide/solvers';
import type { World } from '../../world/world.ts';
import { ComingPairs } from './coming-pairs.ts';
import { VertexBody } from './vertex-body.ts';
import type { ToldFrame, VertexDivision } from './vertex-division.ts';
import { createVertexFrame, type VertexFrame } from './vertex-frame.ts';
import { VertexSet } from './vertex-set.ts';
import { aloneWithVertices, runVertexStep, type VertexResponse, type VertexStep } from './vertex-step.ts';

const offset = /* @__PURE__ */ new Float64Array(7);
/** A point of contact, whose friction is asked for. */
const surface = {
  frictions: /* @__PURE__ */ new Float64Array(1),
  restitutions: /* @__PURE__ */ new Float64Array(1),
  points: /* @__PURE__ */ new Float64Array(3),
  separations: /* @__PURE__ */ new Float64Array(1),
  count: 1,
};

/** The particles of all bodies that move, and their steps. */
export class VertexBodies {
  /** Length of a substep, in seconds; one number. */
  readonly substep: Float64Array;
  private readonly solverName: string;
  private readonly response: VertexResponse;
  private readonly division: VertexDivision | undefined;
  private readonly set: VertexSet;
  private owner: World | undefined;
  private plan: VertexStep | undefined;
  /** Whether nothing stands between the world and the solver. */
  private isDirect = true;
  /** Bodies that touch or may meet in this step, each pair once, and Coulomb's μ of each. */
  private readonly found = new PairList();
  private frictions = new Float64Array(16);
  private readonly coming = new ComingPairs();
  /** The last pair of each body, and the one before each pair that has the same first body; −1 for none. */
  private lastPairs = new Int32Array(16);
  private pairsBefore = new Int32Array(16);
  /** The collider from which each body of the set was made. */
  private readonly sources: (Posed | undefined)[] = [];
  private readonly frames = new Map<Convex, VertexFrame>();
  /** The frames set by {@link setFrame}. */
  private readonly toldFrames = new Map<Convex, ToldFrame>();

  /**
   * @param solverName for errors
   * @param division divides the steps; default none
   */
  constructor(solverName: string, response: VertexResponse, division?: VertexDivision) {
    this.solverName = solverName;
    this.response = response;
    this.division = division;
    const bodies = this;
    this.set = new VertexSet({
      get colliders() {
        return bodies.world.table.colliders;
      },
      get collidersOf() {
        return bodies.world.table.collidersOf;
      },
    });
    this.substep = this.set.substep;
  }

  /** The world whose bodies these are. */
  get world(): World {
    if (!this.owner) throw new Error(`${this.solverName} must be passed to a World`);
    return this.owner;
  }

  /** Serves the bodies of `world` from now on, as a part of `solver`; may be called once. */
  attach(world: World, solver: object): void {
    if (this.owner) throw new Error(`${this.solverName} serves one world only`);
    this.owner = world;
    this.isDirect = world.options.solver === solver;
  }

  /** Sets the particles and constraints of a shape. */
  setFrame(shape: Convex, more: ArrayLike<number>, pairs: ArrayLike<number>): void {
    const frame = createVertexFrame(shape, more, pairs);
    if (!frame) throw new RangeError('shape must be a box or a hull with a volume');
    this.frames.set(shape, frame);
    this.toldFrames.set(shape, { more: Array.from(more), pairs: Array.from(pairs) });
    this.sources.fill(undefined);
    this.division?.forget();
  }

  /** Whether body `i` moves in this step. */
  moves(i: number): boolean {
    return this.set.at(i) !== undefined;
  }

  /**
   * Takes a step of substeps of {@link substep}, up to {@link finish}. Throws before anything has changed.
   */
  step(
    state: RigidBodies,
    contacts: RigidContacts | undefined,
    joints: RigidJoints | undefined,
    gravity: Float64Array,
  ): void {
    if (joints && joints.count > 0) throw new RangeError(`joints must be empty: ${this.solverName} has none`);
    const { set, division, response } = this;
    const { idCount, meshes } = this.world.table;
    const { asleep, inverseMasses } = state;
    set.count = idCount;
    this.findPairs(contacts);
    if (this.isDirect) this.addComing(gravity);
    for (let i = 0; i < idCount; i++) if (asleep[i] === 0 && inverseMasses[i] > 0) this.make(i);
    if (!division) {
      this.load(state);
      this.takePairs();
      runVertexStep(this.planOf(state, gravity), aloneWithVertices, 0);
      return;
    }
    division.tell(set, this.toldFrames, collider => meshes[collider] !== undefined);
    do {
      division.reserve(set, state.count, this.found.count);
      this.load(state);
      division.arrange(set, this.found, this.frictions);
    } while (!division.run(set, state, gravity, response));
  }

  /** Loads all bodies that move, and sets the counters to 0. */
  private load(state: RigidBodies): void {
    const { bodies, count } = this.set;
    const { asleep, inverseMasses } = state;
    const { counters } = this.response;
    for (const name in counters) counters[name] = 0;
    for (let i = 0; i < count; i++) {
      const body = bodies[i];
      if (!body) continue;
      if (asleep[i] === 0 && inverseMasses[i] > 0) body.load(state, i, this.substep);
      else body.active = false;
    }
  }

  /** All pairs in the order in which they were found. */
  private takePairs(): void {
    const { set, found } = this;
    set.pairs = found.data;
    set.frictions = this.frictions;
    set.colorCount = found.count > 0 ? 1 : 0;
    set.colors[1] = found.count;
  }

  private planOf(state: RigidBodies, gravity: Float64Array): VertexStep {
    const { set, response } = this;
    if (this.plan?.state !== state)
      this.plan = { set, state, gravity, response, activities: new Float64Array(2) };
    return this.plan;
  }

  /** Writes the largest relative error of a constraint to `out[at]`. */
  measureError(out: Float64Array, at: number): void {
    const { bodies, count } = this.set;
    out[at] = 0;
    for (let i = 0; i < count; i++) {
      const body = bodies[i];
      if (!body?.active) continue;
      const { ids, restLengths } = body.frame.distances;
      const p = body.particles;
      for (let c = 0; c < restLengths.length; c++) {
        const a = 3 * ids[2 * c];
        const b = 3 * ids[2 * c + 1];
        const squared = (p[a] - p[b]) ** 2 + (p[a + 1] - p[b + 1]) ** 2 + (p[a + 2] - p[b + 2]) ** 2;
        out[at] = Math.max(out[at], Math.abs(Math.sqrt(squared) / restLengths[c] - 1));
      }
    }
  }

  /** Writes the motions back. */
  finish(state: RigidBodies): void {
    const { bodies, count } = this.set;
    for (let i = 0; i < count; i++) if (bodies[i]?.active) bodies[i]!.store(state, i, this.substep);
    state.requireFinite();
  }

  /** Makes the particles of body `i`, unless they are there already. */
  private make(i: number): void {
    const { collidersOf, colliders, meshes } = this.world.table;
    const list = collidersOf[i];
    const collider = list.length === 1 && !meshes[list[0]] ? list[0] : -1;
    const posed = colliders.convexes[collider];
    if (posed !== undefined && this.sources[i] === posed) return;
    const frame = posed && this.frameOf(posed.shape);
    if (!frame)
      throw new RangeError(
        `body ${i} must be a box or a hull with a volume: ${this.solverName} has vertices only`,
      );
    colliders.readOffset(offset, collider);
    this.set.bodies[i] = new VertexBody(frame, offset);
    this.sources[i] = posed;
  }

  private frameOf(shape: Convex): VertexFrame | undefined {
    const frame = this.frames.get(shape) ?? createVertexFrame(shape);
    if (frame) this.frames.set(shape, frame);
    return frame;
  }

  /** The pairs of bodies with contact points, each once, in the order of the points. */
  private findPairs(contacts: RigidContacts | undefined): void {
    const { found: pairs } = this;
    pairs.clear();
    if (!contacts) return;
    const { bodies, frictions, separations, count } = contacts;
    for (let c = 0; c < count; c++) {
      if (separations[c] >= ignoredSeparation) continue;
      const last = 2 * pairs.count - 2;
      const a = bodies[2 * c];
      const b = bodies[2 * c + 1];
      if (last >= 0 && pairs.data[last] === a && pairs.data[last + 1] === b) continue;
      this.requireConvex(a);
      this.requireConvex(b);
      if (pairs.count === this.frictions.length) this.frictions = grown(this.frictions);
      this.frictions[pairs.count] = frictions[c];
      pairs.push(a, b);
    }
  }

  /**
   * Adds the pairs of bodies that do not touch yet but may meet in this step. Not if rules stand in between,
   * which decide about contact points only.
   */
  private addComing(gravity: Float64Array): void {
    const { found, coming, world } = this;
    const { table } = world;
    const { pairs } = coming;
    coming.find(world, gravity, this.substep, this.response.substeps);
    if (pairs.count === 0) return;
    if (this.lastPairs.length < table.idCount) this.lastPairs = new Int32Array(2 * table.idCount);
    this.lastPairs.fill(-1);
    for (let p = 0; p < found.count; p++) this.list(p);
    for (let p = 0; p < pairs.count; p++) {
      const i = pairs.first(p);
      const j = pairs.second(p);
      const a = table.colliders.bodies[i];
      const b = table.colliders.bodies[j];
      if (this.isListed(a, b)) continue;
      if (found.count === this.frictions.length) this.frictions = grown(this.frictions);
      surface.frictions[0] = Math.sqrt(table.frictions[a] * table.frictions[b]);
      table.surfaces.write(surface, 0, i, j, table);
      this.frictions[found.count] = surface.frictions[0];
      found.push(a, b);
      this.list(found.count - 1);
    }
  }

  /** Lists pair `p` among those of its first body. */
  private list(p: number): void {
    const first = this.found.first(p);
    if (p >= this.pairsBefore.length) this.pairsBefore = grown(this.pairsBefore, 2 * p);
    this.pairsBefore[p] = this.lastPairs[first];
    this.lastPairs[first] = p;
  }

  private isListed(a: number, b: number): boolean {
    for (let p = this.lastPairs[a]; p >= 0; p = this.pairsBefore[p])
      if (this.found.second(p) === b) return true;
    return false;
  }

  private requireConvex(i: number): void {
    const { collidersOf, meshes } = this.world.table;
    for (let c = 0; c < collidersOf[i].length; c++)
      if (meshes[collidersOf[i][c]])
        throw new RangeError(`body ${i} must not be a mesh for ${this.solverName}`);
  }
}
