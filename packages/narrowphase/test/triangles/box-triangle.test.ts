import { BoxShape, CapsuleShape, Posed, SphereShape, TriangleShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { createPenetrationResult, signedDistance } from '@colide/narrowphase';
import { expectHitRate } from '@colide/testing';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';
import { BoxTriangle } from '../../src/triangles/internal/box-triangle.ts';

type Triple = [number, number, number];

const result = createPenetrationResult();
const reference = createPenetrationResult();
const pair = new BoxTriangle();
const margin = Float64Array.of(0.3);

function triangleOf(t: Float64Array): TriangleShape {
  return new TriangleShape([t[0], t[1], t[2]], [t[3], t[4], t[5]], [t[6], t[7], t[8]]);
}

/** The distance of a point from a convex set; 0 inside. */
function fromPoint(point: Float64Array, set: Posed | TriangleShape): number {
  const ball = new Posed(new SphereShape(1e-9), [point[0], point[1], point[2]]);
  return signedDistance(reference, ball, set) + 1e-9;
}

/** A box or capsule and a triangle; every third pair on a grid, where much is parallel, flat or touches. */
function randomPair(random: Random, i: number, size: number, origin: Triple) {
  const isGrid = i % 3 === 0;
  const place = () => size * (isGrid ? random.integer(5) / 2 - 1 : random.uniform(-1, 1));
  const extent = () => size * (isGrid ? 0.5 : random.uniform(0.02, 0.6));
  const shape =
    i % 4 === 3 ? new CapsuleShape(extent(), extent()) : new BoxShape([extent(), extent(), extent()]);
  const turn = () => random.uniform(-1, 1);
  const position = origin.map(x => x + place());
  const posed = new Posed(shape, position, isGrid && i % 2 ? [0, 0, 0, 1] : [turn(), turn(), turn(), turn()]);
  return { posed, triangle: Float64Array.from({ length: 9 }, (_, k) => origin[k % 3] + place()) };
}

/** Compares the result with GJK and EPA, and its points with both surfaces. */
function expectTruth(posed: Posed, triangle: Float64Array, slack: number): void {
  const set = triangleOf(triangle);
  const distance = signedDistance(reference, posed, set);
  if (result.distance > margin[0]) {
    expect(distance).toBeGreaterThan(margin[0] - slack);
    return;
  }
  expect(Math.abs(result.distance - distance)).toBeLessThan(slack);
  for (let k = 0; k < 3; k++) {
    const gap = result.pointB[k] - result.pointA[k] - result.distance * result.normal[k];
    expect(Math.abs(gap)).toBeLessThan(slack);
  }
  expect(fromPoint(result.pointB, set)).toBeLessThan(slack);
  expect(Math.abs(fromPoint(result.pointA, posed))).toBeLessThan(slack);
}

describe('a box or capsule and a triangle in closed form', () => {
  for (const [size, origin] of [
    [1, [0, 0, 0]],
    [1, [1000, -2000, 500]],
    [1e-3, [0, 0, 0]],
    [1e3, [0, 0, 0]],
  ] as const)
    it(`has the distance and points of GJK and EPA, of size ${size} at ${origin}`, () => {
      const random = new Random(11);
      margin[0] = 0.3 * size;
      let overlaps = 0;
      let decided = 0;
      const cases = 3000;
      for (let i = 0; i < cases; i++) {
        const { posed, triangle } = randomPair(random, i, size, [...origin]);
        expect(pair.begin(posed)).toBe(true);
        if (!pair.find(result, triangle, margin)) continue;
        decided++;
        if (result.distance < 0) overlaps++;
        expectTruth(posed, triangle, 1e-8 * size + 1e-11 * Math.abs(origin[1]));
      }
      expect(decided / cases).toBeGreaterThan(0.97);
      expectHitRate(overlaps, cases);
    });

  it('knows the normal of sets that all but touch', () => {
    const triangle = Float64Array.of(-1, 0, -1, -1, 0, 2, 2, 0, -1);
    margin[0] = 0.02;
    for (const gap of [1e-6, 1e-9, 1e-12, 1e-15, 0, -1e-15, -1e-12, -1e-9, -1e-6])
      for (const tilt of [0, 1e-9, 1e-4, 0.1]) {
        const box = new Posed(new BoxShape([0.2, 0.3, 0.4]), [0, 0, 0], [0, 0, tilt, 1]);
        const lowest = box.support([0, 0, 0], [0, -1, 0])[1];
        box.setPose([0, gap - lowest, 0], [0, 0, tilt, 1]);
        pair.begin(box);
        expect(pair.find(result, triangle, margin)).toBe(true);
        expect(result.distance).toBeCloseTo(gap, 14);
        expect(result.normal[1]).toBeCloseTo(-1, 12);
      }
  });

  it('leaves triangles without area, other sets and NaN to the caller', () => {
    pair.begin(new Posed(new BoxShape([1, 1, 1])));
    expect(pair.find(result, Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2), margin)).toBe(false);
    expect(pair.find(result, new Float64Array(9).fill(1), margin)).toBe(false);
    expect(pair.find(result, new Float64Array(9).fill(Number.NaN), margin)).toBe(false);
    expect(pair.begin(new BoxShape([1, 1, 1]))).toBe(false);
    expect(pair.begin(new Posed(new SphereShape(1)))).toBe(false);
  });

  it('allocates nothing', () => {
    const random = new Random(3);
    const pairs = Array.from({ length: 64 }, (_, i) => randomPair(random, i, 1, [0, 0, 0]));
    expectNoAllocation(() => {
      for (const { posed, triangle } of pairs) {
        pair.begin(posed);
        pair.find(result, triangle, margin);
      }
    });
  });
});
