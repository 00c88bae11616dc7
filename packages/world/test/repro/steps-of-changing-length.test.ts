/**
 * Balls with e = 1 lost up to 7 % of their height in twenty bounces where steps change their length, and
 * bodies with corners gained up to half of their energy when friction pressed them into the ground.
 */
import { BoxShape, HalfSpace, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const gravity = 9.81;

function bouncyGround(friction: number): World {
  const world = new World({ sleeping: false });
  world.add({ shape: new HalfSpace([0, 1, 0], 0), restitution: 1, friction });
  return world;
}

describe('in steps of 1/30 to 1/144 s', () => {
  it.each([0.1, 0.5])('twenty bounces with e = 1 keep their height: a ball of radius %d', radius => {
    for (let seed = 1; seed <= 8; seed++) {
      const random = new Random(seed);
      const world = bouncyGround(0.6);
      const ball = world.add({
        shape: new SphereShape(radius),
        position: [0, 4 + radius, 0],
        restitution: 1,
      });
      let bounces = 0;
      let top = 0;
      for (let before = 0; bounces <= 20; ) {
        world.step(random.uniform(1 / 144, 1 / 30));
        const speed = world.bodies.velocities[3 * ball + 1];
        if (speed > 0 && before <= 0) {
          bounces++;
          if (bounces <= 20) top = 0;
        }
        if (bounces <= 20) top = Math.max(top, world.bodies.positions[3 * ball + 1] - radius);
        before = speed;
      }
      expect(top / 4, `seed ${seed}`).toBeGreaterThan(0.99);
      expect(top / 4, `seed ${seed}`).toBeLessThan(1.002);
    }
  });

  it.each([0, 1])('bodies with corners gain no energy: steps vary by %d', variation => {
    for (let seed = 1; seed <= 16; seed++) {
      const random = new Random(seed);
      const friction = random.uniform(0, 1);
      const world = bouncyGround(friction);
      const half = 0.5 * random.uniform(0.4, 1);
      const body = world.add({
        // A cube, whose inertia is the same about all axes.
        shape: new BoxShape([half, half, half]),
        position: [0, 2, 0],
        rotation: [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 1],
        velocity: [random.uniform(-2, 2), 0, random.uniform(-2, 2)],
        angularVelocity: [random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5)],
        restitution: 1,
        friction,
      });
      const { velocities: v, angularVelocities: w, positions, inverseMasses, inverseMoments } = world.bodies;
      const energy = () => {
        let sum = 2 * gravity * positions[3 * body + 1];
        for (let k = 3 * body; k < 3 * body + 3; k++)
          sum += v[k] ** 2 + (w[k] ** 2 * inverseMasses[body]) / inverseMoments[k];
        return sum;
      };
      const first = energy();
      for (let time = 0; time < 5; ) {
        const dt = variation === 0 ? 1 / 60 : random.uniform(1 / 144, 1 / 30);
        world.step(dt);
        time += dt;
        expect(energy() / first, `seed ${seed}`).toBeLessThan(1.02);
      }
    }
  });
});
