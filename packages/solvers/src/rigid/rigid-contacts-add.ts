/**
 * Adds a contact point from elsewhere, checked. A function, not a method: worlds add what their own kernels
 * have found, and do not carry the checks.
 */
import { type ReadonlyVec3, requireFinite, requireFiniteArray, requireInteger } from '@colide/core';
import type { RigidContacts } from './rigid-contacts.ts';

/**
 * Adds a point and returns its index; throws an error that names the first argument that is invalid.
 *
 * @param pair the two bodies, `bodyA` and `bodyB`
 * @param point world point, half way between the surfaces
 * @param normal unit vector from `bodyA` to `bodyB`
 * @param separation distance of the surfaces along the normal, negative where they overlap
 * @param id of the point within this pair, the same in every step
 */
export function rigidContactsAdd(
  contacts: RigidContacts,
  pair: readonly [number, number],
  point: ReadonlyVec3,
  normal: ReadonlyVec3,
  separation: number,
  id: number,
): number {
  requireFiniteArray('pair', pair, 2);
  const [bodyA, bodyB] = pair;
  requireInteger('bodyA', bodyA, 0, 0x7fffffff);
  requireInteger('bodyB', bodyB, 0, 0x7fffffff);
  if (bodyA === bodyB) throw new RangeError(`bodyA and bodyB are the same, ${bodyA}`);
  requireInteger('id', id, 0, 0x7fffffff);
  requireFinite('separation', separation);
  requireFiniteArray('point', point, 3);
  requireFiniteArray('normal', normal, 3);
  const [x, y, z] = normal;
  if (!(Math.abs(x * x + y * y + z * z - 1) < 1e-6))
    throw new RangeError(`normal must have unit length, got (${x}, ${y}, ${z})`);
  const at = contacts.append(bodyA, bodyB, id);
  for (let k = 0; k < 3; k++) {
    contacts.points[3 * at + k] = point[k];
    contacts.normals[3 * at + k] = normal[k];
  }
  contacts.separations[at] = separation;
  return at;
}
