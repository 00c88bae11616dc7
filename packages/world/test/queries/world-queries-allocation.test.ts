import { IdList } from '@colide/core';
import { BoxShape, HalfSpace, Posed, SphereShape } from '@colide/geometry';
import { expectNoAllocation } from '@colide/testing/allocation';
import { createWorldHit, type QueryFilter, World, WorldHitList, WorldQueries } from '@colide/world';
import { describe, it } from 'vitest';

const world = new World();
world.add({ shape: new HalfSpace() });
for (let i = 0; i < 64; i++)
  world.add({ shape: new BoxShape([0.4, 0.4, 0.4]), position: [i % 8, 1, Math.floor(i / 8)] });
const queries = new WorldQueries(world);
const hit = createWorldHit();
const hits = new WorldHitList();
const ids = new IdList();
const filter: QueryFilter = { mask: 1, except: 3, sensors: true };
const ball = new Posed(new SphereShape(1.2), [3.3, 1.5, 3.6]);
const origin = [-2, 1.1, 3.1] as const;
const along = [1, 0, 0] as const;
const down = [0, -1, 0] as const;

// A fractional number that crosses a call takes a box: at most four for each of about ten candidates, nothing
// else.
const boxedNumbers = 40;

describe('queries of a world in steady state', () => {
  it('cast rays', () => {
    expectNoAllocation(() => queries.raycast(hit, origin, along, 50, filter), { boxedNumbers });
  });

  it('find all hits of a ray', () => {
    expectNoAllocation(
      () => {
        hits.clear();
        queries.raycastEvery(hits, origin, along, 50, filter);
      },
      { boxedNumbers },
    );
  });

  it('find overlaps', () => {
    expectNoAllocation(
      () => {
        ids.clear();
        queries.overlap(ids, ball, filter);
      },
      { boxedNumbers },
    );
  });

  it('find what is nearest and what is met', () => {
    expectNoAllocation(() => queries.closest(hit, ball, 0.3, filter), { boxedNumbers });
    expectNoAllocation(() => queries.shapecast(hit, ball, down, filter), { boxedNumbers });
  });
});
