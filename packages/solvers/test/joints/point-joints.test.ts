import { Random } from '@colide/math';
import { ImpulseSolver, RigidBodies, RigidJoints } from '@colide/solvers';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const links = 6;

type Vector = [number, number, number];

/**
 * A chain of random boxes that hangs from the world, with random joints. With `coupled`, two hinges on the
 * side are coupled: then all joints are solved by the matrix of their six motions.
 */
function chain(seed: number, kind: 'ball' | 'hinge', coupled: boolean) {
  const random = new Random(seed);
  const between = (low: number, high: number) => random.uniform(low, high);
  const bodies = new RigidBodies({ count: links + 3 });
  const joints = new RigidJoints();
  const direction: Vector = [0, 0, 0];
  let x = 0;
  for (let i = 0; i < links; i++) {
    const half = between(0.1, 0.5);
    bodies.setBox(i, between(0.2, 5), half, between(0.05, 0.3), between(0.05, 0.3));
    bodies.setPose(i, [x + half, between(-0.1, 0.1), between(-0.1, 0.1)]);
    for (let k = 0; k < 3; k++) {
      bodies.velocities[3 * i + k] = between(-1, 1);
      bodies.angularVelocities[3 * i + k] = between(-3, 3);
    }
    random.unitVector(direction);
    const a = i === 0 ? -2 : i - 1;
    if (kind === 'ball') joints.addBall(bodies, a, i, [x, 0, 0]);
    else setHinge(joints, joints.addHinge(bodies, a, i, [x, 0, 0], direction), i, between);
    // Of the step before, of the same length.
    for (let k = 0; k < 3; k++) joints.impulses[11 * i + k] = between(-0.1, 0.1);
    x += 2 * half;
  }
  // Far away, at rest, and without gravity.
  for (let i = links; i < links + 3; i++) {
    bodies.setBox(i, 1, 0.5, 0.5, 0.5);
    bodies.setPose(i, [0, 0, 100 + 3 * i]);
    bodies.gravityScales[i] = 0;
  }
  const first = joints.addHinge(bodies, links, links + 1, [0, 0, 100], [1, 0, 0]);
  const second = joints.addHinge(bodies, links, links + 2, [0, 0, 100], [1, 0, 0]);
  if (coupled) joints.addCoupling(first, second, 1);
  joints.impulseTime = dt / 4;
  return { bodies, joints };
}

/** Gives a hinge limits, in which it is at first, and a motor, a spring or friction. */
function setHinge(
  joints: RigidJoints,
  joint: number,
  i: number,
  between: (low: number, high: number) => number,
): void {
  if (i % 2 === 0) joints.setLimits(joint, -between(0, 0.02), between(0, 0.02));
  if (i === 1) joints.setMotor(joint, between(-2, 2), between(1, 20));
  if (i === 2) joints.setRestitution(joint, 0.5);
  if (i === 3) joints.setSpring(joint, 0, between(1, 50), between(0, 2));
  if (i === 5) joints.setFriction(joint, between(0, 5));
}

/** The largest difference between two arrays, relative to the largest number if that is above 1. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>, count: number): number {
  let most = 0;
  let size = 1;
  for (let k = 0; k < count; k++) {
    most = Math.max(most, Math.abs(a[k] - b[k]));
    size = Math.max(size, Math.abs(a[k]));
  }
  return most / size;
}

/** Steps of a chain with and without the matrix. */
function both(seed: number, kind: 'ball' | 'hinge', steps: number, lock = 0) {
  return [false, true].map(coupled => {
    const { bodies, joints } = chain(seed, kind, coupled);
    bodies.setLocks(1, lock);
    const solver = new ImpulseSolver({ gravity: [0, -9.81, 0], substeps: steps > 1 ? 4 : 1 });
    for (let n = 0; n < steps; n++) solver.step(bodies, undefined, steps > 1 ? dt : dt / 4, joints);
    return { bodies, joints };
  });
}

describe.each(['ball', 'hinge'] as const)('a chain of %s joints', kind => {
  it('moves in a substep as it does when the matrix of six motions is solved', () => {
    let limited = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const [own, all] = both(seed, kind, 1, seed % 64);
      for (const name of ['positions', 'rotations', 'velocities', 'angularVelocities'] as const)
        expect(difference(own.bodies[name], all.bodies[name], 3 * links)).toBeLessThan(1e-9);
      expect(difference(own.joints.values, all.joints.values, links)).toBeLessThan(1e-12);
      for (let j = 0; j < links; j++) {
        // Those of the anchors keep their direction while the matrix follows body A.
        const rotations = own.joints.impulses.subarray(11 * j + 3, 11 * j + 11);
        expect(difference(rotations, all.joints.impulses.subarray(11 * j + 3), 8)).toBeLessThan(1e-9);
        if (j % 2 === 0 && rotations[3] + rotations[4] > 0) limited++;
      }
    }
    // Some hinges are at their limits, others are not.
    if (kind === 'hinge') {
      expect(limited).toBeGreaterThan(60);
      expect(limited).toBeLessThan(240);
    }
  });

  it('moves much alike for a while', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const [own, all] = both(seed, kind, 12);
      expect(difference(own.bodies.positions, all.bodies.positions, 3 * links)).toBeLessThan(0.02);
      expect(difference(own.bodies.rotations, all.bodies.rotations, 4 * links)).toBeLessThan(0.02);
    }
  });

  it('tells the force that it bears', () => {
    for (let seed = 200; seed < 220; seed++) {
      const [{ bodies, joints }] = both(seed, kind, 12);
      const before = [...bodies.velocities];
      new ImpulseSolver({ gravity: [0, 0, 0] }).step(bodies, undefined, dt, joints);
      const last = links - 1;
      const force: Vector = [0, 0, 0];
      joints.getReaction(force, [0, 0, 0], bodies, last);
      const mass = 1 / bodies.inverseMasses[last];
      for (let k = 0; k < 3; k++)
        expect(force[k]).toBeCloseTo(
          (mass * (bodies.velocities[3 * last + k] - before[3 * last + k])) / dt,
          6,
        );
    }
  });
});
