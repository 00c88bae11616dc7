import { quickHull2d } from '@colide/geometry';
import { orient2d, Random } from '@colide/math';
import { describe, expect, it } from 'vitest';

const at = (p: ArrayLike<number>, i: number): [number, number] => [p[2 * i], p[2 * i + 1]];

/**
 * Brute force: every directed pair of distinct points with no point strictly to its right bounds the hull.
 */
function isExtreme(points: number[], i: number): boolean {
  const n = points.length / 2;
  for (let j = 0; j < n; j++) {
    if (points[2 * j] === points[2 * i] && points[2 * j + 1] === points[2 * i + 1]) continue;
    let isEdge = true;
    for (let k = 0; k < n && isEdge; k++) {
      const turn = orient2d(at(points, i), at(points, j), at(points, k));
      const dot =
        (points[2 * k] - points[2 * i]) * (points[2 * j] - points[2 * i]) +
        (points[2 * k + 1] - points[2 * i + 1]) * (points[2 * j + 1] - points[2 * i + 1]);
      if (turn < 0 || (turn === 0 && dot < 0)) isEdge = false;
    }
    if (isEdge) return true;
  }
  return false;
}

describe('quickHull2d', () => {
  it('finds exactly the extreme points, counter-clockwise, on grids and clouds', () => {
    const random = new Random(1);
    for (let i = 0; i < 2000; i++) {
      const n = 1 + random.integer(12);
      const grid = i % 2 === 0;
      const points = Array.from({ length: 2 * n }, () => (grid ? random.integer(4) : random.normal()));
      const hull = quickHull2d(points);
      const key = (id: number) => at(points, id).join();
      const expected = new Set<string>();
      for (let k = 0; k < n; k++) if (isExtreme(points, k)) expected.add(key(k));
      if (expected.size === 0) expected.add(key(0));
      expect(new Set(Array.from(hull.vertexIds, key))).toEqual(expected);
      expect(hull.vertexIds.length).toBe(expected.size);
      expect(hull.dimension).toBe(Math.min(expected.size - 1, 2));
      const m = hull.vertexIds.length;
      for (let k = 0; m > 2 && k < m; k++)
        expect(
          orient2d(at(hull.vertices, k), at(hull.vertices, (k + 1) % m), at(hull.vertices, (k + 2) % m)),
        ).toBeGreaterThan(0);
    }
  });

  it('contains all points of thin, tiny, far and noisy sets', () => {
    const random = new Random(9);
    for (let i = 0; i < 2000; i++) {
      const n = 3 + random.integer(60);
      const thin = [1, 1e-9, 1e-13][i % 3];
      const [scale, offset] = (
        [
          [1, 0],
          [1e-6, 0],
          [1, 1e6],
          [1e6, 0],
        ] as const
      )[i % 4];
      const angle = random.next() * 6.28;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const points = Array.from({ length: n }, () => {
        const [x, y] = [random.normal(), thin * random.normal()];
        return [(c * x - s * y) * scale + offset, (s * x + c * y) * scale + offset];
      }).flat();
      const { vertices } = quickHull2d(points);
      const m = vertices.length / 2;
      for (let k = 0; m > 2 && k < m; k++) {
        const [a, b] = [at(vertices, k), at(vertices, (k + 1) % m)];
        const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
        let lowest = Infinity;
        for (let p = 0; p < n; p++) lowest = Math.min(lowest, orient2d(a, b, at(points, p)) / length);
        expect(lowest).toBeGreaterThan(-8e-12 * scale);
      }
    }
  });

  it('names bad input', () => {
    expect(() => quickHull2d([])).toThrow(/points/);
    expect(() => quickHull2d([1, 2, 3])).toThrow(/points/);
    expect(() => quickHull2d([1, Number.NaN])).toThrow(/points\[1\]/);
    expect(() => quickHull2d([1, Infinity])).toThrow(/points\[1\]/);
  });
});
