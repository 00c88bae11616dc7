/**
 * The poses of bodies before the last step, for drawing frames between two steps. As a part of a world it
 * copies two flat arrays at the end of every step; or call `record` after each step yourself.
 *
 * A body that has moved farther than its velocity explains was teleported, or its id was reused. It is drawn
 * at its current pose, without interpolation.
 */
import type { BodyPoses } from './internal/pose-matrix.ts';

/** The state of bodies that is copied. `RigidBodies` of @colide/solvers is one. */
export interface MovingBodies extends BodyPoses {
  /** Velocities, three numbers per body. */
  readonly velocities: Float64Array;
}

/** Poses of the step before the last. Can be a part of a world: `new World({ parts: [history] })`. */
export class PoseHistory implements BodyPoses {
  /** Positions before the last step. Replaced when the world grows. */
  positions: Float64Array = new Float64Array(0);
  /** Quaternions before the last step. */
  rotations: Float64Array = new Float64Array(0);
  /** Number of recorded steps, up to two. With fewer there is nothing to interpolate. */
  recorded = 0;
  private lastPositions: Float64Array = new Float64Array(0);
  private lastRotations: Float64Array = new Float64Array(0);

  /** Name of the part in the timings of a world. */
  readonly name = 'pose history';
  /** Snapshots contain none of its state. */
  readonly stateLength = 0;
  /** Writes nothing. */
  save(): void {}
  /** The world went back to a snapshot: the recorded poses are no longer valid. */
  load(): void {
    this.clear();
  }

  /** Called by the world at the end of a step. */
  step(world: { readonly bodies: MovingBodies }, dt: number): void {
    this.record(world.bodies, dt);
  }

  /** Forgets everything: bodies are drawn at their own poses until two more steps are recorded. */
  clear(): void {
    this.recorded = 0;
  }

  /**
   * Records the poses after a step of `dt` seconds; those before it become {@link positions} and
   * {@link rotations}.
   */
  record(bodies: MovingBodies, dt: number): void {
    const { positions, rotations } = this;
    this.positions = this.lastPositions;
    this.rotations = this.lastRotations;
    this.lastPositions = positions;
    this.lastRotations = rotations;
    const room = bodies.positions.length;
    if (this.lastPositions.length !== room) {
      this.lastPositions = new Float64Array(room);
      this.lastRotations = new Float64Array(bodies.rotations.length);
    }
    this.lastPositions.set(bodies.positions);
    this.lastRotations.set(bodies.rotations);
    if (this.positions.length !== room) {
      // The world has grown: old bodies keep their history, new ones start at their poses.
      this.positions = extended(this.positions, bodies.positions);
      this.rotations = extended(this.rotations, bodies.rotations);
    }
    if (this.recorded < 2) this.recorded++;
    this.forgetJumps(bodies, dt);
  }

  /** Resets the history of bodies that jumped to their current poses. */
  private forgetJumps(bodies: MovingBodies, dt: number): void {
    const { positions, rotations } = this;
    const { positions: p, rotations: q, velocities: v } = bodies;
    const longest = 4 * dt * dt;
    for (let i = 0, j = 0; i < p.length; i += 3, j += 4) {
      const x = p[i] - positions[i];
      const y = p[i + 1] - positions[i + 1];
      const z = p[i + 2] - positions[i + 2];
      const speed = v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2];
      if (x * x + y * y + z * z <= longest * (speed + 1)) continue;
      for (let k = 0; k < 3; k++) positions[i + k] = p[i + k];
      for (let k = 0; k < 4; k++) rotations[j + k] = q[j + k];
    }
  }
}

function extended(past: Float64Array, now: Float64Array): Float64Array {
  const longer = now.slice();
  if (past.length < now.length) longer.set(past);
  return longer;
}
