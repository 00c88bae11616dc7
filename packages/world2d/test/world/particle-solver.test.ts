/**
 * Worlds whose solver is particles with constraints: rest, friction, joints, momentum, and the same bits
 * after a restore.
 */
import { BoxShape2d, CircleShape2d, HalfPlane2d, PolygonShape2d } from '@colide/geometry';
import { ParticleSolver2d } from '@colide/solvers';
import { World2d, WorldJoints2d, worldExtras2d, worldLoad2d, worldSave2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';
import {
  addBox,
  buildPyramid,
  buildTower,
  createGround,
  deepestOverlap,
  drift,
  dt,
  isFinite2d,
  run,
  topSpeed,
} from '../support/scenes.ts';

const g = 9.81;

describe('ParticleSolver2d in a world', () => {
  it('lets bodies fall and fly as they should', () => {
    const world = new World2d({ ...worldExtras2d, solver: new ParticleSolver2d() });
    const body = world.add({
      shape: new BoxShape2d([1, 0.2]),
      position: [0, 0],
      velocity: [2, 5],
      angularVelocity: 3,
    });
    run(world, 1);
    const [x, y] = world.bodies.positions;
    expect(x).toBeCloseTo(2, 12);
    // Semi-implicit Euler at 1/480 s falls g dt t / 2 too far.
    expect(Math.abs(y - (5 - g / 2))).toBeLessThan(g / 480);
    expect(world.bodies.angularVelocities[body]).toBeCloseTo(3, 10);
    expect(Math.cos(world.angleOf(body) - 3)).toBeCloseTo(1, 12);
  });

  it('a tower of ten stands and sleeps', () => {
    const world = createGround({ solver: new ParticleSolver2d() });
    const ids = buildTower(world, 10);
    const start = world.bodies.positions.slice();
    run(world, 10);
    expect(drift(world, ids, start)).toBeLessThan(0.05);
    expect(deepestOverlap(world)).toBeLessThan(0.01);
    expect(world.sleeperCount).toBe(10);
  });

  it('a pyramid of base ten stands', () => {
    const world = createGround({ solver: new ParticleSolver2d() });
    const ids = buildPyramid(world, 10);
    const start = world.bodies.positions.slice();
    run(world, 10);
    expect(drift(world, ids, start)).toBeLessThan(0.05);
    expect(topSpeed(world)).toBeLessThan(0.02);
  });

  it.each([0.2, 0.4])('a box slows down by μ g, μ = %f', friction => {
    const world = createGround({ solver: new ParticleSolver2d(), sleeping: false }, { friction });
    const body = addBox(world, 2, 0.5, 0, 0.25, { friction });
    run(world, 0.5);
    world.setVelocity(body, [4, 0]);
    run(world, 0.5);
    expect(world.bodies.velocities[2 * body]).toBeCloseTo(4 - 0.5 * friction * g, 1);
    run(world, 5);
    expect(Math.abs(world.bodies.velocities[2 * body])).toBeLessThan(1e-6);
  });

  it('a ball begins to roll at two thirds of its speed', () => {
    const world = createGround({ solver: new ParticleSolver2d(), sleeping: false });
    const ball = world.add({ shape: new CircleShape2d(0.5), position: [0, 0.5], velocity: [6, 0] });
    run(world, 3);
    expect(world.bodies.velocities[2 * ball]).toBeCloseTo(4, 1);
    expect(world.bodies.angularVelocities[ball]).toBeCloseTo(-8, 0);
  });

  it('a ball bounces as high as its restitution allows', () => {
    const world = createGround({ solver: new ParticleSolver2d(), sleeping: false });
    const ball = world.add({ shape: new CircleShape2d(0.5), position: [0, 2.5], restitution: 0.5 });
    let isUp = false;
    let top = 0;
    for (let n = 0; n < 90; n++) {
      world.step(dt);
      isUp ||= world.bodies.velocities[2 * ball + 1] > 1;
      if (isUp) top = Math.max(top, world.bodies.positions[2 * ball + 1] - 0.5);
    }
    expect(top).toBeGreaterThan(0.4);
    expect(top).toBeLessThan(0.56);
  });

  it('keeps the momentum of a crowd that collides', () => {
    const world = new World2d({ ...worldExtras2d, gravity: [0, 0], solver: new ParticleSolver2d() });
    const random = new Random(5);
    const next = () => random.next();
    for (let i = 0; i < 30; i++)
      world.add({
        shape: i % 2 ? new BoxShape2d([0.4, 0.3]) : new CircleShape2d(0.4),
        position: [1.5 * (i % 6), 1.5 * Math.floor(i / 6)],
        velocity: [4 * next() - 2, 4 * next() - 2],
        angularVelocity: 4 * next() - 2,
        density: 1 + next(),
      });
    const momentum = () => {
      const { velocities, inverseMasses } = world.bodies;
      let [x, y, speed] = [0, 0, 0];
      for (let i = 0; i < 30; i++) {
        x += velocities[2 * i] / inverseMasses[i];
        y += velocities[2 * i + 1] / inverseMasses[i];
        speed += Math.hypot(velocities[2 * i], velocities[2 * i + 1]) / inverseMasses[i];
      }
      return [x, y, speed];
    };
    const [x, y, size] = momentum();
    let touches = 0;
    for (let n = 0; n < 120; n++) {
      world.step(dt);
      touches += world.events.begun.count;
    }
    expect(touches).toBeGreaterThan(20);
    const [u, v] = momentum();
    expect(Math.abs(u - x) / size).toBeLessThan(1e-12);
    expect(Math.abs(v - y) / size).toBeLessThan(1e-12);
  });

  it('joints hold: a pendulum swings with its period, a rod and a weld keep their lengths', () => {
    const world = new World2d({ ...worldExtras2d, solver: new ParticleSolver2d(), sleeping: false });
    const joints = new WorldJoints2d(world);
    const bob = world.add({ shape: new CircleShape2d(0.1), position: [0.1, -2], mass: 1 });
    joints.revolute(undefined, bob, { anchor: [0, 0] });
    const a = addBox(world, 1, 0.2, 10, 0);
    const b = addBox(world, 1, 0.2, 11, 0, { mass: 3 });
    joints.weld(a, b);
    joints.revolute(undefined, a, { anchor: [9.5, 0] });
    const rod = world.add({ shape: new CircleShape2d(0.2), position: [20, -1] });
    joints.distance(undefined, rod, { anchorA: [19, 0], anchorB: [20, -1] });
    const crossings: number[] = [];
    let [longest, bend] = [0, 0];
    for (let n = 0; n < 600; n++) {
      const before = world.bodies.positions[2 * bob];
      world.step(dt);
      const { positions, rotations } = world.bodies;
      if (before > 0 !== positions[2 * bob] > 0) crossings.push(n);
      longest = Math.max(
        longest,
        Math.abs(Math.hypot(positions[2 * rod] - 19, positions[2 * rod + 1]) - Math.SQRT2),
      );
      bend = Math.max(
        bend,
        Math.abs(rotations[2 * a] * rotations[2 * b + 1] - rotations[2 * a + 1] * rotations[2 * b]),
      );
    }
    const half = ((crossings.at(-1)! - crossings[0]) * dt) / (crossings.length - 1);
    const length = Math.hypot(0.1, 2);
    const period = 2 * Math.PI * Math.sqrt((length * length + 0.005) / (g * length));
    expect(2 * half).toBeCloseTo(period, 1);
    expect(longest).toBeLessThan(1e-3);
    expect(bend).toBeLessThan(0.01);
  });

  it('a chain of 20 hangs without stretching by a per cent', () => {
    const world = new World2d({ ...worldExtras2d, solver: new ParticleSolver2d() });
    const joints = new WorldJoints2d(world);
    let last: number | undefined;
    for (let i = 0; i < 20; i++) {
      const body = addBox(world, 0.4, 0.1, 0.2 + 0.4 * i, 0, { linearDamping: 0.5, angularDamping: 0.5 });
      joints.revolute(last, body, { anchor: [0.4 * i, 0] });
      last = body;
    }
    run(world, 20);
    const [x, y] = world.bodies.positions.subarray(2 * last!, 2 * last! + 2);
    expect(Math.hypot(x, y)).toBeLessThan(7.8 * 1.01);
    expect(Math.hypot(x, y)).toBeGreaterThan(7.8 * 0.97);
  });

  it('refuses joints that particles cannot hold, and names them', () => {
    const world = new World2d({ ...worldExtras2d, solver: new ParticleSolver2d() });
    const joints = new WorldJoints2d(world);
    const a = addBox(world, 1, 1, 0, 0);
    joints.prismatic(undefined, a, { axis: [1, 0] });
    const before = world.bodies.positions.slice();
    expect(() => world.step(dt)).toThrow(/joint 0 must be a revolute joint/);
    expect(world.bodies.positions).toEqual(before);
  });

  it('what cannot rotate does not, and kinematic bodies carry', () => {
    const world = createGround({ solver: new ParticleSolver2d(), sleeping: false });
    const locked = addBox(world, 0.2, 2, 0, 1.2, { lockedRotation: true, velocity: [1, 0] });
    const belt = world.add({
      shape: new BoxShape2d([3, 0.5]),
      position: [20, 0.5],
      type: 'kinematic',
      velocity: [1, 0],
    });
    const rider = addBox(world, 1, 1, 20, 1.5);
    run(world, 2);
    expect(world.bodies.rotations[2 * locked]).toBe(1);
    expect(world.bodies.rotations[2 * locked + 1]).toBe(0);
    expect(world.bodies.positions[2 * belt]).toBeCloseTo(22, 10);
    expect(world.bodies.positions[2 * rider]).toBeGreaterThan(21.8);
  });

  it('goes on with the same bits after a restore and a load', () => {
    const build = () => {
      const world = createGround({ solver: new ParticleSolver2d({ iterations: 2 }) });
      const joints = new WorldJoints2d(world);
      const random = new Random(9);
      const next = () => random.next();
      let last: number | undefined;
      for (let i = 0; i < 24; i++) {
        const body = world.add({
          shape: i % 3 ? new BoxShape2d([0.3, 0.2]) : new PolygonShape2d([0, 0.4, -0.4, -0.3, 0.4, -0.3]),
          position: [next(), 1 + 0.7 * i],
          rotation: 6 * next(),
          restitution: i % 5 === 0 ? 0.4 : 0,
        });
        if (i % 6 === 1) joints.revolute(last, body, { anchor: [0.5, 0.65 + 0.7 * i] });
        last = body;
      }
      return world;
    };
    const world = build();
    run(world, 1);
    const snapshot = world.snapshot();
    const loaded = worldLoad2d(worldSave2d(world), { solver: new ParticleSolver2d({ iterations: 2 }) });
    run(world, 1);
    const end = world.bodies.positions.slice();
    expect(isFinite2d(world)).toBe(true);
    world.restore(snapshot);
    run(world, 1);
    expect(world.bodies.positions).toEqual(end);
    run(loaded, 1);
    expect(loaded.bodies.positions.subarray(0, 50)).toEqual(end.subarray(0, 50));
  });

  it('half-planes of any slope hold what friction holds', () => {
    const slope = 0.4;
    for (const [friction, holds] of [
      [0.5, true],
      [0.35, false],
    ] as const) {
      const world = new World2d({ ...worldExtras2d, solver: new ParticleSolver2d(), sleeping: false });
      const normal = [-Math.sin(Math.atan(slope)), Math.cos(Math.atan(slope))];
      world.add({ shape: new HalfPlane2d(normal), friction });
      const body = addBox(world, 1, 0.4, 0.205 * normal[0], 0.205 * normal[1], {
        friction,
        rotation: Math.atan(slope),
      });
      run(world, 2);
      const way = Math.hypot(...world.bodies.positions.subarray(2 * body, 2 * body + 2)) - 0.2;
      if (holds) expect(way).toBeLessThan(0.03);
      else expect(way).toBeGreaterThan(0.5);
    }
  });
});
