/**
 * Rules and histories that go on to another world, and rules that ignore what a ball touches first: found by
 * review. The ball fell through the floor, the history restored the first world, and the rule of a body that
 * was gone held for its successor.
 */
import { BoxShape, SphereShape } from '@colide/geometry';
import { BodyHistory, ContactRules, World, worldLoad, worldSave } from '@colide/world';
import { expect, it } from 'vitest';

const floor = { shape: new BoxShape([10, 0.5, 10]), type: 'static', position: [0, -0.5, 0] } as const;

it('a ball rests on the floor under a body that a rule ignores', () => {
  let ghost = -1;
  const world = new World({ solver: new ContactRules({ filter: (a, b) => a !== ghost && b !== ghost }) });
  world.add(floor);
  const half = (1.5 * Math.PI) / 180;
  const rotation = [0, 0, Math.sin(half), Math.cos(half)] as const;
  ghost = world.add({ shape: new BoxShape([3, 1, 3]), type: 'static', position: [0, -0.4, 0], rotation });
  const ball = world.add({ shape: new SphereShape(0.5), position: [0.1, 2, 0] });
  for (let i = 0; i < 120; i++) world.step(1 / 60);
  expect(world.bodies.positions[3 * ball + 1]).toBeCloseTo(0.5, 2);
});

it('a history restores the world that it serves now', () => {
  const history = new BodyHistory();
  const first = new World({ parts: [history] });
  first.add({ shape: new SphereShape(1), position: [0, 5, 0] });
  first.snapshot();
  const second = worldLoad(worldSave(first), { parts: [history] });
  const snapshot = second.snapshot();
  for (let i = 0; i < 60; i++) second.step(1 / 60);
  second.restore(snapshot);
  expect(second.bodies.positions[1]).toBe(5);
});

it('the rule of a body that is gone does not hold for that of the next world', () => {
  const rules = new ContactRules();
  const first = new World({ solver: rules });
  rules.setOneWay(first.add(floor), [0, -1, 0]);
  first.dispose();
  const second = new World({ solver: rules });
  second.add(floor);
  const box = second.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 1, 0] });
  for (let i = 0; i < 120; i++) second.step(1 / 60);
  expect(second.bodies.positions[3 * box + 1]).toBeCloseTo(0.5, 2);
});
