/**
 * Two Archimedean solids with 24 vertices, which the literature on k-DOPs mixes up: one has 14 faces, the
 * other 26.
 */
import { requirePositive } from '@colide/core';
import { faceAlong, polygonGeometry } from './internal/polygons.ts';
import type { PolygonGeometry } from './solid-geometry.ts';

/** All permutations and sign changes of `corner`, scaled to `radius`. */
function orbit(corner: readonly [number, number, number], radius: number): Float64Array {
  requirePositive('radius', radius);
  const factor = radius / Math.hypot(corner[0], corner[1], corner[2]);
  const points = new Map<string, number[]>();
  for (const [i, j, k] of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
  ] as const)
    for (let signs = 0; signs < 8; signs++) {
      // Adding 0 turns −0 into 0, so that mirrored zeros count once.
      const point = [corner[i], corner[j], corner[k]].map(
        (value, axis) => (signs & (1 << axis) ? -value : value) * factor + 0,
      );
      points.set(point.join(), point);
    }
  return Float64Array.from([...points.values()].flat());
}

/**
 * The normals of a cube's features: with one non-zero sign its faces, with two its edges, with three its
 * corners.
 */
function cubeNormals(nonZero: number): [number, number, number][] {
  const normals: [number, number, number][] = [];
  for (let x = -1; x <= 1; x++)
    for (let y = -1; y <= 1; y++)
      for (let z = -1; z <= 1; z++) if (x * x + y * y + z * z === nonZero) normals.push([x, y, z]);
  return normals;
}

/** A truncated octahedron of the given circumradius: 24 vertices, 6 squares and 8 hexagons, 44 triangles. */
export function solidTruncatedOctahedron(radius = 1): PolygonGeometry {
  const positions = orbit([0, 1, 2], radius);
  const normals = [...cubeNormals(1), ...cubeNormals(3)];
  return polygonGeometry(
    positions,
    normals.map(([x, y, z]) => faceAlong(positions, x, y, z)),
  );
}

/**
 * A rhombicuboctahedron of the given circumradius: 24 vertices, 18 squares and 8 triangles, 44 triangles in
 * all.
 */
export function solidRhombicuboctahedron(radius = 1): PolygonGeometry {
  const positions = orbit([1, 1, 1 + Math.SQRT2], radius);
  const normals = [...cubeNormals(1), ...cubeNormals(2), ...cubeNormals(3)];
  return polygonGeometry(
    positions,
    normals.map(([x, y, z]) => faceAlong(positions, x, y, z)),
  );
}
