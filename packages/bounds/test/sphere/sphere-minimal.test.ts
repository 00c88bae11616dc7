/** The smallest ball: minimal, determined by its support points, robust, and found in few passes. */
import {
  createMinimalSphere,
  sphereContainsPoint,
  sphereFromPoints,
  sphereFromPointsRitter,
  sphereMinimal,
} from '@colide/bounds';
import { Random } from '@colide/math';
import {
  describeData,
  generateHull,
  generatePoints,
  hullFamilies,
  pointFamilies,
  readGameHulls,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { randomPoint, type V } from '../support/helpers.ts';

const sphere = new Float64Array(4);

/**
 * Smallest ball of few points by trying every ball through 2, 3 or 4 of them, in plain Gaussian elimination.
 */
function bruteForce(points: V[]): number {
  let best = points.length === 1 ? 0 : Infinity;
  const n = points.length;
  const consider = (ids: number[]): void => {
    const [p, ...rest] = ids.map(i => points[i]);
    // Centre p + Σ λj uj with 2 ui · Σ λj uj = |ui|².
    const u = rest.map(q => q.map((x, k) => x - p[k]));
    const m = u.map(a => [
      ...u.map(b => 2 * (a[0] * b[0] + a[1] * b[1] + a[2] * b[2])),
      a[0] ** 2 + a[1] ** 2 + a[2] ** 2,
    ]);
    for (let c = 0; c < m.length; c++) {
      let pivot = c;
      for (let r = c + 1; r < m.length; r++) if (Math.abs(m[r][c]) > Math.abs(m[pivot][c])) pivot = r;
      if (Math.abs(m[pivot][c]) < 1e-12) return;
      [m[c], m[pivot]] = [m[pivot], m[c]];
      for (let r = 0; r < m.length; r++) {
        if (r === c) continue;
        const s = m[r][c] / m[c][c];
        for (let k = c; k <= m.length; k++) m[r][k] -= s * m[c][k];
      }
    }
    const c = [0, 1, 2].map(k => p[k] + u.reduce((sum, v, i) => sum + (m[i][m.length] / m[i][i]) * v[k], 0));
    best = Math.min(best, Math.max(...points.map(q => Math.hypot(q[0] - c[0], q[1] - c[1], q[2] - c[2]))));
  };
  for (let a = 0; a < n; a++)
    for (let b = a + 1; b < n; b++) {
      consider([a, b]);
      for (let c = b + 1; c < n; c++) {
        consider([a, b, c]);
        for (let d = c + 1; d < n; d++) consider([a, b, c, d]);
      }
    }
  return best;
}

describe('sphereMinimal', () => {
  it('is as small as the best ball through 2, 3 or 4 points', () => {
    const random = new Random(21);
    for (let i = 0; i < 1500; i++) {
      const points = Array.from({ length: 1 + random.integer(8) }, () => randomPoint(random, 1));
      sphereFromPoints(sphere, points.flat());
      const expected = bruteForce(points);
      expect(Math.abs(sphere[3] - expected)).toBeLessThan(1e-12 * (1 + expected));
    }
  });

  it('rests on its support points: the centre lies in their hull', () => {
    const random = new Random(22);
    const result = createMinimalSphere();
    for (const family of pointFamilies) {
      for (const count of [1, 2, 10, 300, 5000]) {
        const points = generatePoints(family, count, random);
        sphereMinimal(result, points);
        expect(result.converged, family).toBe(true);
        expect(result.supportCount).toBeGreaterThanOrEqual(1);
        expect(result.supportCount).toBeLessThanOrEqual(4);
        const [x, y, z, r] = result.sphere;
        const size = r + Math.abs(x) + Math.abs(y) + Math.abs(z) + 1e-300;
        const support = [...result.support.subarray(0, result.supportCount)];
        for (const i of support) {
          const d = Math.hypot(points[3 * i] - x, points[3 * i + 1] - y, points[3 * i + 2] - z);
          expect(Math.abs(d - r)).toBeLessThan(1e-9 * size);
        }
        // No direction leads away from all of them, or a smaller ball would do.
        for (let k = 0; k < 50; k++) {
          const u = random.unitVector([0, 0, 0]);
          const least = Math.min(
            ...support.map(
              i =>
                (points[3 * i] - x) * u[0] + (points[3 * i + 1] - y) * u[1] + (points[3 * i + 2] - z) * u[2],
            ),
          );
          expect(least).toBeLessThan(1e-6 * size);
        }
      }
    }
  });

  it('handles points on a sphere with noise, duplicates and a far origin', () => {
    const random = new Random(23);
    for (let i = 0; i < 60; i++) {
      const noise = 10 ** random.uniform(-17, -6);
      const offset = i % 3 === 0 ? 1e6 : 0;
      const points: number[] = [];
      for (let k = 0; k < 800; k++) {
        const u = random.unitVector([0, 0, 0]);
        for (let j = 0; j < 3; j++) points.push(offset + u[j] * (1 + noise * random.next()));
      }
      sphereFromPoints(sphere, points);
      expect(sphere[3]).toBeLessThan(1 + noise + 1e-9);
      expect(sphere[3]).toBeGreaterThan(0.99);
      for (let k = 0; k < points.length; k += 3)
        expect(sphereContainsPoint(sphere, [points[k], points[k + 1], points[k + 2]])).toBe(true);
    }
    sphereFromPoints(sphere, Array(300).fill(7));
    expect([...sphere]).toEqual([7, 7, 7, 0]);
  });

  it('needs at most three passes over 100 000 points, and no more in a bad order', () => {
    const random = new Random(24);
    const result = createMinimalSphere();
    let most = 0;
    for (const family of ['uniform', 'sphere', 'ball'] as const) {
      for (let k = 0; k < 3; k++) {
        sphereMinimal(result, generatePoints(family, 100_000, random));
        most = Math.max(most, result.passes);
      }
    }
    expect(most).toBeLessThanOrEqual(3);
  });
});

/** Asserts that the minimal ball is never larger than Ritter's; returns their mean ratio. */
function compareWithRitter(clouds: readonly ArrayLike<number>[]): number {
  const other = new Float64Array(4);
  let sum = 0;
  for (const cloud of clouds) {
    sphereFromPoints(sphere, cloud);
    sphereFromPointsRitter(other, cloud);
    expect(sphere[3]).toBeLessThanOrEqual(other[3] * (1 + 1e-12));
    sum += other[3] / sphere[3];
  }
  return sum / clouds.length;
}

describe('sphereFromPoints on generated hulls', () => {
  it.each(hullFamilies)('is the best ball through 2, 3 or 4 points, not larger than Ritter’s: %s', family => {
    const random = new Random(25);
    const clouds = Array.from({ length: 30 }, () => generateHull(family, 8 + random.integer(2), random));
    for (const cloud of clouds) {
      const size = Math.max(...cloud.map(Math.abs));
      const points = Array.from({ length: cloud.length / 3 }, (_, i) =>
        Array.from(cloud.subarray(3 * i, 3 * i + 3), x => x / size),
      ) as V[];
      sphereFromPoints(sphere, cloud);
      expect(Math.abs(sphere[3] / size - bruteForce(points))).toBeLessThan(1e-9);
    }
    expect(compareWithRitter(clouds)).toBeGreaterThanOrEqual(1);
  });
});

describeData('hulls', 'sphereFromPoints on real hulls', () => {
  it('is never larger than Ritter’s ball', () => {
    expect(compareWithRitter(readGameHulls())).toBeLessThan(1.1);
  });
});
