/**
 * Rigid bodies as particles at the vertices of their shapes, held by distance constraints, with collisions
 * resolved by projection: the engine of Ponce Atencio (2005) as a solver of a world.
 *
 * A step is divided into substeps. Particles move by Verlet's method. Then, in a few rounds, GJK and EPA find
 * for each touching pair which vertex, edge or face of one body is in which of the other; the two elements move
 * until their contact points meet in the projection point; and the constraints of every body that was moved are
 * relaxed, in the order of their distance from what moved, or in plain order. At the end of the step the rigid
 * motion nearest to the particles goes back to the world, so that a snapshot needs poses and velocities only.
 *
 * Where we depart from the source: bodies share a push by the inverse masses of the elements that touch, not of
 * the bodies, or momentum would be lost where a vertex meets a face; there is friction, within Coulomb's cone
 * of each push; overlap that was there before the substep is undone without leaving a velocity, beyond
 * `pushSpeed`; half-spaces take every vertex at once; a step has substeps. Inertia is that of equal particles
 * at the vertices, as in the source.
 *
 * Limits: dynamic bodies must be boxes or hulls with a volume, one shape each; what they touch may be any
 * convex shape or compound that does not move by contacts, but no mesh. No joints, restitution or locks.
 *
 * Cost O(substeps · rounds · (pairs + constraints)). No allocation once all bodies and as many pairs have been
 * seen. Same order of the pairs, same bits.
 *
 * Ponce Atencio, M.Sc. thesis, COPPE/UFRJ 2005, ch. 4. Jakobsen, "Advanced character physics", GDC 2001.
 */
import {
  type Convex,
  type ReadonlyVec3,
  requireFiniteArray,
  requireInteger,
  requireNonNegative,
  requirePositive,
  tellUnknown,
} from '@colide/core';
import {
  collisionFeatures,
  createCollisionFeatures,
  createPenetrationResult,
  penetration,
} from '@colide/narrowphase';
import {
  createRelaxationResult,
  projectionPoint,
  type RelaxationSettings,
  type RigidBodies,
  type RigidContacts,
  type RigidJoints,
  relaxDistances,
} from '@colide/solvers';
import { boxNumbers } from '../internal/boxed-numbers.ts';
import type { World } from '../world/world.ts';
import type { WorldSolver } from '../world/world-solver.ts';
import { ContactElement } from './internal/contact-element.ts';
import { planeOffsetOf, VertexBodies } from './internal/vertex-bodies.ts';
import type { VertexBody } from './internal/vertex-body.ts';
import { createVertexFrame } from './internal/vertex-frame.ts';

/** Settings of the solver. */
export interface ProjectionSolverOptions {
  /** Acceleration of all bodies of finite mass; a world sets its own. Default none. */
  readonly gravity?: ReadonlyVec3;
  /** In which order constraints are relaxed. Default `ordered`. */
  readonly relaxation?: 'ordered' | 'plain';
  /** Relative error up to which a constraint counts as satisfied. Default 1e-4. */
  readonly tolerance?: number;
  /** Most turns over the constraints of a body per round. Default 10. */
  readonly relaxations?: number;
  /** Substeps per step. Default 10. */
  readonly substeps?: number;
  /** Most rounds of detection, projection and relaxation per substep. Default 6. */
  readonly rounds?: number;
  /** Overlap that is left alone, in m. Default 0.001. */
  readonly slop?: number;
  /** Highest speed at which older overlap is undone, in m/s. Default 0.2. */
  readonly pushSpeed?: number;
}

/** What the solver did in the last step. */
export interface ProjectionCounters {
  /** Vertices moved. */
  vertices: number;
  /** Edges moved. */
  edges: number;
  /** Faces moved. */
  faces: number;
  /** Runs of GJK. */
  searches: number;
  /** Overlaps found, each vertex in a half-space included. */
  contacts: number;
  /** Constraints projected. */
  relaxations: number;
}

const q = /* @__PURE__ */ new Float64Array(3);
const partner = /* @__PURE__ */ new Float64Array(3);
const inward = /* @__PURE__ */ new Float64Array(3);
const vertex = /* @__PURE__ */ new Float64Array(3);
const offset = /* @__PURE__ */ new Float64Array(1);
const surface = /* @__PURE__ */ new Float64Array(3);
const vertexId = /* @__PURE__ */ new Int32Array(1);

const optionNames = [
  ...['gravity', 'relaxation', 'tolerance', 'relaxations', 'substeps', 'rounds', 'slop', 'pushSpeed'],
];

/** Steps rigid bodies made of particles at their vertices. Serves one world. */
export class ProjectionSolver implements WorldSolver<World> {
  readonly gravity = new Float64Array(3);
  /** What the last step did. */
  readonly counters: ProjectionCounters = {
    vertices: 0,
    edges: 0,
    faces: 0,
    searches: 0,
    contacts: 0,
    relaxations: 0,
  };
  private readonly isOrdered: boolean;
  private readonly settings: RelaxationSettings;
  private readonly substeps: number;
  private readonly rounds: number;
  private readonly particles = new VertexBodies('ProjectionSolver');
  private readonly elementA = new ContactElement();
  private readonly elementB = new ContactElement();
  private readonly result = createPenetrationResult();
  private readonly features = createCollisionFeatures();
  private readonly relaxed = createRelaxationResult();
  /** Fractions that change, and settings; V8 would box them in fields. See the layout below. */
  private readonly numbers = new Float64Array(6);
  /** Which part of the present push is not to become velocity. */
  private readonly past = new Float64Array(1);

  constructor(options: ProjectionSolverOptions = {}) {
    tellUnknown('options', options, optionNames);
    const { gravity, relaxation = 'ordered', tolerance = 1e-4, relaxations = 10 } = options;
    const { substeps = 10, rounds = 6, slop = 0.001, pushSpeed = 0.2 } = options;
    if (relaxation !== 'ordered' && relaxation !== 'plain')
      throw new RangeError(`relaxation must be 'ordered' or 'plain', got ${String(relaxation)}`);
    requireNonNegative('tolerance', tolerance);
    requireInteger('relaxations', relaxations, 1);
    requireInteger('substeps', substeps, 1);
    requireInteger('rounds', rounds, 1);
    requireNonNegative('slop', slop);
    requireNonNegative('pushSpeed', pushSpeed);
    if (gravity) {
      requireFiniteArray('gravity', gravity, 3);
      this.gravity.set(gravity);
    }
    this.isOrdered = relaxation === 'ordered';
    const boxes = boxNumbers(tolerance);
    this.settings = {
      maxIterations: relaxations,
      get tolerance() {
        return boxes[0] as number;
      },
    };
    this.substeps = substeps;
    this.rounds = rounds;
    this.numbers[slopAt] = slop;
    this.numbers[pushSpeedAt] = pushSpeed;
  }

  /** Deepest overlap that the last round of the last step found, in m. */
  get overlap(): number {
    return this.numbers[deepestAt];
  }

  /** Largest relative error of a constraint at the end of the last step, before bodies were made rigid again. */
  get constraintError(): number {
    return this.numbers[errorAt];
  }

  attach(world: World): void {
    this.particles.attach(world);
  }

  /**
   * Says which particles and constraints a shape is made of, from the next step on. Without it there is a
   * particle at each vertex, and a constraint for each edge of the hull in triangles and each main diagonal.
   *
   * @param shape a box or a hull
   * @param more particles besides the vertices, three numbers each
   * @param pairs two particles per constraint; vertices have their own numbers, the others follow
   */
  setFrame(shape: Convex, more: ArrayLike<number>, pairs: ArrayLike<number>): void {
    requireFiniteArray('more', more);
    const frame = createVertexFrame(shape, more, pairs);
    if (!frame) throw new RangeError('shape must be a box or a hull with a volume');
    this.particles.setFrame(shape, frame);
  }

  /** Advances by `dt`. Throws before anything has moved when a body has no vertices. */
  step(state: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void {
    requirePositive('dt', dt);
    const { particles, counters } = this;
    particles.substep[0] = dt / this.substeps;
    particles.begin(state, contacts, joints);
    counters.vertices = counters.edges = counters.faces = 0;
    counters.searches = counters.contacts = counters.relaxations = 0;
    for (let s = 0; s < this.substeps; s++) {
      particles.predict(state, this.gravity);
      for (let round = 0; round < this.rounds; round++) {
        this.numbers[deepestAt] = 0;
        this.project(state);
        const isLast = round + 1 === this.rounds || this.numbers[deepestAt] === 0;
        this.relax(isLast);
        if (isLast) break;
      }
      particles.makeMotionsRigid();
    }
    particles.measureError(this.numbers, errorAt);
    particles.finish(state);
  }

  /** Projects the contacts of all pairs, one after the other. */
  private project(state: RigidBodies): void {
    const { pairs, frictions, world } = this.particles;
    const { data, count } = pairs;
    const { collidersOf } = world.table;
    for (let p = 0; p < count; p++) {
      const a = data[2 * p];
      const b = data[2 * p + 1];
      this.numbers[frictionAt] = frictions[p];
      const bodyA = this.particles.at(a);
      const bodyB = this.particles.at(b);
      if (bodyA && bodyB) this.projectPair(state, bodyA, bodyB, bodyB, b);
      else if (bodyA) this.projectFixed(state, bodyA, collidersOf[b], b);
      else if (bodyB) this.projectFixed(state, bodyB, collidersOf[a], a);
    }
  }

  /** Projects a body out of the colliders of body `i`, which stay. */
  private projectFixed(state: RigidBodies, body: VertexBody, list: readonly number[], i: number): void {
    const { colliders } = this.particles.world;
    for (let c = 0; c < list.length; c++) {
      const convex = colliders.convexes[list[c]];
      if (convex) this.projectPair(state, body, undefined, convex, i);
      else this.projectPlane(state, body, list[c], i);
    }
  }

  /** Projects every vertex of a body that is in a half-space, collider `plane` of body `i`. */
  private projectPlane(state: RigidBodies, body: VertexBody, plane: number, i: number): void {
    const { numbers } = this;
    const { vertexCount } = body.frame;
    planeOffsetOf(inward, offset, this.particles.world.colliders, plane);
    for (let v = 0; v < vertexCount; v++) {
      body.vertex(vertex, v);
      const depth = -offset[0] + inward[0] * vertex[0] + inward[1] * vertex[1] + inward[2] * vertex[2];
      if (!(depth > numbers[slopAt])) continue;
      numbers[depthAt] = depth;
      for (let k = 0; k < 3; k++) surface[k] = vertex[k] - depth * inward[k];
      vertexId[0] = v;
      this.elementA.setParticles(body, vertexId, 1, vertex);
      this.elementB.setFixed(state, i, surface, this.particles.substep);
      this.respond(inward);
    }
  }

  /** Finds the elements of two bodies that touch and moves them apart. */
  private projectPair(
    state: RigidBodies,
    bodyA: VertexBody,
    bodyB: VertexBody | undefined,
    convexB: Convex,
    b: number,
  ): void {
    const { result, features, elementA, elementB, numbers, counters } = this;
    counters.searches++;
    penetration(result, bodyA, convexB);
    if (!(-result.distance > numbers[slopAt])) return;
    collisionFeatures(features, result);
    if (features.countA === 0) return;
    elementA.setParticles(bodyA, features.idsA, features.countA, result.pointA);
    if (bodyB && features.countB > 0)
      elementB.setParticles(bodyB, features.idsB, features.countB, result.pointB);
    else elementB.setFixed(state, b, result.pointB, this.particles.substep);
    const { normal } = result;
    numbers[depthAt] = 0;
    for (let k = 0; k < 3; k++) numbers[depthAt] += normal[k] * (elementA.point[k] - elementB.point[k]);
    if (numbers[depthAt] > numbers[slopAt]) this.respond(normal);
  }

  /**
   * Brings the points of the two elements together, but for the slop, and takes back slip within Coulomb's
   * cone. `normal` points from A to B.
   */
  private respond(normal: Float64Array): void {
    const { elementA, elementB, numbers, counters, past } = this;
    const { displacement: dA } = elementA;
    const { displacement: dB } = elementB;
    counters.contacts++;
    numbers[deepestAt] = Math.max(numbers[deepestAt], numbers[depthAt]);
    const depth = numbers[depthAt] - numbers[slopAt];
    let approach = 0;
    let along = 0;
    for (let k = 0; k < 3; k++) {
      approach += normal[k] * (elementA.motion[k] - elementB.motion[k]);
      along += normal[k] * (dA[k] - dB[k]);
    }
    // Only the part of the push that stops an approach becomes velocity, and carries friction.
    const stop = Math.min(depth, Math.max(approach, 0) + numbers[pushSpeedAt] * this.particles.substep[0]);
    past[0] = 1 - stop / depth;
    let slip = 0;
    for (let k = 0; k < 3; k++) slip += (dA[k] - dB[k] - along * normal[k]) ** 2;
    slip = Math.sqrt(slip);
    const reach = numbers[frictionAt] * stop;
    const hold = slip > reach ? reach / slip : 1;
    // Where B's point would be if B alone gave way to A.
    for (let k = 0; k < 3; k++)
      partner[k] = elementA.point[k] - depth * normal[k] - hold * (dA[k] - dB[k] - along * normal[k]);
    projectionPoint(q, elementA.point, elementA.masses[1], partner, elementB.masses[1]);
    elementA.moveTo(q, past, counters);
    for (let k = 0; k < 3; k++) q[k] += elementB.point[k] - partner[k];
    elementB.moveTo(q, past, counters);
  }

  /** Relaxes the bodies that contacts moved, and in the last round of a substep all others in plain order. */
  private relax(isLast: boolean): void {
    const { bodies, world } = this.particles;
    const { relaxed, settings, counters } = this;
    const { idCount } = world.table;
    for (let i = 0; i < idCount; i++) {
      const body = bodies[i];
      if (!body?.active || (body.moved.count === 0 && !isLast)) continue;
      const { frame, particles, inverseMasses, moved } = body;
      if (!this.isOrdered) relaxDistances(relaxed, particles, inverseMasses, frame.distances, settings);
      else frame.order.relax(relaxed, particles, inverseMasses, moved, settings);
      counters.relaxations += relaxed.relaxations;
      moved.clear();
    }
  }
}

/** Layout of {@link ProjectionSolver.numbers}. */
const slopAt = 0;
const pushSpeedAt = 1;
const depthAt = 2;
const frictionAt = 3;
const deepestAt = 4;
const errorAt = 5;
