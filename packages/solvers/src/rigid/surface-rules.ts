/**
 * Belts and one-way platforms by body: the common part of the rules of contacts in space and in the plane. A
 * belt has the velocity of its surface while the solver runs, which is undone afterwards. Rules store the
 * generation of their body, so that they do not apply to another body with the same id.
 */
import { refuse, requirePositive } from '@colide/core';

/** A gap that no body closes in a step, in m: points so far apart have no impulse. */
export const ignoredSeparation = 1e9;
/** How deep a body may be in a one-way platform and still stand on it, in m. */
const oneWayDepth = 0.1;
/**
 * The least component of the normal along the exit direction at which a body stands on a one-way platform.
 */
const oneWaySlope = 0.5;
/** Speeds along the exit direction below this one do not count as leaving, in m/s. */
const leavingSpeed = 0.05;

/** The part of a world that rules use. */
export interface RuledWorld {
  has(body: number): boolean;
  generation(body: number): number;
  /** Wakes a body and those that it touched. */
  wakeNeighbours(body: number): void;
}

/** Bodies some of which may be belts, such as `RigidBodies` and `RigidBodies2d`. */
export interface BeltBodies {
  readonly count: number;
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly inverseMasses: Float64Array;
  readonly asleep: Uint8Array;
}

/**
 * Whether a contact point is on top of a one-way platform: above it, hardly inside it, and not of a body that
 * is leaving.
 *
 * @param slope component along the exit direction of the normal that points away from the platform
 * @param speed relative speed along the exit direction
 */
export function isStoodOn(slope: number, separation: number, speed: number): boolean {
  return slope >= oneWaySlope && separation >= -oneWayDepth && speed < leavingSpeed;
}

/**
 * The rules of single bodies. A rule is a vector and, after its last component, the generation of the body,
 * or 0 for a rule that was set before there was a world.
 */
export abstract class SurfaceRules {
  /** Whether the contacts of two bodies count, the one with the lower id first; without it, all do. */
  protected filter: ((bodyA: number, bodyB: number) => boolean) | undefined;
  /** Exit directions of one-way platforms, by body. */
  protected readonly oneWays = new Map<number, Float64Array>();
  private readonly surfaces = new Map<number, Float64Array>();
  /** State of belts before a step: position, velocity, whether they sleep. */
  private readonly kept: Float64Array[] = [];
  private readonly dimension: number;
  private ruled: RuledWorld | undefined;

  constructor(dimension: number) {
    this.dimension = dimension;
  }

  /**
   * Whether a body stops another one that moves by shape casts, as characters do, instead of by contacts: by
   * the filter, and as a one-way platform.
   *
   * @param normal unit vector from the surface of the body to the other one
   * @param separation distance between the two, negative if they overlap
   * @param velocity that of the other one, relative to the body
   */
  stops(
    body: number,
    other: number,
    normal: Float64Array,
    separation: number,
    velocity: Float64Array,
  ): boolean {
    const { filter } = this;
    if (filter && !filter(Math.min(body, other), Math.max(body, other))) return false;
    const up = this.oneWays.get(body);
    if (!this.holds(body, up)) return true;
    let slope = 0;
    let speed = 0;
    for (let k = 0; k < this.dimension; k++) {
      slope += normal[k] * up![k];
      speed += velocity[k] * up![k];
    }
    return isStoodOn(slope, separation, speed);
  }

  /** Adds the velocity of the surface of a static or kinematic body, times a factor, if it is a belt. */
  addSurfaceVelocity(out: Float64Array, body: number, factor: number): void {
    const velocity = this.surfaces.get(body);
    if (!this.holds(body, velocity)) return;
    for (let k = 0; k < this.dimension; k++) out[k] += factor * velocity![k];
  }

  /** Whose bodies the rules are for from now on. Those of bodies that the last world has lost have ended. */
  protected rule(world: RuledWorld): void {
    for (const rules of [this.oneWays, this.surfaces])
      for (const [body, rule] of rules) if (!this.holds(body, rule)) rules.delete(body);
    this.ruled = world;
  }

  /**
   * Sets or removes the velocity of a surface; if that changes anything, wakes the bodies that touch the
   * body.
   */
  protected setSurface(body: number, velocity: Float64Array | undefined): void {
    this.set(this.surfaces, body, velocity);
  }

  /** Sets or removes the exit direction of a platform, of any length. */
  protected setWay(body: number, up: Float64Array | undefined): void {
    if (up) {
      const length = Math.hypot(...up);
      requirePositive('the length of up', length);
      for (let k = 0; k < up.length; k++) up[k] /= length;
    }
    this.set(this.oneWays, body, up);
  }

  private set(rules: Map<number, Float64Array>, body: number, vector: Float64Array | undefined): void {
    const { ruled } = this;
    const old = rules.get(body);
    let rule: Float64Array | undefined;
    if (vector) {
      if (ruled && !ruled.has(body)) refuse('body', 'be the id of a body', body);
      rule = Float64Array.of(...vector, ruled?.generation(body) ?? 0);
      rules.set(body, rule);
    } else rules.delete(body);
    const isSame = old && rule ? old.every((value, k) => value === rule[k]) : old === rule;
    if (!isSame && ruled?.has(body)) ruled.wakeNeighbours(body);
  }

  /** Whether a rule is that of the body that has this id now. */
  protected holds(body: number, rule: Float64Array | undefined): boolean {
    const { ruled, dimension } = this;
    if (!rule || !ruled) return rule !== undefined;
    if (rule[dimension] === 0) rule[dimension] = ruled.generation(body);
    return rule[dimension] === ruled.generation(body);
  }

  private isBelt({ count, inverseMasses }: BeltBodies, body: number, velocity: Float64Array): boolean {
    return body < count && inverseMasses[body] === 0 && this.holds(body, velocity);
  }

  /** Gives belts the velocities of their surfaces and remembers their state. */
  protected startBelts(bodies: BeltBodies): void {
    const { dimension } = this;
    let n = 0;
    for (const [body, velocity] of this.surfaces) {
      if (!this.isBelt(bodies, body, velocity)) continue;
      if (n === this.kept.length) this.kept.push(new Float64Array(2 * dimension + 1));
      const kept = this.kept[n++];
      kept[2 * dimension] = bodies.asleep[body];
      bodies.asleep[body] = 0;
      for (let k = 0; k < dimension; k++) {
        kept[k] = bodies.positions[dimension * body + k];
        kept[dimension + k] = bodies.velocities[dimension * body + k];
        bodies.velocities[dimension * body + k] += velocity[k];
      }
    }
  }

  /** Restores belts to the state they would have without the velocity of their surface. */
  protected stopBelts(bodies: BeltBodies, dt: number): void {
    const { dimension } = this;
    let n = 0;
    for (const [body, velocity] of this.surfaces) {
      if (!this.isBelt(bodies, body, velocity)) continue;
      const kept = this.kept[n++];
      bodies.asleep[body] = kept[2 * dimension];
      for (let k = 0; k < dimension; k++) {
        bodies.positions[dimension * body + k] = kept[k] + dt * kept[dimension + k];
        bodies.velocities[dimension * body + k] = kept[dimension + k];
      }
    }
  }
}
