import { BoxShape2d, CapsuleShape2d, CircleShape2d, Compound2d, HalfPlane2d } from '@colide/geometry';
import {
  BodyHistory2d,
  bodyChange2d,
  World2d,
  WorldJoints2d,
  WorldRollback2d,
  type WorldSnapshots2d,
  worldExtras2d,
  worldLoad2d,
  worldSave2d,
} from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';

const dt = 1 / 60;
const square = new BoxShape2d([0.5, 0.5]);
const pebble = new CircleShape2d(0.1);
const cross = new Compound2d([{ shape: new BoxShape2d([0.6, 0.1]) }, { shape: new BoxShape2d([0.1, 0.6]) }]);

/** Everything that a player could tell apart. */
const state = (world: World2d) => [
  Array.from(world.ids(), body => [body, world.generation(body)]),
  new Uint8Array(world.snapshot()),
];

/** Adds, changes and removes bodies and joints, the same for the same frame. */
function play(world: World2d, frame: number): void {
  const random = new Random(frame);
  const joints = new WorldJoints2d(world);
  if (frame % 3 === 0)
    world.add({
      shape: frame % 2 ? pebble : cross,
      position: [random.uniform(-1, 1), 3],
      velocity: [0, -5],
      mass: 2,
      bullet: frame % 2 === 1,
    });
  const ids = [...world.ids()].filter(body => body > 4);
  if (frame % 4 === 0 && ids.length > 2) world.remove(ids[Math.floor(random.uniform(0, ids.length))]);
  const [kept] = ids.filter(body => world.has(body));
  if (frame % 7 === 0 && kept !== undefined)
    world.setMaterial(kept, { friction: random.uniform(0.1, 1), gravityScale: 0.5 });
  if (frame % 10 === 0 && kept !== undefined) joints.revolute(kept, 1, { anchor: [0, 2] });
  if (frame % 11 === 0)
    bodyChange2d(world, 2, { shape: frame % 2 ? square : pebble, type: frame % 3 ? 'dynamic' : 'kinematic' });
  if (frame % 13 === 0) bodyChange2d(world, 3, { enabled: frame % 2 === 0 });
  world.step(dt);
}

function scene(snapshots: WorldSnapshots2d = worldExtras2d.snapshots): World2d {
  const world = new World2d({ ...worldExtras2d, snapshots, sleeping: { time: 0.2 } });
  world.add({ shape: new HalfPlane2d() });
  const a = world.add({ shape: square, position: [0, 0.6] });
  const b = world.add({ shape: square, position: [1.2, 0.6] });
  world.add({ shape: new CapsuleShape2d(0.2, 0.4), position: [0, 2], lockedRotation: true });
  world.add({ shape: new BoxShape2d([3, 0.1]), position: [0, -0.05], type: 'static' });
  new WorldJoints2d(world).revolute(a, b, { anchor: [0.6, 0.6] });
  return world;
}

describe('WorldRollback2d', () => {
  it('takes back bodies that came and brings back those that went, to the last bit', () => {
    const world = scene();
    const rollback = new WorldRollback2d(world);
    for (let frame = 0; frame < 40; frame++) play(world, frame);
    const past = rollback.save();
    const expected: unknown[] = [];
    for (let frame = 40; frame < 90; frame++) {
      play(world, frame);
      expected.push(state(world));
    }
    for (let round = 0; round < 2; round++) {
      // Another future, which leaves other holes and other shapes.
      for (let frame = 200; frame < 220 + 7 * round; frame++) play(world, frame);
      rollback.restore(past);
      for (let frame = 40; frame < 90; frame++) {
        play(world, frame);
        expect(state(world)).toEqual(expected[frame - 40]);
      }
    }
  });

  it('shares what did not change, and keeps user data', () => {
    const world = scene();
    world.userData[1] = 'a box';
    const rollback = new WorldRollback2d(world);
    const first = rollback.save();
    world.step(dt);
    const second = rollback.save();
    expect(second.structure).toBe(first.structure);
    world.remove(1);
    expect(rollback.save().structure).not.toBe(first.structure);
    rollback.restore(second);
    expect(world.userData[1]).toBe('a box');
    expect(world.joints!.bodies[0]).toBe(1);
    world.setMaterial(1, { friction: 0.1 });
    rollback.restore(first);
    expect(world.table.frictions[1]).toBe(0.6);
  });

  it('goes back to where there were no joints', () => {
    const world = new World2d(worldExtras2d);
    const a = world.add({ shape: square });
    const b = world.add({ shape: square, position: [2, 0] });
    const rollback = new WorldRollback2d(world);
    const before = rollback.save();
    const joints = new WorldJoints2d(world);
    const pin = joints.revolute(a, b, { anchor: [1, 0] });
    const joined = rollback.save();
    rollback.restore(before);
    expect(joints.has(pin)).toBe(false);
    rollback.restore(joined);
    expect(joints.has(pin)).toBe(true);
  });

  it('leaves the world as it was where a state does not fit', () => {
    const world = scene();
    const rollback = new WorldRollback2d(world);
    const good = rollback.save();
    for (let frame = 0; frame < 10; frame++) play(world, frame);
    const before = state(world);
    const torn = { ...good, snapshot: good.snapshot.slice(0, 64) };
    expect(() => rollback.restore(torn)).toThrow('snapshot');
    expect(state(world)).toEqual(before);
    expect(() => rollback.restore(null as never)).toThrow('state');
  });
});

describe('a planar world after changes of its bodies', () => {
  it('is saved and loaded, and goes on with the same bits', () => {
    const world = scene();
    for (let frame = 0; frame < 50; frame++) play(world, frame);
    const bytes = worldSave2d(world);
    const loaded = worldLoad2d(bytes);
    expect(worldSave2d(loaded)).toEqual(bytes);
    for (let frame = 50; frame < 90; frame++) {
      play(world, frame);
      play(loaded, frame);
      expect(state(loaded)).toEqual(state(world));
    }
  });
});

describe('BodyHistory2d', () => {
  it('lets snapshots bring back what went, and take away what came, to the last bit', () => {
    const world = scene(new BodyHistory2d());
    for (let frame = 0; frame < 40; frame++) play(world, frame);
    const past = world.snapshot();
    const expected: unknown[] = [];
    for (let frame = 40; frame < 90; frame++) {
      play(world, frame);
      expected.push(state(world));
    }
    const later = world.snapshot();
    for (let round = 0; round < 2; round++) {
      // Another future, which leaves other holes and other shapes.
      for (let frame = 200; frame < 220 + 7 * round; frame++) play(world, frame);
      world.restore(past);
      for (let frame = 40; frame < 90; frame++) {
        play(world, frame);
        expect(state(world)).toEqual(expected[frame - 40]);
      }
      world.restore(past);
      world.restore(later);
      expect(state(world)).toEqual(expected.at(-1));
    }
  });

  it('has the snapshots of a world without one, restores user data and the time that is left', () => {
    const world = scene(new BodyHistory2d());
    expect(world.snapshot()).toEqual(scene().snapshot());
    world.userData[1] = 'a box';
    world.remainder = 0.01;
    const boxed = world.snapshot();
    world.remove(1);
    world.remainder = 0;
    world.restore(boxed);
    expect([world.userData[1], world.remainder]).toEqual(['a box', 0.01]);
  });

  it('serves several worlds, and the states of WorldRollback2d', () => {
    const history = new BodyHistory2d();
    const [world, other] = [scene(history), scene(history)];
    const rollback = new WorldRollback2d(world);
    const past = rollback.save();
    const before = state(world);
    for (let frame = 0; frame < 20; frame++) {
      play(world, frame);
      play(other, frame);
    }
    const there = state(other);
    rollback.restore(past);
    expect(state(world)).toEqual(before);
    for (let frame = 0; frame < 20; frame++) play(world, frame);
    world.restore(past.snapshot);
    expect(state(world)).toEqual(before);
    expect(state(other)).toEqual(there);
    // One of another world is unknown and fits a world with the same bodies only.
    expect(() => other.restore(past.snapshot)).toThrow('snapshot must be of this world');
    expect(state(other)).toEqual(there);
  });

  it('refuses snapshots that are changed or copied, and stays as it was', () => {
    const world = scene(new BodyHistory2d());
    const past = world.snapshot();
    const copy = past.slice(0);
    for (let frame = 0; frame < 10; frame++) play(world, frame);
    const before = state(world);
    expect(() => world.restore(copy)).toThrow('snapshot must be of this world');
    new Uint8Array(past)[200] ^= 1;
    expect(() => world.restore(past)).toThrow('a wrong checksum');
    expect(state(world)).toEqual(before);
    expect(() => world.restore(null as never)).toThrow('snapshot must be a buffer');
    new Uint8Array(past)[200] ^= 1;
    world.restore(past);
    expect(world.snapshot()).toEqual(copy);
  });
});
