import { Random } from '@colide/math';
import { addUniformGravity, addWind, dampingOfRate, dampVelocities } from '@colide/solvers';
import { describe, expect, it } from 'vitest';

describe('forces', () => {
  it('of gravity accelerate all masses alike', () => {
    const random = new Random(11);
    const count = 40;
    const w = Float64Array.from({ length: count }, () => random.uniform(0.1, 5));
    const forces = new Float64Array(3 * count);
    addUniformGravity(forces, w, [0, -9.81, 1]);
    for (let i = 0; i < count; i++) {
      expect(forces[3 * i + 1] * w[i]).toBeCloseTo(-9.81, 12);
      expect(forces[3 * i + 2] * w[i]).toBeCloseTo(1, 12);
    }
  });

  it('of wind follow the area turned to it', () => {
    const triangle = Float64Array.of(0, 0, 0, 2, 0, 0, 0, 2, 0);
    const still = new Float64Array(9);
    const force = (velocity: [number, number, number], lift = 0) => {
      const out = new Float64Array(9);
      addWind(out, triangle, still, Uint32Array.of(0, 1, 2), { velocity, lift });
      return [0, 1, 2].map(axis => out[axis] + out[3 + axis] + out[6 + axis]);
    };
    // ½ ρ A u²: area 2, speed 3
    expect(force([0, 0, 3])[2]).toBeCloseTo(0.5 * 1.2 * 2 * 9, 12);
    expect(force([0, 0, -3])[2]).toBeCloseTo(-0.5 * 1.2 * 2 * 9, 12);
    expect(force([3, 0, 0])).toEqual([0, 0, 0]);
    const oblique = force([1, 0, 1], 2);
    expect(oblique[0]).toBeCloseTo(0.5 * 1.2 * 2, 12);
    expect(oblique[2]).toBeCloseTo(0.5 * 1.2 * 2 * (1 + 2 * Math.SQRT2), 12);
    const moving = new Float64Array(9);
    const out = new Float64Array(9);
    for (let k = 2; k < 9; k += 3) moving[k] = 3;
    addWind(out, triangle, moving, Uint32Array.of(0, 1, 2), { velocity: [0, 0, 3] });
    expect(Array.from(out)).toEqual(new Array(9).fill(0));
  });

  it('of damping take the same share at any step length', () => {
    const slow = Float64Array.of(8, -4, 2);
    dampVelocities(slow, 0.25);
    expect(Array.from(slow)).toEqual([6, -3, 1.5]);
    const once = 1 - dampingOfRate(0.5, 0.1);
    const ten = (1 - dampingOfRate(0.5, 0.01)) ** 10;
    expect(ten).toBeCloseTo(once, 2);
    expect(() => dampVelocities(slow, -0.1)).toThrow(/damping/);
  });
});
