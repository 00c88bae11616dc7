import { Random } from '@colide/math';
import { triangleTriangle } from '@colide/narrowphase';
import {
  convexDistanceOracle,
  describeData,
  exactTrianglesMeet,
  expectHitRate,
  expectNoAllocation,
  generateTrianglePairs,
  generateTriangles,
  hullOracle,
  readTriangleTriangleCases,
  readTriangleTriangleEdgeCases,
  triangleFamilies,
  trianglePairKinds,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

/** All ways to name the vertices of a triangle. */
const orders = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
];
const reorder = (t: ArrayLike<number>, order: number[]): number[] =>
  order.flatMap(i => [t[3 * i], t[3 * i + 1], t[3 * i + 2]]);

/** Checks the pair both ways round and under every naming of the vertices. */
function check(a: ArrayLike<number>, b: ArrayLike<number>, expected: boolean, name: string): void {
  for (const order of orders)
    for (const other of orders) {
      const p = reorder(a, order);
      const q = reorder(b, other);
      if (triangleTriangle(p, q) !== expected || triangleTriangle(q, p) !== expected)
        throw new Error(`${name}: expected ${expected} for ${p} and ${q}`);
    }
}

describeData('tritri', 'pairs of others', () => {
  it('2 000 random pairs', () => {
    const cases = readTriangleTriangleCases();
    for (const { a, b, intersects, name } of cases) check(a, b, intersects, name);
    expect(cases).toHaveLength(2000);
  });

  it('edge cases whose expectation holds in exact arithmetic', () => {
    const cases = readTriangleTriangleEdgeCases().filter(({ exact, intersects }) => exact === intersects);
    for (const { a, b, intersects, name } of cases) check(a, b, intersects, name);
    expect(cases.length).toBeGreaterThan(20);
  });
});

describe('pairs of ours, against exact arithmetic', () => {
  it('random pairs of every family', () => {
    const random = new Random(5);
    let hits = 0;
    for (const family of triangleFamilies) {
      const triangles = generateTriangles(family, 60, random);
      for (let i = 0; i < triangles.length; i += 18) {
        const [a, b] = [triangles.subarray(i, i + 9), triangles.subarray(i + 9, i + 18)];
        const expected = exactTrianglesMeet(a, b);
        check(a, b, expected, `${family} ${i / 18}`);
        if (expected) hits++;
      }
    }
    expectHitRate(hits, 30 * triangleFamilies.length, 0.1, 0.8);
  });

  it.each(trianglePairKinds)('edge cases: %s', kind => {
    const pairs = generateTrianglePairs(kind, 60, new Random(6));
    let hits = 0;
    pairs.forEach(({ a, b }, i) => {
      const expected = exactTrianglesMeet(a, b);
      check(a, b, expected, `${kind} ${i}`);
      if (expected) hits++;
    });
    expect(hits).toBeGreaterThan(0);
    if (!kind.startsWith('shared')) expect(hits).toBeLessThan(pairs.length);
  });
});

describe('triangleTriangle', () => {
  it('agrees with exhaustive search on small integer coordinates, where everything touches', () => {
    const random = new Random(17);
    let hits = 0;
    const count = 2000;
    for (let i = 0; i < count; i++) {
      const triangle = () => Array.from({ length: 9 }, () => random.integer(4));
      const a = triangle();
      const b = triangle();
      const expected = convexDistanceOracle(hullOracle(a), hullOracle(b)).distance <= 1e-12;
      check(a, b, expected, `case ${i}`);
      if (expected) hits++;
    }
    expect(hits / count).toBeGreaterThan(0.2);
    expect(hits / count).toBeLessThan(0.8);
  });

  it('takes a degenerate triangle as the segment or point that it covers', () => {
    const flat = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    check(flat, [1, 1, -1, 1, 1, 0, 1, 1, 1], true, 'segment through the middle');
    check(flat, [3, 3, -1, 3, 3, 0, 3, 3, 1], false, 'segment beside');
    check(flat, [1, 1, 0, 1, 1, 0, 1, 1, 0], true, 'point inside');
    check(flat, [3, 3, 0, 3, 3, 0, 3, 3, 0], false, 'point outside in the plane');
    check(flat, [1, 1, 1, 1, 1, 1, 1, 1, 1], false, 'point above');
    check([0, 0, 0, 1, 0, 0, 2, 0, 0], [1, -1, 0, 1, 0, 0, 1, 1, 0], true, 'crossing segments');
    check([0, 0, 0, 1, 0, 0, 2, 0, 0], [3, 0, 0, 4, 0, 0, 5, 0, 0], false, 'segments of one line');
    check([0, 0, 0, 1, 0, 0, 2, 0, 0], [1, -1, 1, 1, 0, 1, 1, 1, 1], false, 'segments that pass');
  });

  it('is exact: a triangle one unit in the last place away does not touch', () => {
    const next = 1 + 2 ** -52;
    const a = [0, 0, 1, 4, 0, 1, 0, 4, 1];
    check(a, [1, 1, 1, 1, 2, 5, 2, 1, 5], true, 'corner in the plane');
    check(a, [1, 1, next, 1, 2, 5, 2, 1, 5], false, 'corner just above');
  });

  it('allocates nothing', () => {
    const a = new Float64Array([0, 0, 0, 4, 0, 0, 0, 4, 0]);
    const b = new Float64Array([1, 1, -1.5, 1, 1.25, 1, 2, 1, 1]);
    expectNoAllocation(() => triangleTriangle(a, b));
  });
});
