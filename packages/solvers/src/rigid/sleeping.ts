/**
 * Sleep: an island in which all bodies have been slow for half a second stops being simulated, and wakes as a
 * whole when one of its bodies is woken or a moving body touches it. Single bodies never sleep in a moving
 * island: whatever lies on them would fall.
 *
 * Call between detection and the solver's step, with the islands of the new contacts: a body that is hit must
 * wake before it is solved, or the impact would be lost on a static body. A kinematic body joins no island
 * and wakes no other; wake the bodies it touches yourself. A body counts as slow by the speed of its fastest
 * point, |v| + |ω| r, with one radius for all bodies.
 */
import { requireNonNegative, requirePositive } from '@colide/core';
import type { Islands } from './islands.ts';
import type { RigidBodies } from './rigid-bodies.ts';

/** Settings of sleep. */
export interface SleepingOptions {
  /** Speed in m/s below which a body may rest. Default 0.05. */
  readonly speed?: number;
  /** Seconds that all bodies of an island must have been slow. Default 0.5. */
  readonly time?: number;
  /** Radius in m that converts angular speed into speed. Default 0.5. */
  readonly radius?: number;
}

/** Puts islands to sleep and wakes them. */
export class Sleeping {
  private readonly speed: number;
  private readonly time: number;
  private readonly radius: number;
  private positions: Float64Array = new Float64Array(0);
  private rotations: Float64Array = new Float64Array(0);

  constructor(options: SleepingOptions = {}) {
    const { speed = 0.05, time = 0.5, radius = 0.5 } = options;
    requireNonNegative('speed', speed);
    requirePositive('time', time);
    requireNonNegative('radius', radius);
    this.speed = speed;
    this.time = time;
    this.radius = radius;
  }

  /** Remembers the poses of the bodies, for {@link measure}. */
  begin(bodies: RigidBodies): void {
    if (this.positions.length !== bodies.positions.length) {
      this.positions = new Float64Array(bodies.positions.length);
      this.rotations = new Float64Array(bodies.rotations.length);
    }
    this.positions.set(bodies.positions);
    this.rotations.set(bodies.rotations);
  }

  /**
   * Adds `dt` to the rest time of the bodies that have hardly moved since {@link begin}. For bodies that
   * several solvers push in turn: their velocities in between mean nothing.
   */
  measure(bodies: RigidBodies, dt: number): void {
    requirePositive('dt', dt);
    const { restTimes, asleep, count } = bodies;
    for (let i = 0; i < count; i++)
      if (asleep[i] === 0) restTimes[i] = this.hasMoved(bodies, i, dt) ? 0 : restTimes[i] + dt;
  }

  /**
   * Adds `dt` to the rest time of slow bodies, unless it was `measured`; puts islands to sleep, with velocity
   * 0, and wakes those with a body that is awake and moving. Returns the number of bodies asleep.
   */
  update(bodies: RigidBodies, islands: Islands, dt: number, measured = false): number {
    requirePositive('dt', dt);
    const { restTimes, asleep, velocities, angularVelocities, count } = bodies;
    for (let i = 0; i < count && !measured; i++) {
      if (asleep[i] !== 0) continue;
      restTimes[i] = this.isSlow(bodies, i) ? restTimes[i] + dt : 0;
    }
    let sleepers = 0;
    for (let island = 0; island < islands.count; island++) {
      const first = islands.starts[island];
      const end = islands.starts[island + 1];
      let shortest = Infinity;
      for (let k = first; k < end; k++) shortest = Math.min(shortest, restTimes[islands.members[k]]);
      const sleeps = shortest >= this.time ? 1 : 0;
      for (let k = first; k < end; k++) {
        const i = islands.members[k];
        if (sleeps === 1) {
          velocities.fill(0, 3 * i, 3 * i + 3);
          angularVelocities.fill(0, 3 * i, 3 * i + 3);
          sleepers++;
        } else if (asleep[i] === 1) restTimes[i] = 0;
        asleep[i] = sleeps;
      }
    }
    return sleepers;
  }

  private hasMoved({ positions, rotations }: RigidBodies, i: number, dt: number): boolean {
    let distance = 0;
    let rotation = 0;
    for (let k = 3 * i; k < 3 * i + 3; k++) distance += (positions[k] - this.positions[k]) ** 2;
    for (let k = 4 * i; k < 4 * i + 4; k++) rotation += (rotations[k] - this.rotations[k]) ** 2;
    // A small rotation changes a quaternion by half its angle.
    return Math.sqrt(distance) + 2 * this.radius * Math.sqrt(rotation) >= this.speed * dt;
  }

  private isSlow(bodies: RigidBodies, i: number): boolean {
    const { velocities: v, angularVelocities: w } = bodies;
    const k = 3 * i;
    const linear = Math.sqrt(v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
    const angular = Math.sqrt(w[k] * w[k] + w[k + 1] * w[k + 1] + w[k + 2] * w[k + 2]);
    return linear + this.radius * angular < this.speed;
  }
}
