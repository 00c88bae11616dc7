/**
 * Adds manifolds of the caller to planar contacts, with checks. This is a function, not a method, because
 * worlds add manifolds of their own kernels and need not include the checks.
 */
import { requireFinite, requireFiniteArray, requireInteger } from '@colide/core';
import type { ManifoldPoints2d, RigidContacts2d } from './rigid-contacts-2d.ts';

/** As `contacts.addManifold`, but throws an error that names the first argument that is invalid. */
export function rigidContactsAdd2d(
  contacts: RigidContacts2d,
  bodyA: number,
  bodyB: number,
  manifold: ManifoldPoints2d,
): void {
  requireInteger('bodyA', bodyA, 0, 0x7fffffff);
  requireInteger('bodyB', bodyB, 0, 0x7fffffff);
  if (bodyA === bodyB) throw new RangeError(`bodyA and bodyB are the same, ${bodyA}`);
  requireInteger('count', manifold.count, 0, 2);
  for (const name of ['normal', 'pointsA', 'pointsB', 'radii'] as const)
    requireFiniteArray(name, manifold[name], 2);
  for (let p = 0; p < manifold.count; p++) requireFinite(`depths[${p}]`, manifold.depths[p]);
  const [x, y] = [manifold.normal[0], manifold.normal[1]];
  if (!(Math.abs(x * x + y * y - 1) < 1e-6))
    throw new RangeError(`normal must have unit length, got (${x}, ${y})`);
  contacts.addManifold(bodyA, bodyB, manifold);
}
