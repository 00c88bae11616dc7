import type { RigidBodies } from '@colide/solvers';

/** Whether a rigid body is awake and has a velocity. */
export function isMoving(bodies: RigidBodies, rigid: number): boolean {
  if (bodies.asleep[rigid] === 1) return false;
  const { velocities, angularVelocities } = bodies;
  for (let k = 3 * rigid; k < 3 * rigid + 3; k++)
    if (velocities[k] !== 0 || angularVelocities[k] !== 0) return true;
  return false;
}
