import {
  BoxShape,
  CapsuleShape,
  Compound,
  HalfSpace,
  HullShape,
  quickHull,
  SphereShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { RigidJoints } from '@colide/solvers';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import {
  BodyHistory,
  bodyChange,
  SoftBodies,
  World,
  type WorldPart,
  WorldRollback,
  worldLoad,
  worldSave,
} from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const cube = new BoxShape([0.5, 0.5, 0.5]);
const bullet = new SphereShape(0.1);
const cross = new Compound([
  { shape: new BoxShape([0.6, 0.1, 0.1]) },
  { shape: new BoxShape([0.1, 0.6, 0.1]) },
]);

/** Everything that a player could tell apart. */
const state = (world: World) => [
  Array.from(world.ids(), body => [body, world.generation(body)]),
  new Uint8Array(world.snapshot()),
];

/** Adds and removes bodies, the same for the same frame. */
function play(world: World, frame: number): void {
  const random = new Random(frame);
  if (frame % 3 === 0)
    world.add({
      shape: frame % 2 ? bullet : cross,
      position: [random.next() - 0.5, 3, random.next() - 0.5],
      velocity: [0, -5, 0],
      mass: 2,
      bullet: frame % 2 === 1,
    });
  const ids = [...world.ids()].filter(body => body > 4);
  if (frame % 4 === 0 && ids.length > 2) world.remove(ids[Math.floor(random.next() * ids.length)]);
  const [kept] = ids.filter(body => world.has(body));
  if (frame % 7 === 0 && kept !== undefined)
    world.setMaterial(kept, { friction: 0.1 + random.next(), gravityScale: 0.5 });
  if (frame % 11 === 0) bodyChange(world, 2, { shape: frame % 2 ? cube : bullet, enabled: frame % 3 !== 0 });
  world.step(dt);
}

function scene(parts: WorldPart<World>[] = []): World {
  const joints = new RigidJoints();
  const world = new World({ joints, parts, sleeping: { time: 0.2 } });
  world.add({ shape: new HalfSpace() });
  const a = world.add({ shape: cube, position: [0, 0.6, 0] });
  const b = world.add({ shape: cube, position: [1.2, 0.6, 0] });
  world.add({ shape: new CapsuleShape(0.2, 0.4), position: [0, 2, 0], lockedRotation: 'xz' });
  world.add({ shape: new BoxShape([3, 0.1, 3]), position: [0, -0.05, 0], type: 'static' });
  joints.addHinge(world.bodies, a, b, [0.6, 0.6, 0], [0, 0, 1]);
  return world;
}

describe('WorldRollback', () => {
  it('takes back bodies that came and brings back those that went, to the last bit', () => {
    const world = scene();
    const rollback = new WorldRollback(world);
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
    const rollback = new WorldRollback(world);
    const first = rollback.save();
    world.step(dt);
    const second = rollback.save();
    expect(second.structure).toBe(first.structure);
    world.remove(1);
    expect(rollback.save().structure).not.toBe(first.structure);
    rollback.restore(second);
    expect(world.userData[1]).toBe('a box');
    expect(world.joints!.bodies[0]).toBe(1);
  });

  it('leaves the world as it was where a state does not fit', () => {
    const world = scene();
    const rollback = new WorldRollback(world);
    const good = rollback.save();
    for (let frame = 0; frame < 10; frame++) play(world, frame);
    const before = state(world);
    const torn = { ...good, snapshot: good.snapshot.slice(0, 64) };
    expect(() => rollback.restore(torn)).toThrow('snapshot');
    expect(state(world)).toEqual(before);
    expect(() => rollback.restore(null as never)).toThrow('state');
  });
});

describe('a world with a history of its bodies', () => {
  it('brings back by its snapshots what went, and takes away what came, to the last bit', () => {
    const world = scene([new BodyHistory()]);
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

  it('has snapshots like those of a world without one, and user data', () => {
    const world = scene([new BodyHistory()]);
    const snapshot = world.snapshot();
    // The head holds the number of parts and the length of the state of each.
    expect(snapshot.byteLength).toBe(scene().snapshot().byteLength + 8);
    world.userData[1] = 'a box';
    const boxed = world.snapshot();
    world.remove(1);
    world.restore(boxed);
    expect(world.userData[1]).toBe('a box');
    world.restore(snapshot);
    expect(world.userData[1]).toBeUndefined();
  });

  it('goes back by the states of WorldRollback, too', () => {
    const world = scene([new BodyHistory()]);
    const rollback = new WorldRollback(world);
    const past = rollback.save();
    const before = state(world);
    for (let frame = 0; frame < 20; frame++) play(world, frame);
    rollback.restore(past);
    expect(state(world)).toEqual(before);
    for (let frame = 0; frame < 20; frame++) play(world, frame);
    world.restore(past.snapshot);
    expect(state(world)).toEqual(before);
  });

  it('refuses snapshots that are changed or copied, and stays as it was', () => {
    const world = scene([new BodyHistory()]);
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

describe('ids', () => {
  it('of removed bodies are reused in turn, the one that was assigned last at last', () => {
    const world = new World();
    const add = () => world.add({ shape: bullet });
    const ids = Array.from({ length: 8 }, add);
    for (const id of [6, 3, 1]) world.remove(id);
    expect([add(), add()]).toEqual([1, 3]);
    world.remove(3);
    world.remove(2);
    expect([add(), add(), add(), add()]).toEqual([6, 2, 3, 8]);
    expect(ids.every(id => world.has(id))).toBe(true);
    // A body that could not be added takes no id.
    world.remove(5);
    world.remove(7);
    expect(() => world.add({ shape: bullet, position: [Number.NaN, 0, 0] })).toThrow();
    expect(add()).toBe(5);
  });
});

describe('a saved world', () => {
  it('comes back in a new world and goes on with the same bits, whatever was added and removed', () => {
    const world = scene();
    const hull = new HullShape(quickHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.7, 0.6, 0.5])!);
    world.add({ shape: hull, position: [2, 3, 0] });
    world.add({
      shape: new MeshShape(new TriangleBvh([-5, 0.2, -5, 5, 0.2, -5, 0, 0.4, 5], [0, 2, 1])),
      type: 'static',
    });
    for (let frame = 0; frame < 50; frame++) play(world, frame);
    world.applyForce(1, [1, 2, 3]);
    const bytes = worldSave(world);
    const loaded = worldLoad(bytes);
    expect(state(loaded)).toEqual(state(world));
    expect(worldSave(loaded)).toEqual(bytes);
    for (let frame = 50; frame < 100; frame++) {
      play(world, frame);
      play(loaded, frame);
      expect(state(loaded)).toEqual(state(world));
    }
  });

  it('is as small as its bodies are few, however many there were', () => {
    const sizes = [6, 5000].map(many => {
      const world = new World();
      for (let i = 0; i < many; i++) world.add({ shape: cross, position: [3 * i, 0, 0] });
      // The last one stays, too, so that nothing can be cut off at the end.
      for (let i = 0; i < many; i++) if (i % Math.floor(many / 5) !== 0 && i < many - 1) world.remove(i);
      expect(world.count).toBe(6);
      const rollback = new WorldRollback(world);
      const past = rollback.save();
      world.step(dt);
      const bytes = worldSave(world);
      const loaded = worldLoad(bytes);
      expect(worldSave(loaded)).toEqual(bytes);
      for (let n = 0; n < 3; n++) {
        const [id, same] = [world, loaded].map(one => one.add({ shape: cube, position: [0, 3 * n + 3, 1] }));
        expect(same).toBe(id);
        world.step(dt);
        loaded.step(dt);
        expect(state(loaded)).toEqual(state(world));
        if (n === 1) for (const one of [world, loaded]) one.remove(id);
      }
      rollback.restore(past);
      expect(world.snapshot()).toEqual(past.snapshot);
      return [bytes.length, past.snapshot.byteLength];
    });
    // The ids are other numbers, not more of them.
    expect(sizes[1]).toEqual(sizes[0]);
    expect(sizes[0][1]).toBeLessThan(6 * 120 + 100);
  });

  it('holds each shape once', () => {
    const world = new World();
    world.add({ shape: cube });
    const one = worldSave(world).length;
    for (let i = 0; i < 9; i++) world.add({ shape: cube, position: [3 * i, 0, 0] });
    const ten = worldSave(world).length;
    for (const body of [...world.ids()].slice(1)) world.remove(body);
    expect(ten - one).toBeLessThan(9 * 900);
  });

  it('takes parts that hold the same soft bodies', () => {
    const make = () => {
      const soft = new SoftBodies();
      soft.addCloth({ columns: 5, rows: 5, spacing: 0.2, position: [0, 2, 0] });
      return soft;
    };
    const world = new World({ parts: [make()] });
    world.add({ shape: new SphereShape(0.4), type: 'static', position: [0, 1, 0] });
    for (let n = 0; n < 30; n++) world.step(dt);
    const bytes = worldSave(world);
    const loaded = worldLoad(bytes, { parts: [make()] });
    for (let n = 0; n < 30; n++) {
      world.step(dt);
      loaded.step(dt);
    }
    expect(state(loaded)).toEqual(state(world));
    expect(() => worldLoad(bytes)).toThrow();
    expect(() => worldLoad(bytes, { parts: [new SoftBodies()] })).toThrow();
  });

  it('is read from a file, which Node gives as a Buffer within a larger one', () => {
    const world = scene();
    for (let frame = 0; frame < 40; frame++) play(world, frame);
    const bytes = worldSave(world);
    const pool = Buffer.alloc(bytes.length + 24);
    for (const start of [0, 3, 8]) {
      const file = pool.subarray(start, start + bytes.length);
      file.set(bytes);
      expect(state(worldLoad(file))).toEqual(state(world));
    }
  });

  it('is refused when it is torn, flipped or foreign', () => {
    const world = scene();
    for (let frame = 0; frame < 10; frame++) play(world, frame);
    const bytes = worldSave(world);
    const random = new Random(5);
    for (let n = 0; n < 300; n++) {
      const bad = bytes.slice(0, n % 3 === 0 ? Math.floor(random.next() * bytes.length) : bytes.length);
      if (n % 3 !== 0) bad[Math.floor(random.next() * bad.length)] ^= 1 << Math.floor(random.next() * 8);
      expect(() => worldLoad(bad)).toThrow(RangeError);
      const foreign = Uint8Array.from({ length: n }, () => Math.floor(256 * random.next()));
      expect(() => worldLoad(foreign)).toThrow(RangeError);
    }
    expect(() => worldLoad(null as never)).toThrow('bytes');
    expect(() => worldLoad(bytes, null as never)).toThrow('options');
    expect(() => worldSave(null as never)).toThrow('world');
  });
});
