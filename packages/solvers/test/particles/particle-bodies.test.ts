import { Random } from '@colide/math';
import { findNonFinite, inertiaFrame, ParticleBodies, particleInertia, RigidBodies } from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

const kinds = ['distances', 'matching'] as const;

function diagonal(x: number, y: number, z: number): Float64Array {
  return new Float64Array([x, 0, 0, 0, y, 0, 0, 0, z]);
}

/** Inertia of a solid box. */
function boxInertia(mass: number, x: number, y: number, z: number): Float64Array {
  return diagonal((mass * (y * y + z * z)) / 3, (mass * (x * x + z * z)) / 3, (mass * (x * x + y * y)) / 3);
}

const corners = (x: number, y: number, z: number) =>
  Array.from({ length: 8 }, (_, k) => [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z]).flat();

function angleBetween(p: ArrayLike<number>, q: ArrayLike<number>): number {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += p[k] * q[k];
  return 2 * Math.acos(Math.min(1, Math.abs(dot)));
}

describe('inertia frame', () => {
  it('has exactly the mass, centre and inertia it was asked for', () => {
    const random = new Random(21);
    const out = new Float64Array(12);
    const found = new Float64Array(9);
    const inertia = new Float64Array(9);
    for (let trial = 0; trial < 1000; trial++) {
      const points = Float64Array.from({ length: 30 }, () => random.uniform(-1, 1));
      const masses = Float64Array.from({ length: 10 }, () => random.uniform(0.1, 2));
      if (trial % 3 === 1) for (let i = 0; i < 10; i++) points[3 * i] = 0;
      if (trial % 3 === 2) for (let i = 0; i < 10; i++) points[3 * i] = points[3 * i + 1] = 0;
      const mass = masses.reduce((sum, m) => sum + m, 0);
      particleInertia(inertia, points, masses);
      const solidity = inertiaFrame(out, mass, [1, 2, 3], inertia);
      expect(solidity > 1e-6).toBe(trial % 3 === 0);
      particleInertia(found, out, new Float64Array(4).fill(mass / 4));
      for (let k = 0; k < 9; k++) expect(Math.abs(found[k] - inertia[k])).toBeLessThan(1e-12 * mass);
      for (let k = 0; k < 3; k++)
        expect(0.25 * (out[k] + out[3 + k] + out[6 + k] + out[9 + k])).toBeCloseTo(k + 1, 12);
    }
  });

  it('rejects what no body can have', () => {
    const out = new Float64Array(12);
    expect(() => inertiaFrame(out, 1, [0, 0, 0], diagonal(1, 1, 3))).toThrow(/triangle/);
    expect(() => inertiaFrame(out, -1, [0, 0, 0], diagonal(1, 1, 1))).toThrow(/mass/);
    expect(() => inertiaFrame(out, 1, [0, 0, 0], diagonal(0, 0, 0))).toThrow(/trace/);
    expect(
      () => new ParticleBodies([{ mass: 1, inertia: diagonal(1, 1, 0) }], { rigidity: 'distances' }),
    ).toThrow(/flat/);
  });
});

describe.each(kinds)('bodies held by %s', rigidity => {
  it('take and give poses and velocities, and carry their vertices', () => {
    const vertices = corners(0.5, 1, 1.5);
    const bodies = new ParticleBodies([{ mass: 2, inertia: boxInertia(2, 0.5, 1, 1.5), vertices }], {
      rigidity,
    });
    const q = new Random(4).rotation([0, 0, 0, 1]);
    const dt = 1e-3;
    bodies.setPose(0, [1, 2, 3], q);
    bodies.setVelocity(0, [1, -2, 0.5], [0.3, 0.2, -0.7], dt);
    bodies.system.previousDt = dt;
    bodies.match();
    const position: [number, number, number] = [0, 0, 0];
    const rotation: [number, number, number, number] = [0, 0, 0, 1];
    bodies.getPose(position, rotation, 0);
    expect(Math.hypot(position[0] - 1, position[1] - 2, position[2] - 3)).toBeLessThan(1e-12);
    expect(angleBetween(rotation, q)).toBeLessThan(1e-7);
    const velocity: [number, number, number] = [0, 0, 0];
    const angular: [number, number, number] = [0, 0, 0];
    bodies.getVelocity(velocity, angular, 0);
    [1, -2, 0.5, 0.3, 0.2, -0.7].forEach((value, k) => {
      expect([...velocity, ...angular][k]).toBeCloseTo(value, 9);
    });
    const placed = bodies.getVertices(new Float64Array(24));
    for (let v = 0; v < 8; v++) {
      const distance = Math.hypot(placed[3 * v] - 1, placed[3 * v + 1] - 2, placed[3 * v + 2] - 3);
      expect(distance).toBeCloseTo(Math.hypot(0.5, 1, 1.5), 12);
    }
    bodies.pushVertex(0, 3, 0.1, 0.2, 0.3);
    const moved = bodies.getVertices(new Float64Array(24));
    for (let k = 0; k < 3; k++) expect(moved[9 + k] - placed[9 + k]).toBeCloseTo(0.1 * (k + 1), 12);
  });

  it('spin like the rigid body with the same inertia, better with smaller steps', () => {
    const errors = [120, 240, 480].map(steps => {
      const bodies = new ParticleBodies([{ mass: 1, inertia: diagonal(1, 2, 2.5) }], { rigidity });
      const reference = new RigidBodies({ count: 1 });
      reference.setMass(0, 1, [1, 2, 2.5]);
      reference.setVelocity(0, [0, 0, 0], [1, 2, 1.5]);
      bodies.setVelocity(0, [0, 0, 0], [1, 2, 1.5], 1 / steps);
      for (let n = 0; n < 4000; n++) reference.integrate(1 / 4000);
      for (let n = 0; n < steps; n++) bodies.system.step(1 / steps, [bodies], 10);
      bodies.match();
      const q: [number, number, number, number] = [0, 0, 0, 1];
      bodies.getPose([0, 0, 0], q, 0);
      return angleBetween(q, reference.rotations);
    });
    expect(errors[0]).toBeLessThan(0.1);
    expect(errors[1] / errors[0]).toBeLessThan(0.6);
    expect(errors[2] / errors[1]).toBeLessThan(0.6);
  });

  it('come to rest on a plane by projection, and hold or slide on a slope', () => {
    const run = (slope: number, friction: number) => {
      const bodies = new ParticleBodies(
        [{ mass: 1, inertia: boxInertia(1, 0.5, 0.5, 0.5), vertices: corners(0.5, 0.5, 0.5) }],
        { rigidity, gravity: [-9.81 * slope, -9.81, 0], damping: 0.002 },
      );
      bodies.setPose(0, [0, 0.52, 0]);
      for (let n = 0; n < 240; n++) {
        bodies.system.step(1 / 120, [], 0);
        for (let round = 0; round < 10; round++) {
          bodies.projectBehindPlane(0, [0, 1, 0], 0, friction);
          bodies.project(bodies.system);
        }
      }
      bodies.match();
      const position: [number, number, number] = [0, 0, 0];
      bodies.getPose(position, [0, 0, 0, 1], 0);
      return position;
    };
    const still = run(0, 0.5);
    expect(still[1]).toBeGreaterThan(0.49);
    expect(still[1]).toBeLessThan(0.51);
    expect(Math.abs(still[0])).toBeLessThan(0.01);
    expect(run(0.3, 0)[0]).toBeLessThan(-1);
  });

  it('stand on each other by ten rounds of projection onto supporting planes', () => {
    const box = { mass: 1, inertia: boxInertia(1, 0.5, 0.5, 0.5), vertices: corners(0.5, 0.5, 0.5) };
    const bodies = new ParticleBodies([box, box, box], { rigidity, gravity: [0, -9.81, 0], damping: 0.01 });
    for (let b = 0; b < 3; b++) bodies.setPose(b, [0.05 * b, 0.52 + 1.02 * b, 0]);
    const vertices = new Float64Array(72);
    const extreme = (b: number, sign: number) => {
      let best = -Infinity;
      for (let v = 8 * b; v < 8 * b + 8; v++) best = Math.max(best, sign * vertices[3 * v + 1]);
      return sign * best;
    };
    let overlap = 0;
    for (let n = 0; n < 480; n++) {
      bodies.system.step(1 / 120, [], 0);
      for (let round = 0; round < 10; round++) {
        bodies.projectBehindPlane(0, [0, 1, 0], 0, 0.5);
        bodies.getVertices(vertices);
        for (let b = 0; b < 2; b++) {
          const [top, bottom] = [extreme(b, 1), extreme(b + 1, -1)];
          if (top <= bottom) continue;
          const level = 0.5 * (top + bottom);
          bodies.projectBehindPlane(b, [0, -1, 0], -level, 0.5);
          bodies.projectBehindPlane(b + 1, [0, 1, 0], level, 0.5);
        }
        bodies.project(bodies.system);
      }
      bodies.getVertices(vertices);
      if (n > 240)
        for (let b = 0; b < 2; b++) overlap = Math.max(overlap, extreme(b, 1) - extreme(b + 1, -1));
    }
    bodies.match();
    expect(overlap).toBeLessThan(0.01);
    for (let b = 0; b < 3; b++) {
      const position: [number, number, number] = [0, 0, 0];
      bodies.getPose(position, [0, 0, 0, 1], b);
      expect(Math.abs(position[1] - 0.5 - b)).toBeLessThan(0.03);
      expect(Math.abs(position[0] - 0.05 * b)).toBeLessThan(0.03);
    }
  });

  it('recover from flat and reflected states and stay finite', () => {
    for (const squash of [
      [1, 0, 1],
      [-1, 1, 1],
      [0, 0, 0],
    ]) {
      const bodies = new ParticleBodies([{ mass: 1, inertia: diagonal(1, 2, 2.5) }], { rigidity });
      const { positions, previousPositions } = bodies.system;
      for (let k = 0; k < 12; k++) previousPositions[k] = positions[k] *= squash[k % 3];
      for (let n = 0; n < 50; n++) bodies.system.step(1 / 60, [bodies], 10);
      expect(findNonFinite(positions)).toBe(-1);
    }
  });

  it('allocate nothing', () => {
    const bodies = new ParticleBodies(
      Array.from({ length: 3 }, () => ({
        mass: 1,
        inertia: boxInertia(1, 0.5, 0.5, 0.5),
        vertices: corners(0.5, 0.5, 0.5),
      })),
      { rigidity },
    );
    const out = new Float64Array(72);
    expectNoAllocation(
      () => {
        bodies.project(bodies.system);
        bodies.match();
        bodies.getVertices(out);
      },
      { warmUp: 800 },
    );
  });
});
