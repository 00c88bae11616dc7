import { BoxShape, BoxShape2d, Compound, Compound2d, HalfSpace } from '@colide/geometry';
import {
  ColoredParticleSolver,
  ColoredSolver,
  ImpulseSolver,
  ImpulseSolver2d,
  type ImpulseSolverOptions,
  ParticleSolver,
  ParticleSolver2d,
  type ParticleSolverOptions2d,
  type SleepingOptions,
} from '@colide/solvers';
import {
  Buoyancy,
  bodyChange,
  Character,
  type ClothMaterial,
  ContactImpacts,
  ContactRules,
  createWorldHit,
  ProjectionSolver,
  ragdollFigure,
  SoftBodies,
  type SoftBodiesOptions,
  type SoftMaterial,
  SupportPlaneSolver,
  Vehicle,
  VolumeBroadPhase,
  World,
  WorldJoints,
  type WorldOptions,
  WorldQueries,
} from '@colide/world';
import { describe, expect, it, vi } from 'vitest';

const softMaterial = {
  ...{
    position: [0, 9, 0],
    rotation: [0, 0, 0, 1],
    velocity: [0, 0, 0],
    mass: 1,
    friction: 0.5,
    restitution: 0,
  },
  ...{ thickness: 0.01, radius: 0.01, selfCollision: false, group: 1, mask: 1, pins: [0], density: 1 },
} satisfies Required<SoftMaterial> & { density: number };
const clothMaterial = {
  ...{ density: 1, stiffness: 1, bending: 0, viscosity: 0, tearFactor: 2 },
} satisfies Required<Omit<ClothMaterial, keyof SoftMaterial>>;

describe('what worlds tell', () => {
  it('options that they do not have', () => {
    expect(() => new World({ gravitiy: [0, 0, 0] } as WorldOptions<World>)).toThrow(
      /^options must not have gravitiy; there are gravity/,
    );
  });

  it('settings of the solver, of sleep and of soft bodies that there are not', () => {
    const create = (options: object) => () => new World(options);
    expect(create({ solver: { substep: 8 } })).toThrow(/^solver must not have substep; there are substeps/);
    expect(create({ sleeping: { sped: 1 } })).toThrow(/^sleeping must not have sped; there are speed/);
    expect(() => new SoftBodies({ substep: 8 } as SoftBodiesOptions)).toThrow(
      /^options must not have substep; there are substeps/,
    );
    // Everything that there is, is known, and solvers may have what they like.
    const solver = {
      ...{ substeps: 2, iterations: 1, relaxations: 1, contactHertz: 30, contactDamping: 5 },
      ...{ jointHertz: 60, jointDamping: 5, pushSpeed: 3, restitutionSpeed: 1 },
    } satisfies Required<Omit<ImpulseSolverOptions, 'gravity'>>;
    const sleeping = { speed: 0.1, time: 1, radius: 1 } satisfies Required<SleepingOptions>;
    expect(create({ solver, sleeping })).not.toThrow();
    expect(create({ solver: new ParticleSolver(), sleeping: false })).not.toThrow();
  });

  it('a mass by its name, and the mass of a shape by its own', () => {
    const world = new World();
    const shape = new BoxShape([1, 1, 1]);
    expect(() => world.add({ shape, mass: 0 })).toThrow(/^mass must be from/);
    expect(() => world.add({ shape: new BoxShape([1, 0, 1]) })).toThrow(/^the mass of shape must be from/);
    expect(world.count).toBe(0);
  });

  it('which free motions a joint may be asked about', () => {
    const world = new World();
    const shape = new BoxShape([1, 1, 1]);
    const joints = new WorldJoints(world);
    const arm = joints.sixDof(null, world.add({ shape }), { anchor: [0, 0, 0], x: 'free', rotX: 'free' });
    expect(() => joints.value(arm)).toThrow(
      /^axis must be given as one of x, y, z, .*: the joint has 2 free motions/,
    );
  });

  it('settings that characters, vehicles, water, filters and joints do not have', () => {
    const world = new World();
    const box = world.add({ shape: new BoxShape([1, 0.5, 2]) });
    const wheel = { position: [0, 0, 0] as const };
    const postion = [0, 1, 0];
    const bad = (settings: object) => ({ ...settings, postion }) as never;
    const calls: Record<string, () => unknown> = {
      options: () => new Character(world, bad({})),
      'options of a vehicle': () => new Vehicle(world, box, bad({ wheels: [wheel] })),
      wheels: () => new Vehicle(world, box, { wheels: [bad(wheel)] }),
      antiRollBars: () =>
        new Vehicle(world, box, {
          wheels: [wheel, wheel],
          antiRollBars: [bad({ wheels: [0, 1], stiffness: 1 })],
        }),
      'options of water': () => new Buoyancy(bad({})),
      filter: () => new WorldQueries(world).raycast(createWorldHit(), [0, 9, 0], [0, -1, 0], 99, bad({})),
      settings: () => world.add(bad({ shape: new BoxShape([1, 1, 1]) })),
    };
    for (const [name, call] of Object.entries(calls))
      expect(call, name).toThrow(new RegExp(`^${name.split(' ')[0]} must not have postion; there are`));
    expect(world.count).toBe(1);
  });

  it('options that solvers and children of compounds do not have', () => {
    const bad = (settings: object) => ({ ...settings, postion: 1 }) as never;
    const calls: Record<string, () => unknown> = {
      'solver, by impulses': () => new ImpulseSolver(bad({ substeps: 2 })),
      'solver, by impulses in colours': () => new ColoredSolver(bad({ substeps: 2 })),
      'solver, by particles': () => new ParticleSolver(bad({ slop: 0.1 })),
      'solver, by particles in colours': () => new ColoredParticleSolver(bad({ slop: 0.1 })),
      'solver, by impulses in the plane': () => new ImpulseSolver2d(bad({ substeps: 2 })),
      'solver, by particles in the plane': () => new ParticleSolver2d(bad({ slop: 0.1 })),
      'children\\[1\\], of a compound': () => {
        const shape = new BoxShape([1, 1, 1]);
        return new Compound([{ shape }, bad({ shape })]);
      },
      'children\\[1\\], of a compound in the plane': () => {
        const shape = new BoxShape2d([1, 1]);
        return new Compound2d([{ shape }, bad({ shape })]);
      },
    };
    for (const [name, call] of Object.entries(calls))
      expect(call, name).toThrow(new RegExp(`^${name.split(',')[0]} must not have postion; there are`));
    // Everything that there is, is known.
    const impulses: Required<ImpulseSolverOptions> = {
      gravity: [0, 0, 0],
      ...{ substeps: 1, iterations: 1, relaxations: 1, contactHertz: 1, contactDamping: 1, jointHertz: 1 },
      ...{ jointDamping: 1, pushSpeed: 1, restitutionSpeed: 1 },
    };
    const particles: Required<ParticleSolverOptions2d> = {
      gravity: [0, 0],
      ...{ substeps: 1, iterations: 1, slop: 1, pushSpeed: 1, restitutionSpeed: 1 },
    };
    for (const Solver of [ImpulseSolver, ColoredSolver, ImpulseSolver2d])
      expect(() => new Solver(impulses)).not.toThrow();
    expect(() => new ParticleSolver2d(particles)).not.toThrow();
    for (const Solver of [ParticleSolver, ColoredParticleSolver])
      expect(() => new Solver({ ...particles, gravity: [0, 0, 0], rigidity: 'distances' })).not.toThrow();
    // The gravity of a world is its own.
    expect(() => new World({ solver: { substeps: 2, gravity: [0, 0, 0] } as never })).toThrow(
      /^solver must not have gravity/,
    );
  });

  it('milliseconds given to advance, and not a pause', () => {
    const told = vi.spyOn(console, 'warn').mockImplementation(() => {});
    try {
      const paused = new World();
      for (let n = 0; n < 5; n++) paused.advance(0.017);
      paused.advance(30);
      // A page so slow that time is dropped in every frame.
      for (let n = 0; n < 5; n++) paused.advance(1.3);
      expect(told).not.toHaveBeenCalled();
      const world = new World();
      for (let n = 0; n < 3; n++) world.advance(16.67);
      expect(told.mock.calls).toEqual([[expect.stringMatching(/^world\.advance\(16\.67\) is 16\.67 s: /)]]);
    } finally {
      told.mockRestore();
    }
  });

  it('settings that materials, soft bodies, solvers and rules do not have', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    const shape = new BoxShape([1, 1, 1]);
    const box = world.add({ shape });
    const positions = [0, 0, 0, 0, 1, 0, 1, 0, 0];
    const triangles = [0, 1, 2];
    const bad = (settings: object) => ({ ...settings, fricton: 1 }) as never;
    const calls: Record<string, () => unknown> = {
      material: () => world.setMaterial(box, bad({ friction: 1 })),
      changes: () => bodyChange(world, box, bad({ friction: 1, mass: 2 })),
      'settings of a cloth': () => soft.addCloth(bad({ columns: 2, rows: 2, spacing: 1 })),
      'settings of a rope': () => soft.addRope(bad({ positions })),
      'settings of a lattice': () => soft.addSoft(bad({ size: [2, 2, 2], spacing: 1 })),
      'settings of a matched body': () => soft.addSoft(bad({ positions, triangles })),
      'settings of a figure': () => soft.addFigure(bad(ragdollFigure())),
      'sleeping of soft bodies': () => new SoftBodies({ sleeping: bad({}) }),
      'options of rules': () => new ContactRules(bad({})),
      'options of impacts': () => new ContactImpacts(bad({})),
      'options of a projection': () => new ProjectionSolver(bad({})),
      'options of support planes': () => new SupportPlaneSolver(bad({})),
      'options of volumes': () => new VolumeBroadPhase(bad({})),
    };
    for (const [name, call] of Object.entries(calls))
      expect(call, name).toThrow(new RegExp(`^${name.split(' ')[0]} must not have fricton; there are`));
    expect(soft.bodies.length).toBe(0);
    expect(world.materials.frictions[box]).toBe(0.6);
    // Everything that there is, is known.
    expect(soft.addCloth({ columns: 2, rows: 2, spacing: 1, ...softMaterial, ...clothMaterial }).count).toBe(
      4,
    );
    expect(soft.addRope({ positions, ...softMaterial, bending: 0, viscosity: 0, compliance: 0 }).count).toBe(
      3,
    );
    expect(soft.addFigure({ ...ragdollFigure(), ...softMaterial, viscosity: 0, sweeps: 1 }).count).toBe(22);
    const lattice = {
      size: [2, 2, 2],
      spacing: 1,
      isFilled: () => true,
      regionRadius: 1,
      stiffness: 1,
    } as const;
    expect(soft.addSoft({ ...lattice, ...softMaterial }).count).toBe(8);
  });

  it('mass and density together', () => {
    const world = new World();
    const shape = new BoxShape([0.5, 0.5, 0.5]);
    expect(() => world.add({ shape, mass: 1, density: 2 })).toThrow(
      /^density must be left out if mass is given/,
    );
    const box = world.add({ shape, density: 2 });
    expect(() => bodyChange(world, box, { mass: 1, density: 2 })).toThrow(/^density must be left out/);
    expect(world.count).toBe(1);
    // One after the other is a change.
    for (const [change, inverse] of [
      [{ mass: 4 }, 1 / 4],
      [{ density: 8 }, 1 / 8],
    ] as const) {
      bodyChange(world, box, change);
      expect(world.bodies.inverseMasses[box]).toBeCloseTo(inverse, 12);
    }
  });

  it('a step in milliseconds, once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const world = new World();
    world.step(1 / 60);
    expect(warn).not.toHaveBeenCalled();
    world.step(16.67);
    world.step(16.67);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0][0]).toMatch(/16\.67 s/);
    warn.mockRestore();
  });

  it('that half-spaces cannot be placed, which was an error inside', () => {
    const world = new World();
    const ground = world.add({ shape: new HalfSpace() });
    const box = world.add({ shape: new BoxShape([1, 1, 1]), position: [0, 3, 0] });
    expect(() => world.place(ground)).toThrow(/^body must not be a half-space/);
    expect(() => world.place(box)).not.toThrow();
  });
});
