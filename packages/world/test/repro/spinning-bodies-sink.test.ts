/**
 * A particle of a spinning body moves towards the axis. The particle solver took that for a point of contact
 * that lifts off: a ball of 0.4 m that spun at 103 rad/s sank through its floor, and light rods between heavy
 * bodies were spun up to 48 000 rad/s.
 */
import { BoxShape, CapsuleShape, CylinderShape, HalfSpace, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { ParticleSolver } from '@colide/solvers';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

/** A ball on a floor after a second; where it is above its radius, its spin and its speed. */
function afterSecond(
  rigidity: 'distances' | 'matching',
  radius: number,
  spin: number,
  friction: number,
): number[] {
  const world = new World({ solver: new ParticleSolver({ rigidity }) });
  world.add({ shape: new HalfSpace(), friction });
  const ball = world.add({
    shape: new SphereShape(radius),
    position: [0, radius, 0],
    angularVelocity: [0, 0, -spin],
    velocity: [friction > 0 ? spin * radius : 0, 0, 0],
    friction,
  });
  let lowest = Infinity;
  for (let n = 0; n < 60; n++) {
    world.step(1 / 60);
    lowest = Math.min(lowest, world.bodies.positions[3 * ball + 1] - radius);
  }
  return [lowest, -world.bodies.angularVelocities[3 * ball + 2], world.bodies.velocities[3 * ball]];
}

/** Rods, some no thicker than a tenth of their length, fall on each other between walls. */
function rods(rigidity: 'distances' | 'matching', seed: number): World {
  const world = new World({ solver: new ParticleSolver({ rigidity }) });
  world.add({ shape: new HalfSpace() });
  for (const side of [-1, 1]) {
    world.add({ shape: new BoxShape([0.5, 10, 4]), type: 'static', position: [1.7 * side, 10, 0] });
    world.add({ shape: new BoxShape([4, 10, 0.5]), type: 'static', position: [0, 10, 1.7 * side] });
  }
  const random = new Random(seed);
  for (let i = 0; i < 40; i++) {
    const [a, b, c] = [0, 1, 2].map(() => random.uniform(0.04, 0.35));
    const shapes = [new CapsuleShape(0.6 * a, b), new CylinderShape(a, b), new BoxShape([a, b, c])];
    world.add({
      shape: shapes[i % 3],
      position: [
        (i % 2 ? -0.55 : 0.55) + random.uniform(-0.1, 0.1),
        0.5 + 0.6 * Math.floor(i / 4),
        ((i >> 1) % 2 ? -0.55 : 0.55) + random.uniform(-0.1, 0.1),
      ],
      rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
    });
  }
  return world;
}

for (const rigidity of ['matching', 'distances'] as const)
  describe(`spinning bodies of particles, ${rigidity}`, () => {
    it.each([
      [0.4, 30],
      [0.4, 103],
      [0.1, 100],
      [0.1, 200],
      [0.05, 200],
    ])('stay on their floor, radius %d m, %d rad/s', (radius, spin) => {
      const [depth, stillSpins] = afterSecond(rigidity, radius, spin, 0);
      expect(depth).toBeGreaterThan(-1e-4);
      expect(stillSpins).toBeCloseTo(spin, 4);
      const [rolled, rolls, speed] = afterSecond(rigidity, radius, spin, 0.5);
      expect(rolled).toBeGreaterThan(-1e-4);
      // Substeps of 0.4 rad are coarse: friction takes the sine for the angle.
      const tolerance = spin > 150 ? 0.07 : 0.02;
      expect(Math.abs(rolls / spin - 1)).toBeLessThan(tolerance);
      expect(Math.abs(speed / (spin * radius) - 1)).toBeLessThan(tolerance);
    });

    it('go on spinning faster than contacts can make them', () => {
      const world = new World({ solver: new ParticleSolver({ rigidity }), gravity: [0, 0, 0] });
      world.add({ shape: new CapsuleShape(0.02, 0.1), angularVelocity: [0, 500, 0] });
      for (let n = 0; n < 30; n++) world.step(1 / 60);
      expect(world.bodies.angularVelocities[1]).toBeCloseTo(500, 3);
    });

    it('are not thrown about where rods fall on each other', () => {
      let [fastest, spin] = [0, 0];
      for (let seed = 0; seed < 3; seed++) {
        const world = rods(rigidity, seed);
        const { positions, velocities, angularVelocities } = world.bodies;
        for (let n = 0; n < 150; n++) {
          world.step(1 / 60);
          for (let body = 5; body < world.count; body++) {
            const at = 3 * body;
            fastest = Math.max(fastest, Math.hypot(...velocities.subarray(at, at + 3)));
            spin = Math.max(spin, Math.hypot(...angularVelocities.subarray(at, at + 3)));
            for (const k of [0, 2]) expect(Math.abs(positions[at + k])).toBeLessThan(1.25);
            expect(positions[at + 1]).toBeGreaterThan(0);
          }
        }
      }
      // They fall at 11 m/s; the highest spins are those of rods of a few centimetres.
      expect(fastest).toBeLessThan(20);
      expect(spin).toBeLessThan(600);
    });
  });
