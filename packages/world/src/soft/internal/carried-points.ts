/**
 * The particles of a deformable body relative to a rigid body that has already made its step: moved along
 * with the rigid body, with the distance that each may move relative to it.
 */
import type { RigidBodies } from '@colide/solvers';
import type { SoftBody } from '../soft-body.ts';
import type { SoftStep } from './soft-step.ts';

/** Particles in the frame of a rigid body at the end of its step. */
export class CarriedPoints {
  /** Three numbers per particle of the body. */
  positions = new Float64Array(0);
  /** How far each may move relative to the rigid body within the step. */
  reaches = new Float64Array(0);
  /** The sides of a box beyond which each stays, as bits: 0 if it may touch the box. */
  sides = new Uint8Array(0);
  /** The body whose particles these are. */
  private body: SoftBody | undefined;

  /** Added to every distance, for displacements by constraints. */
  get slack(): number {
    return 0.5 * this.body!.thickness;
  }

  /** Carries the particles of `body` along with body `rigid`; `motions` are their expected displacements. */
  carry(body: SoftBody, motions: Float64Array, bodies: RigidBodies, rigid: number, step: SoftStep): void {
    const { first, count } = body;
    if (this.reaches.length < count) {
      this.positions = new Float64Array(3 * count);
      this.reaches = new Float64Array(count);
      this.sides = new Uint8Array(count);
    }
    const { positions: out, reaches } = this;
    const { positions } = body.view;
    const { positions: centers, velocities, angularVelocities } = bodies;
    const h = bodies.asleep[rigid] === 1 ? 0 : step.dt;
    const r = 3 * rigid;
    const vx = h * velocities[r];
    const vy = h * velocities[r + 1];
    const vz = h * velocities[r + 2];
    const wx = h * angularVelocities[r];
    const wy = h * angularVelocities[r + 1];
    const wz = h * angularVelocities[r + 2];
    this.body = body;
    const { slack } = this;
    for (let i = 0, k = 0; i < count; i++, k += 3) {
      const x = positions[k] - centers[r];
      const y = positions[k + 1] - centers[r + 1];
      const z = positions[k + 2] - centers[r + 2];
      const mx = vx + wy * z - wz * y;
      const my = vy + wz * x - wx * z;
      const mz = vz + wx * y - wy * x;
      out[k] = positions[k] + mx;
      out[k + 1] = positions[k + 1] + my;
      out[k + 2] = positions[k + 2] + mz;
      const m = 3 * first + k;
      const dx = motions[m] - mx;
      const dy = motions[m + 1] - my;
      const dz = motions[m + 2] - mz;
      reaches[i] = Math.sqrt(dx * dx + dy * dy + dz * dz) + slack;
    }
  }

  /** Excludes particles that are attached to body `rigid`. */
  leaveOut(body: SoftBody, attached: Int32Array, rigid: number): void {
    for (let i = 0; i < body.count; i++) if (attached[body.first + i] === rigid) this.reaches[i] = -Infinity;
  }

  /**
   * Finds the sides of a box beyond which each particle stays within the step. An element whose particles all
   * stay beyond one side does not touch the box (Cohen & Sutherland's outcodes).
   */
  classify(box: Float64Array): void {
    const { positions, reaches, sides, body } = this;
    const margin = 2 * this.slack;
    for (let i = 0, k = 0; i < body!.count; i++, k += 3) {
      const reach = reaches[i] + margin;
      const x = positions[k];
      const y = positions[k + 1];
      const z = positions[k + 2];
      sides[i] =
        (x + reach < box[0] ? 1 : 0) |
        (y + reach < box[1] ? 2 : 0) |
        (z + reach < box[2] ? 4 : 0) |
        (x - reach > box[3] ? 8 : 0) |
        (y - reach > box[4] ? 16 : 0) |
        (z - reach > box[5] ? 32 : 0);
    }
  }
}
