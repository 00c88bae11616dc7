/** One deformable body: its particles and surface, its contact material, whether it sleeps. */
import type { ParticleSystem } from '@colide/solvers';
import type { HoldRecipe } from './internal/hold-recipes.ts';
import type { SoftBodyParts } from './internal/soft-body-parts.ts';
import type { SoftHold, SoftParticlesView } from './internal/soft-holds.ts';
import { SoftRest } from './internal/soft-rest.ts';
import type { SoftBodyKind } from './soft-body-settings.ts';

/** A deformable body of a `SoftBodies`. */
export class SoftBody {
  readonly kind: SoftBodyKind;
  /** Its first particle: its coordinates are `positions[3 · first …]` of the `SoftBodies`. */
  readonly first: number;
  /** Number of its particles. */
  readonly count: number;
  /**
   * Three particles per triangle, counted from {@link first}; if cloth has torn, the first
   * {@link triangleCount} are left.
   */
  readonly triangles: Uint32Array;
  /** Number of triangles left. */
  triangleCount: number;
  /** Two particles per segment of a rope or stick of a figure, counted from {@link first}. */
  readonly segments: Uint32Array;
  /** Mass of the whole body, in kg. */
  readonly mass: number;
  /** Coulomb's μ. */
  friction: number;
  /** Restitution from 0 to 1. */
  restitution: number;
  /** Distance that particles keep from rigid bodies. */
  readonly thickness: number;
  /** Radius of particles against those of deformable bodies. */
  readonly radius: number;
  /** Whether the body collides with itself. */
  selfCollision: boolean;
  /** Bits of the groups that the body is in. */
  group: number;
  /** Bits of the groups that it collides with. */
  mask: number;
  /** Whether the body rests and is not simulated. */
  asleep = false;
  /** How many of its particles are attached to rigid bodies. @internal */
  attachmentCount = 0;
  /** Positions as they were given, three numbers per particle. @internal */
  readonly restPositions: Float64Array;
  /** The body's triangles before any tore. @internal */
  readonly wholeTriangles: Uint32Array;
  /** The hold of the particles. @internal */
  readonly hold: SoftHold;
  /** The same as data, for workers. @internal */
  readonly recipe: HoldRecipe | undefined;
  /** The state of rest of the body. @internal */
  readonly rest = new SoftRest();
  /** The box around the particles. @internal */
  readonly box = new Float64Array(6);
  /** The particles of the body, views of the arrays of all. Replaced when those grow. @internal */
  view: SoftParticlesView = {
    positions: new Float64Array(0),
    previousPositions: new Float64Array(0),
    inverseMasses: new Float64Array(0),
  };

  /** @internal */
  constructor(first: number, parts: SoftBodyParts) {
    this.kind = parts.kind;
    this.first = first;
    this.count = parts.restPositions.length / 3;
    this.wholeTriangles = parts.triangles;
    this.triangles = parts.triangles.slice();
    this.triangleCount = parts.triangles.length / 3;
    this.segments = parts.segments;
    this.restPositions = parts.restPositions;
    this.hold = parts.hold;
    this.recipe = parts.recipe;
    this.mass = parts.masses.reduce((sum, mass) => sum + mass, 0);
    this.friction = parts.friction;
    this.restitution = parts.restitution;
    this.thickness = parts.thickness;
    this.radius = parts.radius;
    this.selfCollision = parts.selfCollision;
    this.group = parts.group;
    this.mask = parts.mask;
  }

  /** Uses the particles of `system` from now on. @internal */
  bind(system: ParticleSystem): void {
    const { first, count } = this;
    this.view = {
      positions: system.positions.subarray(3 * first, 3 * (first + count)),
      previousPositions: system.previousPositions.subarray(3 * first, 3 * (first + count)),
      inverseMasses: system.inverseMasses.subarray(first, first + count),
    };
  }
}
