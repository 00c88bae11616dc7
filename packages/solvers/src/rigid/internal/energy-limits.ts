/**
 * Bodies that are round about an axis roll and wobble on points that substeps carry along to first order
 * only, and the errors add up: a flat cone on its side had 1.11 times its energy after 8 s. A body at rest,
 * however, gives no energy to one that touches it. So after a step such a body may have no more energy than
 * before, plus that of its fall; otherwise its velocities are scaled down.
 *
 * The energy of the fall is that of the mean velocity, as in free fall, but at most that of the height lost.
 * Bodies with joints, bodies that bounce and those that touch something that can move or moves may gain
 * energy. O(bodies + contacts) per step.
 */
import type { Doubles } from '@colide/core';
import type { RigidJoints } from '../../joints/rigid-joints.ts';
import type { RigidBodies } from '../rigid-bodies.ts';
import type { RigidContacts } from '../rigid-contacts.ts';

/**
 * Twice the kinetic energy of a body divided by its mass, and the dot products of its position and of its
 * velocity with gravity.
 */
const now = /* @__PURE__ */ new Float64Array(3);

/** Keeps bodies from gaining energy. */
export class EnergyLimits {
  /**
   * The same before a step, by body. The first is 0 for bodies that touch nothing or have no axis, NaN for
   * those that may gain energy.
   */
  private before = new Float64Array(0);

  /** Measures bodies before a step. */
  begin(bodies: RigidBodies, contacts: RigidContacts, gravity: Float64Array, joints?: RigidJoints): void {
    const { inverseMoments, inverseMasses, asleep, velocities, angularVelocities, locks } = bodies;
    const { bodies: pairs, restitutions } = contacts;
    if (this.before.length < 3 * bodies.count) this.before = new Float64Array(3 * bodies.count);
    const { before } = this;
    before.fill(0);
    for (let k = 0; joints && k < 2 * joints.count; k++) {
      const body = joints.bodies[k];
      if (body >= 0) before[3 * body] = Number.NaN;
    }
    for (let k = 0; k < 2 * contacts.count; k++) {
      const body = pairs[k];
      const other = pairs[k ^ 1];
      const p = 3 * body;
      // The axis is y; balls, cubes and immovable bodies have none.
      if (inverseMoments[p] !== inverseMoments[p + 2] || inverseMoments[p] === inverseMoments[p + 1])
        continue;
      let gains =
        restitutions[k >> 1] > 0 || locks[body] > 0 || inverseMasses[other] * (1 - asleep[other]) > 0;
      for (let i = 3 * other; i < 3 * other + 3; i++)
        gains ||= velocities[i] !== 0 || angularVelocities[i] !== 0;
      if (gains) before[p] = Number.NaN;
      else if (before[p] === 0) measure(before, p, bodies, body, gravity);
    }
  }

  /** Slows down the bodies that have gained energy in a step of `dt`. */
  end(bodies: RigidBodies, gravity: Float64Array, dt: number): void {
    const { before } = this;
    for (let body = 0; body < bodies.count; body++) {
      const p = 3 * body;
      if (!(before[p] > 0)) continue;
      measure(now, 0, bodies, body, gravity);
      const lost = Math.max(0, 2 * (now[1] - before[p + 1]));
      const most = Math.max(0, before[p] + Math.min(lost, dt * (before[p + 2] + now[2])));
      if (!(now[0] > most)) continue;
      const scale = Math.sqrt(most / now[0]);
      for (let k = p; k < p + 3; k++) {
        bodies.velocities[k] *= scale;
        bodies.angularVelocities[k] *= scale;
      }
    }
  }
}

/**
 * Writes the energy of a body that is round about its y axis, and the other two. With the inverse moments a
 * about the axis and b across it, and the inverse inertia W, the inertia is `((a + b) 1 − W) / (a b)`.
 */
function measure(out: Doubles, at: number, bodies: RigidBodies, body: number, gravity: Float64Array): void {
  const { positions, velocities, angularVelocities, inverseMoments, worldInverseInertias } = bodies;
  const p = 3 * body;
  const m = 6 * body;
  const x = angularVelocities[p];
  const y = angularVelocities[p + 1];
  const z = angularVelocities[p + 2];
  const a = inverseMoments[p + 1];
  const b = inverseMoments[p];
  const response =
    worldInverseInertias[m] * x * x +
    worldInverseInertias[m + 1] * y * y +
    worldInverseInertias[m + 2] * z * z +
    2 *
      (worldInverseInertias[m + 3] * x * y +
        worldInverseInertias[m + 4] * x * z +
        worldInverseInertias[m + 5] * y * z);
  out[at] = (bodies.inverseMasses[body] * ((a + b) * (x * x + y * y + z * z) - response)) / (a * b);
  out[at + 1] = out[at + 2] = 0;
  for (let k = 0; k < 3; k++) {
    const pull = bodies.gravityScales[body] * gravity[k];
    out[at] += velocities[p + k] * velocities[p + k];
    out[at + 1] += pull * positions[p + k];
    out[at + 2] += pull * velocities[p + k];
  }
}
