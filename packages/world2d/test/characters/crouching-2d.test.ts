/** Planar characters that crouch: their feet stay, and they stand up only where there is room. */
import { BoxShape2d, HalfPlane2d } from '@colide/geometry';
import {
  Character2d,
  type CharacterOptions2d,
  ContactRules2d,
  createWorldHit2d,
  World2d,
  WorldQueries2d,
  WorldRollback2d,
  worldExtras2d,
  worldLoad2d,
  worldSave2d,
} from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { type Walker2d, walk2d } from '../support/walk.ts';

function create(options: CharacterOptions2d = {}, world = new World2d(worldExtras2d)): Walker2d {
  world.add({ shape: new HalfPlane2d() });
  const walker = {
    world,
    character: new Character2d(world, { position: [0, 0.9], ...options }),
    vertical: 0,
  };
  walk2d(walker, 0, 2);
  return walker;
}

/** A ceiling from x = 1 to 5, with its lower side at a height. */
function ceiling(world: World2d, height: number): number {
  return world.add({ shape: new BoxShape2d([2, 0.1]), type: 'static', position: [3, height + 0.1] });
}

const feetOf = ({ character, world }: Walker2d) =>
  [character.position[1], world.bodies.positions[2 * character.body + 1]].map(
    y => y - 0.5 * character.height,
  );

describe('a planar character that crouches', () => {
  it('keeps its feet on the ground, has a lower body, and passes below a ceiling', () => {
    const walker = create();
    const { world, character } = walker;
    const queries = new WorldQueries2d(world);
    const hit = createWorldHit2d();
    expect(character.height).toBe(1.8);
    ceiling(world, 1.2);
    walk2d(walker, 2, 60);
    expect(character.position[0]).toBeLessThan(1);
    expect(character.setHeight(1)).toBe(true);
    for (const y of feetOf(walker)) expect(y).toBeCloseTo(0, 6);
    expect(queries.raycast(hit, [-2, 1.1], [1, 0], 2.9)).toBe(Number.POSITIVE_INFINITY);
    expect(queries.raycast(hit, [-2, 0.5], [1, 0], 2.9)).toBeLessThan(2.9);
    walk2d(walker, 2, 60);
    expect(character.position[0]).toBeGreaterThan(2);
    const before = [...new Uint8Array(world.snapshot())];
    expect(character.setHeight(1.8)).toBe(false);
    expect(character.height).toBe(1);
    expect([...new Uint8Array(world.snapshot())]).toEqual(before);
    walk2d(walker, 2, 90);
    expect(character.setHeight(1.8)).toBe(true);
    walk2d(walker, 0, 3);
    expect(character.position[1]).toBeCloseTo(0.9, 6);
    for (const y of feetOf(walker)) expect(y).toBeCloseTo(0, 6);
    expect(() => character.setHeight(0.5)).toThrow('height must be from 0.6');
  });

  it('stands up through what its rules let it pass', () => {
    const rules = new ContactRules2d();
    const { character, world } = create({ rules }, new World2d({ solver: rules }));
    character.setHeight(1);
    const low = world.add({ shape: new BoxShape2d([2, 0.1]), type: 'static', position: [0, 1.4] });
    expect(character.setHeight(1.8)).toBe(false);
    rules.setOneWay(low, [0, 1]);
    expect(character.setHeight(1.8)).toBe(true);
  });

  it('goes on with the same bits after a rollback, and is loaded at the height at which it was saved', () => {
    const play = (walker: Walker2d, from: number, to: number) => {
      const { character, world } = walker;
      for (let n = from; n < to; n++) {
        if (n % 50 === 20) character.setHeight(1);
        if (n % 50 === 40) character.setHeight(1.8);
        walk2d(walker, Math.round(n / 30) % 2 ? -1 : 2, 1);
      }
      const ids = [...world.ids()];
      const places = ids.flatMap(id => [...world.bodies.positions.subarray(2 * id, 2 * id + 2)]);
      return [...character.position, character.height, ...places];
    };
    for (const at of [10, 30, 45]) {
      const walker = create();
      const { world, character } = walker;
      ceiling(world, 1.25);
      world.add({ shape: new BoxShape2d([0.3, 0.3]), position: [1, 0.3], mass: 20 });
      const rollback = new WorldRollback2d(world);
      play(walker, 0, at);
      walker.vertical = 0;
      const saved = rollback.save();
      const bytes = worldSave2d(world);
      const state = new Float64Array(character.stateLength);
      character.save(state);
      const end = play(walker, at, 130);
      rollback.restore(saved);
      character.load(state);
      expect(play({ world, character, vertical: 0 }, at, 130)).toEqual(end);
      const copy = worldLoad2d(bytes);
      const other = new Character2d(copy, { body: character.body });
      other.load(state);
      expect(play({ world: copy, character: other, vertical: 0 }, at, 130)).toEqual(end);
    }
  });
});
