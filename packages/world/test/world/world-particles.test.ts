import { BoxShape, CapsuleShape, Compound, CylinderShape, HalfSpace, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { ParticleSolver, RigidJoints } from '@colide/solvers';
import { soak } from '@colide/testing';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const cube = new BoxShape([0.5, 0.5, 0.5]);

function run(world: World, steps: number): void {
  for (let n = 0; n < steps; n++) world.step(dt);
}

/** A walled floor with boxes, cylinders, balls, capsules and compounds above it. */
function pile(rigidity: 'matching' | 'distances'): World {
  const world = new World({ solver: new ParticleSolver({ rigidity }) });
  world.add({ shape: new HalfSpace() });
  for (const side of [-1, 1]) {
    world.add({ shape: new BoxShape([0.5, 10, 4]), type: 'static', position: [3.5 * side, 10, 0] });
    world.add({ shape: new BoxShape([4, 10, 0.5]), type: 'static', position: [0, 10, 3.5 * side] });
  }
  const random = new Random(5);
  const shapes = [
    cube,
    new CylinderShape(0.4, 0.4),
    new SphereShape(0.4),
    new CapsuleShape(0.3, 0.3),
    new Compound([
      { shape: new BoxShape([0.8, 0.2, 0.2]) },
      { shape: new BoxShape([0.2, 0.2, 0.8]), position: [0.5, 0, 0.5] },
    ]),
  ];
  for (let i = 0; i < 30; i++)
    world.add({
      shape: shapes[i % shapes.length],
      density: 10 ** random.uniform(1, 4),
      position: [random.uniform(-2, 2), 1 + 1.2 * i, random.uniform(-2, 2)],
      rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
    });
  return world;
}

for (const rigidity of ['matching', 'distances'] as const)
  describe(`a world with the particle solver, ${rigidity}`, () => {
    it('stacks five boxes, which fall asleep and wake', () => {
      const world = new World({ solver: new ParticleSolver({ rigidity }) });
      world.add({ shape: new HalfSpace() });
      const boxes = [0, 1, 2, 3, 4].map(i => world.add({ shape: cube, position: [0, 0.5 + i, 0] }));
      run(world, 240);
      expect(world.sleeperCount).toBe(5);
      for (const [i, body] of boxes.entries()) {
        const [x, y, z] = world.bodies.positions.slice(3 * body);
        expect(Math.abs(y - 0.5 - i)).toBeLessThan(0.01);
        expect(Math.hypot(x, z)).toBeLessThan(0.03);
      }
      world.remove(boxes[0]);
      run(world, 120);
      expect(world.bodies.positions[3 * boxes[4] + 1]).toBeLessThan(4);
      expect(world.bodies.positions[3 * boxes[1] + 1]).toBeCloseTo(0.5, 1);
    });

    it('lets a pile in a container settle, and goes on from a snapshot with the same bits', () => {
      const world = pile(rigidity);
      run(world, 200);
      const snapshot = world.snapshot();
      const together = soak(60, 400);
      run(world, together);
      const { positions } = world.bodies;
      const later = [...positions];
      run(world, 400 - together);
      for (let body = 5; body < world.count; body++) {
        expect(positions[3 * body + 1], `body ${body}`).toBeGreaterThan(0);
        expect(Math.max(Math.abs(positions[3 * body]), Math.abs(positions[3 * body + 2]))).toBeLessThan(3.01);
      }
      for (let c = 0; c < world.contacts.count; c++)
        expect(world.contacts.separations[c]).toBeGreaterThan(-0.02);
      const twin = pile(rigidity);
      twin.restore(snapshot);
      run(twin, together);
      expect([...twin.bodies.positions]).toEqual(later);
      // All but what still rolls is slow enough to sleep.
      let slow = 0;
      for (let body = 5; body < world.count; body++)
        if (Math.hypot(...world.bodies.velocities.slice(3 * body, 3 * body + 3)) < 0.05) slow++;
      expect(slow).toBeGreaterThan(24);
    });

    it('pushes with kinematic bodies and holds joints', () => {
      const joints = new RigidJoints();
      const world = new World({ solver: new ParticleSolver({ rigidity }), joints, sleeping: false });
      world.add({ shape: new HalfSpace(), friction: 0.2 });
      const box = world.add({ shape: cube, position: [0, 0.5, 0], friction: 0.2 });
      world.add({ shape: cube, type: 'kinematic', position: [-2, 0.6, 0], velocity: [1, 0, 0] });
      const post = world.add({ shape: cube, type: 'static', position: [0, 5, 9], mask: 0 });
      const bob = world.add({ shape: new SphereShape(0.5), position: [2, 5, 9] });
      joints.addBall(world.bodies, post, bob, [0, 5, 9]);
      for (let n = 0; n < 180; n++) {
        world.step(dt);
        const { positions: p } = world.bodies;
        const length = Math.hypot(p[3 * bob], p[3 * bob + 1] - 5, p[3 * bob + 2] - 9);
        // The anchor is four radii away from the ball: distances are less exact with such a lever.
        expect(Math.abs(length - 2)).toBeLessThan(rigidity === 'matching' ? 0.02 : 0.1);
      }
      expect(world.bodies.positions[3 * box]).toBeGreaterThan(1.9);
      expect(world.bodies.positions[3 * box]).toBeLessThan(2.2);
    });
  });
