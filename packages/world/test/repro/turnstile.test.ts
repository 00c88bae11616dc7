/**
 * A body whose translations are all locked took impulses as if it were static, and was rotated by the warm
 * start of the next substep: a ball that met a turnstile was stopped, and the turnstile ran away from it.
 */
import { BoxShape, SphereShape } from '@colide/geometry';
import { ColoredSolver, ImpulseSolver } from '@colide/solvers';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

describe.each([
  ['ImpulseSolver', () => new ImpulseSolver()],
  ['ColoredSolver', () => new ColoredSolver()],
])('a turnstile, %s', (_, createSolver) => {
  it.each([0.3, 0.5, 0.8])('hit %d m from its axis shares the angular momentum of the ball', arm => {
    const world = new World({ gravity: [0, 0, 0], solver: createSolver() });
    const door = { shape: new BoxShape([1, 1, 0.1]), mass: 3, friction: 0 };
    const turnstile = world.add({ ...door, lockedTranslation: 'xyz', lockedRotation: 'xz' });
    world.add({
      shape: new SphereShape(0.1),
      mass: 2,
      friction: 0,
      position: [arm, 0, 0.5],
      velocity: [0, 0, -2],
    });
    for (let step = 0; step < 15; step++) world.step(1 / 60);
    const inertia = (door.mass * (2 ** 2 + 0.2 ** 2)) / 12;
    const { angularVelocities, velocities, positions } = world.bodies;
    const shared = (2 * arm * 2) / (inertia + 2 * arm ** 2);
    expect(Math.abs(angularVelocities[3 * turnstile + 1] / shared - 1)).toBeLessThan(0.02);
    expect([...velocities.subarray(0, 3), ...positions.subarray(0, 3)]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('hangs in the air, and can be stopped for good', () => {
    const world = new World({ solver: createSolver() });
    const wheel = world.add({
      shape: new BoxShape([1, 1, 0.1]),
      lockedTranslation: 'xyz',
      lockedRotation: 'xyz',
    });
    world.add({ shape: new SphereShape(0.1), position: [0.7, 1.2, 0] });
    for (let step = 0; step < 30; step++) world.step(1 / 60);
    expect([...world.bodies.positions.subarray(0, 3)]).toEqual([0, 0, 0]);
    expect([...world.bodies.angularVelocities.subarray(3 * wheel, 3 * wheel + 3)]).toEqual([0, 0, 0]);
  });
});
