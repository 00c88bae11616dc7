/**
 * Sleep: an island in which all bodies have been slow for half a second stops being simulated, and wakes as a
 * whole when one of its bodies is woken or a moving body touches it. Single bodies never sleep in a moving
 * island: bodies that lie on them would fall. An island with a body that never sleeps stays awake.
 *
 * Call between detection and the solver's step, with the islands of the new contacts: a body that is hit must
 * wake before it is solved, or the impact would be lost on a static body. A kinematic body joins no island
 * and wakes no other; wake the bodies it touches yourself.
 *
 * A body counts as slow by the speed of its fastest point, |v| + |ω| r. The radius r is half the length of a
 * rod with its mass and largest moment of inertia, √(3 I / m), which is close to its own: 1.1 times that of a
 * ball, half the length of a stick. A body must be slow for its size as well, and move by less than half its
 * radius per second: a marble that rolls at 5 cm/s is not at rest.
 *
 * Joints have no friction, so the limbs of a figure on the floor would swing and roll for ever. Bodies that
 * joints hold lose their speed within a second while their whole island is slower than three times the limit.
 *
 * A motor that has not reached its target is not at rest, however slowly it moves: islands with bodies that
 * motors or damped springs are moving neither sleep nor lose speed.
 */
import { requireNonNegative, requirePositive, tellUnknown } from '@colide/core';
import { drivenMark } from '../internal/joint-data.ts';
import type { Islands } from './islands.ts';

/** Settings of sleep. */
export interface SleepingOptions {
  /** Speed in m/s below which a body may rest. Default 0.05. */
  readonly speed?: number;
  /** Seconds that all bodies of an island must have been slow. Default 0.5. */
  readonly time?: number;
  /** Radius in m of all bodies, which converts angular speed into speed. Default that of each body. */
  readonly radius?: number;
}

/**
 * The properties of bodies that sleep reads, those of `RigidBodies` in space or of `RigidBodies2d` in the
 * plane. How many numbers a body has in an array follows from its length.
 */
export interface SleepingBodies {
  readonly count: number;
  readonly positions: Float64Array;
  readonly rotations: Float64Array;
  readonly velocities: Float64Array;
  readonly angularVelocities: Float64Array;
  readonly inverseMasses: Float64Array;
  readonly inverseMoments: Float64Array;
  readonly restTimes: Float64Array;
  readonly asleep: Uint8Array;
  readonly sleepless: Uint8Array;
}

/** A body at rest may move by this many radii per second. */
const radiiPerSecond = 0.5;

/**
 * Rate at which the speed of slow jointed bodies decays, in 1/s, and the multiple of the limit below which
 * they are slow.
 */
const settlingRate = 3;
const settlingSpeeds = 3;

/** Puts islands to sleep and wakes them. */
export class Sleeping {
  private readonly speed: number;
  private readonly time: number;
  /** Radius of all bodies; 0 for their own. */
  private readonly radius: number;
  private positions: Float64Array = new Float64Array(0);
  private rotations: Float64Array = new Float64Array(0);

  constructor(options: SleepingOptions = {}) {
    tellUnknown('sleeping', options, ['speed', 'time', 'radius']);
    const { speed = 0.05, time = 0.5, radius = 0 } = options;
    requireNonNegative('speed', speed);
    requirePositive('time', time);
    requireNonNegative('radius', radius);
    this.speed = speed;
    this.time = time;
    this.radius = radius;
  }

  /** Remembers the poses of the bodies, for {@link measure}. */
  begin(bodies: SleepingBodies): void {
    if (this.positions.length !== bodies.positions.length) {
      this.positions = new Float64Array(bodies.positions.length);
      this.rotations = new Float64Array(bodies.rotations.length);
    }
    this.positions.set(bodies.positions);
    this.rotations.set(bodies.rotations);
  }

  /**
   * Adds `dt` to the rest time of the bodies that have hardly moved since {@link begin}. For bodies that
   * several solvers push in turn, because their velocities in between mean nothing.
   */
  measure(bodies: SleepingBodies, dt: number): void {
    requirePositive('dt', dt);
    const { restTimes, asleep, sleepless, count } = bodies;
    for (let i = 0; i < count; i++)
      if (asleep[i] === 0)
        restTimes[i] = sleepless[i] === 1 || this.hasMoved(bodies, i, dt) ? 0 : restTimes[i] + dt;
  }

  /**
   * Adds `dt` to the rest time of slow bodies, unless it was `measured`; puts islands to sleep, with velocity
   * 0, and wakes those with a body that is awake and moving. Returns the number of bodies asleep in islands.
   */
  update(bodies: SleepingBodies, islands: Islands, dt: number, measured = false): number {
    requirePositive('dt', dt);
    const { restTimes, asleep, sleepless, velocities, angularVelocities, count } = bodies;
    // A single long step is not rest: a body may start it slowly and fall during it.
    const rest = Math.min(dt, 0.5 * this.time);
    for (let i = 0; i < count; i++) {
      if (asleep[i] !== 0) continue;
      if (sleepless[i] === 1 || islands.joined[i] === drivenMark) restTimes[i] = 0;
      else if (!measured) restTimes[i] = this.isSlow(bodies, i, 1) ? restTimes[i] + rest : 0;
    }
    const size = velocities.length / count;
    const turnSize = angularVelocities.length / count;
    let sleepers = 0;
    for (let island = 0; island < islands.count; island++) {
      const first = islands.starts[island];
      const end = islands.starts[island + 1];
      let shortest = Infinity;
      for (let k = first; k < end; k++) shortest = Math.min(shortest, restTimes[islands.members[k]]);
      const sleeps = +(shortest >= this.time);
      if (sleeps) sleepers += end - first;
      else this.settle(bodies, islands, island, dt);
      for (let k = first; k < end; k++) {
        const i = islands.members[k];
        if (asleep[i] === sleeps) continue;
        if (sleeps) {
          velocities.fill(0, size * i, size * (i + 1));
          angularVelocities.fill(0, turnSize * i, turnSize * (i + 1));
        } else restTimes[i] = 0;
        asleep[i] = sleeps;
      }
    }
    return sleepers;
  }

  /**
   * Slows down the bodies of an island that joints hold, if the whole island is slow and nothing drives it.
   */
  private settle(bodies: SleepingBodies, islands: Islands, island: number, dt: number): void {
    const { starts, members, joined } = islands;
    const end = starts[island + 1];
    let joints = 0;
    for (let k = starts[island]; k < end; k++) {
      if (joined[members[k]] === drivenMark) return;
      joints += joined[members[k]];
    }
    if (joints === 0) return;
    for (let k = starts[island]; k < end; k++) if (!this.isSlow(bodies, members[k], settlingSpeeds)) return;
    for (let k = starts[island]; k < end; k++)
      if (joined[members[k]] === 1) scaleVelocity(bodies, members[k], 1 / (1 + settlingRate * dt));
  }

  private hasMoved(bodies: SleepingBodies, i: number, dt: number): boolean {
    const { positions, rotations, count } = bodies;
    const radius = this.radius > 0 ? this.radius : radiusOf(bodies, i);
    // A small rotation changes a quaternion by half its angle, and a unit vector of the plane by all of it.
    const turns = rotations.length === 4 * count ? 2 : 1;
    return (
      lengthOf(positions, i, count, this.positions) +
        turns * radius * lengthOf(rotations, i, count, this.rotations) >=
      this.limit(radius) * dt
    );
  }

  /** Whether a body is slower than `times` its limit. */
  private isSlow(bodies: SleepingBodies, i: number, times: number): boolean {
    const { velocities, angularVelocities, count } = bodies;
    const radius = this.radius > 0 ? this.radius : radiusOf(bodies, i);
    return (
      lengthOf(velocities, i, count) + radius * lengthOf(angularVelocities, i, count) <
      times * this.limit(radius)
    );
  }

  /** Speed below which a body of this radius may rest. */
  private limit(radius: number): number {
    return this.radius > 0 || radius === 0 ? this.speed : Math.min(this.speed, radiiPerSecond * radius);
  }
}

/** Length of the vector of body `i`, or of its change since `before`. */
function lengthOf(vectors: Float64Array, i: number, count: number, before?: Float64Array): number {
  const size = vectors.length / count;
  let squared = 0;
  for (let k = size * i; k < size * (i + 1); k++) {
    const change = before ? vectors[k] - before[k] : vectors[k];
    squared += change * change;
  }
  return Math.sqrt(squared);
}

/** Scales velocity and angular velocity of a body. */
function scaleVelocity(bodies: SleepingBodies, i: number, factor: number): void {
  const { velocities, angularVelocities, count } = bodies;
  const size = velocities.length / count;
  const turnSize = angularVelocities.length / count;
  for (let k = size * i; k < size * (i + 1); k++) velocities[k] *= factor;
  for (let k = turnSize * i; k < turnSize * (i + 1); k++) angularVelocities[k] *= factor;
}

/** The radius of a body from its mass and largest moment of inertia; 0 where it cannot rotate. */
function radiusOf({ inverseMasses, inverseMoments, count }: SleepingBodies, i: number): number {
  const size = inverseMoments.length / count;
  let least = Infinity;
  for (let k = size * i; k < size * (i + 1); k++)
    if (inverseMoments[k] > 0 && inverseMoments[k] < least) least = inverseMoments[k];
  return Math.sqrt((3 * inverseMasses[i]) / least);
}
