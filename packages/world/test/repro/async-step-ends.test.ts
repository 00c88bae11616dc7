import type { AsyncBroadPhase, PairList } from '@colide/core';
import { BoxShape } from '@colide/geometry';
import { SortAndSweep } from '@colide/spatial';
import { World } from '@colide/world';
import { expect, it } from 'vitest';

it('a step by a broad phase that answers later ends, even if boxes change all the time', async () => {
  const shape = new BoxShape([0.5, 0.5, 0.5]);
  const inner = new SortAndSweep();
  let searches = 0;
  const asyncBroadPhase = new Proxy(inner, {
    get: (target, key) => {
      if (key === 'findPairs')
        return async (out: PairList) => {
          if (++searches > 50) throw new Error('asked for ever');
          const count = target.findPairs(out);
          await Promise.resolve();
          world.setPose(1, [0, 0.9 + 0.2 * (searches % 2), 0]);
          return count;
        };
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as unknown as AsyncBroadPhase;
  const world = new World({ asyncBroadPhase });
  world.add({ shape, type: 'static' });
  world.add({ shape, position: [0, 2, 0] });
  for (let n = 0; n < 5; n++) await world.stepAsync(1 / 60);
  expect(searches).toBeLessThanOrEqual(10);
  expect(world.events.touching.toArray()).toEqual([[0, 1]]);
});
