/** Joints with several free motions, and couplings of two: gears, rack and pinion, pulleys. */
import { BoxShape, CylinderShape, SphereShape } from '@colide/geometry';
import { rigidAngularMomentum, rigidLinearMomentum } from '@colide/solvers';
import { World, WorldJoints, WorldRollback, worldLoad, worldSave } from '@colide/world';
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

describe('gears', () => {
  it.each([1, 2.5, -3, 0.1])('turn at the ratio %d, kept to a thousandth', ratio => {
    const { world, joints } = createWorld();
    const [first, second] = [0, 3].map(x => {
      const wheel = world.add({ shape: cube, mass: 1, position: [x, 0, 0] });
      return joints.hinge(null, wheel, { anchor: [x, 0, 0], axis: [0, 0, 1] });
    });
    joints.setMotor(first, { speed: 3, maxForce: 1 });
    const gear = joints.gear(first, second, { ratio });
    // Both turn at once: a constant torque on the first feels its own moment and that of the second over
    // ratio².
    run(world, 0.2);
    const expected = Math.min(3, 0.2 / (cubeMoment * (1 + 1 / ratio ** 2)));
    expect(joints.speed(first) / expected).toBeCloseTo(1, 2);
    run(world, 20, () => {
      const turned = joints.value(first);
      expect(Math.abs(turned + ratio * joints.value(second))).toBeLessThan(
        1e-3 * Math.max(1, Math.abs(turned)),
      );
    });
    expect(Math.abs(joints.value(first))).toBeGreaterThan(3 * Math.PI * Math.min(1, Math.abs(ratio)));
    expect(Math.abs(joints.value(gear))).toBeLessThan(1e-3);
    joints.remove(gear);
    const before = joints.value(second);
    joints.setMotor(first, { speed: -3 });
    run(world, 1);
    expect(Math.sign(joints.value(second) - before)).toBe(-Math.sign(ratio));
  });

  it('hold a weight against a motor, and tell the torque', () => {
    const { world, joints } = createWorld(gravity);
    const drum = world.add({ shape: cube, mass: 1 });
    const arm = world.add({ shape: cube, mass: 1, position: [4, 0, 0] });
    const first = joints.hinge(null, drum, { anchor: [0, 0, 0], axis: [0, 0, 1], motor: { speed: 0 } });
    const second = joints.hinge(null, arm, { anchor: [3, 0, 0], axis: [0, 0, 1] });
    const gear = joints.gear(first, second, { ratio: 4 });
    run(world, 3);
    expect(Math.abs(joints.value(second))).toBeLessThan(2e-3);
    const [force, torque] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    joints.reaction(force, torque, gear);
    expect(Math.abs(torque[2]) / (gravity / 4)).toBeCloseTo(1, 2);
  });

  it('on a carrier that is free conserve momentum', () => {
    const { world, joints } = createWorld();
    const carrier = world.add({ shape: new BoxShape([2, 0.1, 0.1]), mass: 1 });
    const wheels = [-1, 1].map(x => world.add({ shape: cube, mass: 2, position: [x, 0, 0.8] }));
    const [first, second] = wheels.map((wheel, i) =>
      joints.hinge(carrier, wheel, { anchor: [2 * i - 1, 0, 0.8], axis: [0, 0, 1] }),
    );
    joints.gear(first, second, { ratio: 2 });
    world.setVelocity(wheels[0], [0, 0, 0], [0, 0, 6]);
    const before = rigidAngularMomentum([0, 0, 0], world.bodies);
    let worst = 0;
    run(world, 5, () => {
      worst = Math.max(worst, Math.abs(joints.value(first) + 2 * joints.value(second)));
    });
    const after = rigidAngularMomentum([0, 0, 0], world.bodies);
    for (let k = 0; k < 3; k++) expect(after[k]).toBeCloseTo(before[k], 10);
    for (const part of rigidLinearMomentum([0, 0, 0], world.bodies))
      expect(Math.abs(part)).toBeLessThan(1e-10);
    expect(worst).toBeLessThan(1e-2);
    expect(Math.abs(joints.value(first))).toBeGreaterThan(Math.PI);
  });

  it('go with either hinge', () => {
    const { world, joints } = createWorld();
    const wheels = [0, 3].map(x => world.add({ shape: cube, position: [x, 0, 0] }));
    const hinges = wheels.map((wheel, i) =>
      joints.hinge(null, wheel, { anchor: [3 * i, 0, 0], axis: [0, 0, 1] }),
    );
    const gear = joints.gear(hinges[0], hinges[1], { ratio: 1 });
    world.remove(wheels[1]);
    expect([...hinges, gear].map(id => joints.has(id))).toEqual([true, false, false]);
    expect(joints.set.couplings).toBe(0);
    run(world, 0.1);
  });
});

describe('a rack and its pinion', () => {
  it('shift by the radius times the angle, over many turns', () => {
    const { world, joints } = createWorld(gravity);
    const radius = 0.2;
    const wheel = world.add({
      shape: new CylinderShape(radius, 0.1),
      mass: 3,
      rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    });
    const bar = world.add({ shape: new BoxShape([2, 0.05, 0.1]), mass: 2, position: [0, -0.25, 0] });
    const pinion = joints.hinge(null, wheel, {
      anchor: [0, 0, 0],
      axis: [0, 0, 1],
      motor: { speed: 10, maxForce: 4 },
    });
    const rack = joints.slider(null, bar, { axis: [1, 0, 0] });
    const coupling = joints.rackAndPinion(rack, pinion, { radius });
    run(world, 0.2);
    const moment = 0.5 * 3 * radius ** 2;
    expect(joints.speed(pinion) / Math.min(10, (4 * 0.2) / (moment + 2 * radius ** 2))).toBeCloseTo(1, 2);
    run(world, 3, () => expect(Math.abs(joints.value(coupling))).toBeLessThan(1e-3));
    expect(joints.value(rack)).toBeGreaterThan(4);
    expect(joints.value(rack) / joints.value(pinion)).toBeCloseTo(radius, 4);
  });
});

describe('a pulley', () => {
  it.each([
    [3, 1, 1],
    [1, 5, 1],
    [2, 3, 2],
  ])('moves %d kg and %d kg at the ratio %d as Atwood’s machine does', (massA, massB, ratio) => {
    const { world, joints } = createWorld(gravity);
    const ball = new SphereShape(0.2);
    const a = world.add({ shape: ball, mass: massA, position: [0, -10, 0] });
    const b = world.add({ shape: ball, mass: massB, position: [4, -10, 0] });
    const pulley = joints.pulley(a, b, { groundA: [0, 0, 0], groundB: [4, 0, 0], ratio });
    const time = 0.8;
    let worst = 0;
    run(world, time, () => {
      const [, ya] = world.bodies.positions.subarray(3 * a);
      const [, yb] = world.bodies.positions.subarray(3 * b);
      worst = Math.max(worst, Math.abs(-ya - ratio * yb - 10 * (1 + ratio)));
      expect(joints.value(pulley)).toBeCloseTo(-ya - ratio * yb, 4);
    });
    // With the tension T on the first and ratio · T on the second side.
    const acceleration = (gravity * (massA - massB / ratio)) / (massA + massB / ratio ** 2);
    expect(-10 - world.bodies.positions[3 * a + 1]).toBeCloseTo(0.5 * acceleration * time ** 2, 1);
    expect(-world.bodies.velocities[3 * a + 1]).toBeCloseTo(acceleration * time, 2);
    expect(worst).toBeLessThan(5e-3);
    const [force, torque] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    joints.reaction(force, torque, pulley);
    expect(force[1] / (massA * (gravity - acceleration))).toBeCloseTo(1, 2);
  });

  it('has a rope that may be slack, and is removed as one', () => {
    const { world, joints } = createWorld(gravity);
    const [a, b] = [0, 2].map(x => world.add({ shape: cube, mass: 1, position: [x, -3, 0] }));
    const pulley = joints.pulley(a, b, { groundA: [0, 0, 0], groundB: [2, 0, 0], length: 8 });
    run(world, 0.4);
    expect(world.bodies.velocities[3 * a + 1]).toBeCloseTo(-gravity * 0.4, 3);
    run(world, 2);
    expect(joints.value(pulley)).toBeLessThan(8.02);
    expect(joints.set.count).toBe(3);
    joints.remove(pulley);
    expect(joints.set.bodies.subarray(0, 6).every(body => body === -1)).toBe(true);
    expect(joints.has(pulley)).toBe(false);
  });
});

describe('six degrees of freedom', () => {
  /** Rotation about one of the axes. */
  const about = (axis: number, angle: number) => {
    const q = [0, 0, 0, Math.cos(angle / 2)];
    q[axis] = Math.sin(angle / 2);
    return q;
  };
  const times = ([x, y, z, w]: number[], [u, v, s, r]: number[]) => [
    w * u + x * r + y * s - z * v,
    w * v + y * r + z * u - x * s,
    w * s + z * r + x * v - y * u,
    w * r - x * u - y * v - z * s,
  ];

  it('without a free motion is a fixed joint, with one a hinge or a slider', () => {
    const build = (make: (joints: WorldJoints, body: number) => number) => {
      const { world, joints } = createWorld(gravity);
      const body = world.add({ shape: cube, mass: 1, position: [1, 0, 0], angularVelocity: [1, 1, 1] });
      make(joints, body);
      run(world, 1);
      return [...world.bodies.positions.subarray(3 * body, 3 * body + 3)];
    };
    const anchor = [0, 0, 0];
    const same = [
      [build((j, b) => j.fixed(null, b, { anchor })), build((j, b) => j.sixDof(null, b, { anchor }))],
      [
        build((j, b) => j.hinge(null, b, { anchor, axis: [0, 0, 1] })),
        build((j, b) => j.sixDof(null, b, { anchor, axis: [0, 0, 1], rotX: 'free' })),
      ],
      [
        build((j, b) => j.slider(null, b, { anchor, axis: [1, -1, 0], limits: [-1, 2] })),
        build((j, b) => j.sixDof(null, b, { anchor, axis: [1, -1, 0], x: { limits: [-1, 2] } })),
      ],
    ];
    for (const [simple, general] of same)
      for (let k = 0; k < 3; k++) expect(Math.abs(general[k] - simple[k])).toBeLessThan(5e-3);
  });

  it('measures twist and swing, and how fast they change', () => {
    for (const [twist, swing, axis] of [
      [0.7, 0.4, 1],
      [-2, 1.1, 2],
      [2.5, -1.4, 1],
      [0.1, 2.4, 2],
    ]) {
      const { world, joints } = createWorld();
      const body = world.add({ shape: cube, mass: 1 });
      const joint = joints.sixDof(null, body, { rotX: 'free', rotY: 'free', rotZ: 'free' });
      world.setPose(body, [0, 0, 0], times(about(axis, swing), about(0, twist)));
      expect(joints.value(joint, 'rotX')).toBeCloseTo(twist, 9);
      expect(joints.value(joint, axis === 1 ? 'rotY' : 'rotZ')).toBeCloseTo(swing, 9);
      expect(joints.value(joint, axis === 1 ? 'rotZ' : 'rotY')).toBeCloseTo(0, 9);
      // Differences of the angles over a short time are their speeds.
      world.setVelocity(body, [0, 0, 0], [0.3, -0.7, 0.5]);
      const names = ['rotX', 'rotY', 'rotZ'] as const;
      const before = names.map(name => joints.value(joint, name));
      const speeds = names.map(name => joints.speed(joint, name));
      world.step(1e-5);
      for (const [i, name] of names.entries())
        expect((joints.value(joint, name) - before[i]) / 1e-5).toBeCloseTo(speeds[i], 3);
    }
  });

  it('limits each motion on its own', () => {
    const { world, joints } = createWorld();
    const body = world.add({ shape: cube, mass: 1 });
    const joint = joints.sixDof(null, body, {
      x: { limits: [-0.5, 0.5] },
      y: 'free',
      rotX: { limits: [-2, 2] },
      rotY: { limits: [-0.6, 0.3] },
      rotZ: { limits: [-0.2, 0.4] },
    });
    world.setVelocity(body, [2, 1, 3], [3, 2, -1]);
    const names = ['x', 'rotX', 'rotY', 'rotZ'] as const;
    const range = names.map(() => [0, 0]);
    run(world, 4, time => {
      for (const [i, name] of names.entries()) {
        const value = joints.value(joint, name);
        range[i] = [Math.min(range[i][0], value), Math.max(range[i][1], value)];
      }
      // The y axis is not held at all.
      expect(world.bodies.positions[3 * body + 1]).toBeCloseTo(time, 1);
      expect(Math.abs(world.bodies.positions[3 * body + 2])).toBeLessThan(5e-3);
    });
    for (const [i, [lower, upper]] of [
      [-0.5, 0.5],
      [-2, 2],
      [-0.6, 0.3],
      [-0.2, 0.4],
    ].entries()) {
      expect(range[i][0]).toBeGreaterThan(lower - 0.02);
      expect(range[i][1]).toBeLessThan(upper + 0.02);
    }
    expect(range[0][1]).toBeGreaterThan(0.49);
  });

  it('drives each motion to its own target', () => {
    const { world, joints } = createWorld(gravity);
    const body = world.add({ shape: cube, mass: 1 });
    const motor = (target: number, scale = 1) => ({
      motor: { target, stiffness: 400 * scale, damping: 40 * scale },
    });
    const joint = joints.sixDof(null, body, {
      x: motor(0.3),
      y: motor(gravity / 400),
      z: motor(-0.2),
      rotX: motor(0.5, cubeMoment),
      rotY: motor(-0.4, cubeMoment),
      rotZ: motor(0.3, cubeMoment),
    });
    run(world, 4);
    for (const [name, target] of Object.entries({ x: 0.3, y: 0, z: -0.2, rotX: 0.5, rotY: -0.4, rotZ: 0.3 }))
      expect(joints.value(joint, name as 'x')).toBeCloseTo(target, 3);
    joints.setMotor(joint, { speed: 2, maxForce: 100 }, 'x');
    run(world, 1);
    expect(joints.speed(joint, 'x')).toBeCloseTo(2, 4);
  });

  it('holds a universal joint at any angle', () => {
    const { world, joints } = createWorld();
    const shaft = new BoxShape([0.5, 0.05, 0.05]);
    const first = world.add({ shape: shaft, mass: 1, position: [-0.5, 0, 0] });
    const bend = 0.6;
    const second = world.add({
      shape: shaft,
      mass: 1,
      position: [0.5 * Math.cos(bend), 0.5 * Math.sin(bend), 0],
      rotation: about(2, bend),
    });
    const drive = joints.hinge(null, first, { anchor: [-0.5, 0, 0], axis: [1, 0, 0], motor: { speed: 5 } });
    const driven = joints.hinge(null, second, {
      anchor: [Math.cos(bend), Math.sin(bend), 0],
      axis: [Math.cos(bend), Math.sin(bend), 0],
    });
    joints.sixDof(first, second, { anchor: [0, 0, 0], rotY: 'free', rotZ: 'free' });
    run(world, 6);
    // The speed of the driven shaft varies, its turns do not.
    expect(Math.abs(joints.value(driven) - joints.value(drive))).toBeLessThan(0.5);
    expect(joints.value(drive)).toBeGreaterThan(25);
  });
});

it('couplings and joints of six motions are saved', () => {
  const build = () => {
    const world = new World();
    const joints = new WorldJoints(world);
    const bodies = [0, 2, 4, 6, 8].map(x => world.add({ shape: cube, mass: 1 + x, position: [x, 0, 0] }));
    const hinges = [0, 1].map(i =>
      joints.hinge(null, bodies[i], { anchor: [2 * i, 0.1, 0], axis: [0, 0, 1] }),
    );
    joints.setMotor(hinges[0], { speed: 4, maxForce: 9 });
    joints.gear(hinges[0], hinges[1], { ratio: 3 });
    joints.pulley(bodies[2], bodies[3], { groundA: [4, 3, 0], groundB: [6, 3, 0] });
    joints.sixDof(bodies[3], bodies[4], {
      rotX: { limits: [-1, 1] },
      rotZ: { spring: { stiffness: 50 } },
      x: 'free',
    });
    return { world, joints };
  };
  const { world, joints } = build();
  const state = (of: World) => new Uint8Array(of.snapshot());
  for (let n = 0; n < 40; n++) world.step(dt);
  const rollback = new WorldRollback(world);
  const past = rollback.save();
  const loaded = worldLoad(worldSave(world));
  for (let n = 0; n < 60; n++) {
    world.step(dt);
    loaded.step(dt);
  }
  const expected = state(world);
  expect(state(loaded)).toEqual(expected);
  world.remove(2);
  expect(joints.set.couplings).toBe(1);
  rollback.restore(past);
  expect(joints.set.couplings).toBe(2);
  for (let n = 0; n < 60; n++) world.step(dt);
  expect(state(world)).toEqual(expected);
});
