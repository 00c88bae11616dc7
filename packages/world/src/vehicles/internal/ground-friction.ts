/**
 * The friction of the ground under a wheel: of the triangle of a mesh, the child of a compound or the body.
 */
import type { World } from '../../world/world.ts';

/** Writes the friction of a collider of a world to `out[0]`, for a mesh that of a triangle. */
export function readGroundFriction(
  out: Float64Array,
  { table }: World,
  collider: number,
  triangle: number,
): void {
  const { own, triangles } = table.surfaces;
  const ownNumbers = own[collider];
  const list = triangles[collider];
  out[0] = table.frictions[table.colliders.bodies[collider]];
  if (ownNumbers !== undefined && ownNumbers[0] >= 0) out[0] = ownNumbers[0];
  if (list === undefined || triangle < 0) return;
  const { materials, triangleMaterials } = table.meshes[collider]!;
  const value = list[(list.length / materials.length) * triangleMaterials[triangle]];
  if (value >= 0) out[0] = value;
}
