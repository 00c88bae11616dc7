/**
 * Filters of queries: a body that a filter excludes has no effect. Every query is made in a world with all
 * bodies, filtered by mask, by list and by function, and in one that has only those that are left.
 */
import { IdList } from '@colide/core';
import { BoxShape, Posed, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { createWorldHit, type QueryFilter, World, WorldHitList, WorldQueries } from '@colide/world';
import { describe, expect, it } from 'vitest';

const random = new Random(5);
const all = new World();
const few = new World();
/** Ids in `all` of the bodies of `few`, and of those that it lacks. */
const kept: number[] = [];
const dropped: number[] = [];
for (let i = 0; i < 300; i++) {
  const settings = {
    shape: i % 3 === 0 ? new BoxShape([0.5, 0.4, 0.3]) : new SphereShape(0.5),
    position: [random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5)],
    group: i % 2 === 0 ? 2 : 4,
  };
  const id = all.add(settings);
  if (settings.group === 4) dropped.push(id);
  else {
    kept.push(id);
    few.add(settings);
  }
}

const filters: Record<string, QueryFilter> = {
  mask: { mask: 2 },
  list: { except: dropped },
  function: { accepts: body => body % 2 === 0 },
  'mask and function': { mask: 6, accepts: body => kept.includes(body) },
};
const cases = Object.keys(filters);

/** The results of all queries, with the ids of `all`. */
function ask(queries: WorldQueries, seed: number, idOf: (body: number) => number, filter?: QueryFilter) {
  const random = new Random(seed);
  const point = () => [random.uniform(-6, 6), random.uniform(-6, 6), random.uniform(-6, 6)];
  const [origin, direction, place] = [point(), point(), point()];
  const hit = createWorldHit();
  const hits = new WorldHitList();
  const ids = new IdList();
  const shape = new Posed(new SphereShape(0.7), place);
  const first = (distance: number) => [distance, distance < Infinity ? idOf(hit.body) : -1];
  return {
    raycast: first(queries.raycast(hit, origin, direction, 3, filter)),
    raycastEvery: [
      queries.raycastEvery(hits, origin, direction, 3, filter),
      ...[...hits].map(({ body }) => idOf(body)),
    ],
    shapecast: first(queries.shapecast(hit, shape, direction, filter)),
    closest: first(queries.closest(hit, shape, 2, filter)),
    overlap: [queries.overlap(ids, shape, filter), ...[...ids].map(idOf).sort((a, b) => a - b)],
  };
}

describe('filters of queries', () => {
  it.each(cases)('by %s', name => {
    const [filtered, unfiltered] = [new WorldQueries(all), new WorldQueries(few)];
    let different = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const answer = ask(filtered, seed, body => body, filters[name]);
      expect(answer).toEqual(ask(unfiltered, seed, body => kept[body]));
      if (`${answer.raycast}` !== `${ask(filtered, seed, body => body).raycast}`) different++;
    }
    // Filters matter in a good part of the cases.
    expect(different).toBeGreaterThan(20);
    expect(different).toBeLessThan(80);
  });
});
