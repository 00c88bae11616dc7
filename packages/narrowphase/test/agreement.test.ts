/** Different algorithms, one answer: GJK with either sub-algorithm, EPA, MPR, Chung–Wang. */
import type { Convex } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  EllipsoidShape,
  HullShape,
  Posed,
  Rounded,
  SphereShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import {
  chungWangIntersects,
  collisionFeatures,
  createCollisionFeatures,
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

type V3 = [number, number, number];
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
      const unit = random.unitVector3([0, 0, 0]) as V3;
      const away = random.uniform(0.1, 1.7) * size;
      const p = new Posed(a, [offset, 0, 0], random.quaternion([0, 0, 0, 1]) as Q4);
      const q = new Posed(
        b,
        [offset + away * unit[0], away * unit[1], away * unit[2]],
        random.quaternion([0, 0, 0, 1]) as Q4,
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

  it('NaN ends every search', () => {
    const broken: Convex = {
      support: out => {
        out[0] = out[1] = out[2] = Number.NaN;
        return out;
      },
    };
    const box = new BoxShape([1, 1, 1]);
    expect(chungWangIntersects(broken, box)).toBe(false);
    expect(mprIntersects(createMprResult(), broken, box)).toBe(false);
    const gjk = createGjkResult();
    gjkDistanceJohnson(gjk, broken, box);
    expect(gjk.converged).toBe(false);
  });
});

describe('collision features', () => {
  const result = createPenetrationResult();
  const features = createCollisionFeatures();
  const box = new BoxShape([1, 1, 1]);
  const kinds = (b: Convex) => {
    signedDistance(result, box, b);
    collisionFeatures(features, result);
    return [features.featureA, features.featureB];
  };

  it('names vertices, edges and faces', () => {
    const tilt = Math.atan(Math.SQRT1_2) / 2;
    const eighth: Q4 = [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];
    // Turned by 45° about z, then about x: a corner points down to the box's top.
    const corner = HullShape.fromPoints([0, -1, 0, 1, 1, 0.1, -1, 1.1, 0, 0, 1.2, 1, 0.1, 1, -1]);
    expect(kinds(new Posed(corner, [0.1, 1.9, 0.1]))).toEqual(['face', 'vertex']);
    expect(kinds(new Posed(corner, [0.1, 2.3, 0.1]))).toEqual(['face', 'vertex']);
    const stick = new Posed(new BoxShape([0.2, 0.2, 3]), [1.25, 1.1, 0], [0, tilt, 0, 1]);
    expect(kinds(stick)[0]).not.toBe('smooth');
    const blade = new Posed(HullShape.fromPoints([-1, 0, 0, 1, 0, 0, 0, 3, 1, 0, 3, -1]), [0, 0, 0], eighth);
    blade.setPose([1.45, 1.45, 0], [0.27, -0.27, 0.65, -0.65]);
    expect(kinds(blade).every(kind => kind !== 'smooth')).toBe(true);
    expect(kinds(new Posed(new EllipsoidShape([0.5, 0.6, 0.7]), [0, 1.2, 0]))[1]).toBe('smooth');
    // A ball is its centre with a margin.
    expect(kinds(new Posed(new SphereShape(0.5), [0.1, 1.2, 0.3]))).toEqual(['face', 'vertex']);
  });
});
