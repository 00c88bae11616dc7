import type { Convex } from '@colide/core';
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
  convexDistanceOracle,
  expectClose,
  generateHull,
  generatePose,
  hullFamilies,
  hullOracle,
  posePoints,
} from '@colide/testing';
import { vec3 } from 'gl-matrix';
import { describe, expect, it } from 'vitest';

type Q4 = [number, number, number, number];
const identity: Q4 = [0, 0, 0, 1];

describe('against exhaustive search', () => {
  it('agrees on hulls of every family, at every scale and offset', () => {
    const random = new Random(11);
    const result = createPenetrationResult();
    const gjk = createGjkResult();
    let overlaps = 0;
    const count = 400;
    for (let i = 0; i < count; i++) {
      const family = hullFamilies[i % hullFamilies.length];
      const other = hullFamilies[random.integer(hullFamilies.length)];
      const pair =
        family === 'tiny' || family === 'huge'
          ? family
          : other === 'tiny' || other === 'huge'
            ? 'cube'
            : other;
      const scale = family === 'tiny' ? 1e-6 : family === 'huge' ? 1e6 : 1;
      const cloudA = generateHull(family, 8 + random.integer(5), random);
      const cloudB = generateHull(pair, 8 + random.integer(5), random);
      const poseA = generatePose(random, 0.4 * scale);
      const poseB = generatePose(random, 0.9 * scale);
      const expected = convexDistanceOracle(
        hullOracle(posePoints(cloudA, poseA)),
        hullOracle(posePoints(cloudB, poseB)),
      ).distance;
      const a = new Posed(HullShape.fromPoints(cloudA), poseA.position, poseA.rotation);
      const b = new Posed(HullShape.fromPoints(cloudB), poseB.position, poseB.rotation);
      expectClose(
        signedDistance(result, a, b),
        expected,
        { absolute: 1e-8 * scale },
        `${family} ${pair} ${i}`,
      );
      expect(result.converged).toBe(true);
      expectClose(signedDistance(result, b, a), expected, { absolute: 1e-8 * scale }, 'swapped');
      expectClose(gjkDistance(gjk, a, b), Math.max(expected, 0), { absolute: 1e-9 * scale }, 'distance');
      if (Math.abs(expected) > 1e-9 * scale) expect(gjkIntersects(a, b)).toBe(expected < 0);
      if (expected < 0) overlaps++;
    }
    expect(overlaps / count).toBeGreaterThan(0.2);
    expect(overlaps / count).toBeLessThan(0.8);
  });
});

describe('temporal coherence', () => {
  it('gives the same distance from a cache in fewer steps', () => {
    const random = new Random(21);
    const a = new Posed(HullShape.fromPoints(generateHull('rounded', 60, random)), [0, 0, 0], identity);
    const b = new Posed(HullShape.fromPoints(generateHull('rounded', 60, random)), [3, 0, 0], identity);
    const cache = createGjkCache();
    const warm = createGjkResult();
    const cold = createGjkResult();
    let warmSteps = 0;
    let coldSteps = 0;
    for (let frame = 0; frame < 500; frame++) {
      const angle = frame * 0.01;
      b.setPose(
        [2.2 + Math.cos(angle), Math.sin(angle), 0],
        [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)],
      );
      expectClose(gjkDistance(warm, a, b, cache), gjkDistance(cold, a, b), { relative: 1e-9 });
      warmSteps += warm.steps;
      coldSteps += cold.steps;
    }
    expect(warmSteps).toBeLessThan(0.5 * coldSteps);
  });
});

describe('bad input', () => {
  const box = new BoxShape([1, 1, 1]);
  it('ends and says so when a support mapping returns NaN', () => {
    const broken: Convex = { support: out => vec3.set(out, Number.NaN, 0, 0) };
    const gjk = createGjkResult();
    gjkDistance(gjk, broken, box);
    expect(gjk.converged).toBe(false);
    expect(gjk.steps).toBeLessThanOrEqual(64);
  });
});
