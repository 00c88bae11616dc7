/**
 * The poses of bodies before the last step, to draw between two steps. Give it to a world as a part and it copies what it
 * needs at the end of every step, two flat arrays; or call `record` after each step yourself.
 *
 * A body that is further from where it was than its velocity explains was put there, or its number was given to another
 * body: it is drawn where it is, not on the way.
 */
import type { BodyPoses } from './internal/pose-matrix.ts';

/** What is copied of bodies. `RigidBodies` of @colide/solvers is one. */
export interface MovingBodies extends BodyPoses {
  /** Velocities, three numbers a body. */
  readonly velocities: Float64Array;
}

/** Poses of the step before the last. Can be a part of a world: `new World({ parts: [history] })`. */
export class PoseHistory implements BodyPoses {
  /** Positions before the last step. Replaced when the world grows. */
  positions: Float64Array = new Float64Array(0);
  /** Quaternions before the last step. */
  rotations: Float64Array = new Float64Array(0);
  /** Steps that were recorded, up to two. With fewer there is nothing to draw between. */
  recorded = 0;
  private lastPositions: Float64Array = new Float64Array(0);
  private lastQuaternions: Float64Array = new Float64Array(0);

  /** Name of the part in the timings of a world. */
  readonly name = 'pose history';
  /** Nothing of it belongs in a snapshot. */
  readonly stateLength = 0;
  /** Writes nothing. */
  save(): void {}
  /** The world went back to a snapshot: what was recorded is no longer of use. */
  load(): void {
    this.clear();
  }

  /** Called by the world at the end of a step. */
  step(world: { readonly bodies: MovingBodies }, dt: number): void {
    this.record(world.bodies, dt);
  }

  /** Forgets everything: bodies are drawn where they are until two more steps are recorded. */
  clear(): void {
    this.recorded = 0;
  }

  /** Takes the poses after a step of `dt` seconds; those of the step before become {@link positions} and {@link quaternions}. */
  record(bodies: MovingBodies, dt: number): void {
    const { positions, rotations } = this;
    this.positions = this.lastPositions;
    this.rotations = this.lastQuaternions;
    this.lastPositions = positions;
    this.lastQuaternions = rotations;
    const room = bodies.positions.length;
    if (this.lastPositions.length !== room) {
      this.lastPositions = new Float64Array(room);
      this.lastQuaternions = new Float64Array(bodies.rotations.length);
    }
    this.lastPositions.set(bodies.positions);
    this.lastQuaternions.set(bodies.rotations);
    if (this.positions.length !== room) {
      // The world has grown: what was there before keeps its past, the others begin where they are.
      this.positions = extended(this.positions, bodies.positions);
      this.rotations = extended(this.rotations, bodies.rotations);
    }
    if (this.recorded < 2) this.recorded++;
    this.forgetJumps(bodies, dt);
  }

  private forgetJumps(bodies: MovingBodies, dt: number): void {
    const { positions, rotations } = this;
    const { positions: p, rotations: q, velocities: v } = bodies;
    const reach = 4 * dt * dt;
    for (let i = 0, j = 0; i < p.length; i += 3, j += 4) {
      const x = p[i] - positions[i];
      const y = p[i + 1] - positions[i + 1];
      const z = p[i + 2] - positions[i + 2];
      const speed = v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2];
      if (x * x + y * y + z * z <= reach * (speed + 1)) continue;
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
