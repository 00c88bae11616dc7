import {
  CovarianceAccumulator,
  CovarianceAccumulator2d,
  createPrincipalAxes,
  createPrincipalAxes2d,
  principalAxes,
  principalAxes2d,
  Random,
} from '@colide/math';
import { expectNoAllocation, expectRotation3 } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { diagonal, difference, magnitude, multiply, transpose } from '../support/matrices.ts';

/** Mean and covariance in the plainest way, with integers so that every sum is exact. */
function exactCovariance(points: ArrayLike<number>, weights: ArrayLike<number>, n: number) {
  const count = points.length / n;
  let total = 0;
  const first = new Array<number>(n).fill(0);
  const second = new Array<number>(n * n).fill(0);
  for (let p = 0; p < count; p++) {
    total += weights[p];
    for (let i = 0; i < n; i++) {
      first[i] += weights[p] * points[n * p + i];
      for (let j = 0; j < n; j++) second[n * i + j] += weights[p] * points[n * p + i] * points[n * p + j];
    }
  }
  const center = first.map(sum => sum / total);
  const covariance = second.map(
    (sum, at) => (sum * total - first[Math.floor(at / n)] * first[at % n]) / (total * total),
  );
  return { center, covariance };
}

function integerCloud(random: Random, count: number, n: number): Float64Array {
  return Float64Array.from({ length: n * count }, (_, i) => random.integer(21 + 20 * (i % n)) - 10);
}

describe.each([
  [3, createPrincipalAxes, principalAxes, CovarianceAccumulator],
  [2, createPrincipalAxes2d, principalAxes2d, CovarianceAccumulator2d],
] as const)('principal axes in %i dimensions', (n, create, axesOf, Accumulator) => {
  const random = new Random(31 + n);
  const ones = new Float64Array(1000).fill(1);
  const point = (points: Float64Array, i: number) => points.slice(n * i, n * i + n);

  it('match exact sums, with and without weights', () => {
    for (let trial = 0; trial < 50; trial++) {
      const points = integerCloud(random, 1 + random.integer(100), n);
      const weights = Float64Array.from({ length: points.length / n }, () => random.integer(4));
      weights[0] = 1;
      for (const used of [undefined, weights]) {
        const expected = exactCovariance(points, used ?? ones, n);
        const out = axesOf(create(), points, used);
        const scale = Math.max(magnitude(expected.covariance), 1);
        expect(difference(out.center, expected.center)).toBeLessThan(1e-14 * 100);
        expect(difference(out.covariance, expected.covariance)).toBeLessThan(1e-13 * scale);
        const back = multiply(multiply(out.axes, diagonal(out.values), n), transpose(out.axes, n), n);
        expect(difference(back, out.covariance)).toBeLessThan(1e-14 * scale * 3);
      }
    }
  });

  it('keep their digits a million units from the origin', () => {
    const points = integerCloud(random, 500, n);
    const near = axesOf(create(), points);
    const far = axesOf(
      create(),
      points.map(value => value + 2 ** 30),
    );
    expect(difference(far.covariance, near.covariance)).toBeLessThan(1e-10);
    expect(
      difference(
        far.center,
        near.center.map(value => value + 2 ** 30),
      ),
    ).toBeLessThan(1e-6);
    const stream = new Accumulator();
    stream.addAll(points.map(value => value + 2 ** 30));
    expect(difference(stream.principalAxes(create()).covariance, near.covariance)).toBeLessThan(1e-4);
  });

  it('are those of the coordinate system for nothing, one point, and points in one place', () => {
    const identity = diagonal(new Float64Array(n).fill(1));
    for (const points of [[], new Array(n).fill(5), new Array(10 * n).fill(-2)]) {
      const out = axesOf(create(), points);
      expect(difference(out.axes, identity)).toBe(0);
      expect(magnitude(out.values)).toBe(0);
      expect(out.center[0]).toBe(points.length === 0 ? 0 : points[0]);
    }
    const weightless = axesOf(create(), new Float64Array(3 * n).fill(7), [0, 0, 0]);
    expect(magnitude(weightless.center)).toBe(0);
  });

  it('stream to the same result, point by point, merged, and with points taken out', () => {
    const points = integerCloud(random, 300, n);
    const whole = axesOf(create(), points);
    const scale = magnitude(whole.covariance);
    const a = new Accumulator();
    const b = new Accumulator();
    for (let i = 0; i < 300; i++) (i % 3 ? a : b).add(point(points, i));
    a.merge(b as never);
    expect(a.weight).toBe(300);
    const out = a.principalAxes(create());
    expect(difference(out.covariance, whole.covariance)).toBeLessThan(1e-13 * scale);
    expect(difference(out.center, whole.center)).toBeLessThan(1e-13 * 30);

    for (let i = 100; i < 300; i++) a.remove(point(points, i));
    const some = axesOf(create(), points.slice(0, 100 * n));
    const left = a.principalAxes(create());
    expect(difference(left.covariance, some.covariance)).toBeLessThan(1e-12 * scale);
    expect(difference(left.center, some.center)).toBeLessThan(1e-12 * 30);

    for (let i = 0; i < 100; i++) a.remove(point(points, i));
    expect(Array.from(a.state).every(value => value === 0)).toBe(true);
  });

  it('take weights, and merging with itself or with nothing', () => {
    const points = integerCloud(random, 50, n);
    const weights = Float64Array.from({ length: 50 }, () => random.uniform(0.1, 3));
    const stream = new Accumulator();
    for (let i = 0; i < 50; i++) stream.add(point(points, i), weights[i]);
    const expected = axesOf(create(), points, weights);
    const scale = magnitude(expected.covariance);
    expect(difference(stream.principalAxes(create()).covariance, expected.covariance)).toBeLessThan(
      1e-13 * scale,
    );
    stream.merge(new Accumulator() as never);
    stream.merge(stream as never);
    expect(stream.weight).toBeCloseTo(2 * weights.reduce((sum, value) => sum + value), 10);
    expect(difference(stream.principalAxes(create()).covariance, expected.covariance)).toBeLessThan(
      1e-13 * scale,
    );
    stream.remove(point(points, 3), weights[3]);
    stream.clear();
    expect(stream.weight).toBe(0);
    const empty = stream.principalAxes(create());
    expect(magnitude(empty.values) + magnitude(empty.center)).toBe(0);
  });

  it('name the argument that is wrong', () => {
    const bad = new Float64Array(2 * n).fill(Number.NaN);
    expect(() => axesOf(create(), new Array(n + 1).fill(0))).toThrow('points');
    expect(() => axesOf(create(), bad)).toThrow('points[0]');
    expect(() => axesOf(create(), new Float64Array(2 * n), [1])).toThrow('weights');
    expect(() => axesOf(create(), new Float64Array(2 * n), [1, -1])).toThrow('weights[1]');
    expect(() => axesOf(create(), new Float64Array(2 * n), [1, Number.NaN])).toThrow('weights[1]');
    const wide = new Float64Array(2 * n).fill(0);
    wide[0] = 1e200;
    expect(() => axesOf(create(), wide)).toThrow('points must lie within');
    const stream = new Accumulator();
    expect(() => stream.add(bad)).toThrow('point[0]');
    expect(() => stream.add([1])).toThrow('point must have');
    expect(() => stream.add(new Float64Array(n), 0)).toThrow('weight');
    expect(() => stream.remove(new Float64Array(n))).toThrow('weight must not exceed');
    expect(() => stream.addAll(new Array(n + 1).fill(0))).toThrow('points');
    expect(() => stream.addAll(bad)).toThrow('points[0]');
  });

  it('allocate nothing', () => {
    const points = integerCloud(random, 30, n);
    const out = create();
    const stream = new Accumulator();
    stream.addAll(points);
    const extra = new Float64Array(n).fill(3);
    expectNoAllocation(() => {
      axesOf(out, points);
      stream.add(extra);
      stream.remove(extra);
      stream.principalAxes(out);
    });
  });
});

describe('the axes', () => {
  it('follow a stretched and turned cloud', () => {
    const random = new Random(99);
    const rotation = new Float64Array(9);
    for (let trial = 0; trial < 20; trial++) {
      random.rotationMatrix(rotation);
      const points = new Float64Array(3 * 2000);
      for (let i = 0; i < 2000; i++) {
        const local = [10 * random.normal(), 3 * random.normal(), random.normal()];
        for (let k = 0; k < 3; k++)
          points[3 * i + k] =
            rotation[k] * local[0] + rotation[3 + k] * local[1] + rotation[6 + k] * local[2];
      }
      const { axes, values } = principalAxes(createPrincipalAxes(), points);
      expectRotation3(axes);
      for (let axis = 0; axis < 9; axis += 3) {
        let dot = 0;
        for (let k = 0; k < 3; k++) dot += axes[axis + k] * rotation[axis + k];
        expect(Math.abs(dot)).toBeGreaterThan(0.995);
      }
      expect(values[0] / 100).toBeGreaterThan(0.85);
      expect(values[2]).toBeLessThan(1.15);
    }
  });
});
