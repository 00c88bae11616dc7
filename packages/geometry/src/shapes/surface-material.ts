/** The contact material of a part of a surface: a child of a compound, or some triangles of a mesh. */
import { largestMagnitude, requireBetween, requireObject, tellUnknown } from '@colide/core';

/** The properties that differ from the material of the body; those left out are the body's. */
export interface SurfaceMaterial {
  /** Coulomb's μ. */
  readonly friction?: number;
  /** Restitution from 0 to 1. */
  readonly restitution?: number;
}

/** Throws an error that names the first number of `material` that is out of range. */
export function requireSurfaceMaterial(name: string, material: SurfaceMaterial): void {
  requireObject(name, material);
  tellUnknown(name, material, ['friction', 'restitution']);
  const { friction = 0, restitution = 0 } = material;
  requireBetween(`${name}.friction`, friction, 0, largestMagnitude);
  requireBetween(`${name}.restitution`, restitution, 0, 1);
}
