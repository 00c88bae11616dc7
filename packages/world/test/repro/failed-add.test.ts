import { BoxShape, Compound, SphereShape } from '@colide/geometry';
import { HashGrid, MeshShape, TriangleBvh } from '@colide/spatial';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const good = new BoxShape([0.5, 0.5, 0.5]);
const point = (out: number[]) => out.fill(0);
const throwing = () => {
  throw new Error('mine');
};

/** A cube as far as its box and mass go. */
const custom = (support: (out: number[]) => unknown) => ({
  support,
  volume: 1,
  boundingRadius: 1,
  aabb: (out: Float64Array) => good.aabb(out),
  centerOfMass: (out: number[]) => good.centerOfMass(out),
  inertia: (out: number[]) => good.inertia(out),
});

describe('a body that cannot be added', () => {
  const shapes: [string, unknown, RegExp][] = [
    ['too small for moments of inertia', new SphereShape(1e-70), /inertia|mass/],
    ['without a box', { support: point, volume: 1 }, /aabb/],
    [
      'with a box of nothing',
      { support: point, volume: 1, aabb: (out: Float64Array) => out.fill(Number.NaN) },
      /shape/,
    ],
    [
      'without a centre',
      { support: point, volume: 1, aabb: (out: Float64Array) => out.fill(0) },
      /centerOfMass/,
    ],
    ['that throws', custom(() => throwing()), /mine/],
    ['that is nowhere', custom(out => out.fill(Number.NaN)), /box/],
  ];
  for (const [name, shape, message] of shapes)
    it(`changes nothing: ${name}`, () => {
      const world = new World();
      world.add({ shape: good });
      const before = world.snapshot();
      expect(() => world.add({ shape: shape as never, position: [0, 3, 0] })).toThrow(message);
      expect(world.count).toBe(1);
      world.restore(before);
      world.step(1 / 60);
      expect(world.add({ shape: good, position: [0, 3, 0] })).toBe(1);
      world.dispose();
      expect(world.count).toBe(0);
    });

  it('changes nothing: there is no room for all of it', () => {
    const broadPhase = new HashGrid({ maxCapacity: 2 });
    const world = new World({ broadPhase });
    world.add({ shape: good });
    const before = world.snapshot();
    const pair = new Compound([{ shape: good }, { shape: good, position: [1, 0, 0] }]);
    expect(() => world.add({ shape: pair, position: [0, 3, 0] })).toThrow(/capacity/i);
    expect([world.count, broadPhase.count]).toEqual([1, 1]);
    world.restore(before);
    world.step(1 / 60);
    expect(world.add({ shape: good, position: [0, 3, 0] })).toBe(1);
  });

  it('changes nothing: there is no room in the second broad phase', () => {
    const broadPhase = new HashGrid();
    const second = new HashGrid({ maxCapacity: 1 });
    const world = new World({ broadPhase, asyncBroadPhase: second as never });
    world.add({ shape: good });
    expect(() => world.add({ shape: good, position: [0, 3, 0] })).toThrow(/capacity/i);
    expect([world.count, broadPhase.count, second.count]).toEqual([1, 1, 1]);
  });

  it('is told that a mesh cannot be dynamic', () => {
    const mesh = new MeshShape(new TriangleBvh([0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 1, 2]));
    expect(() => new World().add({ shape: mesh })).toThrow(/'dynamic' for a mesh/);
  });
});
