import { Random } from '@colide/math';
import {
  ImpulseSolver,
  principalInertia,
  RigidBodies,
  RigidContacts,
  rigidAngularMomentum,
  rigidBodiesBytes,
  rigidContactsAdd,
  rigidKineticEnergy,
  rigidLinearMomentum,
} from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

const moments = [1, 2, 2.9] as const;

function createSpinner(omega: readonly [number, number, number]): RigidBodies {
  const bodies = new RigidBodies({ count: 1 });
  bodies.setMass(0, 2, moments);
  bodies.setPose(0, [1, 2, 3], [0.1, 0.2, -0.3, 0.9]);
  bodies.setVelocity(0, [0.3, -0.2, 0.5], omega);
  return bodies;
}

/** Euler's equations in the body's frame and q̇ = ½ q ω, by RK4 with a very small step. */
function referenceSpin(bodies: RigidBodies, seconds: number, steps: number): number[] {
  const turn = (q: number[], v: number[], inverse: boolean) => {
    const [x, y, z, w] = inverse ? [-q[0], -q[1], -q[2], q[3]] : q;
    const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
    return [
      v[0] + w * t[0] + y * t[2] - z * t[1],
      v[1] + w * t[1] + z * t[0] - x * t[2],
      v[2] + w * t[2] + x * t[1] - y * t[0],
    ];
  };
  const q0 = Array.from(bodies.rotations);
  let state = [...q0, ...turn(q0, Array.from(bodies.angularVelocities), true)];
  const rate = (s: number[]) => {
    const [x, y, z, w, a, b, c] = s;
    return [
      0.5 * (w * a + y * c - z * b),
      0.5 * (w * b + z * a - x * c),
      0.5 * (w * c + x * b - y * a),
      -0.5 * (x * a + y * b + z * c),
      ((moments[1] - moments[2]) * b * c) / moments[0],
      ((moments[2] - moments[0]) * c * a) / moments[1],
      ((moments[0] - moments[1]) * a * b) / moments[2],
    ];
  };
  const h = seconds / steps;
  const along = (s: number[], r: number[], t: number) => s.map((value, i) => value + t * r[i]);
  for (let n = 0; n < steps; n++) {
    const k1 = rate(state);
    const k2 = rate(along(state, k1, h / 2));
    const k3 = rate(along(state, k2, h / 2));
    const k4 = rate(along(state, k3, h));
    state = state.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  return state.slice(0, 4);
}

/** Angle between two unit quaternions. */
function angleBetween(p: ArrayLike<number>, q: ArrayLike<number>): number {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += p[k] * q[k];
  return 2 * Math.acos(Math.min(1, Math.abs(dot)));
}

describe('free spin', () => {
  it.each([
    ['about no axis in particular', [1, 2, 1.5]],
    ['about the unstable axis, which tips over', [0.01, 4, 0.01]],
  ] as const)('follows Euler’s equations with second order: %s', (_, omega) => {
    const expected = referenceSpin(createSpinner(omega), 4, 20_000);
    const errors = [240, 480, 960].map(steps => {
      const bodies = createSpinner(omega);
      for (let n = 0; n < steps; n++) bodies.integrate(4 / steps);
      return angleBetween(bodies.rotations, expected);
    });
    expect(errors[0]).toBeLessThan(0.05);
    for (const [coarse, fine] of [
      [errors[0], errors[1]],
      [errors[1], errors[2]],
    ] as const) {
      expect(Math.log2(coarse / fine)).toBeGreaterThan(1.8);
      expect(Math.log2(coarse / fine)).toBeLessThan(2.2);
    }
  });

  it('matches the analytic precession of a symmetric top', () => {
    const bodies = new RigidBodies({ count: 1 });
    bodies.setMass(0, 1, [1, 1, 2]);
    bodies.setVelocity(0, [0, 0, 0], [0.5, 0, 3]);
    const steps = 6000;
    for (let n = 0; n < steps; n++) bodies.integrate(1 / steps);
    // The axis of the top goes round L = (0.5, 0, 6) at the rate |L| / I₁.
    const angle = Math.hypot(0.5, 6);
    const [ux, uz] = [0.5 / angle, 6 / angle];
    const [x, y, z, w] = bodies.rotations;
    const axis = [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)];
    const expected = [
      ux * uz * (1 - Math.cos(angle)),
      -ux * Math.sin(angle),
      Math.cos(angle) + uz * uz * (1 - Math.cos(angle)),
    ];
    expect(axis[0]).toBeCloseTo(expected[0], 6);
    expect(axis[1]).toBeCloseTo(expected[1], 6);
    expect(axis[2]).toBeCloseTo(expected[2], 6);
  });

  it('conserves momentum to 1e-12 and keeps energy bounded, however fast', () => {
    for (const speed of [1, 20, 1000]) {
      const bodies = createSpinner([speed, 2 * speed, 0.5 * speed]);
      const p = rigidLinearMomentum([0, 0, 0], bodies);
      const l = rigidAngularMomentum([0, 0, 0], bodies);
      const energy = rigidKineticEnergy(bodies);
      let worst = 0;
      for (let n = 0; n < 10_000; n++) {
        bodies.integrate(1 / 60);
        worst = Math.max(worst, Math.abs(rigidKineticEnergy(bodies) / energy - 1));
      }
      const p1 = rigidLinearMomentum([0, 0, 0], bodies);
      const l1 = rigidAngularMomentum([0, 0, 0], bodies);
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(p1[k] - p[k])).toBeLessThan(1e-12);
        expect(Math.abs(l1[k] - l[k])).toBeLessThan(1e-12 * Math.hypot(...l));
      }
      if (speed === 1) expect(worst).toBeLessThan(1e-3);
      expect(worst).toBeLessThan(3);
    }
  });

  it('turns kinematic bodies at a constant rate', () => {
    const bodies = new RigidBodies({ count: 1 });
    bodies.setStatic(0);
    bodies.setVelocity(0, [1, 0, 0], [0, 0, Math.PI / 2]);
    for (let n = 0; n < 600; n++) bodies.integrate(1 / 600);
    expect(bodies.positions[0]).toBeCloseTo(1, 12);
    expect(bodies.angularVelocities[2]).toBeCloseTo(Math.PI / 2, 12);
    expect(angleBetween(bodies.rotations, [0, 0, Math.SQRT1_2, Math.SQRT1_2])).toBeLessThan(1e-6);
  });
});

describe('falling rod', () => {
  it('falls on a smooth floor as the analytic solution says', () => {
    const length = 2;
    const gravity = 9.81;
    const bodies = new RigidBodies({ count: 2 });
    bodies.setStatic(0);
    const tilt = 0.1;
    const moment = length ** 2 / 12;
    bodies.setMass(1, 1, [moment, 1e-4, moment]);
    bodies.setPose(1, [0, (length / 2) * Math.cos(tilt), 0], [0, 0, Math.sin(-tilt / 2), Math.cos(tilt / 2)]);
    const contacts = new RigidContacts({ friction: 0 });
    const solver = new ImpulseSolver({ gravity: [0, -gravity, 0] });
    let checks = 0;
    for (let n = 0; n < 2000; n++) {
      const [x, y, z, w] = bodies.rotations.subarray(4);
      const axis = [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)];
      const cosine = axis[1];
      if (cosine < 0.1) break;
      const foot = [0, 1, 2].map(k => bodies.positions[3 + k] - 0.5 * length * axis[k]);
      contacts.begin();
      rigidContactsAdd(contacts, [0, 1], [foot[0], 0.5 * foot[1], foot[2]], [0, 1, 0], foot[1], 0);
      if (cosine < 0.95) {
        const omega = Math.sqrt(
          ((12 * gravity) / length) * ((Math.cos(tilt) - cosine) / (1 + 3 * (1 - cosine ** 2))),
        );
        expect(Math.abs(bodies.angularVelocities[5]) / omega).toBeGreaterThan(0.99);
        expect(Math.abs(bodies.angularVelocities[5]) / omega).toBeLessThan(1.01);
        checks++;
      }
      solver.step(bodies, contacts, 1 / 240);
    }
    expect(checks).toBeGreaterThan(50);
    expect(Math.abs(bodies.positions[3])).toBeLessThan(1e-6);
  });
});

describe('rigid bodies', () => {
  it('take and give poses, velocities and impulses', () => {
    const bodies = new RigidBodies({ count: 2 });
    bodies.setBox(1, 3, 0.5, 1, 1.5);
    bodies.setPose(1, [1, 2, 3], [0, 0, 2, 0]);
    const position: [number, number, number] = [0, 0, 0];
    const rotation: [number, number, number, number] = [0, 0, 0, 0];
    bodies.getPose(position, rotation, 1);
    expect(position).toEqual([1, 2, 3]);
    expect(rotation).toEqual([0, 0, 1, 0]);
    bodies.setPose(1, [4, 5, 6]);
    bodies.getPose(position, rotation, 1);
    expect([...position, ...rotation]).toEqual([4, 5, 6, 0, 0, 1, 0]);
    bodies.setVelocity(1, [1, 2, 3], [4, 5, 6]);
    bodies.setVelocity(1, [7, 8, 9]);
    expect([...bodies.velocities.slice(3), ...bodies.angularVelocities.slice(3)]).toEqual([7, 8, 9, 4, 5, 6]);
    bodies.setVelocity(1, [0, 0, 0], [0, 0, 0]);
    bodies.setPose(1, [1, 2, 3]);
    const before = rigidAngularMomentum([0, 0, 0], bodies);
    bodies.applyImpulse(1, [1, -2, 0.5], [2, 2, 5]);
    const after = rigidAngularMomentum([0, 0, 0], bodies);
    expect(after[0] - before[0]).toBeCloseTo(2 * 0.5 - 5 * -2, 12);
    expect(after[1] - before[1]).toBeCloseTo(5 * 1 - 2 * 0.5, 12);
    expect(after[2] - before[2]).toBeCloseTo(2 * -2 - 2 * 1, 12);
    expect(rigidLinearMomentum([0, 0, 0], bodies)).toEqual([1, -2, 0.5]);
  });

  it('find principal axes', () => {
    const random = new Random(5);
    for (let trial = 0; trial < 100; trial++) {
      const r = random.rotationMatrix(new Float64Array(9));
      const inertia = new Float64Array(9);
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++)
          for (let k = 0; k < 3; k++) inertia[3 * j + i] += r[3 * k + i] * moments[k] * r[3 * k + j];
      const found: [number, number, number] = [0, 0, 0];
      const q: [number, number, number, number] = [0, 0, 0, 0];
      principalInertia(found, q, inertia);
      expect([...found].sort((a, b) => a - b)[0]).toBeCloseTo(moments[0], 12);
      const bodies = new RigidBodies({ count: 1 });
      bodies.setMass(0, 1, found);
      bodies.setPose(0, [0, 0, 0], q);
      // World inverse inertia times the tensor is the identity.
      const m = bodies.worldInverseInertias;
      const full = [m[0], m[3], m[4], m[3], m[1], m[5], m[4], m[5], m[2]];
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) {
          let sum = 0;
          for (let k = 0; k < 3; k++) sum += full[3 * k + i] * inertia[3 * j + k];
          expect(sum).toBeCloseTo(i === j ? 1 : 0, 12);
        }
    }
    expect(() => principalInertia([0, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0, 1, 0, 0, 0, 5])).toThrow(/triangle/);
  });

  it('live in shared memory', () => {
    const buffer = new SharedArrayBuffer(rigidBodiesBytes(5) + 16);
    const bodies = new RigidBodies({ count: 5, buffer, byteOffset: 16 });
    bodies.setVelocity(4, [1, 0, 0]);
    bodies.integrate(1);
    expect(new Float64Array(buffer, 16)[12]).toBe(1);
    expect(() => new RigidBodies({ count: 6, buffer })).toThrow(/buffer/);
  });

  it('check their arguments', () => {
    const bodies = new RigidBodies({ count: 1 });
    expect(() => bodies.setMass(0, -1, [1, 1, 1])).toThrow(/mass/);
    expect(() => bodies.setMass(0, 1, [1, 0, 1])).toThrow(/moments\[1\]/);
    expect(() => bodies.setBox(0, 1, 1, -1, 1)).toThrow(/halfY/);
    expect(() => bodies.setPose(1, [0, 0, 0])).toThrow(/index/);
    expect(() => bodies.setPose(0, [0, 0, Number.NaN])).toThrow(/position/);
    expect(() => bodies.setPose(0, [0, 0, 0], [0, 0, 0, 0])).toThrow(/rotation/);
    expect(() => bodies.integrate(0)).toThrow(/dt/);
  });

  it('allocate nothing', () => {
    const bodies = createSpinner([1, 2, 3]);
    expectNoAllocation(() => bodies.integrate(1 / 60), { warmUp: 800 });
  });
});
