import type { RigidBodies2d } from '@colide/solvers';

/** Speed of the point of a body at `points[pointAt…]` along the unit vector `normals[normalAt…]`. */
export function speedAt2d(
  bodies: RigidBodies2d,
  body: number,
  points: ArrayLike<number>,
  pointAt: number,
  normals: ArrayLike<number>,
  normalAt: number,
): number {
  const { positions, velocities, angularVelocities } = bodies;
  const spin = angularVelocities[body];
  const x = points[pointAt] - positions[2 * body];
  const y = points[pointAt + 1] - positions[2 * body + 1];
  return (
    normals[normalAt] * (velocities[2 * body] - spin * y) +
    normals[normalAt + 1] * (velocities[2 * body + 1] + spin * x)
  );
}
