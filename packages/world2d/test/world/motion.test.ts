import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  Compound2d,
  HalfPlane2d,
  PolygonShape2d,
  Rounded2d,
} from '@colide/geometry';
import { ChainShape2d } from '@colide/narrowphase';
import { World2d, worldExtras2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { addBox, createGround, deepestOverlap, dt, isFinite2d, run, topSpeed } from '../support/scenes.ts';

const g = 9.81;

describe('closed forms', () => {
  it('free fall: half a step of g dt above the parabola, and less with more substeps', () => {
    const world = new World2d(worldExtras2d);
    const ball = world.add({ shape: new CircleShape2d(0.5), velocity: [3, 5] });
    run(world, 1);
    expect(world.bodies.positions[2 * ball]).toBeCloseTo(3, 9);
    expect(world.bodies.positions[2 * ball + 1]).toBeCloseTo(5 - g / 2 - (g * dt) / 16, 9);
  });

  it.each([0.1, 0.3, 0.6])('a box slides v² / 2 μ g far, μ = %f', friction => {
    const world = createGround({}, { friction });
    const box = addBox(world, 1, 0.4, 0, 0.2, { friction, velocity: [4, 0] });
    run(world, 6);
    expect(Math.abs(world.bodies.positions[2 * box] / (16 / (2 * friction * g)) - 1)).toBeLessThan(0.03);
    expect(topSpeed(world)).toBe(0);
  });

  it.each([10, 25, 40])(
    'a box on a slope of %f degrees accelerates by g (sin α − μ cos α), or stays',
    degrees => {
      const alpha = (degrees * Math.PI) / 180;
      const friction = 0.5;
      const world = new World2d(worldExtras2d);
      world.add({ shape: new HalfPlane2d([-Math.sin(alpha), Math.cos(alpha)]), friction });
      const at = [-0.2 * Math.sin(alpha), 0.2 * Math.cos(alpha)];
      const box = addBox(world, 1, 0.4, at[0], at[1], { rotation: alpha, friction });
      run(world, 2);
      const { velocities } = world.bodies;
      const speed = Math.hypot(velocities[2 * box], velocities[2 * box + 1]);
      const expected = Math.max(0, 2 * g * (Math.sin(alpha) - friction * Math.cos(alpha)));
      expect(Math.abs(speed - expected)).toBeLessThan(0.02 * expected + 1e-3);
    },
  );

  it('a disc rolls down a slope with 2/3 of g sin α', () => {
    const alpha = 0.3;
    const world = new World2d(worldExtras2d);
    world.add({ shape: new HalfPlane2d([-Math.sin(alpha), Math.cos(alpha)]) });
    const ball = world.add({
      shape: new CircleShape2d(0.5),
      position: [-0.5 * Math.sin(alpha), 0.5 * Math.cos(alpha)],
    });
    run(world, 3);
    const { velocities, angularVelocities } = world.bodies;
    const speed = Math.hypot(velocities[2 * ball], velocities[2 * ball + 1]);
    expect(Math.abs(speed / ((2 / 3) * g * Math.sin(alpha) * 3) - 1)).toBeLessThan(0.01);
    expect(Math.abs(Math.abs(angularVelocities[ball]) * 0.5 - speed)).toBeLessThan(0.01 * speed);
  });

  it('a disc that slides begins to roll with 2/3 of its speed', () => {
    const world = createGround();
    const ball = world.add({ shape: new CircleShape2d(0.5), position: [0, 0.5], velocity: [6, 0] });
    run(world, 2);
    expect(Math.abs(world.bodies.velocities[2 * ball] - 4)).toBeLessThan(0.04);
    expect(Math.abs(world.bodies.angularVelocities[ball] + 8)).toBeLessThan(0.08);
    expect(Math.abs(world.bodies.positions[2 * ball + 1] - 0.5)).toBeLessThan(0.002);
  });

  it('a disc without rolling friction goes on for ever, one with it slows down by 2/3 c g', () => {
    for (const rollingFriction of [0, 0.05]) {
      const world = createGround();
      const ball = world.add({
        shape: new CircleShape2d(0.5),
        position: [0, 0.5],
        velocity: [3, 0],
        angularVelocity: -6,
        rollingFriction,
      });
      run(world, 2);
      const expected = 3 - ((2 * rollingFriction * g) / 3) * 2;
      expect(Math.abs(world.bodies.velocities[2 * ball] - expected)).toBeLessThan(0.02);
    }
  });

  it.each([0, 0.3, 0.5, 0.8, 1])('a ball with restitution %f comes back to e² of its height', restitution => {
    const world = createGround();
    const ball = world.add({ shape: new CircleShape2d(0.5), position: [0, 2.5], restitution });
    let highest = 0;
    let hasMet = false;
    for (let n = 0; n < 100 && !(hasMet && world.bodies.velocities[2 * ball + 1] < -1); n++) {
      world.step(dt);
      hasMet ||= world.bodies.velocities[2 * ball + 1] > -1e-9 && n > 10;
      if (hasMet) highest = Math.max(highest, world.bodies.positions[2 * ball + 1] - 0.5);
    }
    expect(Math.abs(highest - 2 * restitution ** 2)).toBeLessThan(0.03);
  });

  it("Newton's cradle: one ball in, one ball out", () => {
    const world = new World2d({ ...worldExtras2d, gravity: [0, 0] });
    const balls = Array.from({ length: 5 }, (_, i) =>
      world.add({
        shape: new CircleShape2d(0.5),
        position: [i === 0 ? -3 : i, 0],
        velocity: [i === 0 ? 4 : 0, 0],
        restitution: 1,
        friction: 0,
      }),
    );
    run(world, 2);
    const speeds = balls.map(ball => world.bodies.velocities[2 * ball]);
    for (let i = 0; i < 4; i++) expect(Math.abs(speeds[i])).toBeLessThan(0.05);
    expect(speeds[4]).toBeCloseTo(4, 1);
  });

  it('a free collision conserves momentum and, with restitution 1, energy', () => {
    const world = new World2d({ ...worldExtras2d, gravity: [0, 0] });
    const a = addBox(world, 1, 1, -2, 0.2, { velocity: [3, 0], restitution: 1, friction: 0 });
    const b = addBox(world, 0.5, 2, 2, 0, { velocity: [-1, 0], restitution: 1, friction: 0, rotation: 0.3 });
    const measure = () => {
      const { velocities: v, angularVelocities: w, inverseMasses, inverseMoments } = world.bodies;
      const sums = [0, 0, 0];
      for (const i of [a, b]) {
        const mass = 1 / inverseMasses[i];
        sums[0] += mass * v[2 * i];
        sums[1] += mass * v[2 * i + 1];
        sums[2] += 0.5 * (mass * (v[2 * i] ** 2 + v[2 * i + 1] ** 2) + w[i] ** 2 / inverseMoments[i]);
      }
      return sums;
    };
    const before = measure();
    run(world, 3);
    const after = measure();
    expect(world.bodies.velocities[2 * a]).toBeLessThan(1);
    expect(after[0]).toBeCloseTo(before[0], 9);
    expect(after[1]).toBeCloseTo(before[1], 9);
    expect(Math.abs(after[2] / before[2] - 1)).toBeLessThan(0.02);
  });
});

describe('smooth ground', () => {
  it('a box, a ball and a capsule slide over the vertices of a chain as over a plane', () => {
    const points: number[] = [];
    for (let x = 30; x >= -5; x -= 0.37) points.push(x, 0);
    for (const shape of [
      new BoxShape2d([0.5, 0.3]),
      new CapsuleShape2d(0.3, 0.2),
      new Rounded2d([-0.3, -0.2, 0.3, -0.2, 0, 0.2], 0.1),
    ]) {
      const world = new World2d(worldExtras2d);
      world.add({ shape: new ChainShape2d(points), type: 'static', friction: 0 });
      const body = world.add({
        shape,
        position: [0, 0.302],
        friction: 0,
        velocity: [6, 0],
        lockedRotation: shape instanceof CapsuleShape2d,
        canSleep: false,
      });
      let highest = 0;
      run(world, 0.5);
      const height = world.bodies.positions[2 * body + 1];
      for (let n = 0; n < 180; n++) {
        world.step(dt);
        highest = Math.max(highest, Math.abs(world.bodies.positions[2 * body + 1] - height));
      }
      expect(world.bodies.velocities[2 * body]).toBeCloseTo(6, 6);
      expect(highest).toBeLessThan(0.003);
    }
  });
});

describe('a tumbler', () => {
  it('keeps 300 boxes inside, without deep overlap', () => {
    const world = new World2d(worldExtras2d);
    const wall = (x: number, y: number, hx: number, hy: number) => [
      x - hx,
      y - hy,
      x + hx,
      y - hy,
      x + hx,
      y + hy,
      x - hx,
      y + hy,
    ];
    const tumbler = world.add({
      shape: new Compound2d([
        { shape: new PolygonShape2d(wall(0, 5.5, 6, 0.5)) },
        { shape: new PolygonShape2d(wall(0, -5.5, 6, 0.5)) },
        { shape: new PolygonShape2d(wall(5.5, 0, 0.5, 6)) },
        { shape: new PolygonShape2d(wall(-5.5, 0, 0.5, 6)) },
      ]),
      type: 'kinematic',
      angularVelocity: 0.4,
    });
    for (let i = 0; i < 300; i++)
      addBox(world, 0.35, 0.35, ((i % 20) - 9.5) * 0.45, (Math.floor(i / 20) - 7) * 0.45);
    let deepest = 0;
    for (let n = 0; n < 600; n++) {
      world.step(dt);
      if (n > 60) deepest = Math.max(deepest, deepestOverlap(world));
    }
    expect(isFinite2d(world)).toBe(true);
    expect(Math.abs(world.angleOf(tumbler))).toBeGreaterThan(0.5);
    expect(deepest).toBeLessThan(0.08);
    const { positions, rotations } = world.bodies;
    const [c, s] = [rotations[0], rotations[1]];
    for (let i = 1; i <= 300; i++) {
      const [x, y] = [positions[2 * i], positions[2 * i + 1]];
      expect(Math.max(Math.abs(c * x + s * y), Math.abs(c * y - s * x))).toBeLessThan(5);
    }
  });
});
