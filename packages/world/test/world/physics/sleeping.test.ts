/** Bodies of all sizes at rest sleep; bodies that visibly move do not. */
import { BoxShape, CapsuleShape, type ConvexShape, HalfSpace, SphereShape } from '@colide/geometry';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;

describe('a ball that rolls', () => {
  it.each([
    [0.005, 0.01],
    [0.005, 0.05],
    [0.01, 0.02],
    [0.05, 0.05],
    [0.05, 0.02],
    [0.5, 0.05],
    [5, 0.1],
  ])('with radius %d at %d m/s stays awake', (radius, speed) => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const ball = world.add({
      shape: new SphereShape(radius),
      position: [0, radius, 0],
      velocity: [speed, 0, 0],
      angularVelocity: [0, 0, -speed / radius],
    });
    for (let n = 0; n < 240; n++) world.step(dt);
    expect(world.sleeperCount).toBe(0);
    expect(world.bodies.positions[3 * ball]).toBeGreaterThan(3.5 * speed);
  });
});

describe('a body that floats', () => {
  /** Whether a lone body with these speeds falls asleep within two seconds. */
  function sleeps(shape: ConvexShape, speed: number, spin: number): boolean {
    const world = new World({ gravity: [0, 0, 0] });
    world.add({ shape, velocity: [speed, 0, 0], angularVelocity: [0, 0, spin] });
    for (let n = 0; n < 120; n++) world.step(dt);
    return world.sleeperCount === 1;
  }

  it('sleeps below 5 cm/s, if that is slow for its size too', () => {
    const sizes: [number, number][] = [
      [0.01, 0.005],
      [0.05, 0.025],
      [0.5, 0.05],
      [5, 0.05],
    ];
    for (const [radius, limit] of sizes) {
      expect(sleeps(new SphereShape(radius), 0.9 * limit, 0), `radius ${radius}`).toBe(true);
      expect(sleeps(new SphereShape(radius), 1.2 * limit, 0), `radius ${radius}`).toBe(false);
    }
  });

  it('counts the speed of its farthest point', () => {
    for (const half of [0.5, 1, 5]) {
      const stick = new BoxShape([half, 0.02 * half, 0.02 * half]);
      expect(sleeps(stick, 0, 0.04 / half), `half ${half}`).toBe(true);
      expect(sleeps(stick, 0, 0.06 / half), `half ${half}`).toBe(false);
    }
  });
});

describe('a body that is dropped', () => {
  it.each<[string, ConvexShape, number, number[]]>([
    ['cube of 1 m', new BoxShape([0.5, 0.5, 0.5]), 0.6, [0, 0, 0, 1]],
    ['cube of 10 m', new BoxShape([5, 5, 5]), 6, [0.1, 0, 0.1, 1]],
    ['stick of 2 m', new BoxShape([1, 0.05, 0.05]), 0.3, [0, 0, 0.1, 1]],
    ['stick of 10 m', new BoxShape([5, 0.1, 0.1]), 0.5, [0, 0, 0.05, 1]],
    ['capsule', new CapsuleShape(0.1, 0.3), 0.5, [0, 0, 0.7, 0.7]],
    ['ball of 5 mm', new SphereShape(0.005), 0.006, [0, 0, 0, 1]],
  ])('%s sleeps soon', (_, shape, height, rotation) => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    world.add({ shape, position: [0, height, 0], rotation });
    for (let n = 0; n < 120; n++) world.step(dt);
    expect(world.sleeperCount).toBe(1);
  });
});
