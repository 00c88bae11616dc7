import { Random, rotationFromUnitQuat } from '@colide/math';
import { createShapeMatch, rigidFitMotion, rigidFitPose, shapeMatch } from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

const random = new Random(7);

function unitQuat(): Float64Array {
  const q = Float64Array.from({ length: 4 }, () => random.normal());
  const length = Math.hypot(...q);
  return q.map(x => x / length);
}

function move(points: Float64Array, q: Float64Array, p: ArrayLike<number>): Float64Array {
  const m = new Float64Array(9);
  rotationFromUnitQuat(m, q);
  return points.map((_, k) => {
    const i = k - (k % 3);
    return m[k % 3] * points[i] + m[3 + (k % 3)] * points[i + 1] + m[6 + (k % 3)] * points[i + 2] + p[k % 3];
  });
}

describe('the rigid motion of particles', () => {
  it('is found to rounding for bodies that are rigid, far away too', () => {
    for (let n = 0; n < 500; n++) {
      const rest = Float64Array.from({ length: 3 * (4 + random.integer(8)) }, () => random.normal());
      const q = unitQuat();
      const far = n % 3 === 0 ? 1e5 : 1;
      const p = [random.normal() * far, random.normal() * far, random.normal() * far];
      const position = new Float64Array(3);
      const rotation = q.map(x => x + 0.1 * random.normal());
      rigidFitPose(position, rotation, rest, move(rest, q, p));
      const dot = Math.abs(q.reduce((sum, x, k) => sum + x * rotation[k], 0));
      expect(1 - dot).toBeLessThan(1e-9);
      for (let k = 0; k < 3; k++) expect(Math.abs(position[k] - p[k])).toBeLessThan(1e-9 * far + 1e-9);
    }
  });

  it('agrees with shape matching of deformed bodies', () => {
    for (let n = 0; n < 200; n++) {
      const rest = Float64Array.from({ length: 24 }, () => random.normal());
      const q = unitQuat();
      const moved = move(rest, q, [1, 2, 3]).map(x => x + 0.1 * random.normal());
      const match = createShapeMatch();
      shapeMatch(match, rest, moved, new Array(8).fill(1));
      const position = new Float64Array(3);
      const rotation = q.slice();
      rigidFitPose(position, rotation, rest, moved);
      const dot = Math.abs(match.rotation.reduce((sum, x, k) => sum + x * rotation[k], 0));
      expect(1 - dot).toBeLessThan(1e-9);
      const center = move(match.restCenter, rotation, position);
      for (let k = 0; k < 3; k++) expect(center[k]).toBeCloseTo(match.center[k], 9);
    }
  });

  it('has the momentum and the angular momentum of the particles', () => {
    const velocity = new Float64Array(3);
    const spin = new Float64Array(3);
    const center = new Float64Array(3);
    for (let n = 0; n < 200; n++) {
      const x = Float64Array.from({ length: 18 }, () => random.normal());
      const d = x.map(() => 0.01 * random.normal());
      rigidFitMotion(
        velocity,
        spin,
        center,
        x,
        x.map((v, k) => v - d[k]),
        Float64Array.of(0.5),
      );
      const sums = { p: [0, 0, 0], l: [0, 0, 0], fit: [0, 0, 0] };
      for (let i = 0; i < 18; i += 3) {
        const r = [0, 1, 2].map(k => x[i + k] - center[k]);
        const v = [0, 1, 2].map(k => d[i + k] / 0.5);
        const w = cross(spin, r);
        for (let k = 0; k < 3; k++) {
          sums.p[k] += v[k] / 6;
          sums.l[k] += cross(r, v)[k];
          sums.fit[k] += cross(r, w)[k];
        }
      }
      for (let k = 0; k < 3; k++) {
        expect(velocity[k]).toBeCloseTo(sums.p[k], 12);
        expect(sums.fit[k]).toBeCloseTo(sums.l[k], 9);
      }
    }
  });

  it('leaves alone what a line of particles does not tell', () => {
    const rest = Float64Array.of(-1, 0, 0, 1, 0, 0);
    const spin = new Float64Array(3).fill(9);
    const [velocity, center] = [new Float64Array(3), new Float64Array(3)];
    rigidFitMotion(velocity, spin, center, rest, rest, Float64Array.of(1));
    expect([...spin].map(Math.abs)).toEqual([0, 0, 0]);
  });

  it('allocates nothing', () => {
    const rest = Float64Array.from({ length: 24 }, () => random.normal());
    const moved = rest.map(x => x + 0.01 * random.normal());
    const [position, velocity, spin] = [0, 1, 2].map(() => new Float64Array(3));
    const rotation = Float64Array.of(0, 0, 0, 1);
    const dt = Float64Array.of(0.1);
    expectNoAllocation(() => {
      rigidFitPose(position, rotation, rest, moved);
      rigidFitMotion(velocity, spin, position, moved, rest, dt);
    });
  });
});

function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
