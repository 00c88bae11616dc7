/**
 * Volume, centre of mass and inertia of anything with a support mapping.
 *
 * The support mapping turns the vertices of a geodesic sphere of directions into support points. Their
 * triangles form an inscribed closed surface, and the signed tetrahedra between the origin and those
 * triangles add up to the integrals. On smooth bodies the error falls with the square of the grid spacing, so
 * two grids, one twice as fine as the other, are combined by Richardson extrapolation. A polytope is exact as
 * soon as the grid resolves its Gauss map.
 *
 * Costs 10 · 4^level support calls and as many numbers of memory. Relative errors of the volume measured at
 * the default level 5: rounding for polytopes (box, dodecahedron, a hull of 162 vertices), 1e-6 to 2e-5 for
 * sphere, capsule, cylinder, cone and rounded box, 1.2e-3 for an ellipsoid ten times as long as wide: long
 * smooth bodies are the hard ones.
 */
import { type Convex, requireInteger } from '@colide/core';
import { type SolidMass, solidIntegrals, solidMass } from '../internal/solid-integrals.ts';
import type { TriangleGeometry } from '../solids/solid-geometry.ts';
import { solidIcosphere } from '../solids/solid-icosphere.ts';

export type { SolidMass } from '../internal/solid-integrals.ts';

/** Mass properties of a convex solid of density 1: volume, centre of mass, inertia about it. */
export type ConvexMass = SolidMass;

/** A record for {@link convexMass}. */
export function createConvexMass(): ConvexMass {
  return {
    volume: 0,
    center: new Float64Array(3),
    inertia: new Float64Array(9),
  };
}

function sample(shape: Convex, level: number): TriangleGeometry {
  const grid = solidIcosphere(1, level);
  const { positions } = grid;
  const direction = new Float64Array(3);
  const point = new Float64Array(3);
  for (let i = 0; i < positions.length; i += 3) {
    direction.set([positions[i], positions[i + 1], positions[i + 2]]);
    shape.support(point, direction);
    positions.set(point, i);
  }
  return grid;
}

/**
 * Fills `out` with the mass properties of `shape` and returns the volume. `level` counts the subdivisions.
 */
export function convexMass(out: ConvexMass, shape: Convex, level = 5): number {
  requireInteger('level', level, 1, 8);
  const fine = sample(shape, level);
  const coarse = sample(shape, level - 1);
  const sums = solidIntegrals(fine.positions, fine.indices);
  const coarseSums = solidIntegrals(coarse.positions, coarse.indices);
  for (let i = 0; i < 10; i++) sums[i] += (sums[i] - coarseSums[i]) / 3;
  // Both grids begin with the same direction, so both integrals refer to the same point.
  const [x, y, z] = fine.positions;
  if (sums[0] > 0) {
    solidMass(out, sums, x, y, z);
  } else {
    // A flat set has no interior to average: any of its points will do as the centre.
    out.volume = 0;
    for (let i = 0; i < 9; i++) out.inertia[i] = 0;
    for (let i = 0; i < 3; i++) out.center[i] = fine.positions[i];
  }
  return out.volume;
}
