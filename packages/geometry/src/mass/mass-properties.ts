/**
 * Mass, centre of mass and inertia of a solid bounded by a closed mesh, of uniform density.
 *
 * Idea: by the divergence theorem the integrals of 1, x, x², xy, … over the solid are sums over its
 * triangles, each a polynomial in the corners and so exact but for rounding. Coordinates are taken relative
 * to a corner of the mesh, since far from the origin the moments about the origin would drown those about the
 * centre.
 *
 * Cost: O(triangles), no memory. Limits: the mesh must be closed and face outwards; this is not checked
 * beyond the sign of the volume (`meshReport` does). Parts that overlap count twice.
 *
 * B. Mirtich, "Fast and accurate computation of polyhedral mass properties", J. Graphics Tools 1(2), 1996. D.
 * Eberly, "Polyhedral mass properties (revisited)", 2002.
 */
import { type Mat3, requireFiniteArray, requireMultiple, requirePositive, type Vec3 } from '@colide/core';
import { solidIntegrals, solidMass } from '../internal/solid-integrals.ts';

/** The mass properties of a solid or of a set of particles. */
export interface MassProperties {
  mass: number;
  /** Volume of a solid; 0 for a set of particles. */
  volume: number;
  readonly center: Vec3;
  /** Inertia tensor about the centre, column-major: ∫ ρ (|r|² 1 − r rᵀ). */
  readonly inertia: Mat3;
}

/** A record for {@link massProperties} and `particleMassProperties`. */
export function createMassProperties(): MassProperties {
  return {
    mass: 0,
    volume: 0,
    center: new Float64Array(3),
    inertia: new Float64Array(9),
  };
}

/**
 * Writes the mass properties of the solid inside the closed triangle mesh (`positions`, `indices`) and
 * returns its mass. Throws if the signed volume is not positive: the mesh is flat, open or inside out.
 */
export function massProperties(
  out: MassProperties,
  positions: ArrayLike<number>,
  indices: ArrayLike<number>,
  density = 1,
): number {
  requireMultiple('positions', positions, 3);
  requireFiniteArray('positions', positions);
  requireMultiple('indices', indices, 3);
  requirePositive('density', density);
  const last = positions.length / 3 - 1;
  for (let i = 0; i < indices.length; i++)
    if (!(indices[i] >= 0 && indices[i] <= last))
      throw new RangeError(`indices[${i}] must be a vertex number from 0 to ${last}, got ${indices[i]}`);
  const sums = solidIntegrals(positions, indices);
  if (!(sums[0] > 0))
    throw new RangeError(`indices must enclose a positive volume, facing outwards; got ${sums[0]}`);
  solidMass(out, sums, positions[0], positions[1], positions[2]);
  out.mass = density * out.volume;
  for (let i = 0; i < 9; i++) out.inertia[i] *= density;
  return out.mass;
}
