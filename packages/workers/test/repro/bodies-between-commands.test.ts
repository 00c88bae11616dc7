/**
 * Bodies that the worker's own code adds outside of a call, after an await for instance, were reported after
 * the next command had been counted.
 */
import { BoxShape } from '@colide/geometry';
import { WorkerWorld } from '@colide/workers';
import type { World } from '@colide/world';
import { expect, it } from 'vitest';
import { pause, servedPort } from '../support/channel.ts';

const cube = new BoxShape([0.5, 0.5, 0.5]);

it('ids stay right when a handler adds bodies late or fails', async () => {
  let go = () => {};
  const gate = new Promise<void>(resolve => {
    go = resolve;
  });
  let there: World | undefined;
  const late = async (served: World) => {
    there = served;
    await gate;
    served.add({ shape: cube, position: [5, 0, 0] });
    await pause(30);
  };
  const fail = (served: World) => {
    served.add({ shape: cube, position: [6, 0, 0] });
    throw new Error('on purpose');
  };
  const world = new WorkerWorld(servedPort(undefined, { handlers: { late, fail } }));
  const errors: string[] = [];
  world.onerror = error => errors.push(error.message);
  const called = world.call('late');
  await world.sync();
  go();
  await Promise.resolve();
  expect(there!.count).toBe(1);
  // The worker has a body 0 of which this side has not heard.
  expect(world.add({ shape: cube, position: [1, 0, 0] })).toBe(0);
  await called;
  expect(errors).toEqual([expect.stringContaining('wait for')]);
  expect([...world.ids()]).toEqual([...there!.ids()]);
  expect(world.add({ shape: cube, position: [2, 0, 0] })).toBe(1);
  await expect(world.call('fail')).rejects.toThrow('on purpose');
  expect(world.add({ shape: cube, position: [3, 0, 0] })).toBe(3);
  await world.sync();
  expect(errors).toHaveLength(1);
  expect([0, 1, 2, 3].map(id => world.bodies.positions[3 * id])).toEqual([5, 2, 6, 3]);
  world.dispose();
});
