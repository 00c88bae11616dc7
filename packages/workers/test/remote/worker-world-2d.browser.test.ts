/** The planar world in a Web Worker of Chromium: the same bits. */
import { BoxShape2d, CircleShape2d, HalfPlane2d } from '@colide/geometry';
import { WorkerWorld2d } from '@colide/workers';
import { World2d, worldExtras2d } from '@colide/world2d';
import { expect, it } from 'vitest';

function fill(world: Pick<World2d, 'add'>): void {
  const shapes = [new BoxShape2d([0.5, 0.5]), new CircleShape2d(0.4)];
  world.add({ shape: new HalfPlane2d() });
  for (let i = 0; i < 20; i++)
    world.add({
      shape: shapes[i % 2],
      position: [0.1 * Math.sqrt(i), 0.6 + 1.1 * i],
      rotation: [1, 0.1 * i],
    });
}

it.each([true, false])('takes the same steps as a World2d, shared memory: %s', async shared => {
  const worker = new Worker(new URL('../../src/worker-2d.ts', import.meta.url), { type: 'module' });
  const world = new WorkerWorld2d(worker, { shared });
  const local = new World2d(worldExtras2d);
  try {
    fill(world);
    fill(local);
    for (let n = 0; n < 60; n++) {
      await world.step(1 / 60);
      local.step(1 / 60);
    }
    expect(local.contacts.count).toBeGreaterThan(10);
    expect(world.bodies.positions).toEqual(local.bodies.positions);
    expect(world.bodies.rotations).toEqual(local.bodies.rotations);
  } finally {
    world.dispose();
  }
});
