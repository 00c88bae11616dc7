import { BoxShape2d, CapsuleShape2d, CircleShape2d, HalfPlane2d, PolygonShape2d } from '@colide/geometry';
import { ChainShape2d } from '@colide/narrowphase';

import { World2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';
import { addBox, dt } from '../support/scenes.ts';

const shapes = [
  new CircleShape2d(0.1),
  new BoxShape2d([0.1, 0.1]),
  new CapsuleShape2d(0.05, 0.2),
  new PolygonShape2d([0, 0.15, -0.13, -0.08, 0.13, -0.08]),
  new BoxShape2d([0.4, 0.02]),
];

describe('continuous detection', () => {
  it('lets nothing through a thin wall, however fast it flies and turns', () => {
    const random = new Random(31);
    let missed = 0;
    for (let n = 0; n < 400; n++) {
      const world = new World2d({ gravity: [0, 0] });
      const kind = n % 4;
      if (kind === 0) addBox(world, 0.01, 20, 3, 0, { type: 'static' });
      else if (kind === 1) world.add({ shape: new HalfPlane2d([-1, 0], -3) });
      else if (kind === 2)
        world.add({ shape: new ChainShape2d([3, 10, 3, 1, 3, -0.4, 3, -10]), type: 'static' });
      else world.add({ shape: new CapsuleShape2d(0.005, 10), position: [3, 0], type: 'kinematic' });
      const body = world.add({
        shape: shapes[n % shapes.length],
        position: [random.uniform(-2, 1), random.uniform(-1, 1)],
        rotation: random.uniform(-3, 3),
        velocity: [10 ** random.uniform(0.5, 3.2), random.uniform(-4, 4)],
        angularVelocity: random.uniform(-80, 80),
      });
      for (let s = 0; s < 60; s++) {
        world.step(dt);
        if (world.bodies.positions[2 * body] > 3) {
          missed++;
          break;
        }
      }
    }
    expect(missed).toBe(0);
  });

  it('lets no bullet through a thin body that moves, in either order, and others through', () => {
    for (const bullet of [true, false])
      for (const isFirst of [true, false]) {
        const world = new World2d({ gravity: [0, 0] });
        const add = () =>
          world.add({
            shape: new CircleShape2d(0.05),
            position: [-3, 0.013],
            velocity: [400, 0],
            bullet,
            mass: 0.01,
          });
        const early = isFirst ? add() : -1;
        const plate = addBox(world, 0.02, 4, 1.3, 0, { velocity: [-3, 0], mass: 100 });
        const ball = isFirst ? early : add();
        for (let s = 0; s < 30; s++) world.step(dt);
        const { positions } = world.bodies;
        expect(positions[2 * ball] < positions[2 * plate]).toBe(bullet);
      }
  });

  it('finds a wall among many obstacles, and no longer when it was removed', () => {
    for (const count of [10, 400]) {
      const world = new World2d({ gravity: [0, 0] });
      for (let i = 0; i < count; i++) addBox(world, 0.5, 0.5, i, 5, { type: 'static' });
      const wall = addBox(world, 0.01, 4, 3, 0, { type: 'static' });
      const shoot = () => {
        const ball = world.add({ shape: new CircleShape2d(0.1), velocity: [300, 0], restitution: 0 });
        for (let s = 0; s < 4; s++) world.step(dt);
        const x = world.bodies.positions[2 * ball];
        world.remove(ball);
        return x;
      };
      expect(shoot()).toBeLessThan(3);
      world.remove(wall);
      expect(shoot()).toBeGreaterThan(15);
    }
  });

  it('lets two bullets meet', () => {
    for (const speed of [50, 200, 900]) {
      const world = new World2d({ gravity: [0, 0] });
      const [a, b] = [-1, 1].map(side =>
        world.add({
          shape: new CircleShape2d(0.1),
          position: [4 * side, 0],
          velocity: [-speed * side, 0],
          bullet: true,
        }),
      );
      let touched = 0;
      for (let s = 0; s < 20; s++) {
        world.step(dt);
        touched += world.events.begun.count;
        expect(world.bodies.positions[2 * a]).toBeLessThan(world.bodies.positions[2 * b]);
      }
      expect(touched).toBeGreaterThan(0);
    }
  });

  it('stops the tip of a rotating plank at what is in its path', () => {
    const world = new World2d({ gravity: [0, 0] });
    // Turns by a right angle in a step and a half; the post is in its way.
    const plank = addBox(world, 4, 0.04, 0, 0, { angularVelocity: 60 });
    world.add({ shape: new CircleShape2d(0.02), position: [0, 1.5], type: 'static' });
    let reached = 0;
    for (let s = 0; s < 4; s++) {
      world.step(dt);
      const angle = world.angleOf(plank);
      reached = Math.max(reached, angle);
    }
    expect(world.events.touching.count + world.contacts.count).toBeGreaterThan(0);
    expect(reached).toBeLessThan(Math.PI / 2 + 0.12);
  });

  it('does not hold up what slides or rolls fast over the ground', () => {
    const world = new World2d();
    world.add({ shape: new HalfPlane2d(), friction: 0 });
    const box = world.add({
      shape: new BoxShape2d([0.1, 0.1]),
      position: [0, 0.1],
      velocity: [60, 0],
      friction: 0,
    });
    const ball = world.add({
      shape: new CircleShape2d(0.1),
      position: [0, 0.1],
      velocity: [-60, 0],
      angularVelocity: 600,
      friction: 0,
      mask: 1,
      group: 1,
    });
    for (let s = 0; s < 60; s++) world.step(dt);
    expect(world.bodies.positions[2 * box]).toBeGreaterThan(58);
    expect(world.bodies.positions[2 * ball]).toBeLessThan(-58);
  });

  it('leaves sensors and other groups alone', () => {
    const world = new World2d({ gravity: [0, 0] });
    addBox(world, 0.01, 20, 3, 0, { type: 'static', sensor: true });
    addBox(world, 0.01, 20, 5, 0, { type: 'static', group: 2 });
    const ball = world.add({ shape: new CircleShape2d(0.1), velocity: [600, 0], mask: 1 });
    for (let s = 0; s < 6; s++) world.step(dt);
    expect(world.bodies.positions[2 * ball]).toBeCloseTo(60, 6);
  });
});
