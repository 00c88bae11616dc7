/**
 * Two-way coupling of rigid bodies with particles. The bodies have already made their whole step. Here they
 * return to its beginning and go through the substeps of a particle system, so that bodies and particles push
 * each other at the same time. Afterwards the bodies have the poses that result from this.
 *
 * The motion of a step is small, so it is linear here: a body has a shift d and a rotation θ relative to its
 * pose, initially −v dt and −ω dt, and a point with arm r from its centre is moved by d + θ × r. A substep
 * moves both by their velocities; constraints change them like the positions of particles, and at its end the
 * change becomes velocity. A body on which no constraint acts arrives at the same pose, which is kept to the
 * last bit.
 *
 * Only touched bodies take part. Those that sleep or have infinite mass follow their own motion and cannot be
 * pushed.
 *
 * Cost O(touched bodies) per substep; memory is 24 numbers for each body of the largest set that was given.
 * After Müller et al., "Detailed rigid body simulation with extended position based dynamics", SCA 2020;
 * going back to the beginning of the step is ours.
 */
import { IdList, requirePositive } from '@colide/core';
import type { ParticleConstraint, ParticleSystem } from '../particles/particle-system.ts';
import { RigidBodies } from '../rigid/rigid-bodies.ts';

/** Rigid bodies in the substeps of particles: first among the constraints of a particle step. */
export class RigidSubsteps implements ParticleConstraint {
  /** The bodies of {@link start}. */
  bodies: RigidBodies = new RigidBodies({ count: 0 });
  /** Shift and rotation of each body relative to its pose, six numbers. Valid for touched bodies. */
  shifts = new Float64Array(0);
  /** Shifts and rotations at the start of the substep. */
  previousShifts = new Float64Array(0);
  /** Velocities and angular velocities, six numbers each. */
  motions = new Float64Array(0);
  /**
   * 0 for bodies that are not touched, 1 for those that cannot be pushed, 2 for those that can be, 3 for
   * those that were.
   */
  states = new Uint8Array(0);
  /** The touched bodies. After {@link finish} those that were pushed. */
  readonly touched = new IdList();
  private readonly dt = new Float64Array(1);

  /** Starts from a step of `dt` that `bodies` have just made; no body is touched yet. */
  start(bodies: RigidBodies, dt: number): void {
    requirePositive('dt', dt);
    this.bodies = bodies;
    this.dt[0] = dt;
    this.touched.clear();
    this.states.fill(0);
    if (this.states.length >= bodies.count) return;
    this.shifts = new Float64Array(6 * bodies.count);
    this.previousShifts = new Float64Array(6 * bodies.count);
    this.motions = new Float64Array(6 * bodies.count);
    this.states = new Uint8Array(bodies.count);
  }

  /** Lets body `index` take part. Not checked. */
  touch(index: number): void {
    if (this.states[index] > 0) return;
    const { velocities, angularVelocities, inverseMasses, asleep } = this.bodies;
    const still = asleep[index] === 1;
    this.states[index] = still || inverseMasses[index] === 0 ? 1 : 2;
    this.touched.push(index);
    const dt = this.dt[0];
    for (let k = 0; k < 3; k++) {
      const v = still ? 0 : velocities[3 * index + k];
      const w = still ? 0 : angularVelocities[3 * index + k];
      this.motions[6 * index + k] = v;
      this.motions[6 * index + 3 + k] = w;
      this.shifts[6 * index + k] = -v * dt;
      this.shifts[6 * index + 3 + k] = -w * dt;
    }
  }

  /** Moves the touched bodies by their velocities. */
  begin(_system: ParticleSystem, dt: number): void {
    const { shifts, previousShifts, motions, touched } = this;
    for (let t = 0; t < touched.count; t++) {
      const at = 6 * touched.data[t];
      for (let k = at; k < at + 6; k++) {
        previousShifts[k] = shifts[k];
        shifts[k] += motions[k] * dt;
      }
    }
  }

  /** Does nothing: contacts and attachments do the work. */
  project(): void {}

  /** Takes the velocities of pushed bodies from their shifts. */
  end(_system: ParticleSystem, dt: number): void {
    const { shifts, previousShifts, motions, touched, states } = this;
    for (let t = 0; t < touched.count; t++) {
      if (states[touched.data[t]] < 3) continue;
      const at = 6 * touched.data[t];
      for (let k = at; k < at + 6; k++) motions[k] = (shifts[k] - previousShifts[k]) / dt;
    }
  }

  /**
   * Gives the pushed bodies their new poses and velocities. Returns how many there are; {@link touched} lists
   * them.
   */
  finish(): number {
    const { touched, states } = this;
    let pushed = 0;
    for (let t = 0; t < touched.count; t++) {
      const index = touched.data[t];
      if (states[index] < 3) continue;
      touched.data[pushed++] = index;
      this.give(index);
    }
    touched.count = pushed;
    return pushed;
  }

  private give(index: number): void {
    const { positions, rotations: q, velocities, angularVelocities } = this.bodies;
    const { shifts, motions } = this;
    const at = 6 * index;
    for (let k = 0; k < 3; k++) {
      positions[3 * index + k] += shifts[at + k];
      velocities[3 * index + k] = motions[at + k];
      angularVelocities[3 * index + k] = motions[at + 3 + k];
    }
    const i = 4 * index;
    const a = 0.5 * shifts[at + 3];
    const b = 0.5 * shifts[at + 4];
    const c = 0.5 * shifts[at + 5];
    const x = q[i] + a * q[i + 3] + b * q[i + 2] - c * q[i + 1];
    const y = q[i + 1] - a * q[i + 2] + b * q[i + 3] + c * q[i];
    const z = q[i + 2] + a * q[i + 1] - b * q[i] + c * q[i + 3];
    const w = q[i + 3] - a * q[i] - b * q[i + 1] - c * q[i + 2];
    const length = Math.sqrt(x * x + y * y + z * z + w * w);
    q[i] = x / length;
    q[i + 1] = y / length;
    q[i + 2] = z / length;
    q[i + 3] = w / length;
    this.bodies.updateInertia(index);
  }
}
