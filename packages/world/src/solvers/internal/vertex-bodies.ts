/**
 * The bodies of a world as particles at their vertices, for solvers that look at shapes: made of the
 * colliders, posed again in each step, and written back at its end. Poses and velocities in the world are the
 * whole state.
 */
import { type Convex, grown, PairList } from '@colide/core';
import type { Posed } from '@colide/geometry';
import type { ColliderSet } from '@colide/narrowphase';
import type { RigidBodies, RigidContacts, RigidJoints } from '@colide/solvers';
import type { World } from '../../world/world.ts';
import { VertexBody } from './vertex-body.ts';
import { createVertexFrame, type VertexFrame } from './vertex-frame.ts';

const offset = /* @__PURE__ */ new Float64Array(7);

/** The particles of all bodies that move. */
export class VertexBodies {
  /** The particles of each body that has been seen moving; see {@link VertexBody.active}. */
  readonly bodies: (VertexBody | undefined)[] = [];
  /** Bodies that touch in this step, the lower id first. */
  readonly pairs = new PairList();
  /** Coulomb's μ of each pair. */
  frictions = new Float64Array(16);
  /** Length of a substep; one number, in an array because V8 would box it as an argument. */
  readonly substep = new Float64Array(1);
  private readonly solverName: string;
  private owner: World | undefined;
  /** What each body in {@link bodies} was made from. */
  private readonly sources: (Posed | undefined)[] = [];
  private readonly frames = new Map<Convex, VertexFrame>();

  /** @param solverName for errors */
  constructor(solverName: string) {
    this.solverName = solverName;
  }

  /** The world whose bodies these are. */
  get world(): World {
    if (!this.owner) throw new Error(`${this.solverName} must be passed to a World`);
    return this.owner;
  }

  /** Takes the bodies of `world`, once. */
  attach(world: World): void {
    if (this.owner) throw new Error(`${this.solverName} serves one world only`);
    this.owner = world;
  }

  /** Remembers the particles and constraints of a shape. */
  setFrame(shape: Convex, frame: VertexFrame): void {
    this.frames.set(shape, frame);
    this.sources.fill(undefined);
  }

  /** The particles of body `i`, if it moves in this step. */
  at(i: number): VertexBody | undefined {
    const body = this.bodies[i];
    return body?.active ? body : undefined;
  }

  /** Loads everything that moves. Throws before anything has changed. */
  begin(state: RigidBodies, contacts: RigidContacts | undefined, joints: RigidJoints | undefined): void {
    if (joints && joints.count > 0) throw new RangeError(`joints must be empty: ${this.solverName} has none`);
    const { idCount } = this.world.table;
    const { asleep, inverseMasses } = state;
    for (let i = 0; i < idCount; i++) if (asleep[i] === 0 && inverseMasses[i] > 0) this.make(i);
    this.findPairs(contacts);
    for (let i = 0; i < idCount; i++) {
      const body = this.bodies[i];
      if (!body) continue;
      if (asleep[i] === 0 && inverseMasses[i] > 0) body.load(state, i, this.substep);
      else body.active = false;
    }
  }

  /** Moves the particles by one substep, and what has no particles by its velocities. */
  predict(state: RigidBodies, gravity: Float64Array): void {
    const { table, colliders } = this.world;
    const { substep, bodies } = this;
    const { asleep, positions, rotations, gravityScales } = state;
    for (let i = 0; i < table.idCount; i++) {
      if (asleep[i] === 1) continue;
      const body = bodies[i];
      if (body?.active) body.predict(gravity, gravityScales, i, substep);
      else if (moveBody(state, i, substep)) {
        const list = table.collidersOf[i];
        for (let c = 0; c < list.length; c++) colliders.place(list[c], positions, rotations);
      }
    }
  }

  /** Removes vibrations from the bodies that contacts have moved in this substep. */
  makeMotionsRigid(): void {
    const { bodies, substep } = this;
    for (let i = 0; i < bodies.length; i++) {
      const body = bodies[i];
      if (!body?.active || !body.touched) continue;
      body.makeMotionRigid(substep);
      body.touched = false;
    }
  }

  /** Writes the largest relative error of a constraint to `out[at]`. */
  measureError(out: Float64Array, at: number): void {
    const { idCount } = this.world.table;
    out[at] = 0;
    for (let i = 0; i < idCount; i++) {
      const body = this.bodies[i];
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
    const { idCount } = this.world.table;
    for (let i = 0; i < idCount; i++)
      if (this.bodies[i]?.active) this.bodies[i]!.store(state, i, this.substep);
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
    this.bodies[i] = new VertexBody(frame, offset);
    this.sources[i] = posed;
  }

  private frameOf(shape: Convex): VertexFrame | undefined {
    const frame = this.frames.get(shape) ?? createVertexFrame(shape);
    if (frame) this.frames.set(shape, frame);
    return frame;
  }

  /** The pairs of bodies with contact points, each once, in the order of the points. */
  private findPairs(contacts: RigidContacts | undefined): void {
    const { pairs } = this;
    pairs.clear();
    if (!contacts) return;
    const { bodies, frictions, count } = contacts;
    for (let c = 0; c < count; c++) {
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

  private requireConvex(i: number): void {
    const { collidersOf, meshes } = this.world.table;
    for (let c = 0; c < collidersOf[i].length; c++)
      if (meshes[collidersOf[i][c]])
        throw new RangeError(`body ${i} must not be a mesh for ${this.solverName}`);
  }
}

/** Moves a body without particles by its velocities; returns whether it moves at all. */
function moveBody(state: RigidBodies, i: number, h: Float64Array): boolean {
  const { positions, velocities, angularVelocities: w, rotations: q } = state;
  let moves = false;
  for (let k = 3 * i; k < 3 * i + 3; k++) {
    positions[k] += h[0] * velocities[k];
    moves ||= velocities[k] !== 0 || w[k] !== 0;
  }
  if (!moves) return false;
  // q' = q + h/2 ω q, normalised.
  const x = 0.5 * h[0] * w[3 * i];
  const y = 0.5 * h[0] * w[3 * i + 1];
  const z = 0.5 * h[0] * w[3 * i + 2];
  const at = 4 * i;
  const qx = q[at];
  const qy = q[at + 1];
  const qz = q[at + 2];
  const qw = q[at + 3];
  q[at] += x * qw + y * qz - z * qy;
  q[at + 1] += y * qw + z * qx - x * qz;
  q[at + 2] += z * qw + x * qy - y * qx;
  q[at + 3] -= x * qx + y * qy + z * qz;
  const length = Math.sqrt(q[at] ** 2 + q[at + 1] ** 2 + q[at + 2] ** 2 + q[at + 3] ** 2);
  for (let k = at; k < at + 4; k++) q[k] /= length;
  return true;
}

/** Numbers per collider: a half-space has its normal first, then its offset. */
const colliderSize = 15;
const planeOffsetAt = 3;

/**
 * The half-space of a collider as a plane n · x ≤ d that bodies stay behind: n, which points into the half-space, and d
 * in `outOffset[0]`.
 */
export function planeOffsetOf(
  outNormal: Float64Array,
  outOffset: Float64Array,
  colliders: ColliderSet,
  collider: number,
): void {
  const { data } = colliders;
  for (let k = 0; k < 3; k++) outNormal[k] = -data[colliderSize * collider + k];
  outOffset[0] = -data[colliderSize * collider + planeOffsetAt];
}
