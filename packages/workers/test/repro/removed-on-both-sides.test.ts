/**
 * A body that the worker's code and the main side removed at once was freed twice: the next two bodies got
 * the same id.
 */
import { BoxShape } from '@colide/geometry';
import { WorkerWorld, type WorkerWorldOptions } from '@colide/workers';
import { World } from '@colide/world';
import { expect, it } from 'vitest';
import { servedPort } from '../support/channel.ts';

const cube = new BoxShape([0.5, 0.5, 0.5]);

let there: World;
const clear = (world: World, ...ids: number[]) => {
  for (const id of ids) world.remove(id);
};
const swap = (world: World, id: number) => {
  world.remove(id);
  return world.add({ shape: cube, type: 'static', position: [7, 0, 0] });
};

const grow = (world: World) => world.add({ shape: cube, position: [9, 0, 0] });

function port() {
  return servedPort(
    options => {
      there = new World(options);
      return there;
    },
    { handlers: { clear, swap, grow } },
  );
}

async function open(options: WorkerWorldOptions = {}) {
  const world = new WorkerWorld(port(), options);
  const errors: string[] = [];
  world.onerror = error => errors.push(error.message);
  await world.ready;
  for (let i = 0; i < 3; i++) world.add({ shape: cube, position: [3 * i, 0, 0] });
  await world.sync();
  return { world, errors };
}

it('frees an id once', async () => {
  const { world, errors } = await open();
  const cleared = world.call('clear', 1);
  world.remove(1);
  await cleared;
  expect(world.count).toBe(2);
  expect(world.add({ shape: cube, position: [10, 0, 0] })).toBe(1);
  expect(world.add({ shape: cube, position: [13, 0, 0] })).toBe(3);
  await world.sync();
  expect([...there.ids()]).toEqual([0, 1, 2, 3]);
  await world.restart(port());
  expect([...there.ids()]).toEqual([0, 1, 2, 3]);
  expect([0, 1, 2, 3].map(id => world.bodies.positions[3 * id])).toEqual([0, 10, 6, 13]);
  expect(world.add({ shape: cube })).toBe(4);
  await world.sync();
  expect(errors).toEqual([]);
  world.dispose();
});

it('forgets no removal that the world obeys', async () => {
  const { world, errors } = await open();
  const cleared = world.call('clear', 1);
  world.remove(2);
  await cleared;
  await world.restart(port());
  expect([...there.ids()]).toEqual([0]);
  expect([...world.ids()]).toEqual([0]);
  expect(world.add({ shape: cube })).toBe(1);
  await world.sync();
  expect(errors).toEqual([]);
  world.dispose();
});

it('knows which bodies there are when commands cross', async () => {
  const { world, errors } = await open();
  // The worker has another body 1 by then, which the command takes out.
  const swapped = world.call('swap', 1);
  world.remove(1);
  expect(await swapped).toBe(1);
  await world.sync();
  expect([...world.ids()]).toEqual([0, 2]);
  expect([...there.ids()]).toEqual([0, 2]);
  expect(errors).toEqual([]);
  // The world gives a body id 2, which has just become free and whose turn it is, not 1: it is refused, and
  // its material with it.
  const cleared = world.call('clear', 2);
  const refused = world.add({ shape: cube });
  world.setMaterial(refused, { friction: 0 });
  world.remove(refused);
  await cleared;
  await world.sync();
  expect(world.add({ shape: cube, position: [4, 0, 0] })).toBe(1);
  expect(world.add({ shape: cube, position: [5, 0, 0] })).toBe(2);
  const again = world.call('clear', 0);
  const lost = world.add({ shape: cube });
  world.setMaterial(lost, { friction: 0 });
  await again;
  await world.sync();
  expect([...world.ids()]).toEqual([1, 2]);
  expect([...there.ids()]).toEqual([1, 2]);
  const told = errors.length;
  await world.restart(port());
  expect([...there.ids()]).toEqual([1, 2]);
  expect(errors).toHaveLength(told);
  world.dispose();
});

it('knows that a refused body has used up an id', async () => {
  const { world, errors } = await open();
  const grown = world.call('grow');
  expect(world.add({ shape: cube })).toBe(3);
  await grown;
  await world.sync();
  expect(errors).toEqual([expect.stringContaining('wait for')]);
  await world.snapshot();
  await world.restart(port());
  expect([...there.ids()]).toEqual([0, 1, 2, 3]);
  expect(world.add({ shape: cube, position: [20, 0, 0] })).toBe(4);
  await world.sync();
  expect(errors).toHaveLength(1);
  world.dispose();
});
