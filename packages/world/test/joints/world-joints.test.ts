/** Joints of a world against closed forms, and what becomes of them when bodies come and go. */
import { BoxShape, CapsuleShape, HalfSpace, SphereShape } from '@colide/geometry';
import { rigidAngularMomentum, rigidLinearMomentum } from '@colide/solvers';
import { World, WorldJoints } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const gravity = 9.81;
const cube = new BoxShape([0.5, 0.5, 0.5]);
/** Moment of inertia of a cube of 1 m and 1 kg about any axis through its centre. */
const cubeMoment = 1 / 6;

function createWorld(g = 0): { world: World; joints: WorldJoints } {
  const world = new World({ gravity: [0, -g, 0], sleeping: false });
  return { world, joints: new WorldJoints(world) };
}

function run(world: World, seconds: number, each?: (time: number) => void): void {
  for (let n = 1; n <= Math.round(seconds / dt); n++) {
    world.step(dt);
    each?.(n * dt);
  }
}

/** Mean time between upward crossings of 0. */
class Crossings {
  readonly times: number[] = [];
  private before = 0;

  add(time: number, value: number): void {
    if (this.before < 0 && value >= 0) this.times.push(time - (dt * value) / (value - this.before));
    this.before = value;
  }

  get period(): number {
    return (this.times.at(-1)! - this.times[0]) / (this.times.length - 1);
  }
}

describe('a hinge', () => {
  it.each([0.3, 1.2])(
    'swings about the world with the period of a physical pendulum from %d rad',
    amplitude => {
      const { world, joints } = createWorld(gravity);
      const length = 1.5;
      const [sin, cos] = [Math.sin(amplitude), Math.cos(amplitude)];
      const bob = world.add({
        shape: cube,
        mass: 1,
        position: [length * sin, -length * cos, 0],
        rotation: [0, 0, Math.sin(amplitude / 2), Math.cos(amplitude / 2)],
      });
      const hinge = joints.hinge(null, bob, { anchor: { x: 0, y: 0, z: 0 }, axis: [0, 0, 3] });
      const crossings = new Crossings();
      let worst = 0;
      run(world, 12, time => {
        crossings.add(time, joints.value(hinge) + amplitude);
        const [x, y, z] = world.bodies.positions.subarray(3 * bob, 3 * bob + 3);
        worst = Math.max(worst, Math.abs(Math.hypot(x, y) - length), Math.abs(z));
      });
      // The series of the elliptic integral.
      const a = amplitude ** 2;
      const series = 1 + a / 16 + (11 * a ** 2) / 3072 + (173 * a ** 3) / 737280;
      const expected = 2 * Math.PI * Math.sqrt((cubeMoment + length ** 2) / (gravity * length)) * series;
      expect(crossings.times.length).toBeGreaterThan(3);
      expect(crossings.period / expected).toBeCloseTo(1, 2);
      expect(worst).toBeLessThan(2e-3);
    },
  );

  it('counts whole turns, and keeps limits of several', () => {
    const { world, joints } = createWorld();
    const wheel = world.add({ shape: cube, mass: 1 });
    const hinge = joints.hinge(undefined, wheel, {
      anchor: [0, 0, 0],
      axis: [0, 1, 0],
      limits: [-1, 15],
      motor: { speed: 9, maxForce: 5 },
    });
    run(world, 1);
    expect(joints.speed(hinge)).toBeCloseTo(9, 6);
    expect(joints.value(hinge)).toBeGreaterThan(2 * Math.PI);
    run(world, 2);
    expect(joints.value(hinge)).toBeCloseTo(15, 2);
    expect(joints.speed(hinge)).toBeCloseTo(0, 3);
    joints.setMotor(hinge, { speed: -9, maxForce: 5 });
    run(world, 3);
    expect(joints.value(hinge)).toBeCloseTo(-1, 2);
  });

  it.each([0, 0.5, 1])('leaves a limit with the share %d of its speed', restitution => {
    const { world, joints } = createWorld();
    const spin = 4.35;
    const half = 0.5;
    const leaf = world.add({
      shape: new BoxShape([half, 1, 0.03]),
      position: [half, 0, 0],
      velocity: [0, 0, -half * spin],
      angularVelocity: [0, spin, 0],
    });
    joints.hinge(null, leaf, { anchor: [0, 0, 0], axis: [0, 1, 0], limits: [-9, 1], restitution });
    let [back, total] = [0, 0];
    run(world, 0.8, () => {
      back = Math.min(back, world.bodies.angularVelocities[3 * leaf + 1]);
      total++;
    });
    expect(total).toBe(48);
    expect(-back / spin).toBeGreaterThan(restitution - 0.02);
    expect(-back / spin).toBeLessThan(restitution + 0.01);
  });

  it('holds the axis of a wheel that spins fast', () => {
    const { world, joints } = createWorld(gravity);
    const wheel = world.add({ shape: new BoxShape([0.05, 0.4, 0.4]), angularVelocity: [40, 0, 0] });
    joints.hinge(null, wheel, { anchor: [-0.5, 0, 0], axis: [1, 0, 0] });
    run(world, 4);
    const [x, y, z, w] = world.bodies.rotations.subarray(4 * wheel, 4 * wheel + 4);
    // The x axis of the wheel is still that of the world.
    expect(1 - 2 * (y * y + z * z)).toBeGreaterThan(0.9999);
    expect(Math.abs(x * x + w * w)).toBeGreaterThan(0.9999);
    expect(world.bodies.angularVelocities[3 * wheel]).toBeCloseTo(40, 0);
  });
});

describe('a slider', () => {
  it('falls along its axis as on a frictionless slope, and stops at its limit', () => {
    const { world, joints } = createWorld(gravity);
    const sled = world.add({ shape: cube, mass: 2, angularVelocity: [1, 2, 3] });
    const slider = joints.slider(null, sled, { axis: [3, -4, 0], limits: [-1, 2] });
    run(world, 0.5);
    expect(joints.value(slider) / (0.5 * 0.8 * gravity * 0.25)).toBeCloseTo(1, 1);
    expect(joints.speed(slider) / (0.8 * gravity * 0.5)).toBeCloseTo(1, 3);
    run(world, 1);
    expect(joints.value(slider)).toBeCloseTo(2, 3);
    const [force, torque] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    joints.reaction(force, torque, slider);
    expect(force[1]).toBeCloseTo(2 * gravity, 2);
    expect(Math.hypot(force[0], force[2])).toBeLessThan(0.01);
    joints.setLimits(slider, undefined);
    run(world, 0.5);
    expect(joints.value(slider)).toBeGreaterThan(2.5);
  });
});

describe('a ball joint', () => {
  /** Angle between two directions. */
  const angleOf = (x: number[], y: number[]) =>
    Math.acos((x[0] * y[0] + x[1] * y[1] + x[2] * y[2]) / (Math.hypot(...x) * Math.hypot(...y)));
  /** World direction of an axis of a body. */
  const turned = (world: World, body: number, [a, b, c]: number[]): number[] => {
    const [x, y, z, w] = world.bodies.rotations.subarray(4 * body, 4 * body + 4);
    const t = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
    return [
      a + w * t[0] + y * t[2] - z * t[1],
      b + w * t[1] + z * t[0] - x * t[2],
      c + w * t[2] + x * t[1] - y * t[0],
    ];
  };

  it.each([0.3, 0.9, 1.4, 2.2])('keeps a rod within a cone of %d rad, in any direction', swing => {
    for (let n = 0; n < 6; n++) {
      const { world, joints } = createWorld();
      const rod = world.add({ shape: new BoxShape([0.05, 0.5, 0.05]), position: [0, -0.5, 0], mass: 1 });
      const ball = joints.ball(null, rod, { anchor: [0, 0, 0], axis: [0, -1, 0], swing });
      const spin = [3 * Math.cos(n), 0.5 * n, 3 * Math.sin(n)];
      world.setVelocity(rod, [-spin[2] * -0.5, 0, spin[0] * -0.5], spin);
      let [most, anchor] = [0, 0];
      run(world, 3, () => {
        const axis = turned(world, rod, [0, -1, 0]);
        most = Math.max(most, angleOf(axis, [0, -1, 0]));
        const place = world.bodies.positions.subarray(3 * rod, 3 * rod + 3);
        anchor = Math.max(anchor, Math.hypot(...axis.map((x, k) => place[k] - 0.5 * x)));
      });
      expect(most).toBeLessThan(swing + 0.02);
      expect(most).toBeGreaterThan(swing - 0.05);
      expect(anchor).toBeLessThan(2e-3);
      expect(joints.value(ball)).toBeCloseTo(angleOf(turned(world, rod, [0, -1, 0]), [0, -1, 0]), 6);
    }
  });

  it('twists between its limits while it swings', () => {
    const { world, joints } = createWorld();
    const rod = world.add({ shape: new BoxShape([0.05, 0.5, 0.2]), position: [0, -0.5, 0], mass: 1 });
    const ball = joints.ball(null, rod, {
      anchor: [0, 0, 0],
      axis: [0, -1, 0],
      swing: 1,
      twist: [-0.4, 0.7],
    });
    world.setVelocity(rod, [1, 0, 0.4], [-0.8, -4, 2]);
    let [least, most] = [0, 0];
    run(world, 1, () => {
      const twist = joints.value(ball, 'twist');
      least = Math.min(least, twist);
      most = Math.max(most, twist);
      expect(joints.value(ball, 'swing')).toBeLessThan(1.02);
    });
    expect(most).toBeGreaterThan(0.69);
    expect(most).toBeLessThan(0.72);
    joints.setLimits(ball, [-0.2, 0.2], 'twist');
    run(world, 2);
    expect(Math.abs(joints.value(ball, 'twist'))).toBeLessThan(0.21);
    expect(least).toBeGreaterThan(-0.42);
  });
});

describe('a fixed joint', () => {
  it('holds a beam out of a wall, and tells what it bears', () => {
    const { world, joints } = createWorld(gravity);
    const mass = 3;
    const beam = [0, 1, 2].map(i => world.add({ shape: cube, mass, position: [i + 0.5, 0, 0] }));
    const first = joints.fixed(null, beam[0], { anchor: [0, 0, 0] });
    joints.fixed(beam[0], beam[1], { anchor: [1, 0, 0] });
    joints.fixed(beam[1], beam[2], { anchor: [2, 0, 0] });
    run(world, 4);
    expect(Math.abs(world.bodies.positions[3 * beam[2] + 1])).toBeLessThan(0.02);
    const [force, torque] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    joints.reaction(force, torque, first);
    expect(force[1] / (3 * mass * gravity)).toBeCloseTo(1, 2);
    expect(torque[2] / (3 * mass * gravity * 1.5)).toBeCloseTo(1, 2);
  });
});

describe('distance, rope and spring', () => {
  it('keep a rod, and a rope that may be slack', () => {
    const { world, joints } = createWorld(gravity);
    const [rodBob, ropeBob] = [2, 1].map(x => world.add({ shape: cube, mass: 1, position: [x, 0, 4 * x] }));
    const rod = joints.distance(rodBob, null, { anchorB: [0, 0, 8] });
    const rope = joints.rope(null, ropeBob, { anchorA: [0, 0, 4], length: 1.5 });
    let [worst, longest] = [0, 0];
    run(world, 5, () => {
      worst = Math.max(worst, Math.abs(joints.value(rod) - 2));
      longest = Math.max(longest, joints.value(rope));
    });
    expect(worst).toBeLessThan(5e-3);
    expect(longest).toBeGreaterThan(1.49);
    expect(longest).toBeLessThan(1.52);
  });

  it.each([
    [40, 1],
    [400, 2],
    [4000, 1],
  ])('swing on a spring of %d N/m with %d kg at the frequency √(k / m), without loss', (stiffness, mass) => {
    const { world, joints } = createWorld(gravity);
    const bob = world.add({ shape: cube, mass, position: [0, -1, 0] });
    const spring = joints.spring(null, bob, { anchorA: [0, 0, 0], stiffness });
    const sag = (mass * gravity) / stiffness;
    const crossings = new Crossings();
    let [least, late] = [Infinity, Infinity];
    run(world, 10, time => {
      const length = joints.value(spring);
      crossings.add(time, length - 1 - sag);
      least = Math.min(least, length);
      if (time > 8) late = Math.min(late, length);
    });
    expect(crossings.period / (2 * Math.PI * Math.sqrt(mass / stiffness))).toBeCloseTo(
      1,
      stiffness > 1000 ? 1 : 2,
    );
    // It comes back to where it began.
    expect((1 + sag - late) / sag).toBeGreaterThan(0.9);
    expect((1 + sag - least) / sag).toBeLessThan(1.1);
  });

  it('stay stable however stiff a spring is', () => {
    const { world, joints } = createWorld(gravity);
    const bobs = [1e6, 1e9, 1e15].map((stiffness, i) => {
      const bob = world.add({ shape: cube, mass: 1, position: [3 * i, -1, 0] });
      joints.spring(null, bob, { anchorA: [3 * i, 0, 0], stiffness, damping: 1 });
      return bob;
    });
    run(world, 3);
    for (const bob of bobs) expect(world.bodies.positions[3 * bob + 1]).toBeCloseTo(-1, 2);
  });
});

describe('motors of position', () => {
  it.each([0.2, 0.5, 1, 3])('reach their target with the damping ratio %d', ratio => {
    const { world, joints } = createWorld();
    const body = world.add({ shape: cube, mass: 1 });
    const omega = 2 * Math.PI;
    const motor = {
      target: 1,
      stiffness: cubeMoment * omega ** 2,
      damping: 2 * ratio * omega * cubeMoment,
    };
    const hinge = joints.hinge(null, body, { anchor: [0, 0, 0], axis: [0, 0, 1], motor });
    let [most, atOne] = [0, 0];
    run(world, 12, time => {
      most = Math.max(most, joints.value(hinge));
      if (Math.abs(time - 1) < 1e-9) atOne = joints.value(hinge);
    });
    expect(joints.value(hinge)).toBeCloseTo(1, 3);
    const overshoot = ratio < 1 ? Math.exp((-Math.PI * ratio) / Math.sqrt(1 - ratio ** 2)) : 0;
    expect(most - 1).toBeGreaterThan(overshoot - 0.03);
    expect(most - 1).toBeLessThan(overshoot + 0.01);
    if (ratio === 1) expect(atOne).toBeCloseTo(1 - (1 + omega) * Math.exp(-omega), 2);
    if (ratio === 3) {
      const [slow, fast] = [-1, 1].map(sign => omega * (ratio + sign * Math.sqrt(ratio ** 2 - 1)));
      expect(atOne).toBeCloseTo(1 - (fast * Math.exp(-slow) - slow * Math.exp(-fast)) / (fast - slow), 2);
    }
  });

  it('push with no more than their largest force', () => {
    const { world, joints } = createWorld(gravity);
    const body = world.add({ shape: cube, mass: 1 });
    const slider = joints.slider(null, body, {
      axis: [0, 1, 0],
      motor: { target: 1, stiffness: 1000, damping: 50, maxForce: 9 },
    });
    run(world, 0.5);
    expect(joints.value(slider) / (-0.5 * (gravity - 9) * 0.25)).toBeCloseTo(1, 1);
    joints.setMotor(slider, { target: 1, stiffness: 1000, damping: 50, maxForce: 20 });
    run(world, 4);
    expect(joints.value(slider)).toBeCloseTo(1 - gravity / 1000, 3);
    joints.setMotor(slider, undefined);
    run(world, 1);
    expect(joints.speed(slider)).toBeCloseTo(-gravity, 2);
  });
});

describe('friction', () => {
  it('stops a wheel after I ω / M', () => {
    const { world, joints } = createWorld();
    const [spin, friction] = [6, 0.5];
    const wheel = world.add({ shape: cube, mass: 1, angularVelocity: [0, spin, 0] });
    const hinge = joints.hinge(null, wheel, { anchor: [0, 0, 0], axis: [0, 1, 0], friction });
    const stops = (cubeMoment * spin) / friction;
    let end = 0;
    run(world, 4, time => {
      if (joints.speed(hinge) > 1e-9) end = time;
    });
    expect(Math.abs(end - stops)).toBeLessThan(1.5 * dt);
    expect(joints.value(hinge)).toBeCloseTo((0.5 * cubeMoment * spin ** 2) / friction, 1);
  });

  it('holds a weight that is light enough', () => {
    const { world, joints } = createWorld(gravity);
    const sleds = [0.9, 1.1].map(share => {
      const sled = world.add({ shape: cube, mass: 1, position: [5 * share, 0, 0] });
      return joints.slider(null, sled, { axis: [0, 1, 0], friction: gravity / share });
    });
    run(world, 1);
    expect(Math.abs(joints.value(sleds[0]))).toBeLessThan(1e-6);
    expect(joints.value(sleds[1]) / (-0.5 * (gravity - gravity / 1.1))).toBeCloseTo(1, 1);
  });
});

describe('breaking', () => {
  it.each([0.98, 1.02])('happens above the force that it is set to: %d of the weight', share => {
    const { world, joints } = createWorld(gravity);
    const mass = 5;
    const bob = world.add({ shape: cube, mass, position: [0, -2, 0] });
    const rope = joints.rope(null, bob, { anchorA: [0, 0, 0], breakForce: share * mass * gravity });
    const events: number[] = [];
    run(world, 1, () => {
      for (const { joint, a, b, force } of joints.broken) {
        events.push(joint);
        expect([a, b]).toEqual([-2, bob]);
        expect(force).toBeGreaterThan(share * mass * gravity);
      }
    });
    expect(events).toEqual(share < 1 ? [rope] : []);
    expect(joints.has(rope)).toBe(share > 1);
    expect(joints.broken.count).toBe(0);
    expect(world.bodies.positions[3 * bob + 1] < -2.1).toBe(share < 1);
    if (share < 1) expect(() => joints.value(rope)).toThrow(/^joint must be the id of a joint/);
  });

  it('happens above a torque', () => {
    const { world, joints } = createWorld(gravity);
    const beams = [0.9, 1.1].map((share, i) => {
      const beam = world.add({ shape: cube, mass: 1, position: [1, 0, 3 * i] });
      return joints.fixed(null, beam, { anchor: [0, 0, 3 * i], breakTorque: share * gravity });
    });
    run(world, 1);
    expect(beams.map(beam => joints.has(beam))).toEqual([false, true]);
  });
});

describe('joined bodies', () => {
  it('do not collide with each other unless asked', () => {
    for (const collide of [undefined, false, true]) {
      const { world, joints } = createWorld();
      const [a, b, c] = [0, 0.8, 1.6].map(x => world.add({ shape: cube, position: [x, 0, 0] }));
      const ball = joints.ball(a, b, { anchor: [0.4, 0, 0], ...(collide === undefined ? {} : { collide }) });
      world.step(dt);
      const touches = (x: number, y: number) =>
        Array.from({ length: world.events.touching.count }, (_, i) => i).some(
          i => world.events.touching.first(i) === x && world.events.touching.second(i) === y,
        );
      expect(touches(a, b)).toBe(collide === true);
      expect(touches(b, c)).toBe(true);
      joints.setCollision(ball, collide !== true);
      world.step(dt);
      expect(touches(a, b)).toBe(collide !== true);
      joints.setCollision(ball, false);
      joints.remove(ball);
      world.step(dt);
      expect(touches(a, b)).toBe(true);
    }
  });

  it('are not stopped by each other when they are fast', () => {
    const { world, joints } = createWorld();
    const wall = world.add({ shape: new BoxShape([0.02, 2, 2]), type: 'static', position: [1, 0, 0] });
    const bullet = world.add({ shape: new SphereShape(0.05), velocity: [300, 0, 0], bullet: true });
    joints.rope(wall, bullet, { length: 50 });
    run(world, 0.1);
    expect(world.bodies.positions[3 * bullet]).toBeGreaterThan(10);
  });
});

describe('heavy loads', () => {
  it.each([
    [4, 60, 0.55],
    [12, 180, 0.1],
  ])(
    'hang on a chain of twenty at a hundred times its mass, with %d substeps and %d Hz',
    (substeps, jointHertz, slack) => {
      const world = new World({ sleeping: false, solver: { substeps, jointHertz } });
      const joints = new WorldJoints(world);
      const link = new CapsuleShape(0.05, 0.15);
      let last: number | undefined;
      const links = Array.from({ length: 20 }, (_, i) => {
        const body = world.add({ shape: link, mass: 1, position: [0, -0.4 * i - 0.2, 0] });
        joints.ball(last, body, { anchor: [0, -0.4 * i, 0] });
        last = body;
        return body;
      });
      const weight = world.add({ shape: cube, mass: 100, position: [0, -8.5, 0] });
      const lowestBall = joints.ball(last, weight, { anchor: [0, -8, 0] });
      world.applyImpulse(weight, [150, 0, 0]);
      let [lowest, fastest] = [0, 0];
      run(world, 6, () => {
        const { positions, velocities } = world.bodies;
        lowest = Math.min(lowest, positions[3 * weight + 1]);
        for (const body of links)
          fastest = Math.max(fastest, Math.hypot(...velocities.subarray(3 * body, 3 * body + 3)));
      });
      // The chain of 8 m stretches little, and nothing whips about.
      expect(lowest).toBeGreaterThan(-8.5 - slack);
      expect(fastest).toBeLessThan(6);
      const [force, torque] = [
        [0, 0, 0],
        [0, 0, 0],
      ];
      joints.reaction(force, torque, lowestBall);
      expect(force[1]).toBeGreaterThan(50 * gravity);
    },
  );
});

it('a ragdoll with limits of swing and twist comes to rest and sleeps', () => {
  const world = new World();
  const joints = new WorldJoints(world);
  world.add({ shape: new HalfSpace() });
  const trunk = world.add({ shape: new BoxShape([0.18, 0.28, 0.12]), position: [0, 2, 0], density: 300 });
  const head = world.add({ shape: new SphereShape(0.14), position: [0, 2.45, 0], density: 300 });
  const balls = [
    joints.ball(trunk, head, { anchor: [0, 2.3, 0], axis: [0, 1, 0], swing: 0.5, twist: [-1, 1] }),
  ];
  for (const side of [-1, 1]) {
    const arm = world.add({
      shape: new CapsuleShape(0.07, 0.2),
      position: [0.48 * side, 2.2, 0],
      rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2],
      density: 300,
    });
    balls.push(
      joints.ball(trunk, arm, {
        anchor: [0.21 * side, 2.2, 0],
        axis: [side, 0, 0],
        swing: 1.2,
        twist: [-0.7, 0.7],
      }),
    );
    const leg = world.add({
      shape: new CapsuleShape(0.08, 0.24),
      position: [0.12 * side, 1.38, 0],
      density: 300,
    });
    balls.push(
      joints.ball(trunk, leg, {
        anchor: [0.12 * side, 1.7, 0],
        axis: [0, -1, 0],
        swing: 0.8,
        twist: [-0.3, 0.3],
      }),
    );
  }
  world.setVelocity(trunk, [1, 0, 0.5], [2, 1, 0]);
  run(world, 8, time => {
    if (time < 1.5) return;
    for (const ball of balls) expect(joints.value(ball, 'swing')).toBeLessThan(1.3);
  });
  expect(world.sleeperCount).toBe(6);
});

it('joints conserve momentum', () => {
  const { world, joints } = createWorld();
  const bodies = Array.from({ length: 7 }, (_, i) =>
    world.add({
      shape: new BoxShape([0.5, 0.3, 0.2]),
      mass: 1 + i,
      position: [i, 0.2 * i, 0.3 * (i % 2)],
      velocity: [Math.sin(i), Math.cos(3 * i), Math.sin(5 * i)],
      angularVelocity: [Math.cos(i), 2 * Math.sin(2 * i), Math.cos(4 * i)],
    }),
  );
  const [b0, b1, b2, b3, b4, b5, b6] = bodies;
  joints.ball(b0, b1, { anchor: [0.5, 0.1, 0], axis: [1, 0, 0], swing: 0.4, twist: [-0.2, 0.2] });
  joints.hinge(b1, b2, {
    anchor: [1.5, 0.3, 0],
    axis: [1, 1, 0],
    motor: { target: 1, stiffness: 5, damping: 1 },
  });
  joints.slider(b2, b3, { axis: [0, 1, 1], limits: [-0.3, 0.3], friction: 2, restitution: 0.5 });
  joints.fixed(b3, b4);
  joints.spring(b4, b5, { stiffness: 50, damping: 2 });
  joints.distance(b5, b6);
  const before = [
    rigidLinearMomentum([0, 0, 0], world.bodies),
    rigidAngularMomentum([0, 0, 0], world.bodies),
  ];
  run(world, 5);
  const after = [rigidLinearMomentum([0, 0, 0], world.bodies), rigidAngularMomentum([0, 0, 0], world.bodies)];
  for (const [i, vector] of before.entries())
    for (let k = 0; k < 3; k++) expect(after[i][k]).toBeCloseTo(vector[k], 10);
});
