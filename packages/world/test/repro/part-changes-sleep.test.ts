import { BoxShape, HalfSpace } from '@colide/geometry';
import { World, type WorldPart } from '@colide/world';
import { expect, it } from 'vitest';

it('a part that only looks on changes no bit', () => {
  const onlooker: WorldPart = { name: 'onlooker', stateLength: 0, step() {}, save() {}, load() {} };
  const states = [[], [onlooker]].map(parts => {
    const world = new World({ parts });
    world.add({ shape: new HalfSpace() });
    for (let i = 0; i < 6; i++)
      world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0.03 * i, 0.6 + 1.1 * i, 0] });
    for (let n = 0; n < 200; n++) world.step(1 / 60);
    const { positions, rotations, restTimes } = world.bodies;
    return [...positions, ...rotations, ...restTimes];
  });
  expect(states[1]).toEqual(states[0]);
});
