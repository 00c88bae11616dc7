import { BoxShape2d, CircleShape2d } from '@colide/geometry';
import { World2d, WorldJoints2d, worldExtras2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { addBox, createGround, run } from '../support/scenes.ts';

const gravity = 9.81;

function createJoints(options = {}): [World2d, WorldJoints2d] {
  const world = new World2d({ ...worldExtras2d, ...options });
  return [world, new WorldJoints2d(world)];
}

const position = (world: World2d, body: number) => [
  ...world.bodies.positions.subarray(2 * body, 2 * body + 2),
];

describe('WorldJoints2d', () => {
  it('makes hinges with limits and motors', () => {
    const [world, joints] = createJoints();
    const body = addBox(world, 2, 0.2, 1, 0);
    const hinge = joints.revolute(undefined, body, { anchor: { x: 0, y: 0 }, limits: [-0.3, 0.5] });
    run(world, 3);
    expect(joints.value(hinge)).toBeCloseTo(-0.3, 2);
    joints.setMotor(hinge, { speed: 2, maxForce: 100 });
    run(world, 3);
    expect(joints.value(hinge)).toBeCloseTo(0.5, 2);
    joints.setLimits(hinge, undefined);
    run(world, 1);
    expect(joints.speed(hinge)).toBeCloseTo(2, 2);
    expect(joints.bodies(hinge)).toEqual([undefined, body]);
  });

  it('slides along an axis, to a target', () => {
    const [world, joints] = createJoints();
    const body = addBox(world, 1, 1, 0, 0);
    const lift = joints.prismatic(undefined, body, {
      axis: [0, 1],
      motor: { target: 2, stiffness: 2000, damping: 100 },
    });
    run(world, 5);
    expect(joints.value(lift)).toBeCloseTo(2 - gravity / 2000, 3);
    expect(position(world, body)[0]).toBeCloseTo(0, 6);
  });

  it('welds', () => {
    const [world, joints] = createJoints();
    const a = addBox(world, 1, 1, 0, 3, { angularVelocity: 1 });
    const b = addBox(world, 1, 1, 1, 3);
    const weld = joints.weld(a, b);
    run(world, 1);
    expect(world.angleOf(a) - world.angleOf(b)).toBeCloseTo(0, 2);
    const force = [0, 0];
    expect(Number.isFinite(joints.reaction(force, weld))).toBe(true);
  });

  it('hangs bodies on rods, ropes and springs', () => {
    const [world, joints] = createJoints();
    const circle = { shape: new CircleShape2d(0.2), density: 10, linearDamping: 2 };
    const [rod, rope, spring] = [0, 1, 2].map(x => world.add({ ...circle, position: [x, -1] }));
    const mass = 1 / world.bodies.inverseMasses[rod];
    joints.distance(undefined, rod, { anchorA: [0, 0] });
    joints.rope(undefined, rope, { anchorA: [1, 0], length: 2 });
    joints.spring(undefined, spring, { anchorA: [2, 0], stiffness: 100, damping: 2 });
    run(world, 15);
    expect(position(world, rod)[1]).toBeCloseTo(-1, 2);
    expect(position(world, rope)[1]).toBeCloseTo(-2, 2);
    expect(position(world, spring)[1]).toBeCloseTo(-1 - (mass * gravity) / 100, 2);
  });

  it('drives a car on wheels with suspension', () => {
    const world = createGround();
    const joints = new WorldJoints2d(world);
    const chassis = addBox(world, 2, 0.4, 0, 1);
    const wheels = [-0.7, 0.7].map(x =>
      world.add({ shape: new CircleShape2d(0.3), position: [x, 0.4], friction: 1 }),
    );
    const axles = wheels.map(wheel =>
      joints.wheel(chassis, wheel, {
        axis: [0, 1],
        limits: [-0.2, 0.2],
        spring: { stiffness: 60, damping: 4 },
        motor: { speed: -10, maxForce: 1 },
      }),
    );
    run(world, 6);
    expect(joints.speed(axles[0], 'rotation')).toBeCloseTo(-10, 1);
    expect(world.bodies.velocities[2 * chassis]).toBeCloseTo(3, 1);
    expect(Math.abs(world.angleOf(chassis))).toBeLessThan(0.05);
    expect(joints.value(axles[0], 'x')).toBeCloseTo((0.8 * gravity) / 120, 1);
    expect(() => joints.value(axles[0])).toThrow('axis must be given');
    expect(() => joints.value(axles[0], 'y')).toThrow('axis');
  });

  it('pulls a body to a pointer', () => {
    const [world, joints] = createJoints();
    const body = addBox(world, 1, 1, 0, 0, { angularDamping: 4, linearDamping: 4 });
    const mouse = joints.mouse(body, { target: [0.4, 0.4] });
    joints.setTarget(mouse, [3, 2]);
    run(world, 4);
    const [x, y] = position(world, body);
    // It hangs from its corner, a little below the target.
    expect(Math.hypot(x - 3, y + Math.hypot(0.4, 0.4) - 2)).toBeLessThan(0.05);
    joints.remove(mouse);
    run(world, 1);
    expect(position(world, body)[1]).toBeLessThan(y - 1);
    expect(() => joints.setTarget(mouse, [0, 0])).toThrow('joint');
  });

  it('keeps joined bodies from colliding, unless asked', () => {
    for (const collide of [false, true]) {
      const [world, joints] = createJoints({ gravity: [0, 0] });
      const a = addBox(world, 1, 1, 0, 0);
      const b = addBox(world, 1, 1, 0.9, 0);
      const joint = joints.distance(a, b, { limits: [0, 5], collide });
      run(world, 0.5);
      expect(world.events.touching.count > 0, `collide ${collide}`).toBe(collide);
      expect(position(world, b)[0] - position(world, a)[0] > 0.95).toBe(collide);
      joints.setCollision(joint, true);
      run(world, 1);
      expect(position(world, b)[0] - position(world, a)[0]).toBeGreaterThan(0.97);
    }
  });

  it('removes joints with their bodies, wakes partners, and refuses old ids', () => {
    const [world, joints] = createJoints({ gravity: [0, 0] });
    const a = addBox(world, 1, 1, 0, 0);
    const b = addBox(world, 1, 1, 2, 0);
    const joint = joints.weld(a, b);
    run(world, 1);
    expect(world.sleeperCount).toBe(2);
    world.remove(a);
    expect(world.bodies.asleep[b]).toBe(0);
    expect(joints.has(joint)).toBe(false);
    expect(() => joints.value(joint)).toThrow('joint');
    const next = joints.weld(undefined, b);
    expect(next).not.toBe(joint);
  });

  it('lets islands sleep and wake as one', () => {
    const world = createGround();
    const joints = new WorldJoints2d(world);
    const ids = [0, 1, 2, 3].map(i => addBox(world, 0.8, 0.5, i, 0.25));
    for (let i = 1; i < 4; i++) joints.revolute(ids[i - 1], ids[i], { anchor: [i - 0.5, 0.25] });
    run(world, 2);
    expect(world.sleeperCount).toBe(4);
    world.applyImpulse(ids[3], [0, 1]);
    run(world, 1 / 60);
    expect(world.sleeperCount).toBe(0);
  });

  it('breaks above its load', () => {
    const [world, joints] = createJoints();
    const body = addBox(world, 1, 1, 0, 0);
    const joint = joints.weld(undefined, body, { breakForce: 20 });
    run(world, 1);
    expect(joints.has(joint)).toBe(true);
    world.applyImpulse(body, [0, -1]);
    run(world, 1 / 60);
    expect([...joints.broken].map(({ joint: id }) => id)).toEqual([joint]);
    expect(joints.has(joint)).toBe(false);
  });

  it('goes on from a snapshot with the same bits', () => {
    const build = (): [World2d, WorldJoints2d] => {
      const world = createGround();
      const joints = new WorldJoints2d(world);
      const ids = Array.from({ length: 12 }, (_, i) =>
        addBox(world, 0.8, 0.2, i, 4 + Math.sin(i), { friction: 0.3 }),
      );
      for (let i = 1; i < 12; i++)
        if (i % 4 === 0) joints.wheel(ids[i - 1], ids[i], { axis: [1, 1], spring: { stiffness: 50 } });
        else joints.revolute(ids[i - 1], ids[i], { anchor: [i - 0.5, 4], limits: [-1, 1] });
      joints.mouse(ids[0], { target: [0, 6] });
      return [world, joints];
    };
    const [world] = build();
    run(world, 2);
    const snapshot = world.snapshot();
    run(world, 2);
    const end = new Uint8Array(world.snapshot());
    world.restore(snapshot);
    run(world, 2);
    expect(new Uint8Array(world.snapshot())).toEqual(end);
    const [twin, joints] = build();
    twin.restore(snapshot);
    run(twin, 2);
    expect(new Uint8Array(twin.snapshot())).toEqual(end);
    joints.weld(undefined, 3);
    expect(() => twin.restore(snapshot)).toThrow('snapshot');
  });
});

describe('bad calls of WorldJoints2d', () => {
  it('name the argument and change nothing', () => {
    const world = createGround();
    const joints = new WorldJoints2d(world);
    const [a, b] = [
      addBox(world, 1, 1, 0, 0.5),
      world.add({ shape: new BoxShape2d([1, 1]), position: [5, 1] }),
    ];
    const wheel = joints.wheel(a, b, { axis: [0, 1] });
    const weld = joints.weld(a, undefined);
    run(world, 1);
    const before = new Uint8Array(world.snapshot());
    const structure = JSON.stringify(joints.set.saveStructure());
    // biome-ignore lint/suspicious/noExplicitAny: bad calls are not typed.
    const any = joints as any;
    const calls: [string, () => unknown][] = [
      ['a', () => any.revolute(99, b, { anchor: [0, 0] })],
      ['b', () => any.revolute(a, 'x', { anchor: [0, 0] })],
      ['a and b', () => any.revolute(a, a, { anchor: [0, 0] })],
      ['a and b', () => any.weld(undefined, null)],
      ['settings', () => any.revolute(a, b)],
      ['anchor', () => any.revolute(a, b, {})],
      ['anchor', () => any.revolute(a, b, { anchor: [NaN, 0] })],
      ['anchor.y', () => any.revolute(a, b, { anchor: { x: 1 } })],
      ['anchr', () => any.revolute(a, b, { anchor: [0, 0], anchr: 1 })],
      ['limits', () => any.revolute(a, b, { anchor: [0, 0], limits: [1, 0] })],
      ['limits[1]', () => any.revolute(a, b, { anchor: [0, 0], limits: [0, NaN] })],
      ['motor', () => any.revolute(a, b, { anchor: [0, 0], motor: {} })],
      ['motor.speed', () => any.revolute(a, b, { anchor: [0, 0], motor: { speed: Infinity } })],
      ['motor.stiffness', () => any.revolute(a, b, { anchor: [0, 0], motor: { target: 1 } })],
      ['spring.stiffness', () => any.revolute(a, b, { anchor: [0, 0], spring: {} })],
      ['friction', () => any.revolute(a, b, { anchor: [0, 0], friction: -1 })],
      ['breakForce', () => any.weld(a, b, { breakForce: -1 })],
      ['collide', () => any.weld(a, b, { collide: 1 })],
      ['axis', () => any.prismatic(a, b, { axis: [0, 0] })],
      ['axis', () => any.prismatic(a, b, {})],
      ['axis', () => any.wheel(a, b, { axis: 'up' })],
      ['motor.maxForce', () => any.wheel(a, b, { axis: [0, 1], motor: { speed: 1, maxForce: -1 } })],
      ['anchorA', () => any.distance(undefined, b, {})],
      ['limits[0]', () => any.distance(a, b, { limits: [-1, 1] })],
      ['length', () => any.rope(a, b, { length: -1 })],
      ['stiffness', () => any.spring(a, b, {})],
      ['rest', () => any.spring(a, b, { rest: -1, stiffness: 1 })],
      ['body', () => any.mouse(0, { target: [0, 0] })],
      ['body', () => any.mouse(undefined, { target: [0, 0] })],
      ['target', () => any.mouse(a, {})],
      ['stiffness', () => any.mouse(a, { target: [0, 0], stiffness: -1 })],
      ['maxForce', () => any.mouse(a, { target: [0, 0], maxForce: NaN })],
      ['joint', () => any.setTarget(weld, [0, 0])],
      ['joint', () => any.setLimits(12345, [0, 1])],
      ['joint', () => any.remove(NaN)],
      ['axis', () => any.setMotor(wheel, { speed: 1 })],
      ['axis', () => any.setMotor(wheel, { speed: 1 }, 'z')],
      ['axis', () => any.setMotor(weld, { speed: 1 })],
      ['motor', () => any.setMotor(wheel, { speed: 1, target: 2 }, 'rotation')],
      ['spring.damping', () => any.setSpring(wheel, { stiffness: 1, damping: -1 }, 'x')],
      ['friction', () => any.setFriction(wheel, NaN, 'x')],
      ['breakForce', () => any.setBreaking(weld, -1)],
      ['collide', () => any.setCollision(weld, 'no')],
      ['outForce', () => any.reaction(undefined, weld)],
    ];
    for (const [name, call] of calls) {
      let message = 'nothing';
      try {
        call();
      } catch (error) {
        message = (error as Error).message;
      }
      expect(message, call.toString()).toContain(name);
      expect(new Uint8Array(world.snapshot()), call.toString()).toEqual(before);
      expect(JSON.stringify(joints.set.saveStructure()), call.toString()).toBe(structure);
    }
    expect(() => new WorldJoints2d(undefined as never)).toThrow('world');
  });
});
