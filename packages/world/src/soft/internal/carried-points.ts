/** The particles of a body as a rigid body sees them that has made its step already: carried along by its motion; and how far each may come. */
import type { RigidBodies } from '@colide/solvers';
import type { SoftBody } from '../soft-body.ts';

/** Particles in the frame of a rigid body at the end of its step. */
export class CarriedPoints {
  /** Three numbers a particle of the body. */
  positions = new Float64Array(0);
  /** How far each may move against the rigid body within the step. */
  reaches = new Float64Array(0);
  /** What every reach has on top, for what constraints may do. */
  readonly slack = new Float64Array(1);

  /** Sees the particles of `body` from body `rigid`, `motions` being their expected displacements. */
  carry(body: SoftBody, motions: Float64Array, bodies: RigidBodies, rigid: number, dt: Float64Array): void {
    const { first, count } = body;
    if (this.reaches.length < count) {
      this.positions = new Float64Array(3 * count);
      this.reaches = new Float64Array(count);
    }
    const { positions: out, reaches } = this;
    const { positions } = body.view;
    const { positions: centers, velocities, angularVelocities } = bodies;
    const h = bodies.asleep[rigid] === 1 ? 0 : dt[0];
    const r = 3 * rigid;
    const vx = h * velocities[r];
    const vy = h * velocities[r + 1];
    const vz = h * velocities[r + 2];
    const wx = h * angularVelocities[r];
    const wy = h * angularVelocities[r + 1];
    const wz = h * angularVelocities[r + 2];
    const slack = 0.5 * body.thickness;
    this.slack[0] = slack;
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

  /** Lets particles that are fixed to body `rigid` reach nothing. */
  leaveOut(body: SoftBody, attached: Int32Array, rigid: number): void {
    for (let i = 0; i < body.count; i++) if (attached[body.first + i] === rigid) this.reaches[i] = -Infinity;
  }

  /** Whether particle `i` may come to the box within the step. */
  isNear(i: number, box: Float64Array): boolean {
    const { positions } = this;
    const reach = this.reaches[i] + 2 * this.slack[0];
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * i + k];
      if (x + reach < box[k] || x - reach > box[3 + k]) return false;
    }
    return true;
  }
}

/** Writes the longest of a body's expected displacements to `out[0]`. */
export function longestMotion(out: Float64Array, motions: Float64Array, body: SoftBody): void {
  let longest = 0;
  for (let k = 3 * body.first; k < 3 * (body.first + body.count); k += 3)
    longest = Math.max(longest, motions[k] ** 2 + motions[k + 1] ** 2 + motions[k + 2] ** 2);
  out[0] = Math.sqrt(longest);
}

/** Writes the speed of the fastest rigid body to `out[0]`. */
export function fastestBody(out: Float64Array, { velocities, asleep, count }: RigidBodies): void {
  let fastest = 0;
  for (let i = 0, k = 0; i < count; i++, k += 3)
    if (asleep[i] === 0)
      fastest = Math.max(fastest, velocities[k] ** 2 + velocities[k + 1] ** 2 + velocities[k + 2] ** 2);
  out[0] = Math.sqrt(fastest);
}
