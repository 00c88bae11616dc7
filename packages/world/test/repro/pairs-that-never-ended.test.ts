/**
 * A body at rest on static ground that was disabled, or became static itself, kept touching the ground: pairs
 * of bodies that rest are not tested, so the pair never ended.
 */
import { BoxShape } from '@colide/geometry';
import { bodyChange, World } from '@colide/world';
import { expect, it } from 'vitest';

it.each(['enabled', 'type'])('pairs that can touch no longer end, by %s', name => {
  const world = new World();
  const box = new BoxShape([0.5, 0.5, 0.5]);
  const floor = world.add({ shape: new BoxShape([5, 0.5, 5]), type: 'static', position: [0, -0.5, 0] });
  const lower = world.add({ shape: box, position: [0, 0.5, 0] });
  const upper = world.add({ shape: box, position: [0, 1.5, 0] });
  const steps = (count: number, ended: number[][] = []) => {
    for (let n = 0; n < count; n++) {
      world.step(1 / 60);
      ended.push(...world.events.ended);
    }
    return ended;
  };
  steps(120);
  bodyChange(world, lower, name === 'enabled' ? { enabled: false } : { type: 'static' });
  const ended = steps(120);
  expect(ended).toEqual(
    name === 'enabled'
      ? [
          [floor, lower],
          [lower, upper],
        ]
      : [[floor, lower]],
  );
  expect([...world.events.touching]).toEqual([name === 'enabled' ? [floor, upper] : [lower, upper]]);
});
