import { SphereShape } from '@colide/geometry';
import { ConvexNarrowPhase, mprSearch } from '@colide/narrowphase';
import { ImpulseSolver, RigidJoints } from '@colide/solvers';
import { DynamicBvh } from '@colide/spatial';
import {
  BodyTouches,
  Buoyancy,
  ContactImpacts,
  ContactRules,
  ProjectionSolver,
  RollingFriction,
  SoftBodies,
  VolumeBroadPhase,
  World,
  type WorldOptions,
  worldLoad,
  worldSave,
} from '@colide/world';
import { describe, expect, it } from 'vitest';

/** Options that keep the state of one world, by the name in the error. */
const stateful: Record<string, () => WorldOptions<World>> = {
  broadPhase: () => ({ broadPhase: new DynamicBvh() }),
  colliderBroadPhase: () => ({ colliderBroadPhase: new VolumeBroadPhase() }),
  narrowPhase: () => ({ narrowPhase: new ConvexNarrowPhase(mprSearch) }),
  joints: () => ({ joints: new RigidJoints() }),
  'parts[0]': () => ({ parts: [new SoftBodies()] }),
  'parts[1]': () => ({ parts: [new Buoyancy(), new BodyTouches()] }),
  'solver, rules': () => ({ solver: new ContactRules() }),
  'solver, impacts': () => ({ solver: new ContactImpacts() }),
  'solver, rolling': () => ({ solver: new RollingFriction() }),
  'solver, impulses': () => ({ solver: new ImpulseSolver() }),
};

describe('what keeps the state of one world', () => {
  it.each(Object.entries(stateful))('serves one until it is disposed: %s', (label, create) => {
    const [name] = label.split(',');
    const options = create();
    // Of several parts the last is shared.
    const { parts } = options;
    const shared = parts ? { parts: [...parts.slice(1).map(() => new Buoyancy()), parts.at(-1)!] } : options;
    const world = new World(options);
    world.add({ shape: new SphereShape(1) });
    expect(() => new World(shared)).toThrow(
      name === 'broadPhase' ? name : `${name} must serve one world only`,
    );
    world.step(1 / 60);
    world.dispose();
    const next = new World(options);
    expect(() => new World(shared)).toThrow(`${name} must serve one world only`);
    next.step(1 / 60);
  });

  it('is not claimed by a world that could not be made', () => {
    const solver = new ContactRules();
    const parts = [new BodyTouches()];
    const world = new World({ parts });
    expect(() => new World({ solver, parts })).toThrow('parts[0]');
    expect(() => new World({ solver, maxSteps: -1 })).toThrow('maxSteps');
    expect(() => new World({ solver })).not.toThrow();
    world.step(1 / 60);
  });

  it('moves to a world that is loaded, with what it holds', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    const ball = world.add({ shape: new SphereShape(1) });
    const rope = soft.addRope({ positions: [0, 1, 0, 0, 2, 0, 0, 3, 0] });
    soft.attach(rope, 0, world, ball);
    const loaded = worldLoad(worldSave(world), { parts: [soft] });
    loaded.step(1 / 60);
    expect(() => new World({ parts: [soft] })).toThrow('parts[0]');
  });

  it('is not what settings and functions do', () => {
    const options = { solver: { substeps: 2 }, narrowPhase: () => 0 };
    expect(() => [new World(options), new World(options)]).not.toThrow();
    const solver = new ProjectionSolver();
    const world = new World({ solver });
    expect(() => new World({ solver })).toThrow('one world only');
    world.step(1 / 60);
  });
});
