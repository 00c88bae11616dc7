import { BoxShape, CircleShape2d } from '@colide/geometry';
import { type ImpulseSolverOptions, ParticleSolver2d, type SleepingOptions } from '@colide/solvers';
import { World2d, WorldJoints2d, type WorldOptions2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';

describe('what worlds of the plane tell', () => {
  it('options, settings of the solver and of sleep that there are not', () => {
    const create = (options: object) => () => new World2d(options as WorldOptions2d<World2d>);
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

  it('that a solid is not a shape of the plane', () => {
    const world = new World2d();
    expect(() => world.add({ shape: new BoxShape([1, 1, 1]) as never })).toThrow(
      /^shape must be a shape of the plane/,
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
