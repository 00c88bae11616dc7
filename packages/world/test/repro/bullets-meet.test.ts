import { BoxShape, SphereShape } from '@colide/geometry';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const ball = new SphereShape(0.1);
const dt = 1 / 60;
const x = (world: World, body: number) => world.bodies.positions[3 * body];

describe('bullets and what comes towards them', () => {
  it('two of them meet, at all speeds', () => {
    for (const speed of [20, 60, 150, 600, 1000]) {
      const world = new World({ gravity: [0, 0, 0] });
      const left = world.add({ shape: ball, position: [-6, 0, 0], velocity: [speed, 0, 0], bullet: true });
      const right = world.add({ shape: ball, position: [6, 0, 0], velocity: [-speed, 0, 0], bullet: true });
      let met = false;
      for (let n = 0; n < Math.ceil(8 / speed / dt) + 4; n++) {
        world.step(dt);
        met ||= world.events.touching.count > 0;
        expect(x(world, left), `${speed} m/s`).toBeLessThan(x(world, right));
      }
      expect(met, `${speed} m/s`).toBe(true);
    }
  });

  it('a plate does not jump over a bullet, whether it moves or not', () => {
    for (const type of ['dynamic', 'kinematic'] as const)
      for (const speed of [0, 30, 300]) {
        const world = new World({ gravity: [0, 0, 0] });
        const bullet = world.add({
          shape: ball,
          position: [-1.03, 0, 0],
          velocity: [speed, 0, 0],
          bullet: true,
        });
        const plate = new BoxShape([0.05, 1, 1]);
        const other = world.add({ shape: plate, type, position: [1.5, 0, 0], velocity: [-120, 0, 0] });
        for (let n = 0; n < 12; n++) {
          world.step(dt);
          expect(x(world, bullet), `${type}, ${speed} m/s`).toBeLessThan(x(world, other));
        }
      }
  });

  it('a plate does not jump over a bullet that sleeps', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const bullet = world.add({ shape: ball, bullet: true });
    for (let n = 0; n < 60; n++) world.step(dt);
    expect(world.sleeperCount).toBe(1);
    const plate = new BoxShape([0.05, 1, 1]);
    const other = world.add({ shape: plate, position: [7.03, 0, 0], velocity: [-120, 0, 0] });
    for (let n = 0; n < 12; n++) {
      world.step(dt);
      expect(x(world, bullet)).toBeLessThan(x(world, other));
    }
    expect(world.sleeperCount).toBe(0);
  });

  it('one that flies into another is not carried through a wall', () => {
    for (const order of [0, 1])
      for (const speed of [60, 200, 600]) {
        const world = new World({ gravity: [0, 0, 0] });
        world.add({ shape: new BoxShape([0.01, 5, 5]), type: 'static', position: [6, 0, 0] });
        world.add({ shape: new BoxShape([8, 0.01, 5]), type: 'static', position: [0, 0.3, 0] });
        const shot = (at: number, factor: number, up: number) =>
          world.add({
            shape: ball,
            position: [at, 0, 0],
            velocity: [factor * speed, up * speed, 0],
            bullet: true,
          });
        const shots =
          order === 0
            ? [() => shot(-1, 1, 0), () => shot(0, 0.5, 0.5)]
            : [() => shot(0, 0.5, 0.5), () => shot(-1, 1, 0)];
        const bodies = shots.map(make => make());
        for (let n = 0; n < 20; n++) {
          world.step(dt);
          for (const body of bodies) {
            const y = world.bodies.positions[3 * body + 1];
            if (y > -4.8) expect(x(world, body), `${speed} m/s`).toBeLessThan(6);
            if (x(world, body) > -7.8) expect(y, `${speed} m/s`).toBeLessThan(0.3);
          }
        }
      }
  });

  it('one that flies behind another of the same speed is not held up', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const bullet = world.add({ shape: ball, velocity: [100, 0, 0], bullet: true });
    world.add({ shape: ball, position: [1, 0, 0], velocity: [100, 0, 0] });
    for (let n = 0; n < 30; n++) world.step(dt);
    expect(x(world, bullet)).toBeCloseTo(50, 6);
  });
});
