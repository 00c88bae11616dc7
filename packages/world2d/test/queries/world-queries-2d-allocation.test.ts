import { IdList } from '@colide/core';
import { BoxShape2d, CircleShape2d, HalfPlane2d, Posed2d } from '@colide/geometry';
import type { QueryFilter } from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { createWorldHit2d, World2d, WorldHitList2d, WorldQueries2d } from '@colide/world2d';
import { describe, it } from 'vitest';

const world = new World2d();
world.add({ shape: new HalfPlane2d() });
for (let i = 0; i < 64; i++)
  world.add({
    shape: i % 2 ? new BoxShape2d([0.4, 0.4]) : new CircleShape2d(0.4),
    position: [i % 8, 1 + Math.floor(i / 8)],
  });
const queries = new WorldQueries2d(world);
const hit = createWorldHit2d();
const hits = new WorldHitList2d();
const ids = new IdList();
const filter: QueryFilter = { mask: 1, except: [3, 5], sensors: true };
const disc = new Posed2d(new CircleShape2d(1.2), [3.3, 2.5]);
const origin = [-2, 2.1] as const;
const along = [1, 0.02] as const;
const bounds = [1.1, 2.2, 3.3, 4.4];

// A fractional number that is passed to or returned from a call is boxed: at most four for each of about ten
// candidates, nothing else.
const boxedNumbers = 40;

const calls: [string, () => unknown][] = [
  ['raycast', () => queries.raycast(hit, origin, along, 50, filter)],
  ['segmentcast', () => queries.segmentcast(hit, origin, bounds, filter)],
  ['raycastEvery', () => queries.raycastEvery(hits, origin, along, 50, filter)],
  ['segmentcastEvery', () => queries.segmentcastEvery(hits, origin, bounds, filter)],
  ['shapecast', () => queries.shapecast(hit, disc, along, filter)],
  ['shapecastEvery', () => queries.shapecastEvery(hits, disc, along, filter)],
  ['overlap', () => queries.overlap(ids, disc, filter)],
  ['overlapBox', () => queries.overlapBox(ids, bounds, filter)],
  ['overlapPoint', () => queries.overlapPoint(ids, origin, filter)],
  ['closest', () => queries.closest(hit, disc, 0.3, filter)],
];

describe('queries of the plane in steady state', () => {
  it.each(calls)('%s', (_, call) => {
    expectNoAllocation(
      () => {
        hits.clear();
        ids.clear();
        call();
      },
      { boxedNumbers },
    );
  });
});
