import { BoxShape, HalfSpace } from '@colide/geometry';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const shape = new BoxShape([0.5, 0.5, 0.5]);
const dt = 1 / 60;

describe('a body that is removed', () => {
  it('stops touching in the next step, also where another gets its id, and once', () => {
    const world = new World();
    const floor = world.add({ shape: new HalfSpace() });
    const box = world.add({ shape, position: [0, 0.5, 0] });
    const top = world.add({ shape, position: [0, 1.5, 0] });
    const { touching, ended, begun } = world.events;
    world.step(dt);
    expect(touching.toArray()).toEqual([
      [floor, box],
      [box, top],
    ]);
    world.remove(box);
    expect(touching.count).toBe(0);
    expect(world.add({ shape, position: [0, 0.5, 0] })).toBe(box);
    world.step(dt);
    expect(ended.toArray()).toEqual([
      [floor, box],
      [box, top],
    ]);
    expect(begun.toArray()).toEqual([
      [floor, box],
      [box, top],
    ]);
    world.step(dt);
    expect(ended.count + begun.count).toBe(0);
    world.remove(top);
    world.setPose(box, [0, 9, 0]);
    world.step(dt);
    expect(ended.toArray()).toEqual([
      [floor, box],
      [box, top],
    ]);
    expect(world.events.touching).toBe(touching);
  });
});
