/** Masses and levers of contacts, kept while bodies moved past each other by more than their size. */
import {
  BoxShape,
  CapsuleShape,
  ConeShape,
  type ConvexShape,
  CylinderShape,
  HalfSpace,
  SphereShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const kinds: readonly ((size: number) => ConvexShape)[] = [
  s => new BoxShape([0.5 * s, 0.35 * s, 0.6 * s]),
  s => new CylinderShape(0.5 * s, 0.5 * s),
  s => new CapsuleShape(0.3 * s, 0.3 * s),
  s => new SphereShape(0.5 * s),
  s => new ConeShape(0.5 * s, 0.5 * s),
];

/** Energy of the motion of all bodies; they have principal axes and centre of mass of their shapes. */
function energy({ bodies }: World): number {
  const { velocities, angularVelocities, rotations, inverseMasses, inverseMoments, count } = bodies;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    if (!(inverseMasses[i] > 0)) continue;
    const [x, y, z, w] = rotations.subarray(4 * i, 4 * i + 4);
    const [a, b, c] = angularVelocities.subarray(3 * i, 3 * i + 3);
    const spin = [
      (1 - 2 * (y * y + z * z)) * a + 2 * (x * y + w * z) * b + 2 * (x * z - w * y) * c,
      2 * (x * y - w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z + w * x) * c,
      2 * (x * z + w * y) * a + 2 * (y * z - w * x) * b + (1 - 2 * (x * x + y * y)) * c,
    ];
    for (let k = 0; k < 3; k++)
      sum += velocities[3 * i + k] ** 2 / inverseMasses[i] + spin[k] ** 2 / inverseMoments[3 * i + k];
  }
  return sum / 2;
}

/**
 * Throws one body of a size, and one of up to ten times it, at each other; the energy relative to the first.
 */
function largestEnergy(random: Random, size: number, speed: number, restitution: number): number {
  const world = new World({ gravity: [0, 0, 0], sleeping: false });
  const shape = () => kinds[Math.floor(random.uniform(0, kinds.length))];
  const ratio = 10 ** random.uniform(-1, 1);
  const width = size * (1 + ratio);
  const friction = random.uniform(0, 1);
  const offset = () => random.uniform(-0.5, 0.5) * width;
  const spin = () => random.uniform(-1, 1) * Math.min(speed, 20);
  const material = { friction, restitution };
  world.add({ shape: shape()(size), rotation: random.rotation([0, 0, 0, 1]), ...material });
  world.add({
    shape: shape()(size * ratio),
    rotation: random.rotation([0, 0, 0, 1]),
    position: [-0.9 * width, offset(), offset()],
    velocity: [speed, 0, 0],
    angularVelocity: [spin(), spin(), spin()],
    ...material,
  });
  const first = energy(world);
  let most = 0;
  for (let n = Math.ceil((150 * width) / speed) + 10; n > 0; n--) {
    world.step(1 / 60);
    most = Math.max(most, energy(world) / first);
  }
  return most;
}

describe('small bodies that move fast', () => {
  for (const size of [0.01, 0.1])
    for (const speed of [5, 20])
      it(`of ${size} m gain no energy when they meet at ${speed} m/s`, () => {
        const random = new Random(5);
        const gains: number[] = [];
        for (let n = 0; n < 50; n++) gains.push(largestEnergy(random, size, speed, n % 2 ? 0.5 : 0));
        expect(gains.filter(gain => !(gain < 1.01)).length).toBe(0);
      });

  for (const size of [0.01, 0.1])
    for (const speed of [5, 20])
      it(`slide on a free plank as on the ground: a cube of ${size} m at ${speed} m/s`, () => {
        for (const friction of [0, 0.3]) {
          const world = new World({ sleeping: false });
          world.add({ shape: new HalfSpace(), friction: 0.6 });
          world.add({ shape: new BoxShape([30, 0.5, 2]), position: [0, 0.5, 0], friction });
          const half = size / 2;
          const cube = world.add({
            shape: new BoxShape([half, half, half]),
            position: [-15, 1 + half, 0],
            velocity: [speed, 0, 0],
            friction,
          });
          for (let n = 0; n < 60; n++) {
            world.step(1 / 60);
            for (let k = 0; k < 3; k++)
              expect(Math.abs(world.bodies.angularVelocities[3 * cube + k])).toBeLessThan(1e-4);
          }
          expect(world.bodies.velocities[3 * cube]).toBeCloseTo(speed - 9.81 * friction, 3);
          expect(world.bodies.positions[3 * cube + 1]).toBeCloseTo(1 + half, 5);
        }
      });
});
