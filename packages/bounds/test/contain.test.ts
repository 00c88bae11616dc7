/**
 * Every volume contains what it bounds, in 64-bit and in 32-bit storage: exactly, by its own containment
 * test.
 */
import {
  aabbContains,
  aabbContainsPoint,
  aabbFromCapsule,
  aabbFromConvex,
  aabbFromObb,
  aabbFromPoints,
  aabbFromSphere,
  aabbUnion,
  capsuleBulkFit,
  capsuleContains,
  capsuleContainsPoint,
  capsuleFromConvex,
  capsuleFromPoints,
  capsuleUnion,
  kdopContains,
  kdopContainsPoint,
  kdopDirections,
  kdopDirectionsFrom,
  kdopFromConvex,
  kdopFromPoints,
  kdopUnion,
  meshPoints,
  obbContains,
  obbContainsPoint,
  obbFromConvex,
  obbFromPoints,
  obbFromPointsPca,
  obbUnion,
  roundDownF32,
  roundUpF32,
  sphereContains,
  sphereContainsPoint,
  sphereFromConvex,
  sphereFromPoints,
  sphereFromPointsRitter,
  sphereFromSpheres,
  sphereUnion,
} from '@colide/bounds';
import { BoxShape, CapsuleShape, ConeShape, CylinderShape, Posed, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { generatePoints, isSoak, pointFamilies, soak } from '@colide/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomObb, randomPoint, randomQuat, type V } from './support/helpers.ts';

const d18 = kdopDirections(18);
const own = kdopDirectionsFrom([0.3, 0.5, 0.8, -0.7, 0.1, 0.2, 0.4, -0.9, 0.3, 0.6, 0.6, -0.1]);

/** Fit, containment test, and how many numbers a record has. */
const fits: [string, number, (out: never, points: Float64Array) => unknown, (v: never, p: V) => boolean][] = [
  ['aabb', 6, aabbFromPoints, aabbContainsPoint],
  ['minimal sphere', 4, sphereFromPoints, sphereContainsPoint],
  ['Ritter sphere', 4, sphereFromPointsRitter, sphereContainsPoint],
  ['PCA obb', 15, obbFromPointsPca, obbContainsPoint],
  ['tight obb', 15, obbFromPoints, obbContainsPoint],
  ['capsule', 7, capsuleFromPoints, capsuleContainsPoint],
  [
    'quick capsule',
    7,
    (o: never, p) => capsuleBulkFit(o, p, [0, Math.max(1, p.length / 3)]),
    capsuleContainsPoint,
  ],
  ['18-dop', 18, (o: never, p) => kdopFromPoints(o, d18, p), (v: never, p) => kdopContainsPoint(d18, v, p)],
  ['own dop', 8, (o: never, p) => kdopFromPoints(o, own, p), (v: never, p) => kdopContainsPoint(own, v, p)],
];

/** Scales and offsets of the points. */
const places = [
  [1, 0],
  [1e-6, 0],
  [1e6, 0],
  [1, 1e6],
];

describe.each(fits)('%s', (name, size, fit, contains) => {
  it.each(['f64', 'f32', 'number[]'])('contains its points in %s storage', kind => {
    const random = new Random(11);
    for (const family of pointFamilies) {
      // The tight box is slow, and it is the same one in all kinds of storage.
      const isShort = name === 'tight obb' && kind !== 'f64' && !isSoak;
      for (const count of [1, 2, 3, 4, 5, ...(isShort ? [] : [30]), ...(name === 'tight obb' ? [] : [400])]) {
        for (const [scale, offset] of isShort ? [[1, 1e6]] : places) {
          const points = generatePoints(family, count, random).map(x => scale * x + offset);
          const out =
            kind === 'f32'
              ? new Float32Array(size)
              : kind === 'f64'
                ? new Float64Array(size)
                : Array(size).fill(0);
          fit(out as never, points);
          for (let i = 0; i < points.length; i += 3) {
            const p: V = [points[i], points[i + 1], points[i + 2]];
            if (!contains(out as never, p))
              throw new Error(`${family}, ${count} points, ×${scale} + ${offset}: ${p} is outside ${out}`);
          }
        }
      }
    }
  });

  it('refuses what has no volume around it', () => {
    const out = new Float64Array(size) as never;
    expect(() => fit(out, new Float64Array(0))).toThrow(/points/);
    expect(() => fit(out, Float64Array.of(1, 2))).toThrow(/points/);
    expect(() => fit(out, Float64Array.of(0, 0, 0, 1, Number.NaN, 1, 2, 2, 2))).toThrow(/points.*NaN/);
    expect(() => fit(out, Float64Array.of(0, 0, Infinity, 1, 1, 1))).toThrow(/points.*Infinity/);
  });
});

describe('fit to shapes', () => {
  it('contains support points in all directions', () => {
    const random = new Random(12);
    const shapes = [
      new BoxShape([1, 2, 0.5]),
      new SphereShape(1.5),
      new CapsuleShape(0.5, 2),
      new CylinderShape(1, 0.3),
      new ConeShape(1, 2),
    ];
    for (const local of shapes) {
      for (let i = 0; i < 15; i++) {
        const shape = new Posed(local, randomPoint(random, 5), randomQuat(random));
        const aabb = aabbFromConvex(new Float32Array(6), shape);
        const sphere = sphereFromConvex(new Float32Array(4), shape);
        const obb = obbFromConvex(new Float32Array(15), shape);
        const capsule = capsuleFromConvex(new Float32Array(7), shape);
        const kdop = kdopFromConvex(new Float32Array(18), d18, shape);
        const p: V = [0, 0, 0];
        for (let k = 0; k < 60; k++) {
          const direction = random.unitVector([0, 0, 0]);
          shape.support(p, direction);
          expect(aabbContainsPoint(aabb, p)).toBe(true);
          expect(sphereContainsPoint(sphere, p)).toBe(true);
          expect(obbContainsPoint(obb, p)).toBe(true);
          expect(capsuleContainsPoint(capsule, p)).toBe(true);
          expect(kdopContainsPoint(d18, kdop, p)).toBe(true);
        }
      }
    }
  });

  it('is exact for the ball of a sphere and of a capsule, and for a turned box', () => {
    const q = randomQuat(new Random(5));
    expect(sphereFromConvex(new Float64Array(4), new SphereShape(1.5))[3]).toBeCloseTo(1.5, 12);
    const capsule = new Posed(new CapsuleShape(0.5, 2), [1, 2, 3], q);
    expect(sphereFromConvex(new Float64Array(4), capsule)[3]).toBeCloseTo(2.5, 12);
    expect(capsuleFromConvex(new Float64Array(7), capsule)[6]).toBeCloseTo(0.5, 9);
    const box = obbFromConvex(new Float64Array(15), new Posed(new BoxShape([1, 2, 3.5]), [1, 2, 3], q));
    expect([box[3], box[4], box[5]].sort()[0]).toBeGreaterThanOrEqual(1);
  });
});

describe('union', () => {
  it('contains both volumes, in f64 and f32', () => {
    const random = new Random(13);
    for (let i = 0; i < 1000; i++) {
      const extent = 10 ** random.uniform(-3, 3);
      const A = i % 2 ? Float64Array : Float32Array;
      const ball = (): number[] => [...randomPoint(random, extent), random.uniform(0, 1)];
      const [s, t] = [ball(), ball()];
      const sphere = sphereUnion(new A(4), s, t);
      expect(sphereContains(sphere, s) && sphereContains(sphere, t)).toBe(true);
      const capsule = (): number[] => [...randomPoint(random, extent), ...ball()];
      const [c, d] = [capsule(), capsule()];
      const joined = capsuleUnion(new A(7), c, d);
      expect(capsuleContains(joined, c) && capsuleContains(joined, d), `capsules ${c} ${d}`).toBe(true);
      const [o, p] = [randomObb(random, extent), randomObb(random, extent)];
      const obb = obbUnion(new A(15), o, p);
      expect(obbContains(obb, o) && obbContains(obb, p)).toBe(true);
      const [a, b] = [aabbFromObb(new A(6), o), aabbFromObb(new A(6), p)];
      const aabb = aabbUnion(new A(6), a, b);
      expect(aabbContains(aabb, a) && aabbContains(aabb, b)).toBe(true);
      expect(aabbContains(aabbFromSphere(new A(6), sphere), aabbFromSphere(new Float64Array(6), s))).toBe(
        true,
      );
      expect(aabbContains(aabbFromCapsule(new A(6), joined), aabbFromCapsule(new Float64Array(6), c))).toBe(
        true,
      );
      const k = (): Float64Array =>
        kdopFromPoints(new Float64Array(18), d18, randomPoint(random, extent)) as Float64Array;
      const [x, y] = [k(), k()];
      const kdop = kdopUnion(new A(18), x, y);
      expect(kdopContains(kdop, x) && kdopContains(kdop, y)).toBe(true);
    }
  });

  it('of many balls contains them all and is no larger than any other ball that does', () => {
    const random = new Random(14);
    for (let i = 0; i < 400; i++) {
      const count = 1 + random.integer(12);
      const balls = Array.from({ length: count }, () => [...randomPoint(random, 2), random.uniform(0, 1)]);
      const out = sphereFromSpheres(new Float64Array(4), balls.flat());
      for (const ball of balls) expect(sphereContains(out, ball)).toBe(true);
      // Moving the centre anywhere makes the needed radius larger: a local, hence global, minimum.
      const reach = (c: V): number =>
        Math.max(...balls.map(b => Math.hypot(c[0] - b[0], c[1] - b[1], c[2] - b[2]) + b[3]));
      for (let k = 0; k < 30; k++) {
        const u = random.unitVector([0, 0, 0]);
        const step = 10 ** random.uniform(-5, 0);
        const c = [0, 1, 2].map(j => out[j] + step * u[j]) as V;
        expect(reach(c)).toBeGreaterThan(out[3] * (1 - 1e-9));
      }
    }
    expect(() => sphereFromSpheres(new Float64Array(4), [])).toThrow(/spheres/);
    expect(sphereFromSpheres(new Float64Array(4), [1, 2, 3, -1])[3]).toBe(-1);
  });
});

describe('rounding to 32 bits', () => {
  it('is outward and by at most one float', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), x => {
        const [low, high] = [roundDownF32(x), roundUpF32(x)];
        expect(low).toBe(Math.fround(low));
        expect(high).toBe(Math.fround(high));
        expect(low <= x && x <= high).toBe(true);
        if (Math.fround(x) === x) expect(low === x && high === x).toBe(true);
        // Half-way between them lies no other float.
        else if (Number.isFinite(low) && Number.isFinite(high)) {
          const middle = Math.fround(0.5 * low + 0.5 * high);
          expect(middle === low || middle === high).toBe(true);
        }
      }),
      { numRuns: soak(1000, 5000) },
    );
    expect(roundDownF32(1e-60)).toBe(0);
    expect(roundUpF32(1e-60)).toBe(2 ** -149);
    expect(roundDownF32(-1e-60)).toBe(-(2 ** -149));
    expect(roundDownF32(1e39)).toBe(3.4028234663852886e38);
    expect(roundUpF32(1e39)).toBe(Infinity);
    expect(roundDownF32(Number.NaN)).toBeNaN();
  });
});

describe('meshPoints', () => {
  it('keeps the vertices that are used, once', () => {
    const positions = [9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5];
    expect([...meshPoints(positions, [1, 2, 3, 3, 2, 1])]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(() => meshPoints(positions, [0, 1, 5])).toThrow(/indices\[2\]/);
    expect(() => meshPoints(positions, [0, 1.5, 2])).toThrow(/indices\[1\]/);
    expect(() => meshPoints([1, 2], [0])).toThrow(/positions/);
  });
});
