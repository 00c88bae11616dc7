import { BoxShape, HalfSpace, SphereShape } from '@colide/geometry';
import { HashGrid } from '@colide/spatial';
import { World, worldMemory } from '@colide/world';
import { describe, expect, it } from 'vitest';

function fill(world: World, count: number): void {
  world.add({ shape: new HalfSpace() });
  const shapes = [new BoxShape([0.5, 0.5, 0.5]), new SphereShape(0.5)];
  for (let i = 0; i < count; i++)
    world.add({ shape: shapes[i % 2], position: [1.2 * (i % 32), 0.5, 1.2 * Math.floor(i / 32)] });
}

describe('worldMemory', () => {
  it('counts the bytes of a world and of its snapshot', () => {
    const world = new World();
    fill(world, 1023);
    for (let n = 0; n < 10; n++) world.step(1 / 60);
    const memory = worldMemory(world);
    expect(memory.snapshotBytes).toBe(world.snapshot().byteLength);
    // 113 bytes per body, and of the 1 023 on the ground each has touching points.
    expect(memory.snapshotBytesPerBody).toBeGreaterThan(113);
    expect(memory.snapshotBytesPerBody).toBeLessThan(113 + 8 + 4 * 52);
    expect(memory.bytesPerBody).toBe(memory.bytes / 1024);
    expect(memory.bytesPerBody).toBeGreaterThan(400);
    expect(memory.bytesPerBody).toBeLessThan(2500);
    const small = new World();
    fill(small, 3);
    expect(worldMemory(small).bytes).toBeLessThan(memory.bytes / 10);
    expect(worldMemory(new World()).snapshotBytesPerBody).toBe(worldMemory(new World()).snapshotBytes);
  });
});

describe('the arrays of a world', () => {
  it.each([300, 600, 1100])('take less than 2.5 kB per body for %i boxes with four points each', count => {
    const world = new World({ sleeping: false });
    world.add({ shape: new HalfSpace() });
    const shape = new BoxShape([0.5, 0.5, 0.5]);
    for (let i = 0; i < count; i++) world.add({ shape, position: [1.2 * (i % 32), 0.5, 1.2 * (i >> 5)] });
    for (let n = 0; n < 10; n++) world.step(1 / 60);
    expect(world.contacts.count).toBe(4 * count);
    expect(worldMemory(world).bytesPerBody).toBeLessThan(2500);
  });
});

describe('World.dispose', () => {
  it('takes all bodies out and frees the broad phase for another world', () => {
    const broadPhase = new HashGrid();
    const world = new World({ broadPhase });
    fill(world, 50);
    for (let n = 0; n < 60; n++) world.step(1 / 60);
    expect(() => new World({ broadPhase })).toThrow(/broadPhase/);
    world.dispose();
    expect(world.count).toBe(0);
    expect(world.contacts.count).toBe(0);
    expect(world.events.touching.count).toBe(0);
    world.dispose();
    world.step(1 / 60);
    const next = new World({ broadPhase });
    fill(next, 5);
    next.step(1 / 60);
    expect(next.contacts.count).toBeGreaterThan(0);
    expect(() => world.setVelocity(1, [0, 0, 0])).toThrow(/body/);
  });
});
