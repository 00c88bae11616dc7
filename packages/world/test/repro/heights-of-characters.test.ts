/** Heights of characters: what changes nothing wakes nothing, lifts leave less room, removal is undone. */
import { BoxShape, HalfSpace } from '@colide/geometry';
import { bodyMoveTo, Character, World, WorldRollback } from '@colide/world';
import { expect, it } from 'vitest';

const dt = 1 / 60;

it('lets bodies beside a character sleep that is given its height in every step', () => {
  const world = new World();
  world.add({ shape: new HalfSpace() });
  const character = new Character(world, { position: [0, 0.9, 0] });
  const box = world.add({ shape: new BoxShape([0.3, 0.3, 0.3]), position: [0.61, 0.3, 0] });
  for (let n = 0; n < 120; n++) {
    character.move([0, -0.01, 0], dt);
    expect(character.setHeight(1.8)).toBe(true);
    world.step(dt);
  }
  expect(world.bodies.asleep[box]).toBe(1);
});

it('finds no room where a lift has taken a character since its last move', () => {
  const world = new World();
  const lift = world.add({ shape: new BoxShape([1, 0.5, 1]), type: 'kinematic', position: [0, -0.5, 0] });
  world.add({ shape: new BoxShape([2, 0.1, 2]), type: 'static', position: [0, 3.1, 0] });
  const character = new Character(world, { position: [0, 0.9, 0] });
  character.setHeight(1);
  const position = [0, 0, 0];
  let feet = 0;
  for (let n = 1; feet < 1.25; n++) {
    bodyMoveTo(world, lift, [0, -0.5 + 0.07 * n, 0], undefined, dt);
    character.move([0, -0.01, 0], dt);
    world.step(dt);
    world.getPose(position, [0, 0, 0, 1], character.body);
    feet = (position[1] ?? 0) - 0.5;
  }
  expect(feet).toBeCloseTo(1.26, 6);
  expect(character.position[1]).toBeCloseTo(1.69, 6);
  expect(character.setHeight(1.8)).toBe(false);
  expect(character.setHeight(1.7)).toBe(true);
});

it('has its height again when a rollback brings it back, whichever is restored first', () => {
  const world = new World();
  world.add({ shape: new HalfSpace() });
  const rollback = new WorldRollback(world);
  const character = new Character(world, { position: [0, 0.9, 0] });
  world.step(dt);
  character.setHeight(1);
  const saved = rollback.save();
  const state = new Float64Array(character.stateLength);
  character.save(state);
  character.setHeight(1.8);
  character.remove();
  character.load(state);
  rollback.restore(saved);
  expect(character.height).toBe(1);
  expect(character.setHeight(1.8)).toBe(true);
  expect(character.position[1]).toBeCloseTo(0.9, 9);
});
