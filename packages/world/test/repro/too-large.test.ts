import { BoxShape } from '@colide/geometry';
import { SoftBodies, World } from '@colide/world';
import { expect, it } from 'vitest';

const shape = new BoxShape([0.5, 0.5, 0.5]);
const limit = 1e30;

it('the largest numbers that are accepted do not break a step, larger ones are refused', () => {
  const soft = new SoftBodies();
  const world = new World({ parts: [soft] });
  const cloth = soft.addCloth({ columns: 3, rows: 3, spacing: 0.1, position: [0, 3, 0] });
  const body = world.add({ shape });
  const light = world.add({ shape: new BoxShape([1e-9, 1e-9, 1e-9]), position: [3, 0, 0] });
  const calls: ((x: number) => void)[] = [
    x => world.setPose(body, [x, -x, x]),
    x => world.setVelocity(body, [x, x, -x], [x, -x, x]),
    x => world.applyForce(light, [x, 0, 0], [0, x, 0]),
    x => world.applyImpulse(light, [x, 0, 0], [0, x, 0]),
    x => soft.move(cloth, 0, [x, x, x]),
    x => soft.setVelocity(cloth, [x, x, x]),
  ];
  const before = world.snapshot();
  for (const call of calls) {
    for (const x of [1e31, 1e308]) expect(() => call(x)).toThrow(RangeError);
    expect(world.snapshot()).toEqual(before);
    call(limit);
    for (let n = 0; n < 3; n++) world.step(1 / 60);
    world.restore(before);
  }
  world.gravity[1] = 1e308;
  expect(() => world.step(1 / 60)).toThrow(/gravity/);
  world.gravity[1] = -limit;
  for (let n = 0; n < 3; n++) world.step(1 / 60);
});
