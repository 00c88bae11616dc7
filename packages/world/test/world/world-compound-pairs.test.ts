import { BoxShape, Compound } from '@colide/geometry';
import { Random } from '@colide/math';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

/** Crosses of three bars above a floor, most of them at rest. */
function crosses(count: number): World {
  const random = new Random(8);
  const world = new World({ sleeping: false });
  world.add({ shape: new BoxShape([20, 0.5, 20]), position: [0, -0.5, 0], type: 'static' });
  const bars = [
    [0.45, 0.15, 0.15],
    [0.15, 0.45, 0.15],
    [0.15, 0.15, 0.45],
  ] as const;
  const cross = new Compound(bars.map(half => ({ shape: new BoxShape([...half]) })));
  for (let i = 0; i < count; i++)
    world.add({
      shape: cross,
      position: [1.1 * (i % 6), 0.5 + 1.2 * Math.floor(i / 36), 1.1 * (Math.floor(i / 6) % 6)],
      velocity: i % 40 === 0 ? [random.uniform(-9, 9), 0, random.uniform(-9, 9)] : [0, 0, 0],
    });
  return world;
}

describe('pairs of the parts of compounds', () => {
  it('are none within a body', () => {
    const world = crosses(1);
    world.setPose(1, [0, 30, 0]);
    world.step(1 / 60);
    expect(world.counters.candidates).toBe(0);
  });

  it('are those of a whole search, whether few bodies move or all', () => {
    const world = crosses(80);
    for (let step = 0; step < 240; step++) {
      if (step % 8 > 0) {
        world.step(1 / 60);
        continue;
      }
      // A world that is new searches all pairs.
      const whole = crosses(80);
      whole.restore(world.snapshot());
      world.step(1 / 60);
      whole.step(1 / 60);
      expect(whole.counters.candidates, `step ${step}`).toBe(world.counters.candidates);
      expect(whole.counters.touching, `step ${step}`).toBe(world.counters.touching);
    }
    expect(world.counters.touching).toBeGreaterThan(100);
  });
});
