/** Different algorithms, one answer: a slice of the pairs of the lab's experiment `agreement`. */
import type { Convex } from '@colide/core';
import { BoxShape, EllipsoidShape, HullShape, Posed, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  collisionFeatures,
  createCollisionFeatures,
  createPenetrationResult,
  signedDistance,
} from '@colide/narrowphase';
import { convexDistanceOracle, expectHitRate, hullOracle } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { Agreement, kinds } from './support/agreement.ts';
import { boxPolytope, exhaustiveDistance, wrapPoints } from './support/polytope-oracle.ts';

type Q4 = [number, number, number, number];

describe('agreement', () => {
  it('of GJK, EPA, SAT, MPR and Chung–Wang with each other and the oracle on 5 000 pairs', () => {
    const run = new Agreement(new Random(77), 330, 400);
    const { tally } = run;
    for (let i = 0; i < 5000; i++) run.step();
    expect(tally.findings).toEqual([]);
    expectHitRate(tally.overlaps, tally.pairs);
    expect(tally.byKind.size).toBe(kinds.length);
    for (const [check, { made }] of tally.checks) expect(made, check).toBeGreaterThan(50);
    expect(tally.checks.get('GJK + EPA against the oracle')!.made).toBeGreaterThan(2000);
  });

  it('of the oracle with a slower one that shares nothing with it', () => {
    const random = new Random(78);
    let overlaps = 0;
    const count = 200;
    for (let i = 0; i < count; i++) {
      const cloud = () => {
        const points = new Float64Array(24);
        const shift = [random.uniform(-0.8, 0.8), random.uniform(-0.8, 0.8), random.uniform(-0.8, 0.8)];
        for (let k = 0; k < 24; k += 3)
          points.set(
            (random.unitVector([0, 0, 0]) as number[]).map((x, axis) => 0.7 * x + shift[axis]),
            k,
          );
        return points;
      };
      const a = i % 2 ? wrapPoints(cloud()) : boxPolytope([0.4, 0.3, 0.5]);
      const b = wrapPoints(cloud());
      const expected = convexDistanceOracle(hullOracle(a.points), hullOracle(b.points)).distance;
      expect(Math.abs(exhaustiveDistance(a, b).distance - expected), `case ${i}`).toBeLessThan(1e-12);
      if (expected < 0) overlaps++;
    }
    expectHitRate(overlaps, count);
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
    expect(kinds(stick)).toEqual(['edge', 'edge']);
    const blade = new Posed(HullShape.fromPoints([-1, 0, 0, 1, 0, 0, 0, 3, 1, 0, 3, -1]), [0, 0, 0], eighth);
    blade.setPose([1.45, 1.45, 0], [0.27, -0.27, 0.65, -0.65]);
    expect(kinds(blade)).toEqual(['face', 'edge']);
    expect(kinds(new Posed(new EllipsoidShape([0.5, 0.6, 0.7]), [0, 1.2, 0]))[1]).toBe('smooth');
    // A ball is its centre with a margin.
    expect(kinds(new Posed(new SphereShape(0.5), [0.1, 1.2, 0.3]))).toEqual(['face', 'vertex']);
  });

  it('names edges whose directions are across the normal, in a fair share of overlapping boxes', () => {
    const random = new Random(79);
    const turned = () => [random.normal(), random.normal(), random.normal(), random.normal()];
    const ends = [0, 1].map(() => new Float64Array(3));
    let [overlaps, edges] = [0, 0];
    for (let n = 0; n < 1000; n++) {
      const shapes = [0, 1].map(i => new Posed(new BoxShape([1, 0.7, 0.5]), [i * 1.1, 0.2 * i, 0], turned()));
      if (signedDistance(result, shapes[0], shapes[1]) >= 0) continue;
      overlaps++;
      collisionFeatures(features, result);
      if (features.featureA !== 'edge' || features.featureB !== 'edge') continue;
      edges++;
      for (const [i, ids] of [features.idsA, features.idsB].entries()) {
        for (let e = 0; e < 2; e++) shapes[i].vertex!(ends[e], ids[e]);
        const along = ends[0].reduce((sum, x, k) => sum + (x - ends[1][k]) * result.normal[k], 0);
        expect(Math.abs(along), `pair ${n}`).toBeLessThan(1e-9);
        // Corners of a box that share an edge differ in one bit of their numbers.
        expect([1, 2, 4]).toContain(ids[0] ^ ids[1]);
      }
    }
    expect(overlaps).toBeGreaterThan(500);
    expect(edges).toBeGreaterThan(0.1 * overlaps);
  });
});
