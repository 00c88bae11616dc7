/** GJK and EPA on pairs that nobody here made: game hulls against Qhull, boxes of libccd's test suites. */
import { BoxShape, HullShape, Posed } from '@colide/geometry';
import {
  createGjkCache,
  createGjkResult,
  createPenetrationResult,
  gjkDistance,
  gjkIntersects,
  signedDistance,
} from '@colide/narrowphase';
import {
  describeData,
  expectClose,
  expectVectorClose,
  readGameHulls,
  readHullPairs,
  readLibccdCases,
  type SignedDistance,
} from '@colide/testing';
import { expect, it } from 'vitest';

const out = createPenetrationResult();

/** Everything that must hold of one pair whose signed distance is known. */
function check(a: Posed, b: Posed, expected: SignedDistance, size: number): void {
  const distance = signedDistance(out, a, b);
  expect(out.converged).toBe(true);
  expectClose(distance, expected.distance, { absolute: 1e-9 * size }, 'signed distance');
  const difference = [0, 1, 2].map(i => out.pointB[i] - out.pointA[i]);
  expectVectorClose(
    difference,
    Array.from(out.normal, n => n * distance),
    { absolute: 1e-8 * size },
    'witness points',
  );
  const gjk = createGjkResult();
  expectClose(gjkDistance(gjk, a, b), Math.max(expected.distance, 0), { absolute: 1e-9 * size }, 'distance');
  expect(gjk.converged).toBe(true);
  if (Math.abs(expected.distance) < 1e-9 * size) return;
  expect(distance < 0).toBe(expected.distance < 0);
  const cache = createGjkCache();
  for (let query = 0; query < 3; query++) expect(gjkIntersects(a, b, cache)).toBe(expected.distance < 0);
  if (expected.gap === null || expected.gap > 1e-6 * size)
    expectVectorClose(out.normal, expected.normal, { absolute: 1e-4 }, 'normal');
}

describeData('gjk', 'pairs with a known signed distance', () => {
  it('1 500 game hull pairs: signed distance, normal, witnesses', () => {
    const hulls = readGameHulls();
    const shapes = new Map<number, HullShape>();
    const shape = (id: number): HullShape => {
      if (!shapes.has(id)) shapes.set(id, HullShape.fromPoints(hulls[id]));
      return shapes.get(id)!;
    };
    const pairs = readHullPairs();
    for (const pair of pairs) {
      const a = new Posed(
        shape(pair.hullA),
        pair.poseA.position as [number, number, number],
        pair.poseA.quaternion as [number, number, number, number],
      );
      const b = new Posed(
        shape(pair.hullB),
        pair.poseB.position as [number, number, number],
        pair.poseB.quaternion as [number, number, number, number],
      );
      check(a, b, pair, pair.size);
    }
    expect(pairs).toHaveLength(1500);
  });

  it('643 libccd box pairs', () => {
    const cases = readLibccdCases();
    for (const pair of cases) {
      const halfA = pair.sizeA.map(s => s / 2) as [number, number, number];
      const halfB = pair.sizeB.map(s => s / 2) as [number, number, number];
      const a = new Posed(
        new BoxShape(halfA),
        pair.poseA.position as [number, number, number],
        pair.poseA.quaternion as [number, number, number, number],
      );
      const b = new Posed(
        new BoxShape(halfB),
        pair.poseB.position as [number, number, number],
        pair.poseB.quaternion as [number, number, number, number],
      );
      check(a, b, pair, Math.min(...pair.sizeA, ...pair.sizeB));
    }
    expect(cases).toHaveLength(643);
  });
});
