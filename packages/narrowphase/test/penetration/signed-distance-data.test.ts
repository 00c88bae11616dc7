/**
 * GJK and EPA on pairs whose signed distance is known: generated ones that barely touch, by exhaustive
 * search; and pairs that nobody here made: game hulls by Qhull, boxes of libccd's test suites.
 */
import { BoxShape, HullShape, Posed } from '@colide/geometry';
import { Random } from '@colide/math';
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
  expectHitRate,
  expectVectorClose,
  generateBoxPairs,
  generateHullPairs,
  hullPairKinds,
  type Posed as Pose,
  readGameHulls,
  readHullPairs,
  readLibccdCases,
  type SignedDistance,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

const out = createPenetrationResult();

/** Everything that must hold of one pair whose signed distance is known. */
function check(a: Posed, b: Posed, expected: SignedDistance, size: number, name: string): void {
  const distance = signedDistance(out, a, b);
  expect(out.converged, name).toBe(true);
  expectClose(distance, expected.distance, { absolute: 1e-9 * size }, `${name}: signed distance`);
  const difference = [0, 1, 2].map(i => out.pointB[i] - out.pointA[i]);
  expectVectorClose(
    difference,
    Array.from(out.normal, n => n * distance),
    { absolute: 1e-8 * size },
    `${name}: witness points`,
  );
  const gjk = createGjkResult();
  expectClose(
    gjkDistance(gjk, a, b),
    Math.max(expected.distance, 0),
    { absolute: 1e-9 * size },
    `${name}: distance`,
  );
  expect(gjk.converged, name).toBe(true);
  if (Math.abs(expected.distance) < 1e-9 * size) return;
  expect(distance < 0, name).toBe(expected.distance < 0);
  const cache = createGjkCache();
  for (let query = 0; query < 3; query++)
    expect(gjkIntersects(a, b, cache), name).toBe(expected.distance < 0);
  if (expected.gap === null || expected.gap > 1e-6 * size)
    expectVectorClose(out.normal, expected.normal, { absolute: 1e-4 }, `${name}: normal`);
}

/** A shape where a pose puts it. */
function place<S extends HullShape | BoxShape>(shape: S, { position, rotation }: Pose): Posed<S> {
  return new Posed(shape, position, rotation);
}

describe('generated pairs', () => {
  it.each(hullPairKinds)('%s hulls: signed distance, normal, witnesses', kind => {
    for (const pair of generateHullPairs(kind, 40, new Random(29))) {
      const a = place(HullShape.fromPoints(pair.cloudA), pair.poseA);
      const b = place(HullShape.fromPoints(pair.cloudB), pair.poseB);
      check(a, b, pair, pair.size, pair.name);
    }
  });

  it('boxes, aligned and rotated, that pass in steps of a tenth', () => {
    const pairs = generateBoxPairs(40, new Random(30));
    for (const { halfA, halfB, poseA, poseB, name, ...expected } of pairs) {
      const a = place(new BoxShape(halfA), poseA);
      const b = place(new BoxShape(halfB), poseB);
      check(a, b, expected, 2 * Math.min(...halfA, ...halfB), name);
    }
    expectHitRate(pairs.filter(({ distance }) => distance < 0).length, pairs.length);
  });
});

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
      const a = place(shape(pair.hullA), pair.poseA);
      const b = place(shape(pair.hullB), pair.poseB);
      check(a, b, pair, pair.size, `${pair.kind} ${pair.hullA} ${pair.hullB}`);
    }
    expect(pairs).toHaveLength(1500);
  });

  it('643 libccd box pairs', () => {
    const cases = readLibccdCases();
    for (const pair of cases) {
      const halfA = pair.sizeA.map(s => s / 2);
      const halfB = pair.sizeB.map(s => s / 2);
      const a = place(new BoxShape(halfA), pair.poseA);
      const b = place(new BoxShape(halfB), pair.poseB);
      check(a, b, pair, Math.min(...pair.sizeA, ...pair.sizeB), pair.name);
    }
    expect(cases).toHaveLength(643);
  });
});
