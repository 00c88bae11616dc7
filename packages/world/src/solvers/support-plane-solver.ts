/**
 * Rigid bodies as particles at the vertices of their shapes, with collisions resolved by planes through
 * support vertices and shape matching: the response of Amaral (2021, §3.7) as a solver of a world.
 *
 * Bodies move by velocity Verlet with damping (§3.8): x' = x + v h + ½ g h², v' = d (v + g h). Then come ten
 * rounds over the pairs that touch or may meet in the step: GJK and EPA find the normal N from A to B; each
 * of the support vertices, a of A along N and b of B along −N, defines a plane; the particles of A beyond the
 * plane through b move back to it, and those of B beyond the plane through a move back to that one; and shape
 * matching makes both bodies rigid again.
 *
 * The velocity of a body is d times that from its old pose to the new one, which contacts are part of. So it
 * is half a step older than v, u' = d (v + ½ g h), and the same motion is x' = x + u h + ½ (1 + d) g h².
 *
 * The source prints the two conditions with their signs reversed; the particles meant are those with (p − b)
 * · N > 0 and (q − a) · N < 0. As stated, both bodies move by the whole depth, so that they end up as far
 * apart as they overlapped, and damping has to remove that energy again. `planes: 'middle'` is ours: both
 * move back to the plane in the middle, and gravity is added to velocities before they move the bodies.
 *
 * Limits, as for `ProjectionSolver`: dynamic bodies are boxes or hulls with a volume, one shape each; no
 * meshes, joints, restitution or locks. There is no friction, as in the source, and bodies in piles creep
 * until each lies in a hollow. Inertia is that of equal particles at the vertices.
 *
 * Cost O(rounds · pairs · vertices). No allocation once all bodies and as many pairs have been seen.
 *
 * Amaral, M.Sc. thesis, COPPE/UFRJ 2021, §3.7. Müller, Heidelberger, Teschner & Gross, "Meshless deformations
 * based on shape matching", SIGGRAPH 2005.
 */
import {
  type ReadonlyVec3,
  requireBetween,
  requireFiniteArray,
  requireInteger,
  requirePositive,
  tellUnknown,
} from '@colide/core';
import type { RigidBodies, RigidContacts, RigidJoints } from '@colide/solvers';
import type { World } from '../world/world.ts';
import type { WorldSolver } from '../world/world-solver.ts';
import { SupportPlaneRounds } from './internal/support-plane-rounds.ts';
import { VertexBodies } from './internal/vertex-bodies.ts';
import type { DivideVertices } from './internal/vertex-division.ts';

/** Settings of the solver. */
export interface SupportPlaneSolverOptions {
  /** Acceleration of all bodies of finite mass; a world sets its own. Default none. */
  readonly gravity?: ReadonlyVec3;
  /**
   * The plane to which particles move: the one through the support vertex of the other body, as in the
   * source, or the one in the middle. Default `support`.
   */
  readonly planes?: 'support' | 'middle';
  /** Rounds of detection and response per step. Default 10. */
  readonly rounds?: number;
  /** Fraction of the velocities that a step keeps, 0 to 1. Default 0.95, as in the source. */
  readonly damping?: number;
}

/** The work of the solver in the last step. */
export interface SupportPlaneCounters {
  /** Runs of GJK. */
  searches: number;
  /** Pairs found to overlap, over all rounds. */
  contacts: number;
  /** Particles moved to planes. */
  particles: number;
}

/** Steps rigid bodies by planes through support vertices and shape matching. Serves one world. */
export class SupportPlaneSolver implements WorldSolver<World> {
  readonly gravity = new Float64Array(3);
  /** The work of the last step. */
  readonly counters: SupportPlaneCounters;
  private readonly damping = new Float64Array(1);
  /** By how much a step changes velocities half a step old, per second. */
  private readonly pull = new Float64Array(3);
  private readonly isMiddle: boolean;
  private readonly response: SupportPlaneRounds;
  private readonly bodies: VertexBodies;

  /** @param divide divides steps among threads, as that of `ColoredSupportPlaneSolver`; @internal */
  constructor(options: SupportPlaneSolverOptions = {}, divide?: DivideVertices) {
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
    const settings = [this.isMiddle ? 1 : 0, rounds];
    this.response = new SupportPlaneRounds(settings);
    this.counters = this.response.counters;
    this.bodies = new VertexBodies('SupportPlaneSolver', this.response, divide?.(settings));
    this.damping[0] = damping;
  }

  attach(world: World): void {
    this.bodies.attach(world, this);
  }

  /** Advances by `dt`. Throws before anything has moved when a body has no vertices. */
  step(state: RigidBodies, contacts: RigidContacts | undefined, dt: number, joints?: RigidJoints): void {
    requirePositive('dt', dt);
    const { bodies, pull, gravity, damping } = this;
    const share = this.isMiddle ? 1 : 0.5 * (1 + damping[0]);
    for (let k = 0; k < 3; k++) pull[k] = share * gravity[k];
    bodies.substep[0] = dt;
    bodies.step(state, contacts, joints, pull);
    bodies.finish(state);
    this.damp(state);
  }

  private damp(state: RigidBodies): void {
    const { velocities, angularVelocities } = state;
    const { idCount } = this.bodies.world.table;
    for (let i = 0; i < idCount; i++) {
      if (!this.bodies.moves(i)) continue;
      for (let k = 3 * i; k < 3 * i + 3; k++) {
        velocities[k] *= this.damping[0];
        angularVelocities[k] *= this.damping[0];
      }
    }
  }
}
