import { Random } from '@colide/math';
import {
  ImpulseSolver,
  Islands,
  RigidBodies,
  RigidJoints,
  rigidAngularMomentum,
  rigidLinearMomentum,
  Sleeping,
} from '@colide/solvers';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const gravity = 9.81;

/** A static body 0 in the origin and boxes of half edge 0.5 and mass 1 at the given places. */
function createBodies(...places: [number, number, number][]): RigidBodies {
  const bodies = new RigidBodies({ count: places.length + 1 });
  bodies.setStatic(0);
  places.forEach((place, i) => {
    bodies.setBox(i + 1, 1, 0.5, 0.5, 0.5);
    bodies.setPose(i + 1, place);
  });
  return bodies;
}

function run(
  bodies: RigidBodies,
  joints: RigidJoints,
  seconds: number,
  g = gravity,
  each?: () => void,
): void {
  const solver = new ImpulseSolver({ gravity: [0, -g, 0] });
  for (let n = 0; n < Math.round(seconds / dt); n++) {
    solver.step(bodies, undefined, dt, joints);
    each?.();
  }
}

/** World place of a point given in the axes of a body. */
function pointOf(bodies: RigidBodies, body: number, local: readonly number[]): number[] {
  const [x, y, z, w] = bodies.rotations.subarray(4 * body, 4 * body + 4);
  const [a, b, c] = local;
  const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [
    bodies.positions[3 * body] + a + w * t[0] + y * t[2] - z * t[1],
    bodies.positions[3 * body + 1] + b + w * t[1] + z * t[0] - x * t[2],
    bodies.positions[3 * body + 2] + c + w * t[2] + x * t[1] - y * t[0],
  ];
}

const distance = (p: ArrayLike<number>, q: ArrayLike<number>) =>
  Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);

describe('ball joint', () => {
  it('makes a physical pendulum with the right period', () => {
    const length = 2;
    const angle = 0.1;
    const bodies = createBodies([length * Math.sin(angle), -length * Math.cos(angle), 0]);
    const joints = new RigidJoints();
    joints.addBall(bodies, 0, 1, [0, 0, 0]);
    const anchor = [-length * Math.sin(angle), length * Math.cos(angle), 0];
    const crossings: number[] = [];
    let time = 0;
    let before = bodies.positions[3];
    let worst = 0;
    run(bodies, joints, 12, gravity, () => {
      time += dt;
      const x = bodies.positions[3];
      if (before > 0 && x <= 0) crossings.push(time - (dt * -x) / (before - x));
      before = x;
      worst = Math.max(worst, distance(pointOf(bodies, 1, anchor), [0, 0, 0]));
    });
    const moment = 1 / 6 + length ** 2;
    const expected = 2 * Math.PI * Math.sqrt(moment / (gravity * length)) * (1 + angle ** 2 / 16);
    const periods = crossings.length - 1;
    expect(periods).toBeGreaterThan(2);
    expect((crossings[periods] - crossings[0]) / periods / expected).toBeGreaterThan(0.995);
    expect((crossings[periods] - crossings[0]) / periods / expected).toBeLessThan(1.005);
    expect(worst).toBeLessThan(2e-3);
  });

  it('holds a chain of ten with a heavy end', () => {
    const bodies = createBodies(
      ...Array.from({ length: 10 }, (_, i) => [i + 0.5, 0, 0] as [number, number, number]),
    );
    bodies.setBox(10, 5, 0.5, 0.5, 0.5);
    const joints = new RigidJoints();
    for (let i = 0; i < 10; i++) joints.addBall(bodies, i, i + 1, [i, 0, 0]);
    let worst = 0;
    run(bodies, joints, 10, gravity, () => {
      for (let i = 1; i < 10; i++)
        worst = Math.max(
          worst,
          distance(pointOf(bodies, i, [0.5, 0, 0]), pointOf(bodies, i + 1, [-0.5, 0, 0])),
        );
    });
    expect(worst).toBeLessThan(0.05);
  });
});

describe('hinge', () => {
  it('turns about its axis only', () => {
    const bodies = createBodies([1, 0, 0]);
    const joints = new RigidJoints();
    joints.addHinge(bodies, 0, 1, [0, 0, 0], [0, 0, 1]);
    bodies.setVelocity(1, [0, 0, 2], [3, 2, 0]);
    let worst = 0;
    run(bodies, joints, 5, gravity, () => {
      worst = Math.max(worst, Math.abs(bodies.positions[5]), Math.abs(bodies.rotations[4]));
      worst = Math.max(worst, Math.abs(distance(bodies.positions.subarray(3), [0, 0, 0]) - 1));
    });
    expect(worst).toBeLessThan(0.01);
    expect(Math.abs(joints.values[0])).toBeLessThan(Math.PI);
  });

  it('is driven by a motor with a limited torque, up to its limit', () => {
    const bodies = createBodies([0, 0, 0]);
    const joints = new RigidJoints();
    const hinge = joints.addHinge(bodies, 0, 1, [0, 0, 0], [0, 0, 1]);
    const torque = 0.5;
    joints.setMotor(hinge, 4, torque);
    run(bodies, joints, 0.5, 0);
    expect(bodies.angularVelocities[5]).toBeCloseTo(torque * 6 * 0.5, 6);
    run(bodies, joints, 2, 0);
    expect(bodies.angularVelocities[5]).toBeCloseTo(4, 6);
    joints.setMotor(hinge, 0, 0);
    joints.setMotor(hinge, 2, 5);
    joints.setLimits(hinge, -1, 1);
    bodies.setPose(1, [0, 0, 0]);
    bodies.setVelocity(1, [0, 0, 0]);
    run(bodies, joints, 3, 0);
    expect(joints.values[hinge]).toBeCloseTo(1, 2);
    expect(Math.abs(bodies.angularVelocities[5])).toBeLessThan(1e-3);
    joints.setMotor(hinge, -2, 5);
    run(bodies, joints, 3, 0);
    expect(joints.values[hinge]).toBeCloseTo(-1, 2);
  });
});

describe('slider', () => {
  it('shifts along its axis only, falls freely and stops at its limit', () => {
    const bodies = createBodies([1, 0, 0]);
    const joints = new RigidJoints();
    const s = Math.SQRT1_2;
    const slider = joints.addSlider(bodies, 0, 1, [1, 0, 0], [s, -s, 0]);
    joints.setLimits(slider, 0, 3);
    bodies.setVelocity(1, [0, 0, 0], [1, 2, 3]);
    run(bodies, joints, 0.5);
    const expected = 0.5 * gravity * s * 0.25;
    expect(joints.values[slider] / expected).toBeGreaterThan(0.97);
    expect(joints.values[slider] / expected).toBeLessThan(1.03);
    run(bodies, joints, 3);
    expect(joints.values[slider]).toBeCloseTo(3, 2);
    expect(bodies.positions[3]).toBeCloseTo(1 + 3 * s, 2);
    expect(bodies.positions[5]).toBeCloseTo(0, 3);
    expect(bodies.rotations[7]).toBeCloseTo(1, 6);
    joints.setMotor(slider, -1, 100);
    run(bodies, joints, 1);
    expect(joints.values[slider]).toBeCloseTo(2, 1);
  });
});

describe('fixed joint', () => {
  it('holds a beam of three boxes out of a wall', () => {
    const bodies = createBodies([0.5, 0, 0], [1.5, 0, 0], [2.5, 0, 0]);
    const joints = new RigidJoints();
    for (let i = 0; i < 3; i++) joints.addFixed(bodies, i, i + 1, [i, 0, 0]);
    run(bodies, joints, 4);
    expect(bodies.positions[9]).toBeCloseTo(2.5, 2);
    expect(Math.abs(bodies.positions[10])).toBeLessThan(0.02);
    let fastest = 0;
    for (const v of bodies.velocities) fastest = Math.max(fastest, Math.abs(v));
    expect(fastest).toBeLessThan(1e-3);
  });
});

describe('distance joint', () => {
  it('is a rod, or a rope', () => {
    const bodies = createBodies([2, 0, 0], [0, -1, 5]);
    const joints = new RigidJoints();
    joints.addDistance(bodies, 0, 1, [0, 0, 0], [2, 0, 0]);
    const rope = joints.addDistance(bodies, 0, 2, [0, 0, 5], [0, -1, 5], [0, 1.5]);
    let worst = 0;
    run(bodies, joints, 5, gravity, () => {
      worst = Math.max(worst, Math.abs(distance(bodies.positions.subarray(3), [0, 0, 0]) - 2));
      expect(joints.values[rope]).toBeLessThan(1.52);
    });
    expect(worst).toBeLessThan(5e-3);
    expect(joints.values[rope]).toBeCloseTo(1.5, 2);
  });
});

describe('joints', () => {
  it('conserve linear and angular momentum to 1e-12', () => {
    const random = new Random(3);
    const bodies = new RigidBodies({ count: 6 });
    for (let i = 0; i < 6; i++) {
      bodies.setBox(i, 1 + i, 0.5, 0.3, 0.2);
      bodies.setPose(i, [i, 0.2 * i, 5], [random.uniform(-1, 1), random.uniform(-1, 1), 0.3, 1]);
      bodies.setVelocity(
        i,
        [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)],
        [random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)],
      );
    }
    const joints = new RigidJoints();
    joints.addBall(bodies, 0, 1, [0.5, 0, 5]);
    joints.setMotor(joints.addHinge(bodies, 1, 2, [1.5, 0.3, 5], [1, 1, 0]), 2, 3);
    joints.setLimits(joints.addSlider(bodies, 2, 3, [2.5, 0.5, 5], [0, 1, 1]), -0.3, 0.3);
    joints.addFixed(bodies, 3, 4, [3.5, 0.7, 5]);
    joints.addDistance(bodies, 4, 5, [4.2, 1, 5], [5, 1, 5.3]);
    const p = rigidLinearMomentum([0, 0, 0], bodies);
    const l = rigidAngularMomentum([0, 0, 0], bodies);
    const scaleP = 21 * 2;
    const scaleL = Math.hypot(...l);
    run(bodies, joints, 10, 0);
    const p1 = rigidLinearMomentum([0, 0, 0], bodies);
    const l1 = rigidAngularMomentum([0, 0, 0], bodies);
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(p1[k] - p[k])).toBeLessThan(1e-12 * scaleP);
      expect(Math.abs(l1[k] - l[k])).toBeLessThan(1e-12 * scaleL);
    }
  });

  it('make islands that fall asleep as a whole', () => {
    const bodies = createBodies([0, -1, 0], [0, -2, 0]);
    const joints = new RigidJoints();
    joints.addBall(bodies, 0, 1, [0, 0, 0]);
    joints.addBall(bodies, 1, 2, [0, -1.5, 0]);
    const islands = new Islands(3);
    const sleeping = new Sleeping();
    const solver = new ImpulseSolver({ gravity: [0, -gravity, 0] });
    let sleepers = 0;
    const step = () => {
      islands.begin(bodies.inverseMasses);
      joints.linkIslands(islands);
      islands.finish();
      sleepers = sleeping.update(bodies, islands, dt);
      solver.step(bodies, undefined, dt, joints);
    };
    for (let n = 0; n < 120; n++) step();
    expect(islands.count).toBe(1);
    expect(sleepers).toBe(2);
    bodies.applyImpulse(2, [1, 0, 0], [0, -2, 0]);
    step();
    expect(sleepers).toBe(0);
  });

  it('can be removed, and their slots used again', () => {
    const bodies = createBodies([1, 0, 0], [2, 0, 0]);
    const joints = new RigidJoints();
    for (let i = 0; i < 40; i++) joints.addBall(bodies, 0, 1 + (i % 2), [1, 0, 0]);
    joints.remove(7);
    expect(() => joints.remove(7)).toThrow(/removed/);
    run(bodies, joints, 0.1);
    expect(joints.addHinge(bodies, 0, 1, [1, 0, 0], [1, 0, 0])).toBe(7);
    expect(joints.count).toBe(40);
  });

  it('check their arguments', () => {
    const bodies = createBodies([1, 0, 0]);
    const joints = new RigidJoints();
    expect(() => joints.addBall(bodies, 1, 1, [0, 0, 0])).toThrow(/same/);
    expect(() => joints.addBall(bodies, 0, 2, [0, 0, 0])).toThrow(/b must/);
    expect(() => joints.addHinge(bodies, 0, 1, [0, 0, 0], [0, 0, 0])).toThrow(/axis/);
    expect(() => joints.addBall(bodies, 0, 1, [0, Number.NaN, 0])).toThrow(/anchor/);
    const ball = joints.addBall(bodies, 0, 1, [0, 0, 0]);
    expect(() => joints.setMotor(ball, 1, 1)).toThrow(/free axis/);
    const hinge = joints.addHinge(bodies, 0, 1, [0, 0, 0], [0, 0, 2]);
    expect(() => joints.setLimits(hinge, 1, 0)).toThrow(/lower/);
    expect(() => joints.setMotor(hinge, 1, -1)).toThrow(/maxForce/);
    expect(() => new ImpulseSolver({ jointHertz: 0 })).toThrow(/jointHertz/);
    expect(() => new ImpulseSolver().step(new RigidBodies({ count: 1 }), undefined, dt, joints)).toThrow(
      /joint 0/,
    );
  });
});

describe('joints that change', () => {
  it('wake their bodies: at once when added, when told so otherwise', () => {
    const bodies = createBodies([1, 0, 0], [2, 0, 0], [3, 0, 0]);
    const joints = new RigidJoints();
    const sleep = () => bodies.asleep.fill(1);
    sleep();
    const first = joints.addHinge(bodies, 0, 1, [0.5, 0, 0], [0, 0, 1]);
    const second = joints.addBall(bodies, 2, 3, [2.5, 0, 0]);
    // A static body is left alone.
    expect([...bodies.asleep]).toEqual([1, 0, 0, 0]);
    bodies.restTimes[0] = 1;
    const awake = (change: () => void) => {
      sleep();
      change();
      expect([...bodies.asleep]).toEqual([1, 1, 1, 1]);
      joints.wakeChanged(bodies);
      return [...bodies.asleep];
    };
    expect(awake(() => joints.setMotor(first, 1, 5))).toEqual([1, 0, 1, 1]);
    expect(awake(() => joints.setMotor(first, 1, 5))).toEqual([1, 1, 1, 1]);
    expect(awake(() => joints.setLimits(first, -1, 1))).toEqual([1, 0, 1, 1]);
    expect(awake(() => joints.setLimits(first, -1, 1))).toEqual([1, 1, 1, 1]);
    // Its support moves, and is put elsewhere.
    expect(awake(() => bodies.angularVelocities.set([0, 1, 0]))).toEqual([1, 0, 1, 1]);
    bodies.angularVelocities.fill(0);
    expect(awake(() => bodies.restTimes.fill(0, 0, 1))).toEqual([1, 0, 1, 1]);
    bodies.restTimes[0] = 1;
    expect(awake(() => joints.remove(second))).toEqual([1, 1, 0, 0]);
    expect(awake(() => joints.removeBody(0))).toEqual([1, 0, 1, 1]);
    expect(awake(() => joints.removeBody(0))).toEqual([1, 1, 1, 1]);
    expect(joints.addBall(bodies, 0, 1, [0.5, 0, 0])).toBe(first);
  });
});
