import { Random } from '@colide/math';
import {
  ImpulseSolver2d,
  Islands,
  jointGround,
  RigidBodies2d,
  RigidJoints2d,
  Sleeping,
} from '@colide/solvers';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const gravity = 9.81;

/** Bodies of mass 1 and moment 1/6, as of unit squares, at the given positions. */
function createBodies(...positions: [number, number][]): RigidBodies2d {
  const bodies = new RigidBodies2d({ count: positions.length });
  positions.forEach((position, i) => {
    bodies.setMass(i, 1, 1 / 6);
    bodies.setPose(i, position);
  });
  return bodies;
}

function run(
  bodies: RigidBodies2d,
  joints: RigidJoints2d,
  seconds: number,
  g = gravity,
  each?: (time: number) => void,
): void {
  const solver = new ImpulseSolver2d({ gravity: [0, -g] });
  for (let n = 1; n <= Math.round(seconds / dt); n++) {
    solver.step(bodies, undefined, dt, joints);
    each?.(n * dt);
  }
}

/** World position of a point given in the axes of a body. */
function pointOf(bodies: RigidBodies2d, body: number, [x, y]: readonly number[]): number[] {
  const [c, s] = bodies.rotations.subarray(2 * body, 2 * body + 2);
  return [bodies.positions[2 * body] + c * x - s * y, bodies.positions[2 * body + 1] + s * x + c * y];
}

const distance = (p: ArrayLike<number>, q: ArrayLike<number>) => Math.hypot(p[0] - q[0], p[1] - q[1]);
const angleOf = (bodies: RigidBodies2d, body: number) =>
  Math.atan2(bodies.rotations[2 * body + 1], bodies.rotations[2 * body]);

describe('revolute joint', () => {
  it('makes a physical pendulum with the right period', () => {
    const length = 2;
    const amplitude = 0.1;
    const bodies = createBodies([length * Math.sin(amplitude), -length * Math.cos(amplitude)]);
    const joints = new RigidJoints2d();
    joints.addRevolute(bodies, jointGround, 0, [0, 0]);
    const crossings: number[] = [];
    let last = bodies.positions[0];
    let stretch = 0;
    run(bodies, joints, 12, gravity, time => {
      const x = bodies.positions[0];
      if (last < 0 && x >= 0) crossings.push(time - (dt * x) / (x - last));
      last = x;
      stretch = Math.max(stretch, Math.abs(distance(bodies.positions, [0, 0]) - length));
    });
    const period = (crossings.at(-1)! - crossings[0]) / (crossings.length - 1);
    const inertia = length * length + 1 / 6;
    // First term of the series in the amplitude.
    const expected = 2 * Math.PI * Math.sqrt(inertia / (gravity * length)) * (1 + amplitude ** 2 / 16);
    expect(crossings.length).toBeGreaterThan(3);
    expect(Math.abs(period / expected - 1)).toBeLessThan(0.002);
    expect(stretch).toBeLessThan(1e-3);
  });

  it('conserves momentum and angular momentum of two bodies in free flight', () => {
    const bodies = createBodies([-1, 0], [1, 0.5]);
    bodies.setVelocity(0, [1, 2], 3);
    bodies.setVelocity(1, [-2, 0.5], -1);
    const joints = new RigidJoints2d();
    joints.addRevolute(bodies, 0, 1, [0.1, 0.3]);
    const measure = () => {
      let [x, y, spin] = [0, 0, 0];
      for (let i = 0; i < 2; i++) {
        const [u, v] = bodies.velocities.subarray(2 * i, 2 * i + 2);
        x += u;
        y += v;
        spin +=
          bodies.positions[2 * i] * v - bodies.positions[2 * i + 1] * u + bodies.angularVelocities[i] / 6;
      }
      return [x, y, spin];
    };
    const before = measure();
    run(bodies, joints, 5, 0);
    const after = measure();
    expect(after[0]).toBeCloseTo(before[0], 10);
    expect(after[1]).toBeCloseTo(before[1], 10);
    // The anchor that impulses act at is apart by what the joint gives.
    expect(Math.abs(after[2] - before[2])).toBeLessThan(1e-2 * Math.abs(before[2]));
    expect(distance(pointOf(bodies, 0, [1.1, 0.3]), pointOf(bodies, 1, [-0.9, -0.2]))).toBeLessThan(2e-3);
  });

  it('stops at its limits, and counts whole turns', () => {
    const bodies = createBodies([1, 0]);
    const joints = new RigidJoints2d();
    const joint = joints.addRevolute(bodies, jointGround, 0, [0, 0]);
    joints.setLimits(joint, -0.5, 0.2);
    run(bodies, joints, 4);
    expect(joints.getValue(bodies, joint)).toBeCloseTo(-0.5, 2);
    joints.setLimits(joint, -Infinity, Infinity);
    joints.setMotor(joint, 4, Infinity);
    run(bodies, joints, 5);
    expect(joints.getValue(bodies, joint)).toBeGreaterThan(18);
    expect(joints.getSpeed(bodies, joint)).toBeCloseTo(4, 6);
  });

  it('is driven no harder than its motor can', () => {
    const bodies = createBodies([0, 0]);
    const joints = new RigidJoints2d();
    const joint = joints.addRevolute(bodies, jointGround, 0, [0, 0]);
    joints.setMotor(joint, 100, 0.5);
    run(bodies, joints, 1);
    // Torque over moment, for a second.
    expect(joints.getSpeed(bodies, joint)).toBeCloseTo(3, 3);
    joints.setMotor(joint, 0, 0);
    joints.setFriction(joint, 0.25);
    run(bodies, joints, 1);
    expect(joints.getSpeed(bodies, joint)).toBeCloseTo(1.5, 3);
  });

  it('swings on a spring as long as it should, without loss', () => {
    const bodies = createBodies([0, 0]);
    const joints = new RigidJoints2d();
    const joint = joints.addRevolute(bodies, jointGround, 0, [0, 0]);
    const stiffness = 3;
    joints.setSpring(joint, 0.4, stiffness, 0);
    let largest = 0;
    const turns: number[] = [];
    let last = 0;
    run(bodies, joints, 10, 0, time => {
      const value = joints.getValue(bodies, joint) - 0.4;
      if (time > 8) largest = Math.max(largest, Math.abs(value));
      if (last < 0 && value >= 0) turns.push(time);
      last = value;
    });
    expect(largest).toBeGreaterThan(0.38);
    expect(largest).toBeLessThan(0.42);
    const period = (turns.at(-1)! - turns[0]) / (turns.length - 1);
    expect(period).toBeCloseTo(2 * Math.PI * Math.sqrt(1 / 6 / stiffness), 2);
  });
});

describe('prismatic joint', () => {
  it('slides along its axis with the acceleration of the slope, without turning', () => {
    const bodies = createBodies([0, 0]);
    const joints = new RigidJoints2d();
    const joint = joints.addPrismatic(bodies, jointGround, 0, [0.3, 0.4], [3, -4]);
    run(bodies, joints, 1);
    const expected = 0.5 * gravity * 0.8;
    expect(joints.getValue(bodies, joint) / expected).toBeCloseTo(1, 1);
    const [x, y] = bodies.positions;
    expect(Math.abs(4 * x + 3 * y) / 5).toBeLessThan(1e-3);
    expect(Math.abs(angleOf(bodies, 0))).toBeLessThan(1e-3);
    joints.setMotor(joint, -2, 30);
    joints.setLimits(joint, -1, 100);
    run(bodies, joints, 5);
    expect(joints.getValue(bodies, joint)).toBeCloseTo(-1, 2);
  });

  it('bears the weight across and the torque, as statics say', () => {
    const bodies = createBodies([2, 0]);
    const joints = new RigidJoints2d();
    // Held at the origin, it can only move sideways, and the motor keeps it from that.
    const joint = joints.addPrismatic(bodies, jointGround, 0, [0, 0], [1, 0]);
    joints.setMotor(joint, 0, Infinity);
    run(bodies, joints, 2);
    const force = [0, 0];
    const torque = joints.getReaction(force, bodies, joint);
    expect(force[0]).toBeCloseTo(0, 3);
    expect(force[1]).toBeCloseTo(gravity, 2);
    expect(torque).toBeCloseTo(2 * gravity, 1);
  });
});

describe('weld', () => {
  it('holds a beam of ten boxes, which bends little', () => {
    const bodies = createBodies(...Array.from({ length: 10 }, (_, i): [number, number] => [i, 0]));
    const joints = new RigidJoints2d();
    joints.addWeld(bodies, jointGround, 0, [-0.5, 0]);
    for (let i = 1; i < 10; i++) joints.addWeld(bodies, i - 1, i, [i - 0.5, 0]);
    run(bodies, joints, 20);
    // Nine boxes long.
    expect(bodies.positions[19]).toBeGreaterThan(-0.25);
    expect(bodies.positions[19]).toBeLessThan(0);
    expect(Math.abs(bodies.velocities[19])).toBeLessThan(0.05);
  });

  it('keeps the angle at which it was made, also across half a turn', () => {
    const bodies = createBodies([0, 0], [1, 0]);
    bodies.setPose(1, [1, 0], [-1, 1e-9]);
    const joints = new RigidJoints2d();
    joints.addWeld(bodies, 0, 1, [0.5, 0]);
    bodies.setVelocity(0, [0, 0], 5);
    run(bodies, joints, 4, 0);
    const between = angleOf(bodies, 1) - angleOf(bodies, 0);
    expect(Math.cos(between)).toBeLessThan(-0.99999);
  });
});

describe('distance joint', () => {
  it('is a rod, a rope or a spring', () => {
    const bodies = createBodies([3, 0], [3, 10], [3, 20]);
    const joints = new RigidJoints2d();
    joints.addDistance(bodies, jointGround, 0, [0, 0], [3, 0]);
    const rope = joints.addDistance(bodies, jointGround, 1, [0, 10], [3, 10]);
    joints.setLimits(rope, 0, 4);
    const spring = joints.addDistance(bodies, jointGround, 2, [0, 20], [3, 20]);
    joints.setLimits(spring, 0, Infinity);
    joints.setSpring(spring, 3, 50, 3);
    let [rod, longest] = [0, 0];
    run(bodies, joints, 20, gravity, () => {
      rod = Math.max(rod, Math.abs(distance(bodies.positions, [0, 0]) - 3));
      longest = Math.max(longest, distance(bodies.positions.subarray(2, 4), [0, 10]));
    });
    expect(rod).toBeLessThan(2e-3);
    expect(longest).toBeGreaterThan(3.99);
    expect(longest).toBeLessThan(4.01);
    // It comes to hang straight down only after it has swung for long; its length follows the weight.
    expect(joints.getValue(bodies, spring)).toBeGreaterThan(3);
    expect(joints.getValue(bodies, spring)).toBeLessThan(3 + (3 * gravity) / 50);
  });
});

describe('wheel joint', () => {
  it('carries a chassis on its spring and drives', () => {
    const bodies = createBodies([0, 1], [0, 0]);
    // The wheel is on an axle of the world here, free to turn.
    const joints = new RigidJoints2d();
    joints.addRevolute(bodies, jointGround, 1, [0, 0]);
    const wheel = joints.addWheel(bodies, 0, 1, [0, 0], [0, 1]);
    const turning = joints.addAxis(wheel, 2);
    const upright = joints.addPrismatic(bodies, jointGround, 0, [0, 1], [0, 1]);
    joints.setSpring(wheel, 0, 40, 8);
    joints.setMotor(turning, -5, Infinity);
    run(bodies, joints, 5);
    expect(joints.getValue(bodies, wheel)).toBeCloseTo(gravity / 40, 2);
    expect(bodies.angularVelocities[1]).toBeCloseTo(-5, 3);
    expect(joints.getValue(bodies, upright)).toBeCloseTo(-gravity / 40, 2);
    expect(joints.getValue(bodies, turning)).toBeLessThan(-20);
  });
});

describe('a set of joints', () => {
  it('breaks what bears too much, and tells', () => {
    const bodies = createBodies([1, 0]);
    const joints = new RigidJoints2d();
    const joint = joints.addWeld(bodies, jointGround, 0, [0, 0]);
    const id = joints.idOf(joint);
    joints.setBreakLoads(joint, Infinity, 5);
    run(bodies, joints, dt);
    expect(joints.broken.count).toBe(1);
    expect(joints.broken.get(0).joint).toBe(id);
    expect(joints.broken.get(0).torque).toBeGreaterThan(5);
    expect(joints.indexOf(id)).toBe(-1);
  });

  it('links islands, and its bodies sleep', () => {
    const bodies = createBodies([0, -1], [0.02, -2]);
    const joints = new RigidJoints2d();
    joints.addRevolute(bodies, jointGround, 0, [0, 0]);
    joints.addRevolute(bodies, 0, 1, [0, -1.5]);
    const islands = new Islands(2);
    const sleeping = new Sleeping();
    let sleepers = 0;
    run(bodies, joints, 60, gravity, () => {
      islands.begin(bodies.inverseMasses);
      joints.linkIslands(islands);
      islands.finish();
      sleepers = sleeping.update(bodies, islands, dt);
    });
    expect(islands.count).toBe(1);
    expect(sleepers).toBe(2);
    joints.setMotor(1, 1, 10);
    joints.wakeChanged(bodies);
    expect(Array.from(bodies.asleep)).toEqual([0, 0]);
  });

  it('refuses bad input by name, and stays as it was', () => {
    const bodies = createBodies([0, 0], [1, 0]);
    const joints = new RigidJoints2d();
    const add = (a: number, b: number, anchor: number[], axis: number[]) =>
      joints.addPrismatic(bodies, a, b, anchor, axis);
    expect(() => add(0, 5, [0, 0], [1, 0])).toThrow(/\bb\b/);
    expect(() => add(0.5, 1, [0, 0], [1, 0])).toThrow(/\ba\b/);
    expect(() => add(1, 1, [0, 0], [1, 0])).toThrow('a and b are the same');
    expect(() => add(0, 1, [NaN, 0], [1, 0])).toThrow('anchor');
    expect(() => add(0, 1, [0, 0], [0, 0])).toThrow('axis');
    expect(() => add(0, 1, [0, 0], [0, Infinity])).toThrow('axis');
    expect(joints.count).toBe(0);
    const joint = add(0, 1, [0, 0], [1, 0]);
    expect(() => joints.setLimits(joint, 1, 0)).toThrow('lower');
    expect(() => joints.setMotor(joint, NaN, 1)).toThrow('speed');
    expect(() => joints.addAxis(joint, 3)).toThrow('axis');
    expect(() => joints.setAnchor(bodies, joint, 2, [0, 0])).toThrow('side');
  });

  it('stays finite with wild masses, anchors and speeds', () => {
    const random = new Random(7);
    const wild = (scale: number) =>
      (2 * random.next() - 1) * scale * 10 ** (random.next() < 0.2 ? 12 * random.next() - 6 : 0);
    for (let n = 0; n < 200; n++) {
      const bodies = new RigidBodies2d({ count: 6 });
      for (let i = 0; i < 6; i++) {
        bodies.setMass(i, 10 ** (8 * random.next() - 4), 10 ** (8 * random.next() - 4));
        bodies.setPose(i, [wild(3), wild(3)]);
        bodies.setVelocity(i, [wild(10), wild(10)], wild(10));
      }
      const joints = new RigidJoints2d();
      for (let i = 1; i < 6; i++) {
        const at: [number, number] = [wild(3), wild(3)];
        const kinds = [
          () => joints.addRevolute(bodies, i - 1, i, at),
          () => joints.addPrismatic(bodies, i - 1, i, at, [wild(1), 1]),
          () => joints.addWheel(bodies, i - 1, i, at, [1, wild(1)]),
          () => joints.addDistance(bodies, jointGround, i, at, [wild(3), wild(3)]),
        ];
        const joint = kinds[n % kinds.length]();
        if (random.next() < 0.5) joints.setMotor(joint, wild(10), Math.abs(wild(100)));
        if (random.next() < 0.5) joints.setSpring(joint, wild(1), Math.abs(wild(100)), Math.abs(wild(10)));
      }
      joints.addWeld(bodies, 0, 5, [wild(3), 0]);
      const solver = new ImpulseSolver2d({ gravity: [0, -10] });
      for (let s = 0; s < 50; s++) solver.step(bodies, undefined, dt, joints);
      expect(bodies.positions.every(Number.isFinite)).toBe(true);
    }
  });
});
