import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  Compound2d,
  HalfPlane2d,
  PolygonShape2d,
  Rounded2d,
  SegmentShape2d,
} from '@colide/geometry';
import { ChainShape2d, manifoldGjk2d } from '@colide/narrowphase';
import { HashGrid2d } from '@colide/spatial';
import { World2d, WorldJoints2d, worldExtras2d, worldLoad2d, worldSave2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';
import { run } from '../support/scenes.ts';

/** A world of all shapes, with holes where bodies were removed, joints and all kinds of settings. */
function createWorld(): World2d {
  const random = new Random(8);
  const world = new World2d({
    ...worldExtras2d,
    gravity: [0.3, -9],
    margin: 0.03,
    fixedStep: 1 / 120,
    sleeping: { time: 0.7 },
    solver: { substeps: 6 },
  });
  const shapes = [
    new BoxShape2d([0.4, 0.3]),
    new CircleShape2d(0.3),
    new CapsuleShape2d(0.2, 0.3),
    new PolygonShape2d([-0.4, -0.3, 0.4, -0.3, 0.25, 0.3]),
    new Rounded2d([-0.3, -0.2, 0.3, -0.2, 0, 0.3], 0.1),
    new Compound2d([
      { shape: new BoxShape2d([0.4, 0.1]), angle: 0.3 },
      { shape: new CircleShape2d(0.2), position: [0.4, 0.1] },
    ]),
  ];
  const removed: number[] = [];
  for (let i = 0; i < 60; i++) {
    const body = world.add({
      shape: shapes[i % shapes.length],
      position: [random.uniform(-3, 3), 1 + 0.35 * i],
      rotation: random.uniform(-3, 3),
      density: random.uniform(0.3, 3),
      friction: random.uniform(0, 1),
      restitution: random.uniform(0, 0.5),
      rollingFriction: 0.02,
      lockedRotation: i % 11 === 0,
      gravityScale: random.uniform(0.5, 1.5),
      maxSpeed: i % 7 === 0 ? 5 : Infinity,
      bullet: i % 5 === 0,
      canSleep: i % 13 !== 0,
    });
    if (i % 9 === 4) removed.push(body);
  }
  world.add({ shape: new HalfPlane2d([1, 0.2], -4) });
  world.add({ shape: new HalfPlane2d([-1, 0.3], -4) });
  for (const body of removed) world.remove(body);
  world.add({ shape: new ChainShape2d([6, 0, 2, -0.5, -2, -0.5, -6, 0]), type: 'static' });
  world.add({
    shape: new SegmentShape2d([-1, 0], [1, 0]),
    type: 'kinematic',
    position: [0, 8],
    angularVelocity: 1,
  });
  world.add({ shape: shapes[0], type: 'static', sensor: true, position: [0, 2], group: 2, mask: 3 });
  const joints = new WorldJoints2d(world);
  joints.revolute(0, 1, { anchor: [0, 1.2], motor: { speed: 2, maxForce: 5 } });
  joints.remove(joints.weld(2, 3));
  joints.rope(undefined, 5, { anchorA: [0, 6] });
  return world;
}

describe('restore in the plane', () => {
  it('says what differs, and changes nothing', () => {
    const make = (count: number, joined: readonly number[]) => {
      const world = new World2d(worldExtras2d);
      for (let i = 0; i < count; i++) world.add({ shape: new CircleShape2d(0.3), position: [i, 0] });
      for (const body of joined) new WorldJoints2d(world).distance(0, body);
      return world;
    };
    const world = make(3, [1]);
    const before = world.snapshot();
    const flipped = before.slice(0);
    new Uint8Array(flipped)[before.byteLength - 20] ^= 4;
    const others: Record<string, ArrayBuffer> = {
      'another version': new ArrayBuffer(before.byteLength),
      [`64 bytes, not ${before.byteLength}`]: before.slice(0, 64),
      'a wrong checksum': flipped,
      '4 bodies, not 3': make(4, [1]).snapshot(),
      '2 joints, not 1': make(3, [1, 2]).snapshot(),
      'other joints': make(3, [2]).snapshot(),
    };
    for (const [what, snapshot] of Object.entries(others)) {
      expect(() => world.restore(snapshot), what).toThrow(
        new RangeError(`snapshot must be of this world (see worldLoad2d), got ${what}`),
      );
      expect(world.snapshot()).toEqual(before);
    }
    world.remove(2);
    world.add({ shape: new CircleShape2d(0.2), position: [4, 0] });
    expect(() => world.restore(before)).toThrow('got other bodies');
  });
});

describe('a saved planar world', () => {
  it('comes back and goes on with the same bits, with bodies added, and through a second save', () => {
    const world = createWorld();
    run(world, 1);
    world.applyForce(7, [1, 2]);
    const bytes = worldSave2d(world);
    const loaded = worldLoad2d(bytes);
    expect(worldSave2d(loaded)).toEqual(bytes);
    const fine = worldLoad2d(bytes, { broadPhase: new HashGrid2d() });
    for (const one of [world, loaded, fine]) {
      run(one, 0.5);
      // Free ids are reused in cyclic order: three of six were used for the last bodies of the scene.
      const ids = [0, 1, 2].map(i => one.add({ shape: new CircleShape2d(0.2), position: [i - 1, 12] }));
      expect(ids).toEqual([31, 40, 49]);
      expect(one.generation(ids[0])).toBe(66);
      one.remove(ids[1]);
      run(one, 1.5);
    }
    const end = new Uint8Array(world.snapshot());
    expect(new Uint8Array(loaded.snapshot())).toEqual(end);
    expect(new Uint8Array(fine.snapshot())).toEqual(end);
    expect(loaded.fixedStep).toBe(1 / 120);
    expect([...loaded.gravity]).toEqual([0.3, -9]);
  });

  it('is as small as its bodies are few, however many there were', () => {
    const sizes = [10, 1000].map(many => {
      const world = new World2d(worldExtras2d);
      const ids = Array.from({ length: many }, (_, i) =>
        world.add({ shape: new CircleShape2d(0.2), position: [i, 0] }),
      );
      for (const id of ids) if (id % (many / 5) !== 0) world.remove(id);
      run(world, 0.1);
      const bytes = worldSave2d(world);
      const loaded = worldLoad2d(bytes);
      expect(worldSave2d(loaded)).toEqual(bytes);
      run(world, 0.1);
      run(loaded, 0.1);
      expect(loaded.snapshot()).toEqual(world.snapshot());
      const added = [world, loaded].map(one => one.add({ shape: new CircleShape2d(0.2) }));
      expect(added[1]).toBe(added[0]);
      return [bytes.length, world.snapshot().byteLength];
    });
    expect(sizes[1]).toEqual(sizes[0]);
  });

  it('takes other options when it is loaded', () => {
    const world = createWorld();
    const loaded = worldLoad2d(worldSave2d(world), { gravity: [0, 0], narrowPhase: manifoldGjk2d });
    expect([...loaded.gravity]).toEqual([0, 0]);
    run(loaded, 0.1);
    expect(loaded.count).toBe(world.count);
  });

  it('is refused if it is cut off, changed, foreign or nothing of the kind', () => {
    const world = createWorld();
    run(world, 0.1);
    const bytes = worldSave2d(world);
    const random = new Random(5);
    for (let n = 0; n < 60; n++) {
      const cut = random.int(0, bytes.length - 1);
      expect(() => worldLoad2d(bytes.slice(0, cut))).toThrow(/bytes/);
      const flipped = bytes.slice();
      flipped[random.int(0, bytes.length - 1)] ^= 1 << random.int(0, 7);
      expect(() => worldLoad2d(flipped)).toThrow(/bytes/);
    }
    for (const bad of [undefined, null, 1, 'world', [], {}, new ArrayBuffer(9), new Uint8Array(100)])
      expect(() => worldLoad2d(bad as never)).toThrow(/bytes/);
    expect(() => worldLoad2d(bytes, 1 as never)).toThrow(/options/);
    expect(() => worldSave2d({} as never)).toThrow(/world/);
  });
});
