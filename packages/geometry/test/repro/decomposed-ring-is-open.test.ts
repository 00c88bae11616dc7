/**
 * Cuts were chosen by the sum of the hulls' volumes, which stays the same where a ring is cut into halves: on
 * tori of some tessellations all cuts shaved slices off, and eight parts filled the hole as one hull does.
 */
import { type ConvexParts, convexDecomposition, quickHull, solidTorus } from '@colide/geometry';
import { describe, expect, it } from 'vitest';
import { solidIntegrals } from '../../src/internal/solid-integrals.ts';

interface Mesh {
  positions: ArrayLike<number>;
  indices: ArrayLike<number>;
}

/** The torus around a tilted axis. */
function tilted({ positions, indices }: Mesh, turn: number, tilt: number): Mesh {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < out.length; i += 3) {
    const x = positions[i] * Math.cos(turn) - positions[i + 2] * Math.sin(turn);
    const z = positions[i] * Math.sin(turn) + positions[i + 2] * Math.cos(turn);
    out[i] = x;
    out[i + 1] = positions[i + 1] * Math.cos(tilt) - z * Math.sin(tilt);
    out[i + 2] = positions[i + 1] * Math.sin(tilt) + z * Math.cos(tilt);
  }
  return { positions: out, indices };
}

/** Distance of the origin from the nearest hull, at least. */
function gapOf({ hulls }: ConvexParts): number {
  let gap = Infinity;
  for (const { planes } of hulls) {
    let distance = -Infinity;
    for (let f = 0; f < planes.length; f += 4) distance = Math.max(distance, -planes[f + 3]);
    gap = Math.min(gap, distance);
  }
  return gap;
}

function volumeOf({ hulls }: ConvexParts): number {
  let sum = 0;
  for (const hull of hulls) {
    const { vertices, faceVertices } = quickHull(hull.vertices, { triangles: true });
    sum += solidIntegrals(vertices, faceVertices)[0];
  }
  return sum;
}

describe('convexDecomposition of a ring', () => {
  it('leaves the hole of a torus of 8 700 triangles open with 8 parts', () => {
    // Around z, as it was found.
    const { positions, indices } = tilted(solidTorus(1, 0.5, 75, 58), 0, Math.PI / 2);
    const parts = convexDecomposition(positions, indices, { maxParts: 8 });
    expect(parts.hulls.length).toBeLessThanOrEqual(8);
    expect(gapOf(parts)).toBeGreaterThan(0.25);
    expect(volumeOf(parts) / solidIntegrals(positions, indices)[0]).toBeLessThan(1.06);
  });

  it.each([
    [0.5, 12, 24],
    [0.5, 60, 8],
    [0.2, 40, 8],
    [0.8, 18, 18],
  ])('closes in on the volume of a torus with a tube of %f, %i × %i quadrilaterals', (tube, sides, rings) => {
    const torus = solidTorus(1, tube, sides, rings);
    for (const mesh of [torus, tilted(torus, 0, Math.PI / 2), tilted(torus, 0.5, 0.3)]) {
      const volume = solidIntegrals(mesh.positions, mesh.indices)[0];
      // The hole of the polygon is smaller than that of the circle.
      const hole = (1 - tube) * Math.cos(Math.PI / sides);
      let last = Infinity;
      for (const maxParts of [8, 32]) {
        const parts = convexDecomposition(mesh.positions, mesh.indices, { maxParts, maxConcavity: 1e-3 });
        expect(gapOf(parts)).toBeGreaterThan(0.5 * hole);
        const excess = volumeOf(parts) / volume - 1;
        expect(excess).toBeGreaterThan(-1e-9);
        expect(excess).toBeLessThan(last / 2);
        last = excess;
      }
      expect(last).toBeLessThan(0.03);
    }
  });
});
