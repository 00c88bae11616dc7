import { BoxShape, CircleShape2d } from '@colide/geometry';
import { type ImpulseSolverOptions, ParticleSolver2d, type SleepingOptions } from '@colide/solvers';
import { HashGrid2d } from '@colide/spatial';
import {
  Character2d,
  type CharacterOptions2d,
  ContactRules2d,
  SoftBodies2d,
  World2d,
  WorldJoints2d,
  type WorldOptions2d,
  WorldPainter2d,
} from '@colide/world2d';
import { describe, expect, it, vi } from 'vitest';

describe('what planar worlds tell', () => {
  it('milliseconds given to advance, and not a pause; gravity given to the solver', () => {
    const told = vi.spyOn(console, 'warn').mockImplementation(() => {});
    try {
      const paused = new World2d();
      for (let n = 0; n < 5; n++) paused.advance(0.017);
      paused.advance(30);
      // A page so slow that time is dropped in every frame.
      for (let n = 0; n < 5; n++) paused.advance(1.3);
      expect(told).not.toHaveBeenCalled();
      const world = new World2d();
      for (let n = 0; n < 3; n++) world.advance(16.67);
      expect(told.mock.calls).toEqual([[expect.stringMatching(/^world\.advance\(16\.67\) is 16\.67 s: /)]]);
    } finally {
      told.mockRestore();
    }
    expect(() => new World2d({ solver: { substeps: 2, gravity: [0, 0] } as never })).toThrow(
      /^solver must not have gravity/,
    );
  });

  it('options, settings of the solver and of sleep that there are not', () => {
    const create = (options: object) => () => new World2d(options);
    expect(create({ gravty: [0, 0] })).toThrow(/^options must not have gravty; there are gravity/);
    expect(create({ solver: { substep: 8 } })).toThrow(/^solver must not have substep; there are substeps/);
    expect(create({ sleeping: { sped: 1 } })).toThrow(/^sleeping must not have sped; there are speed/);
    const solver = {
      ...{ substeps: 2, iterations: 1, relaxations: 1, contactHertz: 30, contactDamping: 5 },
      ...{ jointHertz: 60, jointDamping: 5, pushSpeed: 3, restitutionSpeed: 1 },
    } satisfies Required<Omit<ImpulseSolverOptions, 'gravity'>>;
    const sleeping = { speed: 0.1, time: 1, radius: 1 } satisfies Required<SleepingOptions>;
    const others = { gravity: [0, 0], parts: [], margin: 0.02, fixedStep: 0.01, maxSteps: 2 };
    expect(create({ solver, sleeping, ...others })).not.toThrow();
    expect(create({ solver: new ParticleSolver2d(), sleeping: false })).not.toThrow();
  });

  it('settings that materials, characters, soft bodies and painters do not have', () => {
    const soft = new SoftBodies2d();
    const world = new World2d({ parts: [soft] });
    const disc = world.add({ shape: new CircleShape2d(1) });
    const bad = (settings: object) => ({ ...settings, fricton: 1 }) as never;
    const positions = [0, 0, 1, 0, 0, 1];
    const calls: Record<string, () => unknown> = {
      material: () => world.setMaterial(disc, bad({ friction: 1 })),
      'options of a character': () => new Character2d(world, bad({})),
      'options of soft bodies': () => new SoftBodies2d(bad({})),
      'options of a painter': () => new WorldPainter2d(bad({})),
      'colors of a painter': () => new WorldPainter2d({ colors: bad({}) }),
      'settings of a rope': () => soft.addRope(bad({ positions })),
      'settings of a net': () => soft.addNet(bad({ columns: 2, rows: 2, spacing: 1 })),
      'settings of a soft body': () => soft.addSoft(bad({ positions })),
    };
    for (const [name, call] of Object.entries(calls))
      expect(call, name).toThrow(new RegExp(`^${name.split(' ')[0]} must not have fricton; there are`));
    expect(world.count).toBe(1);
    expect(soft.bodies.length).toBe(0);
    const options = {
      ...{ position: [0, 9], radius: 0.3, height: 2, up: [0, 1], stepHeight: 0.2, snapDistance: 0.2 },
      ...{ slopeLimit: 1, strength: 1, mass: 1, skin: 0.01, group: 1, mask: 1, rules: new ContactRules2d() },
      body: new Character2d(world, { height: 2 }).body,
    } satisfies Required<CharacterOptions2d>;
    expect(() => new Character2d(world, options)).not.toThrow();
  });

  it('what serves two worlds', () => {
    const stateful: Record<string, WorldOptions2d<World2d>> = {
      broadPhase: { broadPhase: new HashGrid2d() },
      solver: { solver: new ParticleSolver2d() },
      'parts[0]': { parts: [new SoftBodies2d()] },
    };
    for (const [name, options] of Object.entries(stateful)) {
      const world = new World2d(options);
      expect(() => new World2d(options)).toThrow(`${name} must serve one world only`);
      world.dispose();
      expect(() => new World2d(options)).not.toThrow();
    }
    const plain = { solver: { substeps: 2 }, parts: [] };
    expect(() => [new World2d(plain), new World2d(plain)]).not.toThrow();
  });

  it('mass and density together', () => {
    const world = new World2d();
    expect(() => world.add({ shape: new CircleShape2d(1), mass: 1, density: 2 })).toThrow(
      /^density must be left out if mass is given/,
    );
    expect(world.count).toBe(0);
  });

  it('a step in milliseconds, once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const world = new World2d();
    world.step(1 / 60);
    expect(warn).not.toHaveBeenCalled();
    world.step(16.67);
    world.step(16.67);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0][0]).toMatch(/16\.67 s/);
    warn.mockRestore();
  });

  it('that a solid is not a planar shape', () => {
    const world = new World2d();
    expect(() => world.add({ shape: new BoxShape([1, 1, 1]) as never })).toThrow(
      /^shape must be a planar shape/,
    );
    expect(world.count).toBe(0);
  });

  it('which free motions a wheel has', () => {
    const world = new World2d();
    const wheel = world.add({ shape: new CircleShape2d(1) });
    const joints = new WorldJoints2d(world);
    const joint = joints.wheel(null, wheel, { axis: [0, 1], motor: { speed: 1 } });
    expect(() => joints.speed(joint)).toThrow(
      /^axis must be given as one of x, y, rotation: the joint has 2 free/,
    );
    expect(joints.speed(joint, 'rotation')).toBe(0);
    expect(joints.value(joint, 'x')).toBe(0);
  });
});
