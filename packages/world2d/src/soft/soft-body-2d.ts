/** One planar deformable body: its particles, its threads, its material. */
import { PosedShape2d } from '@colide/narrowphase';
import type { SoftPlan2d } from './internal/soft-plans-2d.ts';
import type { SoftBodyKind2d } from './soft-settings-2d.ts';

/** A deformable body of a `SoftBodies2d`. */
export class SoftBody2d {
  readonly kind: SoftBodyKind2d;
  /**
   * Its first particle: its coordinates are `positions[2 · first …]` of the `SoftBodies2d`. Changes when
   * others are removed.
   */
  first: number;
  /** Number of its particles. */
  readonly count: number;
  /** Two particles per thread, counted from {@link first}: for collisions and for drawing. */
  readonly segments: Uint32Array;
  /** Mass of the whole body, in kg. */
  readonly mass: number;
  /** Coulomb's μ. */
  friction: number;
  /** Distance that its threads keep from rigid bodies. */
  readonly radius: number;
  /** Bits of the groups that the body is in. */
  group: number;
  /** Bits of the groups that it collides with. */
  mask: number;
  /** The parts of the body. @internal */
  readonly plan: SoftPlan2d;
  /** The thread that is currently tested for contacts. @internal */
  readonly thread: PosedShape2d;

  /** @internal */
  constructor(first: number, plan: SoftPlan2d) {
    this.first = first;
    this.plan = plan;
    this.kind = plan.kind;
    this.count = plan.positions.length / 2;
    this.segments = plan.segments;
    this.mass = plan.mass;
    this.friction = plan.friction;
    this.radius = plan.radius;
    this.group = plan.group;
    this.mask = plan.mask;
    this.thread = new PosedShape2d(new Float64Array(4), plan.radius);
  }
}
