/**
 * Kinds of arrays that represent vectors. The test is mainly that this file compiles.
 */
import type { Mat3, Quat, ReadonlyVec3, Vec2, Vec3 } from '@colide/core';
import { describe, expect, it } from 'vitest';

function double(out: Vec3, v: ReadonlyVec3): Vec3 {
  for (let i = 0; i < 3; i++) out[i] = 2 * v[i];
  return out;
}

describe('vectors', () => {
  it('are literals, plain arrays, tuples and typed arrays', () => {
    const list: number[] = [1, 2, 3];
    const tuple: [number, number, number] = [1, 2, 3];
    const fixed: readonly [number, number, number] = [1, 2, 3];
    const literal = [1, 2, 3] as const;
    const typed = [Float32Array.of(1, 2, 3), Float64Array.of(1, 2, 3), Object.freeze([1, 2, 3])];
    for (const v of [list, tuple, fixed, literal, ...typed]) {
      expect([...double([0, 0, 0], v)]).toEqual([2, 4, 6]);
      expect([...double(new Float32Array(3), v)]).toEqual([2, 4, 6]);
      expect([...double(new Float64Array(3), v)]).toEqual([2, 4, 6]);
    }
    expect(double(tuple, tuple)).toBe(tuple);
  });

  it('can be taken apart, written by index and only read where the type says so', () => {
    const v: Vec3 = [1, 2, 3];
    const [x, y, z] = v;
    v[0] = x + y + z;
    const read: ReadonlyVec3 = v;
    expect(read[0]).toBe(6);
    // @ts-expect-error: a vector that is only read is not written
    read[0] = 7;
  });

  it('are not objects with x, y and z, nor strings', () => {
    // @ts-expect-error
    const named: Vec3 = { x: 1, y: 2, z: 3 };
    // @ts-expect-error
    const text: Vec3 = '123';
    const others: [Vec2, Quat, Mat3] = [[1, 2], Float64Array.of(0, 0, 0, 1), new Float32Array(9)];
    expect([named, text, ...others]).toHaveLength(5);
  });
});
