/** Joints in snapshots, states and saved games, and ids of joints that are gone. */
import { BoxShape, HalfSpace } from '@colide/geometry';
import { RigidJoints } from '@colide/solvers';
import { World, WorldJoints, WorldRollback, worldLoad, worldSave } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const cube = new BoxShape([0.3, 0.3, 0.3]);

/** A world with a joint of each kind, which moves for a while. */
function scene(): { world: World; joints: WorldJoints; ids: number[] } {
  const world = new World();
  const joints = new WorldJoints(world);
  world.add({ shape: new HalfSpace() });
  const [a, b, c, d, e, f, g, h] = Array.from({ length: 8 }, (_, i) =>
    world.add({ shape: cube, mass: 4, position: [0.7 * i, 3 + 0.1 * i, 0], velocity: [0, 0, 0.1 * i] }),
  );
  const ids = [
    joints.hinge(null, a, {
      anchor: [0, 3, 0.4],
      axis: [0, 0, 1],
      motor: { speed: 8, maxForce: 2000 },
    }),
    joints.ball(a, b, {
      anchor: [0.35, 3, 0],
      axis: [1, 0, 0],
      swing: 0.5,
      twist: [-0.3, 0.3],
      collide: true,
    }),
    joints.slider(b, c, {
      anchor: [1, 3, 0],
      axis: [1, 0, 0],
      limits: [-0.2, 0.2],
      spring: { stiffness: 900, damping: 5 },
      friction: 3,
    }),
    joints.fixed(c, d, { breakForce: 4000 }),
    joints.rope(d, e, { length: 1 }),
    joints.spring(e, f, { stiffness: 500, damping: 10 }),
    joints.distance(f, g, { restitution: 0.3 }),
    joints.hinge(g, h, {
      anchor: [4.5, 3.6, 0],
      axis: [0, 1, 0],
      limits: [-1, 1],
      motor: { target: 0.5, stiffness: 500, damping: 50, maxForce: 100 },
    }),
  ];
  return { world, joints, ids };
}

const state = (world: World) => new Uint8Array(world.snapshot());

function run(world: World, steps: number): void {
  for (let n = 0; n < steps; n++) world.step(dt);
}

/** The free motions of the joints of the scene. */
const motions = ['rotX', 'twist', 'x', undefined, undefined, undefined, undefined, 'rotX'] as const;

function valuesOf(joints: WorldJoints, ids: readonly number[]): number[] {
  // A fixed joint has no free motion.
  return ids.flatMap((id, i) => (i === 3 || !joints.has(id) ? [] : [joints.value(id, motions[i])]));
}

describe('joints are saved', () => {
  it('in snapshots, with impulses and turns', () => {
    const { world, joints, ids } = scene();
    run(world, 90);
    expect(joints.value(ids[0])).toBeGreaterThan(2 * Math.PI);
    const past = world.snapshot();
    const values = valuesOf(joints, ids);
    run(world, 60);
    const expected = state(world);
    world.restore(past);
    expect(valuesOf(joints, ids)).toEqual(values);
    run(world, 60);
    expect(state(world)).toEqual(expected);
  });

  it('in snapshots that a world built by the same calls takes over as they are', () => {
    const build = () => {
      const world = new World();
      const joints = new WorldJoints(world);
      const [a, b] = [0, 1].map(x =>
        world.add({ shape: cube, position: [x, -1, 0], linearDamping: 3, angularDamping: 3 }),
      );
      const hinges = [a, b].map((body, x) =>
        joints.hinge(null, body, { anchor: [x, 0, 0], axis: [0, 0, 1], limits: [-1, 1], friction: 9 }),
      );
      joints.gear(hinges[0], hinges[1], { ratio: 1 });
      joints.sixDof(null, a, { rotZ: { limits: [-1, 1] } });
      return world;
    };
    const world = build();
    run(world, 120);
    expect(world.sleeperCount).toBe(2);
    const past = world.snapshot();
    const other = build();
    other.restore(past);
    expect(state(other)).toEqual(new Uint8Array(past));
  });

  it('in states to go back to, whatever was added, removed, changed or broken since', () => {
    const { world, joints, ids } = scene();
    const rollback = new WorldRollback(world);
    run(world, 40);
    const past = rollback.save();
    run(world, 50);
    const expected = [state(world), valuesOf(joints, ids)];
    joints.setMotor(ids[0], { speed: -3 });
    joints.setBreaking(ids[3], 0);
    joints.remove(ids[4]);
    const later = joints.ball(1, 2, { anchor: [0, 0, 0] });
    world.remove(8);
    run(world, 20);
    expect(ids.map(id => joints.has(id))).toEqual([true, true, true, false, false, true, true, false]);
    rollback.restore(past);
    expect(ids.every(id => joints.has(id))).toBe(true);
    expect(joints.has(later)).toBe(false);
    run(world, 50);
    expect([state(world), valuesOf(joints, ids)]).toEqual(expected);
  });

  it('in saved games, under the same ids', () => {
    const { world, joints, ids } = scene();
    joints.remove(joints.fixed(1, 5));
    run(world, 40);
    const bytes = worldSave(world);
    const loaded = worldLoad(bytes);
    const again = new WorldJoints(loaded);
    expect(worldSave(loaded)).toEqual(bytes);
    expect(valuesOf(again, ids)).toEqual(valuesOf(joints, ids));
    run(world, 60);
    run(loaded, 60);
    expect(state(loaded)).toEqual(state(world));
    const add = (set: WorldJoints) => set.fixed(1, 5);
    expect(add(again)).toBe(add(joints));
  });
});

describe('ids of joints', () => {
  it('are refused once the joint is gone, also when its place is taken', () => {
    const { world, joints, ids } = scene();
    joints.remove(ids[2]);
    const next = joints.rope(1, 3);
    expect(next).not.toBe(ids[2]);
    for (const call of [
      () => joints.remove(ids[2]),
      () => joints.value(ids[2]),
      () => joints.setMotor(ids[2], { speed: 1 }),
      () => joints.bodies(ids[2]),
    ])
      expect(call).toThrow(/^joint must be the id of a joint, got/);
    expect(joints.bodies(next)).toEqual([1, 3]);
    expect(joints.bodies(ids[0])).toEqual([undefined, 1]);
    world.remove(1);
    expect([ids[0], ids[1], next].map(id => joints.has(id))).toEqual([false, false, false]);
    expect(joints.has(ids[3])).toBe(true);
    run(world, 10);
  });

  it('are those of all who ask for the joints of a world', () => {
    const set = new RigidJoints();
    const world = new World({ joints: set });
    const body = world.add({ shape: cube });
    const joints = new WorldJoints(world);
    expect(joints.set).toBe(set);
    expect(world.joints).toBe(set);
    const hinge = joints.hinge(body, undefined, { anchor: [0, 0, 0], axis: [0, 0, 1] });
    expect(new WorldJoints(world).has(hinge)).toBe(true);
    expect(new World().joints).toBeUndefined();
  });

  it('stay with a joint that is refused', () => {
    const { world, joints } = scene();
    const before = state(world);
    expect(() => joints.hinge(1, 99, { anchor: [0, 0, 0], axis: [1, 0, 0] })).toThrow(
      /^b must be the id of a body/,
    );
    expect(() => joints.hinge(undefined, null, { anchor: [0, 0, 0], axis: [1, 0, 0] })).toThrow(/^a and b/);
    expect(() => joints.hinge(1, 1, { anchor: [0, 0, 0], axis: [1, 0, 0] })).toThrow(/^a and b/);
    expect(() => joints.ball(1, 2, { anchor: [0, 0, 0], swing: 1 })).toThrow(/^axis/);
    expect(() => joints.fixed(1, 2, { breakforce: 1 } as never)).toThrow(/breakforce/);
    expect(() => joints.rope(1, null)).toThrow(/^anchorB/);
    expect(() => joints.setMotor(0, { speed: 1, target: 1 })).toThrow(/^motor/);
    expect(() => joints.setMotor(0, { target: 1, stiffness: 1 })).toThrow(/^motor.damping/);
    expect(state(world)).toEqual(before);
  });
});

it('bodies that a joint holds wake when it changes, and sleep as one', () => {
  const world = new World();
  const joints = new WorldJoints(world);
  const [a, b] = [0, 1].map(x =>
    world.add({ shape: cube, position: [x, -1, 0], linearDamping: 3, angularDamping: 3 }),
  );
  const rod = joints.distance(null, a, { anchorA: [0, 0, 0] });
  const link = joints.fixed(a, b);
  run(world, 600);
  expect(world.sleeperCount).toBe(2);
  joints.setBreaking(link, 1e6);
  joints.setLimits(rod, [0, 1.5]);
  world.step(dt);
  expect(world.sleeperCount).toBe(0);
  run(world, 1200);
  expect(world.sleeperCount).toBe(2);
  joints.remove(rod);
  run(world, 30);
  expect(world.bodies.velocities[3 * a + 1]).toBeLessThan(-2);
});
