/**
 * Restores an earlier rotation of a body, with its angular momentum. A body that is not a ball wobbles while
 * it rotates: its angular velocity at the end of a step belongs to its rotation there, and with another
 * rotation a stick that is stopped in every step would spin faster and faster. Energy must not be gained
 * either: the earlier rotation is that of a motion about a fixed axis, which free bodies follow only for
 * small angles. Bodies with locked rotations do not wobble: they keep their angular velocity. Nothing is
 * allocated.
 */
import type { RigidBodies } from '@colide/solvers';

/** First bit of the locks of rotation. */
const rotationLock = 3;

const vector = /* @__PURE__ */ new Float64Array(3);

/**
 * Gives `body` the unit quaternion `rotation` and the angular velocity that keeps its angular momentum, or
 * less if it would have more energy.
 */
export function turnBack(bodies: RigidBodies, body: number, rotation: ArrayLike<number>): void {
  const { rotations, angularVelocities, inverseMoments, locks } = bodies;
  const at = 3 * body;
  const isMovable = inverseMoments[at] > 0 && inverseMoments[at + 1] > 0 && inverseMoments[at + 2] > 0;
  const isFree = isMovable && locks[body] >> rotationLock === 0;
  let before = 0;
  if (isFree) {
    for (let k = 0; k < 3; k++) vector[k] = angularVelocities[at + k];
    rotateVector(rotations, 4 * body, -1);
    for (let k = 0; k < 3; k++) {
      before += (vector[k] * vector[k]) / inverseMoments[at + k];
      vector[k] /= inverseMoments[at + k];
    }
    rotateVector(rotations, 4 * body, 1);
  }
  for (let k = 0; k < 4; k++) rotations[4 * body + k] = rotation[k];
  if (isFree) {
    rotateVector(rotations, 4 * body, -1);
    let after = 0;
    for (let k = 0; k < 3; k++) {
      after += vector[k] * vector[k] * inverseMoments[at + k];
      vector[k] *= inverseMoments[at + k];
    }
    rotateVector(rotations, 4 * body, 1);
    const factor = after > before ? Math.sqrt(before / after) : 1;
    for (let k = 0; k < 3; k++) angularVelocities[at + k] = factor * vector[k];
  }
  bodies.updateInertia(body);
}

/** Rotates {@link vector} by the unit quaternion at `q[at…]`, or by its inverse if `sign` is −1. */
function rotateVector(q: Float64Array, at: number, sign: number): void {
  const x = sign * q[at];
  const y = sign * q[at + 1];
  const z = sign * q[at + 2];
  const w = q[at + 3];
  const tx = 2 * (y * vector[2] - z * vector[1]);
  const ty = 2 * (z * vector[0] - x * vector[2]);
  const tz = 2 * (x * vector[1] - y * vector[0]);
  vector[0] += w * tx + y * tz - z * ty;
  vector[1] += w * ty + z * tx - x * tz;
  vector[2] += w * tz + x * ty - y * tx;
}
