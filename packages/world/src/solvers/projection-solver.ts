/**
 * Rigid bodies as particles at the vertices of their shapes, held by distance constraints, with collisions
 * resolved by projection: the engine of Ponce Atencio (2005) as a solver of a world.
 *
 * A step is divided into substeps. Particles move by Verlet's method. Then, in a few rounds, GJK and EPA find
 * for each pair that touches or may meet in the step which vertex, edge or face of one body is in which of
 * the other; the two elements move until their contact points meet in the projection point; and the
 * constraints of every body that was moved are relaxed, in the order of their distance from the moved
 * particles, or in plain order. At the end of the step the rigid motion nearest to the particles goes back to
 * the world, so that a snapshot needs poses and velocities only.
 *
 * Where we depart from the source: bodies share a push by the inverse masses of the elements that touch, not
 * of the bodies, or momentum would be lost when a vertex touches a face; there is friction, within Coulomb's
 * cone of each push; older overlap is undone without leaving a velocity, at no more than `pushSpeed`;
 * half-spaces take every vertex at once; a step has substeps. Inertia is that of equal particles at the
 * vertices, as in the source.
 *
 * Limits: dynamic bodies must be boxes or hulls with a volume, one shape each. They may touch any convex
 * shape or compound that contacts do not move, but no mesh. No joints, restitution or locks.
 *
 * Cost O(substeps · rounds · (pairs + constraints)). No allocation once all bodies and as many pairs have
 * been seen. Same order of the pairs, same bits.
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
import type { RigidBodies, RigidContacts, RigidJoints } from '@colide/solvers';
import type { World } from '../world/world.ts';
import type { WorldSolver } from '../world/world-solver.ts';
import { ProjectionRounds } from './internal/projection-rounds.ts';
import { VertexBodies } from './internal/vertex-bodies.ts';
import type { DivideVertices } from './internal/vertex-division.ts';

/** Settings of the solver. */
export interface ProjectionSolverOptions {
  /** Acceleration of all bodies of finite mass; a world sets its own. Default none. */
  readonly gravity?: ReadonlyVec3;
  /** The order in which constraints are relaxed. Default `ordered`. */
  readonly relaxation?: 'ordered' | 'plain';
  /** Relative error up to which a constraint counts as satisfied. Default 1e-4. */
  readonly tolerance?: number;
  /** Largest number of passes over the constraints of a body per round. Default 10. */
  readonly relaxations?: number;
  /** Substeps per step. Default 10. */
  readonly substeps?: number;
  /** The largest number of rounds of detection, projection and relaxation per substep. Default 6. */
  readonly rounds?: number;
  /** Overlap that is left alone, in m. Default 0.001. */
  readonly slop?: number;
  /** Highest speed at which older overlap is undone, in m/s. Default 0.2. */
  readonly pushSpeed?: number;
}

/** The work of the solver in the last step. */
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

const optionNames = [
  ...['gravity', 'relaxation', 'tolerance', 'relaxations', 'substeps', 'rounds', 'slop', 'pushSpeed'],
];

/** Steps rigid bodies made of particles at their vertices. Serves one world. */
export class ProjectionSolver implements WorldSolver<World> {
  readonly gravity = new Float64Array(3);
  /** The work of the last step. */
  readonly counters: ProjectionCounters;
  private readonly response: ProjectionRounds;
  private readonly particles: VertexBodies;
  /** Deepest overlap and largest error of a constraint; V8 would box them in fields. */
  private readonly figures = new Float64Array(2);

  /** @param divide divides steps among threads, as that of `ColoredProjectionSolver`; @internal */
  constructor(options: ProjectionSolverOptions = {}, divide?: DivideVertices) {
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
    const isOrdered = relaxation === 'ordered' ? 1 : 0;
    const settings = [isOrdered, tolerance, relaxations, substeps, rounds, slop, pushSpeed];
    this.response = new ProjectionRounds(settings);
    this.counters = this.response.counters;
    this.particles = new VertexBodies('ProjectionSolver', this.response, divide?.(settings));
  }

  /** Deepest overlap that the last round of the last step found, in m. */
  get overlap(): number {
    return this.figures[deepestAt];
  }

  /**
   * Largest relative error of a constraint at the end of the last step, before bodies were made rigid again.
   */
  get constraintError(): number {
    return this.figures[errorAt];
  }

  attach(world: World): void {
    this.particles.attach(world, this);
  }

  /**
   * Sets the particles and constraints of a shape, from the next step on. Without it there is a particle at
   * each vertex, and a constraint for each edge of the hull in triangles and each main diagonal.
   *
   * @param shape a box or a hull
   * @param more particles besides the vertices, three numbers each
   * @param pairs two particles per constraint; vertices have their own numbers, the others follow
   */
  setFrame(shape: Convex, more: ArrayLike<number>, pairs: ArrayLike<number>): void {
    requireFiniteArray('more', more);
    this.particles.setFrame(shape, more, pairs);
  }

  /** Advances by `dt`. Throws before anything has moved when a body has no vertices. */
  step(state: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void {
    requirePositive('dt', dt);
    const { particles, figures } = this;
    particles.substep[0] = dt / this.response.substeps;
    particles.step(state, contacts, joints, this.gravity);
    figures[deepestAt] = this.response.activity[0];
    particles.measureError(figures, errorAt);
    particles.finish(state);
  }
}

/** Layout of {@link ProjectionSolver.figures}. */
const deepestAt = 0;
const errorAt = 1;
