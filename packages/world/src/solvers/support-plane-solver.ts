/**
 * Rigid bodies as particles at the vertices of their shapes, with collisions resolved by planes through support
 * vertices and shape matching: the response of Amaral (2021, §3.7) as a solver of a world.
 *
 * Bodies move by their velocities. Then come ten rounds over the touching pairs: GJK and EPA find the normal N
 * from A to B; the support vertices a of A along N and b of B along −N carry a plane each; the particles of A beyond
 * the plane through b go back to it, those of B beyond the plane through a go back to that one; and shape matching
 * makes both bodies rigid again. The velocities of the next step are those from the old poses to the new ones.
 *
 * The source prints the two conditions with their signs reversed; the particles meant are those with
 * (p − b) · N > 0 and (q − a) · N < 0. As stated, both bodies move by the whole depth, so that they part by as much
 * as they overlapped, and damping has to take that energy out again. `planes: 'middle'` is ours: both go back to
 * the plane in the middle.
 *
 * Limits: as of `ProjectionSolver`: dynamic bodies are boxes or hulls with a volume, one shape each; no meshes,
 * joints, restitution or locks. There is no friction, as in the source, and bodies in piles keep creeping. Inertia is that of
 * equal particles at the vertices.
 *
 * Cost O(rounds · pairs · vertices). No allocation once all bodies and as many pairs have been seen.
 *
 * Amaral, M.Sc. thesis, COPPE/UFRJ 2021, §3.7. Müller, Heidelberger, Teschner & Gross, "Meshless deformations based
 * on shape matching", SIGGRAPH 2005.
 */
import {
  type Convex,
  type ReadonlyVec3,
  requireBetween,
  requireFiniteArray,
  requireInteger,
  requirePositive,
  tellUnknown,
} from '@colide/core';
import { createPenetrationResult, penetration } from '@colide/narrowphase';
import type { RigidBodies, RigidContacts, RigidJoints } from '@colide/solvers';
import type { World } from '../world/world.ts';
import type { WorldSolver } from '../world/world-solver.ts';
import { planeOffsetOf, VertexBodies } from './internal/vertex-bodies.ts';
import type { VertexBody } from './internal/vertex-body.ts';

/** Settings of the solver. */
export interface SupportPlaneSolverOptions {
  /** Acceleration of all bodies of finite mass; a world sets its own. Default none. */
  readonly gravity?: ReadonlyVec3;
  /**
   * Where particles go: to the plane through the support vertex of the other body, as in the source, or to the
   * plane in the middle between the two. Default `support`.
   */
  readonly planes?: 'support' | 'middle';
  /** Rounds of detection and response per step. Default 10. */
  readonly rounds?: number;
  /** Fraction of the velocities that a step keeps, 0 to 1. Default 0.95, as in the source. */
  readonly damping?: number;
}

/** What the solver did in the last step. */
export interface SupportPlaneCounters {
  /** Runs of GJK. */
  searches: number;
  /** Pairs found to overlap, over all rounds. */
  contacts: number;
  /** Particles moved to planes. */
  particles: number;
}

const supportA = /* @__PURE__ */ new Float64Array(3);
const supportB = /* @__PURE__ */ new Float64Array(3);
const normal = /* @__PURE__ */ new Float64Array(3);
const opposite = /* @__PURE__ */ new Float64Array(3);
/** Offsets of the planes that A and B must stay behind; V8 would box them. */
const offsets = /* @__PURE__ */ new Float64Array(2);

/** Steps rigid bodies by planes through support vertices and shape matching. Serves one world. */
export class SupportPlaneSolver implements WorldSolver<World> {
  readonly gravity = new Float64Array(3);
  /** What the last step did. */
  readonly counters: SupportPlaneCounters = { searches: 0, contacts: 0, particles: 0 };
  private readonly isMiddle: boolean;
  private readonly rounds: number;
  private readonly damping = new Float64Array(1);
  private readonly bodies = new VertexBodies('SupportPlaneSolver');
  private readonly result = createPenetrationResult();

  constructor(options: SupportPlaneSolverOptions = {}) {
    tellUnknown('options', options, ['gravity', 'planes', 'rounds', 'damping']);
    const { gravity, planes = 'support', rounds = 10, damping = 0.95 } = options;
    if (planes !== 'support' && planes !== 'middle')
      throw new RangeError(`planes must be 'support' or 'middle', got ${String(planes)}`);
    requireInteger('rounds', rounds, 1);
    requireBetween('damping', damping, 0, 1);
    if (gravity) {
      requireFiniteArray('gravity', gravity, 3);
      this.gravity.set(gravity);
    }
    this.isMiddle = planes === 'middle';
    this.rounds = rounds;
    this.damping[0] = damping;
  }

  attach(world: World): void {
    this.bodies.attach(world);
  }

  /** Advances by `dt`. Throws before anything has moved when a body has no vertices. */
  step(state: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void {
    requirePositive('dt', dt);
    const { bodies, counters } = this;
    bodies.substep[0] = dt;
    bodies.begin(state, contacts, joints);
    counters.searches = counters.contacts = counters.particles = 0;
    bodies.predict(state, this.gravity);
    for (let round = 0; round < this.rounds; round++) {
      const before = counters.contacts;
      this.respond(state);
      if (counters.contacts === before) break;
    }
    bodies.finish(state);
    this.damp(state);
  }

  /** One round: every pair in turn. */
  private respond(state: RigidBodies): void {
    const { pairs, world } = this.bodies;
    const { collidersOf } = world.table;
    const { data, count } = pairs;
    for (let p = 0; p < count; p++) {
      const a = data[2 * p];
      const b = data[2 * p + 1];
      const bodyA = this.bodies.at(a);
      const bodyB = this.bodies.at(b);
      if (bodyA && bodyB) this.partBodies(state, a, bodyA, b, bodyB);
      else if (bodyA) this.partFromFixed(state, a, bodyA, collidersOf[b]);
      else if (bodyB) this.partFromFixed(state, b, bodyB, collidersOf[a]);
    }
  }

  /** Finds the normal and the support vertices of an overlap; returns whether there is one. */
  private search(bodyA: VertexBody, convexB: Convex): boolean {
    const { result, counters } = this;
    counters.searches++;
    if (!penetration(result, bodyA, convexB) || !result.converged) return false;
    for (let k = 0; k < 3; k++) {
      normal[k] = result.normal[k];
      opposite[k] = -normal[k];
    }
    bodyA.support(supportA, normal);
    convexB.support(supportB, opposite);
    offsets[0] = offsets[1] = 0;
    for (let k = 0; k < 3; k++) {
      offsets[0] += normal[k] * supportB[k];
      offsets[1] += normal[k] * supportA[k];
    }
    return offsets[1] > offsets[0];
  }

  private partBodies(state: RigidBodies, a: number, bodyA: VertexBody, b: number, bodyB: VertexBody): void {
    if (!this.search(bodyA, bodyB)) return;
    if (this.isMiddle) offsets[0] = offsets[1] = 0.5 * (offsets[0] + offsets[1]);
    const { rotations } = state;
    offsets[1] = -offsets[1];
    this.push(bodyA, normal, 0, rotations, a);
    this.push(bodyB, opposite, 1, rotations, b);
    this.counters.contacts++;
  }

  private partFromFixed(state: RigidBodies, a: number, body: VertexBody, list: readonly number[]): void {
    const { colliders } = this.bodies.world;
    for (let c = 0; c < list.length; c++) {
      const convex = colliders.convexes[list[c]];
      if (convex) {
        if (!this.search(body, convex)) continue;
      } else planeOffsetOf(normal, offsets, colliders, list[c]);
      if (this.push(body, normal, 0, state.rotations, a) > 0) this.counters.contacts++;
    }
  }

  /** Moves particles with n · x > offsets[at] back to that plane and matches the shape; returns how many. */
  private push(body: VertexBody, n: Float64Array, at: number, rotations: Float64Array, i: number): number {
    const { particles } = body;
    let moved = 0;
    for (let k = 0; k < particles.length; k += 3) {
      const beyond = n[0] * particles[k] + n[1] * particles[k + 1] + n[2] * particles[k + 2] - offsets[at];
      if (!(beyond > 0)) continue;
      moved++;
      for (let axis = 0; axis < 3; axis++) particles[k + axis] -= beyond * n[axis];
    }
    if (moved > 0) body.matchShape(rotations, i);
    this.counters.particles += moved;
    return moved;
  }

  private damp(state: RigidBodies): void {
    const { velocities, angularVelocities } = state;
    const { idCount } = this.bodies.world.table;
    for (let i = 0; i < idCount; i++) {
      if (!this.bodies.at(i)) continue;
      for (let k = 3 * i; k < 3 * i + 3; k++) {
        velocities[k] *= this.damping[0];
        angularVelocities[k] *= this.damping[0];
      }
    }
  }
}
