/** Heights in the plane: what changes nothing wakes nothing, lifts leave less room, removal is undone. */
import { BoxShape2d, HalfPlane2d } from '@colide/geometry';
import { bodyMoveTo2d, Character2d, World2d, WorldRollback2d, worldExtras2d } from '@colide/world2d';
import { expect, it } from 'vitest';

const dt = 1 / 60;

it('lets bodies beside a character sleep that is given its height in every step', () => {
  const world = new World2d();
  world.add({ shape: new HalfPlane2d() });
  const character = new Character2d(world, { position: [0, 0.9] });
  const box = world.add({ shape: new BoxShape2d([0.3, 0.3]), position: [0.61, 0.3] });
  for (let n = 0; n < 120; n++) {
    character.move([0, -0.01], dt);
    expect(character.setHeight(1.8)).toBe(true);
    world.step(dt);
  }
  expect(world.bodies.asleep[box]).toBe(1);
});

it('finds no room where a lift has taken a character since its last move', () => {
  const world = new World2d();
  const lift = world.add({ shape: new BoxShape2d([1, 0.5]), type: 'kinematic', position: [0, -0.5] });
  world.add({ shape: new BoxShape2d([2, 0.1]), type: 'static', position: [0, 3.1] });
  const character = new Character2d(world, { position: [0, 0.9] });
  character.setHeight(1);
  let feet = 0;
  for (let n = 1; feet < 1.25; n++) {
    bodyMoveTo2d(world, lift, [0, -0.5 + 0.07 * n], 0, dt);
    character.move([0, -0.01], dt);
    world.step(dt);
    feet = (world.bodies.positions[2 * character.body + 1] ?? 0) - 0.5;
  }
  expect(feet).toBeCloseTo(1.26, 6);
  expect(character.position[1]).toBeCloseTo(1.69, 6);
  expect(character.setHeight(1.8)).toBe(false);
  expect(character.setHeight(1.7)).toBe(true);
});

it('has its height again when a rollback brings it back, whichever is restored first', () => {
  const world = new World2d(worldExtras2d);
  world.add({ shape: new HalfPlane2d() });
  const rollback = new WorldRollback2d(world);
  const character = new Character2d(world, { position: [0, 0.9] });
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
