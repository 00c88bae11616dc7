/** Forces that wait for the next step, which turns them into impulses. */
import { requireFiniteArray } from '@colide/core';
import type { RigidBodies } from '@colide/solvers';
import type { ReadonlyVec3, vec3 } from 'gl-matrix';
import { copied } from './copied.ts';

const impulse = /* @__PURE__ */ new Float64Array(3) as unknown as vec3;
const at = /* @__PURE__ */ new Float64Array(3) as unknown as vec3;

/** A list of forces: body, force, point of attack. */
export class ForceList {
  private bodies = new Int32Array(16);
  private vectors = new Float64Array(6 * 16);
  private count = 0;

  /** Notes a force. */
  add(state: RigidBodies, body: number, force: ReadonlyVec3, point?: ReadonlyVec3): void {
    requireFiniteArray('force', force, 3);
    if (point) requireFiniteArray('point', point, 3);
    if (this.count === this.bodies.length) this.grow();
    const i = this.count++;
    this.bodies[i] = body;
    for (let k = 0; k < 3; k++) {
      this.vectors[6 * i + k] = force[k]!;
      this.vectors[6 * i + 3 + k] = point ? point[k]! : state.positions[3 * body + k]!;
    }
    state.wake(body);
  }

  /** Acts at once. */
  applyImpulse(state: RigidBodies, body: number, value: ReadonlyVec3, point?: ReadonlyVec3): void {
    for (let k = 0; k < 3; k++) at[k] = point ? point[k]! : state.positions[3 * body + k]!;
    state.applyImpulse(body, value, at);
  }

  /** Lets all forces act for the time `dt` and forgets them. */
  apply(state: RigidBodies, dt: number): void {
    for (let i = 0; i < this.count; i++) {
      for (let k = 0; k < 3; k++) {
        impulse[k] = dt * this.vectors[6 * i + k]!;
        at[k] = this.vectors[6 * i + 3 + k]!;
      }
      state.applyImpulse(this.bodies[i]!, impulse, at);
    }
    this.count = 0;
  }

  private grow(): void {
    this.bodies = copied(new Int32Array(2 * this.bodies.length), this.bodies);
    this.vectors = copied(new Float64Array(2 * this.vectors.length), this.vectors);
  }
}
