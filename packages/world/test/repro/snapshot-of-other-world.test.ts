import { BoxShape, SphereShape } from '@colide/geometry';
import { RigidJoints } from '@colide/solvers';
import { SoftBodies, World, type WorldPart, worldLoad, worldSave } from '@colide/world';
import { describe, expect, it } from 'vitest';

const shape = new BoxShape([0.5, 0.5, 0.5]);

/** A part that keeps so many numbers. */
const keeper = (stateLength: number): WorldPart => ({
  name: 'keeper',
  stateLength,
  step() {},
  save: out => out.fill(7),
  load: from => expect(from).toEqual(new Float64Array(stateLength).fill(7)),
});

describe('restore', () => {
  it('does not take the snapshot of a world with other bodies', () => {
    const world = new World();
    for (let x = 0; x < 3; x++) world.add({ shape, position: [2 * x, 0, 0] });
    const snapshot = world.snapshot();
    world.remove(1);
    expect(() => world.restore(snapshot)).toThrow(/snapshot/);
    world.setPose(0, [1, 1, 1]);
    world.add({ shape, position: [2, 0, 0], type: 'static' });
    expect(() => world.restore(snapshot)).toThrow(/snapshot/);
    world.remove(1);
    world.add({ shape: new SphereShape(0.3), position: [2, 0, 0] });
    expect(() => world.restore(snapshot)).toThrow(/snapshot/);
    expect(world.bodies.positions[0]).toBe(1);
    world.remove(1);
    world.add({ shape, position: [4, 4, 4] });
    world.restore(snapshot);
    expect([...world.bodies.positions.slice(0, 9)]).toEqual([0, 0, 0, 2, 0, 0, 4, 0, 0]);
  });

  it('does not take the snapshot of a world with other joints', () => {
    const worlds = [0, 1, 2].map(kind => {
      const joints = new RigidJoints();
      const world = new World({ joints });
      for (let x = 0; x < 3; x++) world.add({ shape, position: [2 * x, 0, 0] });
      joints.addBall(world.bodies, 0, kind === 0 ? 1 : 2, [1, 0, 0]);
      return world;
    });
    const snapshot = worlds[2].snapshot();
    worlds[1].restore(snapshot);
    expect(() => worlds[0].restore(snapshot)).toThrow(/snapshot/);
  });

  it('does not take the snapshot of a world with other parts', () => {
    const saved = new World({ parts: [keeper(1), keeper(3)] }).snapshot();
    expect(() => new World({ parts: [keeper(2), keeper(2)] }).restore(saved)).toThrow(/snapshot/);
    expect(() => new World({ parts: [keeper(4)] }).restore(saved)).toThrow(/snapshot/);
    new World({ parts: [keeper(1), keeper(3)] }).restore(saved);
  });

  it('says what differs, and changes nothing', () => {
    const make = (count: number, joined: readonly number[], parts: readonly WorldPart[] = []) => {
      const joints = new RigidJoints();
      const world = new World({ joints, parts });
      for (let x = 0; x < count; x++) world.add({ shape, position: [2 * x, 0, 0] });
      for (const body of joined) joints.addBall(world.bodies, 0, body, [1, 0, 0]);
      return world;
    };
    const world = make(3, [1], [keeper(2)]);
    const before = world.snapshot();
    const flipped = before.slice(0);
    new Uint8Array(flipped)[before.byteLength - 20] ^= 4;
    const others: Record<string, ArrayBuffer> = {
      'another version': new ArrayBuffer(before.byteLength),
      [`64 bytes, not ${before.byteLength}`]: before.slice(0, 64),
      [`${before.byteLength - 8} bytes, not ${before.byteLength}`]: before.slice(0, -8),
      'a wrong checksum': flipped,
      '4 bodies, not 3': make(4, [1], [keeper(2)]).snapshot(),
      '2 joints, not 1': make(3, [1, 2], [keeper(2)]).snapshot(),
      'other joints': make(3, [2], [keeper(2)]).snapshot(),
      '2 parts, not 1': make(3, [1], [keeper(2), keeper(1)]).snapshot(),
      '0 parts, not 1': make(3, [1]).snapshot(),
      'another state of part 0': make(3, [1], [keeper(3)]).snapshot(),
    };
    for (const [what, snapshot] of Object.entries(others)) {
      expect(() => world.restore(snapshot), what).toThrow(
        new RangeError(`snapshot must be of this world (see BodyHistory, worldLoad), got ${what}`),
      );
      expect(world.snapshot()).toEqual(before);
    }
    world.remove(2);
    world.add({ shape: new SphereShape(0.2), position: [4, 0, 0] });
    expect(() => world.restore(before)).toThrow('got other bodies');
    expect(() => world.restore(new Uint8Array(before) as never)).toThrow('snapshot must be a buffer');
    expect(() => world.restore({ byteLength: 400 } as never)).toThrow('snapshot');
  });

  it('says so of soft bodies that a loaded world lacks', () => {
    const make = (columns: number) => {
      const soft = new SoftBodies();
      soft.addCloth({ columns, rows: 3, spacing: 0.2 });
      return soft;
    };
    const bytes = worldSave(new World({ parts: [make(3)] }));
    expect(() => worldLoad(bytes)).toThrow('got 1 parts, not 0');
    expect(() => worldLoad(bytes, { parts: [make(4)] })).toThrow('got another state of part 0');
    expect(worldLoad(bytes, { parts: [make(3)] }).count).toBe(0);
  });

  it('leaves nothing of another time: who sleeps, who begins or stops touching', () => {
    const world = new World();
    world.add({ shape: new BoxShape([5, 0.5, 5]), type: 'static' });
    const box = world.add({ shape, position: [0, 1, 0] });
    world.step(1 / 60);
    expect(world.events.begun.count).toBe(1);
    const early = world.snapshot();
    for (let n = 0; n < 60; n++) world.step(1 / 60);
    expect(world.sleeperCount).toBe(1);
    const late = world.snapshot();
    world.restore(early);
    expect(world.sleeperCount).toBe(0);
    world.setPose(box, [0, 9, 0]);
    world.step(1 / 60);
    expect(world.events.ended.count).toBe(1);
    world.restore(late);
    expect(world.sleeperCount).toBe(1);
    expect(world.events.ended.count).toBe(0);
    expect(world.events.touching.toArray()).toEqual([[0, box]]);
  });
});
