/** The tight oriented box against the smallest one, searched for over all pairs of hull edges. */
import { obbFromHull, obbFromPoints, obbFromPointsPca, obbVolume } from '@colide/bounds';
import { type Hull, quickHull } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  describeData,
  generateHull,
  hullFamilies,
  readGameHullReferences,
  readGameHulls,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { posePoint, randomPoint, randomQuat, type V } from '../support/helpers.ts';

const obb = new Float64Array(15);

/**
 * O'Rourke 1985: two adjacent faces of the smallest box contain an edge of the hull each. For every pair of
 * edges the normals n1 ⟂ e1 and n2 ⟂ e2, n1 ⟂ n2, have one angle left, which is sampled and then refined.
 */
function smallestVolume(hull: Hull): number {
  const { vertices, faceOffsets, faceVertices } = hull;
  const edges: V[] = [];
  for (let f = 0; f + 1 < faceOffsets.length; f++)
    for (let i = faceOffsets[f]; i < faceOffsets[f + 1]; i++) {
      const a = faceVertices[i];
      const b = faceVertices[i + 1 < faceOffsets[f + 1] ? i + 1 : faceOffsets[f]];
      if (a > b) continue;
      const e = [0, 1, 2].map(k => vertices[3 * b + k] - vertices[3 * a + k]);
      const length = Math.hypot(...e);
      const u = e.map(x => x / length) as V;
      const parallel = edges.some(v => Math.abs(u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) > 1 - 1e-12);
      if (!parallel) edges.push(u);
    }
  const extent = (x: number, y: number, z: number): number => {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < vertices.length; i += 3) {
      const s = vertices[i] * x + vertices[i + 1] * y + vertices[i + 2] * z;
      if (s < low) low = s;
      if (s > high) high = s;
    }
    return high - low;
  };
  let best = Infinity;
  for (const e of edges) {
    const helper: V = Math.abs(e[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
    const cross = (p: V, q: V): V => [
      p[1] * q[2] - p[2] * q[1],
      p[2] * q[0] - p[0] * q[2],
      p[0] * q[1] - p[1] * q[0],
    ];
    const unit = (p: V): V => {
      const l = Math.hypot(...p);
      return [p[0] / l, p[1] / l, p[2] / l];
    };
    const u = unit(cross(e, helper));
    const v = cross(e, u);
    for (const g of edges) {
      const volume = (angle: number): number => {
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const n: V = [c * u[0] + s * v[0], c * u[1] + s * v[1], c * u[2] + s * v[2]];
        const across = cross(n, g);
        if (Math.hypot(...across) < 1e-9) return Infinity;
        const m = unit(across);
        const w = cross(n, m);
        return extent(...n) * extent(...m) * extent(...w);
      };
      const steps = 60;
      let least = Infinity;
      let at = 0;
      for (let k = 0; k < steps; k++) {
        const value = volume((Math.PI * k) / steps);
        if (value < least) {
          least = value;
          at = k;
        }
      }
      if (least > 1.15 * best) continue;
      let [low, high] = [(Math.PI * (at - 1)) / steps, (Math.PI * (at + 1)) / steps];
      for (let k = 0; k < 30; k++) {
        const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
        if (volume(a) < volume(b)) high = b;
        else low = a;
      }
      best = Math.min(best, least, volume(0.5 * (low + high)));
    }
  }
  return best;
}

describe('obbFromPoints', () => {
  it('finds turned boxes and regular tetrahedra exactly', () => {
    const random = new Random(31);
    for (let i = 0; i < 50; i++) {
      const half = [random.uniform(0.1, 2), random.uniform(0.1, 2), random.uniform(0.1, 2)];
      const [at, q] = [randomPoint(random, 3), randomQuat(random)];
      const box: number[] = [];
      for (let c = 0; c < 8; c++)
        box.push(
          ...posePoint(
            half.map((h, k) => ((c >> k) & 1 ? h : -h)),
            at,
            q,
          ),
        );
      expect(obbVolume(obbFromPoints(obb, box)) / (8 * half[0] * half[1] * half[2])).toBeCloseTo(1, 9);
      // The cube around a regular tetrahedron has its edges as face diagonals.
      const tetrahedron = [
        [1, 1, 1],
        [1, -1, -1],
        [-1, 1, -1],
        [-1, -1, 1],
      ].flatMap(p => posePoint(p, at, q));
      expect(obbVolume(obbFromPoints(obb, tetrahedron))).toBeCloseTo(8, 6);
    }
  });

  it('is never larger than along the principal axes, and gives flat boxes for flat points', () => {
    const random = new Random(32);
    for (let i = 0; i < 60; i++) {
      const points = Array.from({ length: 20 }, () => randomPoint(random, 1)).flat();
      const tight = obbVolume(obbFromPoints(obb, points));
      expect(tight).toBeLessThanOrEqual(obbVolume(obbFromPointsPca(obb, points)) * (1 + 1e-9));
    }
    const q = randomQuat(random);
    const flat = [
      [0, 0, 0],
      [2, 0, 0],
      [2, 1, 0],
      [0, 1, 0],
    ].flatMap(p => posePoint(p, [5, 5, 5], q));
    obbFromPoints(obb, flat);
    const half = [obb[3], obb[4], obb[5]].sort((a, b) => a - b);
    expect(half[0]).toBeLessThan(1e-12);
    expect(half[1]).toBeCloseTo(0.5, 9);
    expect(half[2]).toBeCloseTo(1, 9);
    const line = [
      [0, 0, 0],
      [1, 0, 0],
      [3, 0, 0],
    ].flatMap(p => posePoint(p, [1, 2, 3], q));
    obbFromPoints(obb, line);
    expect([obb[3], obb[4], obb[5]].sort((a, b) => b - a)[0]).toBeCloseTo(1.5, 9);
    expect([obb[3], obb[4], obb[5]].sort((a, b) => b - a)[1]).toBeLessThan(1e-9);
  });
});

/**
 * Volumes relative to the smallest box: worst and mean of the tight box, mean of that along the principal
 * axes.
 */
function ratios(clouds: readonly ArrayLike<number>[]): { worst: number; mean: number; pca: number } {
  let [worst, mean, pca] = [0, 0, 0];
  for (const cloud of clouds) {
    const hull = quickHull(cloud);
    const least = smallestVolume(hull);
    const ratio = obbVolume(obbFromHull(obb, hull)) / least;
    worst = Math.max(worst, ratio);
    mean += ratio / clouds.length;
    pca += obbVolume(obbFromPointsPca(obb, cloud)) / least / clouds.length;
  }
  return { worst, mean, pca };
}

describe('obbFromHull on generated hulls', () => {
  it.each(hullFamilies)('is within 0.1 % of the smallest box; along principal axes it is not: %s', family => {
    const random = new Random(3);
    const clouds = Array.from({ length: 6 }, () => generateHull(family, 8 + random.integer(4), random));
    const { worst, pca } = ratios(clouds);
    expect(worst).toBeLessThan(1.001);
    expect(pca).toBeGreaterThan(1.1);
  });
});

describeData('hulls', 'obbFromHull on real hulls', () => {
  it('is within 0.1 % of the smallest box on small game hulls; along principal axes it is not', () => {
    const references = readGameHullReferences();
    const small = readGameHulls().filter((_, i) => {
      const reference = references[i];
      return i % 37 === 0 && reference.ok && reference.vertexCount <= 16;
    });
    const { worst, mean, pca } = ratios(small.slice(0, 40));
    expect(small.length).toBeGreaterThanOrEqual(40);
    expect(worst).toBeLessThan(1.001);
    expect(mean).toBeLessThan(1.0001);
    expect(pca).toBeGreaterThan(1.1);
  });
});
