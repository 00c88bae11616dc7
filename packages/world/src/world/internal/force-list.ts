/**
 * Forces and torques that wait for the next step, which converts them into impulses. A torque is stored as a
 * force without a point: the first coordinate of its point is NaN.
 */
import { grown } from '@colide/core';
import type { RigidBodies } from '@colide/solvers';
import { readVec3, type Vec3Like } from '../../bodies/vector-like.ts';

const vector = /* @__PURE__ */ new Float64Array(3);
const at = /* @__PURE__ */ new Float64Array(3);

/** Numbers per force: the vector, then the point where it acts. */
const forceSize = 6;
const vectorAt = 0;
const pointAt = 3;

/** A list of forces: the body, the force and the point where it acts. */
export class ForceList {
  /** The body of each force; −1 for a body that was removed. */
  bodies = new Int32Array(16);
  /** Force and point, six numbers each. */
  vectors = new Float64Array(forceSize * 16);
  count = 0;

  /** Adds a force, unless the body cannot move. */
  add(state: RigidBodies, body: number, force: Vec3Like, point?: Vec3Like, name = 'force'): void {
    readVec3(vector, name, force);
    if (point !== undefined) readVec3(at, 'point', point);
    if (state.inverseMasses[body] === 0) return;
    const i = this.count;
    this.reset(i + 1);
    this.bodies[i] = body;
    for (let k = 0; k < 3; k++) {
      this.vectors[forceSize * i + vectorAt + k] = vector[k];
      this.vectors[forceSize * i + pointAt + k] = point ? at[k] : state.positions[3 * body + k];
    }
    state.wake(body);
  }

  /** Adds a torque, unless the body cannot move. */
  addTorque(state: RigidBodies, body: number, torque: Vec3Like): void {
    const { count } = this;
    this.add(state, body, torque, undefined, 'torque');
    if (this.count > count) this.vectors[forceSize * count + pointAt] = NaN;
  }

  /** Applies an impulse at once. */
  applyImpulse(state: RigidBodies, body: number, value: Vec3Like, point?: Vec3Like): void {
    const { count } = this;
    this.add(state, body, value, point, 'impulse');
    this.apply(state, 1, count);
  }

  /** Removes the forces on a body. */
  forget(body: number): void {
    for (let i = 0; i < this.count; i++) if (this.bodies[i] === body) this.bodies[i] = -1;
  }

  /** Sets the number of forces and allocates space for them; the caller writes them. */
  reset(count: number): void {
    while (count > this.bodies.length) {
      this.bodies = grown(this.bodies);
      this.vectors = grown(this.vectors);
    }
    this.count = count;
  }

  /**
   * Applies all forces from `first` on for the time `dt` and clears them, even if one is too large and
   * throws.
   */
  apply(state: RigidBodies, dt: number, first = 0): void {
    const { count } = this;
    this.count = first;
    for (let i = first; i < count; i++) {
      if (this.bodies[i] < 0) continue;
      for (let k = 0; k < 3; k++) {
        vector[k] = dt * this.vectors[forceSize * i + vectorAt + k];
        at[k] = this.vectors[forceSize * i + pointAt + k];
      }
      if (Number.isNaN(at[0])) state.applyAngularImpulse(this.bodies[i], vector);
      else state.applyImpulse(this.bodies[i], vector, at);
    }
  }
}
