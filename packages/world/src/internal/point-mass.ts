import type { RigidBodies } from '@colide/solvers';

/**
 * The inverse effective mass of body `body` at `point` along the unit vector `n`: 1/m + (r × n) · I⁻¹ (r ×
 * n). 0 for a body that cannot move.
 */
export function inverseMassAt(
  bodies: RigidBodies,
  body: number,
  point: ArrayLike<number>,
  n: ArrayLike<number>,
): number {
  const { positions: p, worldInverseInertias: m } = bodies;
  const x = point[0] - p[3 * body];
  const y = point[1] - p[3 * body + 1];
  const z = point[2] - p[3 * body + 2];
  const a = y * n[2] - z * n[1];
  const b = z * n[0] - x * n[2];
  const c = x * n[1] - y * n[0];
  const at = 6 * body;
  const rotational = m[at] * a * a + m[at + 1] * b * b + m[at + 2] * c * c;
  const mixed = m[at + 3] * a * b + m[at + 4] * a * c + m[at + 5] * b * c;
  return bodies.inverseMasses[body] + rotational + 2 * mixed;
}

/** Speed of the point of a body at `point` along the unit vector `n`. */
export function speedAt(
  bodies: RigidBodies,
  body: number,
  point: ArrayLike<number>,
  n: ArrayLike<number>,
): number {
  const { positions: p, velocities: v, angularVelocities: w } = bodies;
  const i = 3 * body;
  const x = point[0] - p[i];
  const y = point[1] - p[i + 1];
  const z = point[2] - p[i + 2];
  return (
    n[0] * (v[i] + w[i + 1] * z - w[i + 2] * y) +
    n[1] * (v[i + 1] + w[i + 2] * x - w[i] * z) +
    n[2] * (v[i + 2] + w[i] * y - w[i + 1] * x)
  );
}

/** Adds an impulse of the given magnitude along the unit vector `n` at `point`. Unchecked; wakes no body. */
export function addImpulseAt(
  bodies: RigidBodies,
  body: number,
  point: ArrayLike<number>,
  n: ArrayLike<number>,
  size: number,
): void {
  const { positions: p, velocities: v, angularVelocities: w, worldInverseInertias: m } = bodies;
  const i = 3 * body;
  const at = 6 * body;
  const x = point[0] - p[i];
  const y = point[1] - p[i + 1];
  const z = point[2] - p[i + 2];
  const a = size * (y * n[2] - z * n[1]);
  const b = size * (z * n[0] - x * n[2]);
  const c = size * (x * n[1] - y * n[0]);
  for (let k = 0; k < 3; k++) v[i + k] += bodies.inverseMasses[body] * size * n[k];
  w[i] += m[at] * a + m[at + 3] * b + m[at + 4] * c;
  w[i + 1] += m[at + 3] * a + m[at + 1] * b + m[at + 5] * c;
  w[i + 2] += m[at + 4] * a + m[at + 5] * b + m[at + 2] * c;
}
