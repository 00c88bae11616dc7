import { quatFromRotation, Random, rotationFromQuat, rotationFromUnitQuat } from '@colide/math';
import { mat3, quat } from 'gl-matrix';
import { describe, expect, it } from 'vitest';

const random = new Random(90);
const m = new Float64Array(9);
const q = new Float64Array(4);
const expected = new Float64Array(9);

function difference(a: ArrayLike<number>, b: ArrayLike<number>, length: number): number {
  let most = 0;
  for (let i = 0; i < length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return most;
}

describe('rotations', () => {
  it('of unit quaternions are those of gl-matrix', () => {
    for (let n = 0; n < 1000; n++) {
      random.rotation(q);
      mat3.fromQuat(expected, q);
      rotationFromUnitQuat(m, q);
      expect(difference(m, expected, 9)).toBeLessThan(1e-15);
      rotationFromQuat(m, q);
      expect(difference(m, expected, 9)).toBeLessThan(2e-15);
    }
  });

  it('do not depend on the length of the quaternion where it is divided out', () => {
    for (let n = 0; n < 1000; n++) {
      random.rotation(q);
      mat3.fromQuat(expected, q);
      const factor = random.uniform(-4, 4);
      rotationFromQuat(
        m,
        q.map(x => x * factor),
      );
      expect(difference(m, expected, 9)).toBeLessThan(4e-15);
    }
  });

  it('are read at an offset', () => {
    const many = Float64Array.of(9, 9, 0, 0, 0, 1, 9);
    rotationFromUnitQuat(m, many, 2);
    expect([...m]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
    rotationFromQuat(m.fill(0), many, 2);
    expect([...m]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  it('give the quaternion back, up to its sign, whichever component is largest', () => {
    const largest = [0, 0, 0, 0];
    const back = new Float64Array(6);
    for (let n = 0; n < 1000; n++) {
      random.rotation(q);
      largest[q.findIndex(x => Math.abs(x) === Math.max(...q.map(Math.abs)))]++;
      rotationFromUnitQuat(m, q);
      quatFromRotation(back, 1, m);
      const dot = quat.dot(back.subarray(1, 5), q);
      expect(Math.abs(Math.abs(dot) - 1)).toBeLessThan(1e-14);
      expect([back[0], back[5]]).toEqual([0, 0]);
    }
    for (const count of largest) expect(count).toBeGreaterThan(150);
  });

  it('by half a turn have a quaternion too', () => {
    for (const axis of [0, 1, 2]) {
      m.fill(0);
      for (let k = 0; k < 3; k++) m[4 * k] = k === axis ? 1 : -1;
      quatFromRotation(q, 0, m);
      expect([...q].map(Math.abs)).toEqual([0, 1, 2, 3].map(k => (k === axis ? 1 : 0)));
    }
  });
});
