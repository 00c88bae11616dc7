import type { BroadPhase } from '@colide/core';
import { BoxShape, CapsuleShape, HalfSpace, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { DynamicBvh, HashCells, LinearOctree, SortAndSweep, UniformGrid } from '@colide/spatial';
import { createWorldHit, type QueryFilter, World, WorldHitList, WorldQueries } from '@colide/world';
import { describe, expect, it } from 'vitest';

const random = new Random(0x7a75);
const extent = 12;

function vector(size: number): [number, number, number] {
  return [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
}

/** A world of shapes of many sizes, some in one place, between walls and over a half-space. */
function crowdedWorld(count: number, broadPhase: BroadPhase = new HashCells()): World {
  const world = new World({ broadPhase });
  world.add({ shape: new HalfSpace([0, 1, 0], -extent) });
  for (const side of [-1, 1])
    world.add({
      shape: new BoxShape([0.1, extent, extent]),
      position: [side * extent, 0, 0],
      type: 'static',
    });
  for (let i = 0; i < count; i++) {
    const size = 0.1 * 10 ** random.uniform(0, 1);
    const shapes = [new BoxShape([size, size, size]), new SphereShape(size), new CapsuleShape(size, size)];
    const position = i % 7 === 0 ? ([1, 2, 3] as const) : vector(extent);
    world.add({ shape: shapes[i % 3], position, group: 1 << (i % 2), sensor: i % 11 === 0 });
  }
  return world;
}

/** Casts rays one after another with `queries`; compares each with all hits along the ray. */
function compareRays(world: World, queries: WorldQueries, rays: number, filter: QueryFilter = {}): number {
  const hit = createWorldHit();
  const every = new WorldHitList();
  let hits = 0;
  for (let n = 0; n < rays; n++) {
    const origin = vector(1.5 * extent);
    const direction = n % 5 === 0 ? ([0, n % 2 ? 1 : -3, 0] as const) : vector(1);
    const maxT = n % 3 === 0 ? Infinity : random.uniform(0, 20);
    every.clear();
    const count = queries.raycastEvery(every, origin, direction, maxT, filter);
    const t = queries.raycast(hit, origin, direction, maxT, filter);
    expect(t).toBe(count > 0 ? every.get(0).t : Infinity);
    if (count === 0) continue;
    hits++;
    let first = Infinity;
    for (let i = 0; i < count && every.get(i).t === t; i++) first = Math.min(first, every.get(i).collider);
    expect(hit.collider).toBe(first);
    expect(world.colliders.bodies[hit.collider]).toBe(hit.body);
  }
  return hits;
}

describe('many rays', () => {
  it('hit what comes first among all hits, while bodies move, come and go', () => {
    const world = crowdedWorld(400);
    const queries = new WorldQueries(world);
    let hits = compareRays(world, queries, 300);
    for (let round = 0; round < 5; round++) {
      world.step(1 / 60);
      hits += compareRays(world, queries, 100);
      world.remove(10 + round);
      hits += compareRays(world, queries, 100);
      world.setPose(40 + round, vector(extent));
      world.add({ shape: new SphereShape(1), position: vector(extent) });
      hits += compareRays(world, queries, 100, { mask: 2, except: 77, sensors: true });
    }
    expect(hits).toBeGreaterThan(300);
    expect(hits).toBeLessThan(1500);
  });

  it('hit the same over every kind of broad phase, and among many long boxes', () => {
    for (const broadPhase of [new DynamicBvh(), new LinearOctree(), new SortAndSweep(), new UniformGrid()]) {
      const world = crowdedWorld(100, broadPhase);
      for (let i = 0; i < 40; i++)
        world.add({
          shape: new BoxShape([0.5 * extent, 0.1, 0.1]),
          position: vector(extent),
          type: 'static',
        });
      world.step(1 / 60);
      expect(compareRays(world, new WorldQueries(world), 150)).toBeGreaterThan(40);
    }
  });

  it('hit one body, none, and only half-spaces', () => {
    const world = new World();
    const queries = new WorldQueries(world);
    const hit = createWorldHit();
    for (let n = 0; n < 3; n++) expect(queries.raycast(hit, [0, 5, 0], [0, -1, 0])).toBe(Infinity);
    world.add({ shape: new HalfSpace() });
    for (let n = 0; n < 3; n++) expect(queries.raycast(hit, [0, 5, 0], [0, -1, 0])).toBe(5);
    const ball = world.add({ shape: new SphereShape(1), position: [0, 2, 0] });
    for (let n = 0; n < 3; n++) expect(queries.raycast(hit, [0, 5, 0], [0, -1, 0])).toBeCloseTo(2, 12);
    expect(hit.body).toBe(ball);
    expect(() => queries.raycast(hit, [0, 5, 0], [0, 0, 0])).toThrow('direction must not be zero');
  });
});
