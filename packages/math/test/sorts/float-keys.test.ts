import {
  doubleToKey,
  exclusiveScan,
  floatsToKeys,
  floatToKey,
  keysToFloats,
  keyToDouble,
  keyToFloat,
  Random,
} from '@colide/math';
import { expectNoAllocation } from '@colide/testing/allocation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const ascending = [-Infinity, -3.4e38, -1, -1e-45, -0, 0, 1e-45, 1, 1.0000001, 3.4e38, Infinity, Number.NaN];

/** −1, 0 or 1 in the order −0 < +0 and everything < NaN. */
function compare(x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
  if (x === 0 && y === 0) return Number(Object.is(y, -0)) - Number(Object.is(x, -0));
  return x < y ? -1 : x > y ? 1 : 0;
}

const doubleKey = (x: number): bigint => {
  const [high, low] = doubleToKey(new Uint32Array(2), x);
  return (BigInt(high) << 32n) | BigInt(low);
};

describe('float keys', () => {
  it('order the special values as documented', () => {
    for (let i = 1; i < ascending.length; i++) {
      expect(floatToKey(ascending[i - 1])).toBeLessThan(floatToKey(ascending[i]));
      expect(doubleKey(ascending[i - 1])).toBeLessThan(doubleKey(ascending[i]));
    }
    expect(floatToKey(0)).toBe(0x80000000);
    expect(floatToKey(-0)).toBe(0x7fffffff);
  });

  it('compare as f32 numbers do and come back bit for bit', () => {
    fc.assert(
      fc.property(fc.float(), fc.float(), (x, y) => {
        expect(Math.sign(floatToKey(x) - floatToKey(y))).toBe(compare(x, y));
        expect(keyToFloat(floatToKey(x))).toBe(x);
      }),
      { numRuns: 2000 },
    );
    const random = new Random(1);
    for (let i = 0; i < 100_000; i++) {
      const key = random.uint32();
      const value = keyToFloat(key);
      if (!Number.isNaN(value) && floatToKey(value) !== key)
        expect.fail(`${key} came back as ${floatToKey(value)}`);
    }
  });

  it('compare as f64 numbers do and come back bit for bit', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (x, y) => {
        const [p, q] = [doubleKey(x), doubleKey(y)];
        expect(p < q ? -1 : p > q ? 1 : 0).toBe(compare(x, y));
        const [high, low] = doubleToKey(new Uint32Array(2), x);
        expect(keyToDouble(high, low)).toBe(x);
      }),
      { numRuns: 2000 },
    );
    expect([...doubleToKey(new Uint32Array(4), 1, 2)]).toEqual([0, 0, 0xbff00000, 0]);
  });

  it('convert in bulk, without allocation, and name bad arguments', () => {
    const floats = Float32Array.from(ascending);
    const keys = new Uint32Array(ascending.length);
    const back = new Float32Array(ascending.length);
    expect(keysToFloats(back, floatsToKeys(keys, floats))).toEqual(floats);
    const words = new Uint32Array(2);
    expectNoAllocation(() => {
      keysToFloats(back, floatsToKeys(keys, floats));
      doubleToKey(words, 1.5);
    });
    expect(() => floatsToKeys(new Uint32Array(2), floats)).toThrow(/out/);
    expect(() => floatsToKeys(keys, floats, 13)).toThrow(/floats/);
    expect(() => keysToFloats(new Float32Array(2), keys)).toThrow(/out/);
    expect(() => keysToFloats(back, keys, -1)).toThrow(/count/);
  });
});

describe('exclusiveScan', () => {
  it('sums what comes before, in place or not, and returns the total', () => {
    fc.assert(
      fc.property(fc.uint32Array({ maxLength: 50 }), fc.nat(50), (values, wanted) => {
        const count = Math.min(wanted, values.length);
        const sums = new Uint32Array(values.length).fill(7);
        const total = exclusiveScan(sums, values, count);
        let sum = 0;
        for (let i = 0; i < count; i++) {
          expect(sums[i]).toBe(sum % 2 ** 32);
          sum += values[i];
        }
        expect(total).toBe(sum);
        expect([...sums.subarray(count)].every(x => x === 7)).toBe(true);
        const inPlace = values.slice();
        expect(exclusiveScan(inPlace, inPlace, count)).toBe(sum);
        expect(inPlace.subarray(0, count)).toEqual(sums.subarray(0, count));
      }),
    );
  });

  it('allocates nothing and names bad arguments', () => {
    const values = new Uint32Array(100).fill(3);
    const out = new Uint32Array(100);
    expectNoAllocation(() => exclusiveScan(out, values));
    expect(() => exclusiveScan(new Uint32Array(3), values)).toThrow(/out/);
    expect(() => exclusiveScan(out, values, 101)).toThrow(/values/);
    expect(() => exclusiveScan(out, values, -1)).toThrow(/count/);
    expect(() => exclusiveScan(out, values, Number.NaN)).toThrow(/count/);
  });
});
