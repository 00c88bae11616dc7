/**
 * Solvers of vertices were given the pairs that were within the contact margin when the step began. A body
 * that came by more than that sank in for a step, and was thrown back by as much in the next one: a box that
 * landed at 8 m/s jumped 0.9 m high with `SupportPlaneSolver`. They also kept contacts that rules had taken
 * out.
 */
import { BoxShape, Compound, HalfSpace } from '@colide/geometry';
import { createPenetrationResult, signedDistance } from '@colide/narrowphase';
import {
  type BodySettings,
  ContactRules,
  ProjectionSolver,
  SupportPlaneSolver,
  World,
  type WorldOptions,
} from '@colide/world';
import { describe, expect, it } from 'vitest';

const result = createPenetrationResult();
const half = 0.4;
const cube = new BoxShape([half, half, half]);
const solvers = {
  'support planes': () => new SupportPlaneSolver(),
  'middle planes': () => new SupportPlaneSolver({ planes: 'middle' }),
  projection: () => new ProjectionSolver(),
};

/** How high a cube rises over a ground at y = 0 after it has come there, and how deep it sinks, in m. */
function land(options: WorldOptions, ground: BodySettings, speed: number, gap: number) {
  const world = new World({ sleeping: false, ...options });
  world.add(ground);
  const body = world.add({ shape: cube, position: [0, half + gap, 0], velocity: [0, -speed, 0] });
  const found = { rise: 0, depth: 0 };
  let hasLanded = false;
  for (let n = 0; n < 45; n++) {
    world.step(1 / 60);
    const height = world.bodies.positions[3 * body + 1] - half;
    hasLanded ||= height < 0.02;
    if (hasLanded) found.rise = Math.max(found.rise, height);
    found.depth = Math.max(found.depth, -height);
  }
  expect(hasLanded).toBe(true);
  return found;
}

const grounds: Readonly<Record<string, BodySettings>> = {
  'a half-space': { shape: new HalfSpace() },
  'a box': { shape: new BoxShape([3, 1, 3]), type: 'static', position: [0, -1, 0] },
  'a compound': {
    shape: new Compound([
      { shape: new BoxShape([1, 1, 1]), position: [-1, -1, 0] },
      { shape: new BoxShape([1, 1, 1]), position: [1, -1, 0] },
    ]),
    type: 'static',
  },
};

describe.each(Object.entries(solvers))('%s', (name, make) => {
  it.each(Object.entries(grounds))('lets a cube that comes fast land on %s', (_, ground) => {
    for (const speed of [1, 3, 8])
      for (const gap of [0.025, 0.05, 0.09]) {
        const { rise, depth } = land({ solver: make() }, ground, speed, gap);
        expect(rise, `${speed} m/s`).toBeLessThan(0.025);
        expect(depth, `${speed} m/s`).toBeLessThan(name === 'projection' ? 0.008 : 0.001);
      }
  });

  it('lets a plate that rises carry what it meets', () => {
    const world = new World({ solver: make(), gravity: [0, 0, 0], sleeping: false });
    const body = world.add({ shape: cube, position: [0, 0, 0] });
    world.add({
      shape: new BoxShape([1, 0.1, 1]),
      type: 'kinematic',
      position: [0, -0.55, 0],
      velocity: [0, 3, 0],
    });
    let most = 0;
    for (let n = 0; n < 10; n++) {
      world.step(1 / 60);
      most = Math.max(most, world.bodies.velocities[3 * body + 1]);
    }
    expect(most).toBeGreaterThan(2);
    expect(most).toBeLessThan(3.3);
  });

  it('sees that bodies come towards each other, and that the end of a stick comes round', () => {
    const stick = { shape: new BoxShape([1, 0.1, 0.1]), angularVelocity: [0, 0, -6] } as const;
    const post = {
      shape: new BoxShape([0.1, 0.3, 0.3]),
      type: 'static',
      position: [0.85, -0.45, 0],
    } as const;
    const left = { shape: cube, velocity: [9, 0, 0] } as const;
    const right = { shape: cube, position: [2 * half + 0.25, 0, 0], velocity: [-9, 0, 0] } as const;
    for (const pair of [
      [stick, post],
      [left, right],
    ]) {
      const world = new World({ solver: make(), gravity: [0, 0, 0], continuous: 'none' });
      for (const body of pair) world.add(body);
      let depth = 0;
      for (let n = 0; n < 6; n++) {
        world.step(1 / 60);
        const [a, b] = world.colliders.convexes;
        depth = Math.max(depth, -signedDistance(result, a!, b!));
      }
      expect(depth).toBeLessThan(name === 'projection' ? 0.015 : 0.001);
    }
  });

  it('leaves alone what passes by, may not collide, or is a sensor', () => {
    for (const other of [
      { position: [0.9, -0.5, 0] },
      { position: [0, -0.5, 0], mask: 0 },
      { position: [0, -0.5, 0], sensor: true },
    ] as const) {
      const world = new World({ solver: make(), gravity: [0, 0, 0], continuous: 'none' });
      world.add({ shape: new BoxShape([half, 0.05, half]), type: 'static', ...other });
      const body = world.add({ shape: cube, velocity: [0, -6, 0] });
      world.step(1 / 60);
      expect(world.bodies.positions[3 * body + 1]).toBeCloseTo(-0.1, 9);
    }
  });

  it('heeds the rules of the contacts of a world, which know contact points only', () => {
    const solver = make();
    const world = new World({
      solver: new ContactRules({ solver, filter: () => false }),
      gravity: [0, 0, 0],
    });
    world.add({ shape: new BoxShape([1, 0.05, 1]), type: 'static', position: [0, -0.5, 0] });
    const body = world.add({ shape: cube, velocity: [0, -1.2, 0] });
    for (let n = 0; n < 30; n++) world.step(1 / 60);
    expect(world.bodies.velocities[3 * body + 1]).toBeLessThan(-0.2);
    expect(world.bodies.positions[3 * body + 1]).toBeLessThan(-0.2);
  });
});
