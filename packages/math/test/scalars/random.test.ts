import { Random } from '@colide/math';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

/** sfc32 written down a second time, with BigInt. */
function* reference(seed: bigint): Generator<number> {
  const mask = 0xffffffffn;
  let [a, b, c, counter] = [0n, seed & mask, (seed >> 32n) & mask, 1n];
  for (let i = 0; ; i++) {
    const result = (a + b + counter) & mask;
    counter = (counter + 1n) & mask;
    a = b ^ (b >> 9n);
    b = (c + (c << 3n)) & mask;
    c = ((((c << 21n) | (c >> 11n)) & mask) + result) & mask;
    if (i >= 12) yield Number(result);
  }
}

/**
 * Largest distance between the empirical distribution of `samples` and `cdf`, times √n: 1.95 at the 0.1 %
 * level.
 */
function kolmogorovSmirnov(samples: Float64Array, cdf: (x: number) => number): number {
  samples.sort();
  const n = samples.length;
  let largest = 0;
  for (let i = 0; i < n; i++) {
    const p = cdf(samples[i]);
    largest = Math.max(largest, Math.abs(p - i / n), Math.abs(p - (i + 1) / n));
  }
  return largest * Math.sqrt(n);
}

/** Distribution function of the standard normal by Marsaglia's series. */
function normalCdf(x: number): number {
  if (x < -8) return 0;
  if (x > 8) return 1;
  let sum = x;
  let term = x;
  for (let i = 3; sum + term !== sum; i += 2) {
    term *= (x * x) / i;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

const count = 100_000;
const draw = (f: () => number) => Float64Array.from({ length: count }, f);

describe('Random', () => {
  it('is sfc32, for small and for 53-bit seeds', () => {
    for (const seed of [0, 1, 42, 2 ** 31, 2 ** 32 + 5, Number.MAX_SAFE_INTEGER]) {
      const random = new Random(seed);
      const words = reference(BigInt(seed));
      for (let i = 0; i < 1000; i++) expect(random.uint32()).toBe(words.next().value);
    }
  });

  it('keeps giving the numbers it gave when this was written', () => {
    const random = new Random(2026);
    expect([
      random.next(),
      random.normal(),
      random.exponential(),
      random.integer(1000),
    ]).toMatchInlineSnapshot(`
      [
        0.3596360351350105,
        -0.8951442754921533,
        2.2886905500498274,
        280,
      ]
    `);
    expect([...random.rotation([0, 0, 0, 1])]).toMatchInlineSnapshot(`
      [
        0.01924055273583991,
        0.4793840092254986,
        -0.8105414315631964,
        -0.33592165835026283,
      ]
    `);
  });

  it('continues from a saved state', () => {
    const random = new Random(7);
    random.normal();
    const state = random.save(new Uint32Array(4));
    const expected = Array.from({ length: 50 }, () => random.normal());
    const other = new Random(8).restore(state);
    expect(Array.from({ length: 50 }, () => other.normal())).toEqual(expected);
    expect(random.restore(state).normal()).toBe(expected[0]);
    expect(random.seed(7).next()).toBe(new Random(7).next());
  });

  it('is uniform on [0, 1) with 53 bits', () => {
    const random = new Random(1);
    const samples = draw(() => random.next());
    expect(samples.some(x => (x * 2 ** 53) % 2 === 1)).toBe(true);
    expect(samples.every(x => x >= 0 && x < 1 && Number.isInteger(x * 2 ** 53))).toBe(true);
    expect(kolmogorovSmirnov(samples, x => x)).toBeLessThan(1.95);
  });

  it('never reaches the upper end of an interval', () => {
    const random = new Random(2);
    for (let i = 0; i < 1000; i++) {
      expect(random.uniform(1, 1 + Number.EPSILON)).toBe(1);
      expect(random.uniform(-3, 5)).toBeGreaterThanOrEqual(-3);
      expect(random.uniform(-3, 5)).toBeLessThan(5);
    }
    expect(random.uniform(4, 4)).toBe(4);
  });

  it('gives every integer below n equally often', () => {
    const random = new Random(3);
    for (const n of [1, 2, 6, 7, 100]) {
      const histogram = new Float64Array(n);
      for (let i = 0; i < count; i++) histogram[random.integer(n)]++;
      const expected = count / n;
      const chiSquared = histogram.reduce((sum, seen) => sum + (seen - expected) ** 2 / expected, 0);
      expect(chiSquared).toBeLessThan(n - 1 + 4 * Math.sqrt(2 * n));
    }
    // A range just above 2³²/2 and one above 2³²: a plain remainder would fill the lower half twice as often.
    for (const n of [3 * 2 ** 30, 3 * 2 ** 51]) {
      let low = 0;
      for (let i = 0; i < count; i++) if (random.integer(n) < n / 2) low++;
      expect(Math.abs(low / count - 0.5)).toBeLessThan(0.01);
    }
  });

  it('is exponential and normal', () => {
    const random = new Random(4);
    expect(
      kolmogorovSmirnov(
        draw(() => random.exponential()),
        x => 1 - Math.exp(-x),
      ),
    ).toBeLessThan(1.95);
    expect(
      kolmogorovSmirnov(
        draw(() => random.normal()),
        normalCdf,
      ),
    ).toBeLessThan(1.95);
    expect(
      kolmogorovSmirnov(
        draw(() => random.normal(5, 3)),
        x => normalCdf((x - 5) / 3),
      ),
    ).toBeLessThan(1.95);
  });

  it('covers circle, sphere and rotations evenly', () => {
    const random = new Random(5);
    const v = new Float64Array(9);
    let error = 0;
    const angle = draw(() => {
      random.unitVector2d(v);
      error = Math.max(error, Math.abs(Math.hypot(v[0], v[1]) - 1));
      return Math.atan2(v[1], v[0]) / (2 * Math.PI) + 0.5;
    });
    expect(error).toBeLessThan(1e-15);
    expect(kolmogorovSmirnov(angle, x => x)).toBeLessThan(1.95);
    // Archimedes: every coordinate of a point of the sphere is uniform.
    for (let axis = 0; axis < 3; axis++) {
      const coordinate = draw(() => {
        random.unitVector(v);
        return (v[axis] + 1) / 2;
      });
      expect(kolmogorovSmirnov(coordinate, x => x)).toBeLessThan(1.95);
      // A uniform rotation takes each basis vector to a uniform point of the sphere.
      const entry = draw(() => {
        random.rotationMatrix(v);
        return (v[3 * axis + 1] + 1) / 2;
      });
      expect(kolmogorovSmirnov(entry, x => x)).toBeLessThan(1.95);
    }
    // The angle of a uniform rotation has the distribution (θ − sin θ)/π: nothing but the trace of R tells
    // it.
    const turn = draw(() => {
      random.rotation(v);
      return 2 * Math.acos(Math.min(1, Math.abs(v[3])));
    });
    expect(kolmogorovSmirnov(turn, x => (x - Math.sin(x)) / Math.PI)).toBeLessThan(1.95);
  });

  it('gives unit quaternions and rotation matrices', () => {
    const random = new Random(6);
    const q = new Float64Array(4);
    const m = new Float64Array(9);
    for (let i = 0; i < 10_000; i++) {
      random.rotation(q);
      expect(Math.abs(Math.hypot(...q) - 1)).toBeLessThan(1e-15);
      random.unitVector(m);
      expect(Math.abs(Math.hypot(m[0], m[1], m[2]) - 1)).toBeLessThan(1e-15);
      random.rotationMatrix(m);
      const [a, b, c, d, e, f, g, h, k] = m;
      expect(Math.abs(a * (e * k - f * h) - d * (b * k - c * h) + g * (b * f - c * e) - 1)).toBeLessThan(
        4e-15,
      );
      expect(Math.abs(a * d + b * e + c * f)).toBeLessThan(2e-15);
    }
  });

  it('shuffles all orders equally often', () => {
    const random = new Random(9);
    const orders = new Map<string, number>();
    for (let i = 0; i < 24_000; i++) {
      const key = random.shuffle([0, 1, 2, 3]).join('');
      orders.set(key, (orders.get(key) ?? 0) + 1);
    }
    expect(orders.size).toBe(24);
    for (const seen of orders.values()) expect(Math.abs(seen - 1000)).toBeLessThan(150);
    const part = random.shuffle(
      Uint32Array.from({ length: 20 }, (_, i) => i),
      10,
    );
    expect([...part.subarray(10)]).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    expect([...part.subarray(0, 10)].sort((x, y) => x - y)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('allocates nothing', () => {
    const random = new Random(10);
    const v = new Float64Array(9);
    const ids = new Uint32Array(20);
    const state = new Uint32Array(4);
    expectNoAllocation(() => {
      random.unitVector2d(v);
      random.unitVector(v);
      random.rotation(v);
      random.rotationMatrix(v);
      random.shuffle(ids);
      random.restore(random.save(state));
    });
    // Numbers that a call returns may be boxed: each variate, and the uniforms it is made of.
    expectNoAllocation(() => random.next(), { boxedNumbers: 1 });
    expectNoAllocation(() => random.uniform(-1, 1), { boxedNumbers: 2 });
  });

  it('names bad arguments', () => {
    expect(() => new Random(-1)).toThrow(/seed/);
    expect(() => new Random(0.5)).toThrow(/seed/);
    expect(() => new Random(Number.NaN)).toThrow(/seed/);
    expect(() => new Random().integer(0)).toThrow(/\bn\b/);
    expect(() => new Random().integer(Number.NaN)).toThrow(/\bn\b/);
    expect(() => new Random().shuffle([1, 2], 3)).toThrow(/count/);
    expect(() => new Random().save(new Uint32Array(3))).toThrow(/out/);
    expect(() => new Random().restore(new Uint32Array(3))).toThrow(/state/);
  });
});
