/**
 * A smaller set of shapes than `agreement.test.ts` has, with one limit for Johnson's sub-algorithm, slivers
 * included.
 */
import type { Convex } from '@colide/core';
import { BoxShape, CapsuleShape, HullShape, Posed, Rounded, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  chungWangIntersects,
  createGjkCache,
  createGjkResult,
  createMprResult,
  createPenetrationResult,
  gjkDistance,
  gjkDistanceJohnson,
  gjkIntersects,
  mprIntersects,
  signedDistance,
} from '@colide/narrowphase';
import { expectClose, generateHull } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Q4 = [number, number, number, number];

function makeShape(random: Random, kind: number, size: number): Convex {
  const scaled = (points: ArrayLike<number>) => HullShape.fromPoints(Array.from(points, x => x * size));
  if (kind === 0) return new BoxShape([0.5 * size, 0.3 * size, 0.7 * size]);
  if (kind === 1) return scaled(generateHull('rounded', 4 + random.integer(60), random));
  if (kind === 2) return new BoxShape([0.6 * size, 0.6e-4 * size, 0.4 * size]);
  if (kind === 3) return new SphereShape(0.5 * size);
  if (kind === 4) return new CapsuleShape(0.2 * size, 0.5 * size);
  return new Rounded(new BoxShape([0.3 * size, 0.3 * size, 0.3 * size]), 0.1 * size);
}

describe('agreement', () => {
  it('on boxes, hulls, slivers and rounded shapes of all sizes and offsets', () => {
    const random = new Random(77);
    const result = createPenetrationResult();
    const gjk = createGjkResult();
    const mpr = createMprResult();
    const cache = createGjkCache();
    let overlaps = 0;
    const count = 3000;
    for (let i = 0; i < count; i++) {
      const size = 10 ** random.uniform(-3, 3);
      const offset = i % 5 === 0 ? 1e6 * size : 0;
      const a = makeShape(random, random.integer(6), size);
      const b = makeShape(random, random.integer(6), size);
      const unit = random.unitVector([0, 0, 0]);
      const away = random.uniform(0.1, 1.7) * size;
      const p = new Posed(a, [offset, 0, 0], random.rotation([0, 0, 0, 1]) as Q4);
      const q = new Posed(
        b,
        [offset + away * unit[0], away * unit[1], away * unit[2]],
        random.rotation([0, 0, 0, 1]),
      );
      const rounding = 1e-8 * size + 1e-14 * offset;
      const signed = signedDistance(result, p, q);
      expect(result.converged).toBe(true);
      expectClose(signedDistance(result, q, p), signed, { absolute: 10 * rounding }, 'symmetry');
      expectClose(gjkDistance(gjk, p, q), Math.max(0, signed), { absolute: rounding }, 'GJK');
      expectClose(gjkDistanceJohnson(gjk, p, q), Math.max(0, signed), { absolute: 1e-5 * size }, 'Johnson');
      if (Math.abs(signed) < 1e-6 * size) continue;
      if (signed < 0) overlaps++;
      expect(gjkIntersects(p, q)).toBe(signed < 0);
      cache.count = -1;
      for (let k = 0; k < 2; k++) expect(chungWangIntersects(p, q, cache)).toBe(signed < 0);
      expect(mprIntersects(mpr, p, q), `mpr ${i} ${signed / size}`).toBe(signed < 0);
      if (signed < 0) expect(mpr.depth).toBeGreaterThan(-signed - 1e-6 * size);
    }
    expect(overlaps / count).toBeGreaterThan(0.2);
    expect(overlaps / count).toBeLessThan(0.8);
  });
});
