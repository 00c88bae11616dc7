/** Scenes that a planar engine must hold, each with numbers: rest, drift, overlap, stretch. */
import { BoxShape2d, CircleShape2d, Compound2d } from '@colide/geometry';
import { soak } from '@colide/testing';
import { World2d, WorldJoints2d, worldExtras2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { addBox, createGround, deepestOverlap, dt, isFinite2d, run, topSpeed } from '../support/scenes.ts';

const distanceOf = (world: World2d, a: number, b: number) =>
  Math.hypot(
    world.bodies.positions[2 * a] - world.bodies.positions[2 * b],
    world.bodies.positions[2 * a + 1] - world.bodies.positions[2 * b + 1],
  );

describe('chains with a hundred times their mass at the end', () => {
  it.each([10, 20])('%d links hang, and stretch by less than a centimetre per link', count => {
    const world = new World2d(worldExtras2d);
    const joints = new WorldJoints2d(world);
    const link = 0.4;
    let last: number | undefined;
    for (let i = 0; i < count; i++) {
      const body = world.add({
        shape: new BoxShape2d([link / 2, 0.05]),
        position: [(i + 0.5) * link, 0],
        mass: 1,
        linearDamping: 0.5,
      });
      joints.revolute(last, body, { anchor: [i * link, 0] });
      last = body;
    }
    const ball = world.add({
      shape: new CircleShape2d(0.5),
      position: [count * link, 0],
      mass: 100,
      linearDamping: 0.5,
    });
    joints.revolute(last, ball, { anchor: [count * link, 0] });
    let longest = 0;
    for (let n = 0; n < 900; n++) {
      world.step(dt);
      longest = Math.max(longest, Math.hypot(...world.bodies.positions.subarray(2 * ball, 2 * ball + 2)));
    }
    const end = Math.hypot(...world.bodies.positions.subarray(2 * ball, 2 * ball + 2));
    // A bent chain is shorter, and never longer than its links and their stretch.
    expect(longest / (count * link) - 1).toBeLessThan(0.05);
    expect((end - count * link) / count).toBeLessThan(0.01);
    expect(isFinite2d(world)).toBe(true);
  });

  it('a rope between both ends takes the load where links alone give', () => {
    const world = new World2d(worldExtras2d);
    const joints = new WorldJoints2d(world);
    let last: number | undefined;
    for (let i = 0; i < 30; i++) {
      const body = world.add({
        shape: new BoxShape2d([0.1, 0.02]),
        position: [0, -0.2 * (i + 0.5)],
        rotation: Math.PI / 2,
        mass: 0.1,
      });
      joints.revolute(last, body, { anchor: [0, -0.2 * i] });
      last = body;
    }
    const ball = world.add({ shape: new CircleShape2d(0.5), position: [0, -6], mass: 50 });
    joints.revolute(last, ball, { anchor: [0, -6] });
    joints.rope(undefined, ball, { anchorA: [0, 0], length: 6 });
    run(world, 5);
    expect(Math.abs(world.bodies.positions[2 * ball + 1] + 6)).toBeLessThan(0.01);
  });
});

describe("Newton's cradle", () => {
  it.each([1, 2])('%d balls in, as many out, with their speed', moving => {
    const world = new World2d({ ...worldExtras2d, sleeping: false });
    const joints = new WorldJoints2d(world);
    const [count, radius, length] = [5, 0.25, 3];
    const balls = Array.from({ length: count }, (_, i) => {
      const x = 2 * radius * i;
      const ball = world.add({
        shape: new CircleShape2d(radius),
        position: [x, -length],
        restitution: 1,
        friction: 0,
        density: 10,
        lockedRotation: true,
      });
      joints.distance(undefined, ball, { anchorA: [x, 0] });
      return ball;
    });
    const speed = 2;
    for (let i = 0; i < moving; i++) world.setVelocity(balls[i], [speed, 0]);
    run(world, 0.1);
    const speeds = balls.map(ball => world.bodies.velocities[2 * ball]);
    for (const [i, v] of speeds.entries())
      expect(v, `ball ${i}`).toBeCloseTo(i >= count - moving ? speed : 0, 0);
    const leaving = speeds.slice(count - moving);
    expect(Math.min(...leaving)).toBeGreaterThan(0.93 * speed);
    // Back after half a period and once more: the first ones swing out again.
    const energy = () => {
      let sum = 0;
      for (const ball of balls) {
        const [vx, vy] = world.bodies.velocities.subarray(2 * ball, 2 * ball + 2);
        sum += 0.5 * (vx * vx + vy * vy) + 9.81 * (world.bodies.positions[2 * ball + 1] + length);
      }
      return sum / (0.5 * speed * speed * moving);
    };
    const before = energy();
    run(world, 10);
    expect(before).toBeGreaterThan(0.95);
    expect(energy()).toBeGreaterThan(0.6);
    expect(energy()).toBeLessThan(1.05);
  });
});

describe('a tumbler', () => {
  it('of five hundred boxes keeps them all, without deep overlap', () => {
    const world = new World2d({ ...worldExtras2d, sleeping: false });
    const half = 6;
    const walls = [
      [half, 0, 0.5, half + 0.5],
      [-half, 0, 0.5, half + 0.5],
      [0, half, half + 0.5, 0.5],
      [0, -half, half + 0.5, 0.5],
    ].map(([x, y, w, h]) => ({ shape: new BoxShape2d([w, h]), position: [x, y] }));
    world.add({ shape: new Compound2d(walls), type: 'kinematic', angularVelocity: 0.6 });
    const size = 0.125;
    for (let i = 0; i < 500; i++)
      addBox(world, 2 * size, 2 * size, ((i % 25) - 12) * 0.36, (Math.floor(i / 25) - 10) * 0.36);
    let deepest = 0;
    let deep = 0;
    for (let n = 0; n < soak(240, 1200); n++) {
      world.step(dt);
      if (n < 120) continue;
      deepest = Math.max(deepest, deepestOverlap(world));
      const { separations } = world.contacts.arrays;
      for (let c = 0; c < world.contacts.count; c++) if (separations[c] < -0.03) deep++;
    }
    let escaped = 0;
    for (let body = 1; body <= 500; body++)
      if (Math.hypot(...world.bodies.positions.subarray(2 * body, 2 * body + 2)) > half * Math.SQRT2)
        escaped++;
    expect(escaped).toBe(0);
    expect(deepest).toBeLessThan(size);
    expect(deep).toBeLessThan(soak(100, 400));
    expect(topSpeed(world)).toBeLessThan(12);
  });
});

describe('a bridge', () => {
  it('of planks carries boxes and sleeps', () => {
    const world = createGround();
    const joints = new WorldJoints2d(world);
    const count = 20;
    let last: number | undefined;
    const planks: number[] = [];
    for (let i = 0; i < count; i++) {
      const plank = addBox(world, 0.98, 0.2, i + 0.5 - count / 2, 6, { density: 2 });
      joints.revolute(last, plank, { anchor: [i - count / 2, 6] });
      planks.push(plank);
      last = plank;
    }
    joints.revolute(last, undefined, { anchor: [count / 2, 6] });
    const boxes = [-3, 0, 3].map(x => addBox(world, 0.8, 0.8, x, 7));
    run(world, 30);
    for (const box of boxes) expect(world.bodies.positions[2 * box + 1]).toBeGreaterThan(3);
    for (let i = 1; i < count; i++) expect(distanceOf(world, planks[i - 1], planks[i])).toBeLessThan(1.01);
    expect(topSpeed(world)).toBeLessThan(0.05);
  });
});
