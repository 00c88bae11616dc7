import { convexDecomposition2d, createMassProperties2d, massProperties2d } from '@colide/geometry';
import { orient2d, Random } from '@colide/math';
import { expectClose } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const areaOf = (points: number[]): number => {
  const out = createMassProperties2d();
  massProperties2d(out, points);
  return out.area;
};

const pick = (points: ArrayLike<number>, ids: ArrayLike<number>): number[] =>
  Array.from(ids).flatMap(i => [points[2 * i], points[2 * i + 1]]);

function partsOf(points: number[], maxConcavity = 0): number[][] {
  const { partOffsets, partVertices } = convexDecomposition2d(points, maxConcavity);
  return Array.from({ length: partOffsets.length - 1 }, (_, i) =>
    pick(points, partVertices.subarray(partOffsets[i], partOffsets[i + 1])),
  );
}

function expectConvex(part: number[]): void {
  const n = part.length / 2;
  expect(n).toBeGreaterThan(2);
  const at = (i: number): [number, number] => [part[2 * (i % n)], part[2 * (i % n) + 1]];
  for (let i = 0; i < n; i++) expect(orient2d(at(i), at(i + 1), at(i + 2))).toBeGreaterThan(0);
}

/** A star-shaped polygon with random radii. */
function star(random: Random, n: number): number[] {
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * i) / n;
    const radius = random.uniform(0.2, 1);
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  }).flat();
}

const ell = [0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2];
const comb = Array.from({ length: 10 }, (_, i) => [i, i % 2 === 0 ? 5 : 1]).flat();

describe('convexDecomposition2d', () => {
  it('cuts known polygons into the fewest parts', () => {
    expect(partsOf([0, 0, 1, 0, 1, 1, 0, 1]).length).toBe(1);
    expect(partsOf(ell).length).toBe(2);
    const plus = [1, 0, 2, 0, 2, 1, 3, 1, 3, 2, 2, 2, 2, 3, 1, 3, 1, 2, 0, 2, 0, 1, 1, 1];
    expect(partsOf(plus).length).toBe(3);
  });

  it('covers star polygons with convex parts without overlap', () => {
    const random = new Random(8);
    for (let i = 0; i < 300; i++) {
      const n = 3 + random.integer(40);
      const points = star(random, n);
      let reflex = 0;
      for (let k = 0; k < n; k++) {
        const at = (j: number): [number, number] => [points[2 * (j % n)], points[2 * (j % n) + 1]];
        if (orient2d(at(k), at(k + 1), at(k + 2)) < 0) reflex++;
      }
      const offset = i % 2 === 0 ? 0 : 1e6;
      const moved = points.map(x => x + offset);
      const parts = partsOf(moved);
      parts.forEach(expectConvex);
      expect(parts.length).toBeLessThanOrEqual(2 * reflex + 1);
      expectClose(
        parts.reduce((sum, part) => sum + areaOf(part), 0),
        areaOf(moved),
        { relative: 1e-9 },
      );
    }
  });

  it('takes either direction, collinear and repeated corners', () => {
    const reversed = Array.from({ length: 6 }, (_, i) => [ell[10 - 2 * i], ell[11 - 2 * i]]).flat();
    expect(partsOf(reversed).length).toBe(2);
    const rich = [0, 0, 1, 0, 1, 0, 2, 0, 2, 0.5, 2, 1, 1, 1, 1, 2, 0, 2, 0, 1];
    const parts = partsOf(rich);
    expectClose(
      parts.reduce((sum, part) => sum + areaOf(part), 0),
      3,
    );
  });

  it('keeps the concavity bound and needs fewer parts for larger ones', () => {
    const random = new Random(21);
    for (let i = 0; i < 100; i++) {
      const points = i === 0 ? [...comb, 9, 0, 0, 0].slice(0) : star(random, 30);
      let last = Infinity;
      for (const bound of [0, 0.05, 0.2, 10]) {
        const { partOffsets, concavities } = convexDecomposition2d(points, bound);
        for (const concavity of concavities) expect(concavity).toBeLessThanOrEqual(bound);
        partsOf(points, bound).forEach(expectConvex);
        expect(partOffsets.length - 1).toBeLessThanOrEqual(last + 3);
        last = partOffsets.length - 1;
      }
      expect(last).toBe(1);
    }
  });

  it('names bad input', () => {
    expect(() => convexDecomposition2d([0, 0, 1, 1])).toThrow(/points/);
    expect(() => convexDecomposition2d([0, 0, 1, 1, 2, 2])).toThrow(/points/);
    expect(() => convexDecomposition2d([0, 0, 2, 2, 2, 0, 0, 3])).toThrow(/crosses itself/);
    expect(() => convexDecomposition2d(ell, -1)).toThrow(/maxConcavity/);
  });
});
