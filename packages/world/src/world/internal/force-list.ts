/** Forces that wait for the next step, which turns them into impulses. */
import { grown, type ReadonlyVec3, requireFiniteArray } from '@colide/core';
import type { RigidBodies } from '@colide/solvers';

const impulse = /* @__PURE__ */ new Float64Array(3);
const at = /* @__PURE__ */ new Float64Array(3);

/** A list of forces: body, force, point of attack. */
export class ForceList {
  /** The body of each; −1 for one that was taken out. */
  bodies = new Int32Array(16);
  /** Force and point of attack, six numbers each. */
  vectors = new Float64Array(6 * 16);
  count = 0;

  /** Notes a force, unless nothing moves the body. */
  add(state: RigidBodies, body: number, force: ReadonlyVec3, point?: ReadonlyVec3, name = 'force'): void {
    requireFiniteArray(name, force, 3);
    if (point) requireFiniteArray('point', point, 3);
    if (state.inverseMasses[body] === 0) return;
    const i = this.count;
    this.reset(i + 1);
    this.bodies[i] = body;
    for (let k = 0; k < 3; k++) {
      this.vectors[6 * i + k] = force[k];
      this.vectors[6 * i + 3 + k] = point ? point[k] : state.positions[3 * body + k];
    }
    state.wake(body);
  }

  /** Acts at once: as a force that waits no longer. */
  applyImpulse(state: RigidBodies, body: number, value: ReadonlyVec3, point?: ReadonlyVec3): void {
    const { count } = this;
    this.add(state, body, value, point, 'impulse');
    this.apply(state, 1, count);
  }

  /** Forgets the forces on a body. */
  forget(body: number): void {
    for (let i = 0; i < this.count; i++) if (this.bodies[i] === body) this.bodies[i] = -1;
  }

  /** Makes room for so many forces, to be written from outside. */
  reset(count: number): void {
    while (count > this.bodies.length) {
      this.bodies = grown(this.bodies);
      this.vectors = grown(this.vectors);
    }
    this.count = count;
  }

  /** Lets all forces from `first` on act for the time `dt` and forgets them, even where one is too large. */
  apply(state: RigidBodies, dt: number, first = 0): void {
    const { count } = this;
    this.count = first;
    for (let i = first; i < count; i++) {
      if (this.bodies[i] < 0) continue;
      for (let k = 0; k < 3; k++) {
        impulse[k] = dt * this.vectors[6 * i + k];
        at[k] = this.vectors[6 * i + 3 + k];
      }
      state.applyImpulse(this.bodies[i], impulse, at);
    }
  }
}
