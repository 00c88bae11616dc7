/** When a step of `advance` threw, the events and the frame of the steps before it were lost. */
import { BoxShape, HalfSpace } from '@colide/geometry';
import { WorkerWorld } from '@colide/workers';
import { World } from '@colide/world';
import { expect, it } from 'vitest';
import { servedPort } from '../support/channel.ts';

it('the steps before one that fails are told', async () => {
  const port = servedPort(options => {
    const world = new World(options);
    const step = world.step.bind(world);
    let count = 0;
    world.step = dt => {
      if (++count === 3) throw new Error('on purpose');
      step(dt);
    };
    return world;
  });
  const world = new WorkerWorld(port);
  world.add({ shape: new HalfSpace() });
  world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 0.5, 0] });
  await world.sync();
  world.update();
  await expect(world.advance(4.5 / 60)).rejects.toThrow('on purpose');
  expect(world.update()).toBe(true);
  expect(world.stepCount).toBe(2);
  expect(world.events.begun.toArray()).toEqual([[0, 1]]);
  await world.step(1 / 60);
  world.update();
  expect(world.stepCount).toBe(3);
  expect(world.events.begun.toArray()).toEqual([]);
  world.dispose();
});
