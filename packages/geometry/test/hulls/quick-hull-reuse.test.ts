import { type Hull, quickHull } from '@colide/geometry';
import { Random } from '@colide/math';
import { describe, expect, it } from 'vitest';

function cloud(seed: number, count: number, stretch: readonly [number, number, number]): Float64Array {
  const random = new Random(seed);
  return Float64Array.from({ length: 3 * count }, (_, i) => random.normal() * stretch[i % 3]);
}

/** The farthest that a point is above the plane of a face. */
function excess(hull: Hull, points: Float64Array): number {
  let worst = -Infinity;
  for (let f = 0; f < hull.planes.length; f += 4)
    for (let i = 0; i < points.length; i += 3) {
      const [nx, ny, nz, d] = hull.planes.subarray(f, f + 4);
      worst = Math.max(worst, nx * points[i] + ny * points[i + 1] + nz * points[i + 2] - d);
    }
  return worst;
}

describe('quickHull in memory used before', () => {
  const clouds = [700, 5, 2048, 60, 2049, 300].map((count, i) => cloud(i, count, [1, 1, 1]));

  it('gives the same hull whatever was built before, and leaves earlier hulls alone', () => {
    const first = clouds.map(points => quickHull(points));
    const kept = structuredClone(first);
    expect(() => quickHull([0, 0, 0, 1, Number.NaN, 2])).toThrow('points[4]');
    for (let i = clouds.length - 1; i >= 0; i--) expect(quickHull(clouds[i])).toEqual(kept[i]);
    expect(first).toEqual(kept);
  });

  it('contains every point of long and flat clouds of any number of points', () => {
    for (const stretch of [
      [1, 1, 1],
      [100, 1, 1],
      [1, 1e-3, 1],
      [1e-5, 1, 1e3],
    ] as const)
      for (const count of [63, 64, 65, 216, 1000, 3000]) {
        const points = cloud(count, count, stretch);
        expect(excess(quickHull(points), points)).toBeLessThan(1e-12 * Math.max(...stretch));
      }
  });

  it('takes only corners of a grid', () => {
    const grid = Float64Array.from({ length: 3 * 1000 }, (_, i) => Math.floor(i / 3 / 10 ** (i % 3)) % 10);
    const hull = quickHull(grid, { triangles: true });
    expect(Array.from(hull.vertices, x => x % 9).every(x => x === 0)).toBe(true);
    expect(hull.vertexIds.length).toBe(8);
  });
});
