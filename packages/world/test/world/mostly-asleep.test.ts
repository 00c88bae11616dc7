/** Worlds in which few bodies are awake: pairs are searched for those alone, and sleepers stay asleep. */
import { BoxShape, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { BruteForce, DynamicBvh, SortAndSweep } from '@colide/spatial';
import { World, type WorldOptions } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const cube = new BoxShape([0.5, 0.5, 0.5]);
const ball = new SphereShape(0.3);
const boxes = { a: new Float64Array(6), b: new Float64Array(6) };

/** A field of stacks of two, asleep after a second, and balls that hop over it. */
function field(options: WorldOptions = {}, side = 14): { world: World; balls: number[] } {
  const world = new World(options);
  world.add({ shape: new BoxShape([100, 1, 100]), type: 'static', position: [0, -1, 0] });
  for (let i = 0; i < side * side; i++)
    for (const y of [0.5, 1.5])
      world.add({ shape: cube, position: [1.3 * (i % side), y, 1.3 * Math.floor(i / side)] });
  const random = new Random(side);
  const balls = Array.from({ length: 5 }, () =>
    world.add({
      shape: ball,
      position: [random.uniform(0, side), 8, random.uniform(0, side)],
      restitution: 0.9,
      friction: 0,
      canSleep: false,
    }),
  );
  return { world, balls };
}

/** Pairs of colliders whose boxes overlap, by comparing all. */
function countPairs({ colliders }: World): number {
  let count = 0;
  for (let i = 0; i < colliders.count; i++)
    for (let j = 0; j < i; j++) {
      if (colliders.bodies[i] < 0 || colliders.bodies[j] < 0) continue;
      colliders.aabb(boxes.a, i);
      colliders.aabb(boxes.b, j);
      let overlap = true;
      for (let k = 0; k < 3; k++) overlap &&= boxes.a[k] <= boxes.b[3 + k] && boxes.b[k] <= boxes.a[3 + k];
      if (overlap) count++;
    }
  return count;
}

/** Things that happen to a world: bodies come, go, are thrown and are moved. */
function disturb(world: World, balls: readonly number[], frame: number): void {
  if (frame % 20 === 0) world.setVelocity(balls[(frame / 20) % 5], [2 - (frame % 3), 3, 1]);
  if (frame % 50 === 10) world.add({ shape: ball, position: [frame / 40, 4, 3], canSleep: false });
  if (frame % 70 === 30) world.remove(Math.max(...world.ids()));
  if (frame === 120) world.setPose(3, [-3, 0.5, 2]);
}

describe('a world that is mostly asleep', () => {
  it('finds all pairs, and no others, though it searches those of few bodies', () => {
    const { world, balls } = field();
    let most = 0;
    for (let frame = 0; frame < 260; frame++) {
      disturb(world, balls, frame);
      const expected = frame > 60 ? countPairs(world) : -1;
      world.step(dt);
      if (expected >= 0) expect(world.counters.candidates, `frame ${frame}`).toBe(expected);
      if (expected >= 0) most = Math.max(most, world.sleeperCount);
    }
    expect(most).toBeGreaterThan(0.9 * world.count);
  });

  it('goes on with the same bits, whatever finds the pairs, now or later', async () => {
    const later = new SortAndSweep();
    const asyncBroadPhase = new Proxy(later, {
      get: (target, key) => {
        if (key === 'findPairs') return async (out: never) => target.findPairs(out);
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const runs = [
      field(),
      field({ broadPhase: new BruteForce() }),
      field({ broadPhase: new DynamicBvh() }),
      field({ asyncBroadPhase: asyncBroadPhase as never }),
    ];
    for (let frame = 0; frame < 200; frame++)
      for (const [i, { world, balls }] of runs.entries()) {
        disturb(world, balls, frame);
        // Both kinds of steps in turns, so that candidates of both are gone on with.
        if (i === 3 && frame % 3 > 0) await world.stepAsync(dt);
        else world.step(dt);
      }
    const [first, ...others] = runs.map(({ world }) => [
      ...world.bodies.positions.slice(0, 3 * world.count),
      ...world.bodies.angularVelocities.slice(0, 3 * world.count),
    ]);
    for (const other of others) expect(other).toEqual(first);
  });

  it('wakes a sleeper that is hit, as fast as its neighbour that never slept', () => {
    const speeds = [true, false].map(canSleep => {
      const world = new World({ gravity: [0, 0, 0] });
      const target = world.add({ shape: ball, canSleep });
      // Something else that stays asleep, with a lower and with a higher id.
      world.add({ shape: ball, position: [0, 9, 0] });
      for (let n = 0; n < 60; n++) world.step(dt);
      expect(world.sleeperCount).toBe(canSleep ? 2 : 1);
      world.add({ shape: ball, position: [-1, 0, 0], velocity: [5, 0, 0] });
      for (let n = 0; n < 20; n++) world.step(dt);
      expect(world.sleeperCount).toBe(1);
      return world.bodies.velocities[3 * target];
    });
    expect(speeds[0]).toBeGreaterThan(2);
    expect(speeds[0]).toBe(speeds[1]);
  });
});
