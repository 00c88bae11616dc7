/** Characters that crouch and stand up: their feet stay, and they stand up only where there is room. */
import { BoxShape, type CapsuleShape, HalfSpace } from '@colide/geometry';
import {
  bodyMoveTo,
  Character,
  type CharacterOptions,
  ContactRules,
  createWorldHit,
  World,
  WorldQueries,
  WorldRollback,
  worldLoad,
  worldSave,
} from '@colide/world';
import { describe, expect, it } from 'vitest';
import { type Walker, walk } from '../support/walk.ts';

const dt = 1 / 60;

function create(options: CharacterOptions = {}, world = new World()): Walker {
  world.add({ shape: new HalfSpace() });
  const character = new Character(world, { position: [0, 0.9, 0], ...options });
  walk({ world, character, vertical: 0 }, [0, 0], 2);
  return { world, character, vertical: 0 };
}

/** A ceiling from x = 1 to 5, with its lower side at a height. */
function ceiling(world: World, height: number): number {
  return world.add({ shape: new BoxShape([2, 0.1, 2]), type: 'static', position: [3, height + 0.1, 0] });
}

const feetOf = ({ character, world }: Walker) => {
  const position = [0, 0, 0];
  world.getPose(position, [0, 0, 0, 1], character.body);
  return [character.position[1], position[1]].map(y => y - 0.5 * character.height);
};

describe('a character that crouches', () => {
  it('keeps its feet on the ground and has a lower body', () => {
    const walker = create();
    const { world, character } = walker;
    const queries = new WorldQueries(world);
    const hit = createWorldHit();
    const rayAt = (y: number) => queries.raycast(hit, [-2, y, 0], [1, 0, 0], 4);
    expect(character.height).toBe(1.8);
    expect(character.setHeight(1)).toBe(true);
    expect(character.height).toBe(1);
    for (const y of feetOf(walker)) expect(y).toBeCloseTo(0, 6);
    expect(rayAt(1.1)).toBe(Number.POSITIVE_INFINITY);
    expect(rayAt(0.5)).toBeCloseTo(1.7, 6);
    expect(character.isGrounded).toBe(true);
    walk(walker, [2, 0], 60);
    for (const y of feetOf(walker)) expect(y).toBeCloseTo(0, 6);
    expect(character.position[0]).toBeCloseTo(2, 6);
    expect(character.setHeight(1.8)).toBe(true);
    for (const y of feetOf(walker)) expect(y).toBeCloseTo(0, 6);
    walk(walker, [0, 0], 3);
    expect(character.position[1]).toBeCloseTo(0.9, 6);
    expect(() => character.setHeight(0.5)).toThrow('height must be from 0.6');
    expect(() => character.setHeight(Number.NaN)).toThrow('height');
    character.remove();
    expect(() => character.setHeight(1)).toThrow('the character was removed');
  });

  it('passes below a ceiling, and stands up only behind it', () => {
    const walker = create();
    const { world, character } = walker;
    ceiling(world, 1.2);
    walk(walker, [2, 0], 60);
    expect(character.position[0]).toBeLessThan(1);
    character.setHeight(1);
    walk(walker, [2, 0], 60);
    expect(character.position[0]).toBeGreaterThan(2);
    const before = [...new Uint8Array(world.snapshot())];
    const { body } = character;
    const { shape } = world.table.builds[body]!;
    expect(character.setHeight(1.8)).toBe(false);
    expect(character.height).toBe(1);
    expect(world.table.builds[body]!.shape).toBe(shape);
    expect([...new Uint8Array(world.snapshot())]).toEqual(before);
    expect(character.setHeight(1.15)).toBe(true);
    walk(walker, [2, 0], 90);
    expect(character.position[0]).toBeGreaterThan(5);
    expect(character.setHeight(1.8)).toBe(true);
  });

  it('stands up along its own upward direction, on a lift that rises, in the air', () => {
    const side = new World({ gravity: [-9.81, 0, 0] });
    side.add({ shape: new HalfSpace([1, 0, 0]) });
    const lying = new Character(side, { up: [1, 0, 0], position: [0.9, 0, 0] });
    lying.setHeight(1);
    expect([...lying.position].map(x => Number(x.toFixed(9)))).toEqual([0.5, 0, 0]);

    const world = new World();
    const lift = world.add({ shape: new BoxShape([1, 0.5, 1]), type: 'kinematic', position: [0, -0.5, 0] });
    const walker: Walker = { world, character: new Character(world, { position: [0, 0.9, 0] }), vertical: 0 };
    const { character } = walker;
    for (let n = 0; n < 60; n++) {
      bodyMoveTo(world, lift, [0, -0.5 + 0.02 * (n + 1), 0], undefined, dt);
      if (n === 20) character.setHeight(1);
      if (n === 40) expect(character.setHeight(1.8)).toBe(true);
      walk(walker, [0, 0], 1);
      const position = [0, 0, 0];
      world.getPose(position, [0, 0, 0, 1], character.body);
      if (n > 2) expect(position[1] - 0.5 * character.height).toBeCloseTo(0.02 * (n + 1), 6);
    }
    character.teleport([9, 9, 0]);
    expect(character.setHeight(0.6)).toBe(true);
    expect((world.table.builds[character.body]!.shape as CapsuleShape).halfHeight).toBe(0);
    expect(character.isGrounded).toBe(false);
  });

  it('stands up through what its rules let it pass', () => {
    const rules = new ContactRules();
    const walker = create({ rules }, new World({ solver: rules }));
    const { character, world } = walker;
    character.setHeight(1);
    const low = world.add({ shape: new BoxShape([2, 0.1, 2]), type: 'static', position: [0, 1.4, 0] });
    expect(character.setHeight(1.8)).toBe(false);
    rules.setOneWay(low, [0, 1, 0]);
    expect(character.setHeight(1.8)).toBe(true);
  });
});

describe('a saved character that crouches', () => {
  const play = ({ world, character }: Walker, from: number, to: number) => {
    const walker = { world, character, vertical: 0 };
    for (let n = from; n < to; n++) {
      if (n % 50 === 20) character.setHeight(1);
      if (n % 50 === 40) character.setHeight(1.8);
      walk(walker, [Math.round(n / 30) % 2 ? -1 : 2, 0.1], 1);
    }
    return [...character.position, character.height, ...world.bodies.positions];
  };
  const scene = () => {
    const walker = create();
    ceiling(walker.world, 1.25);
    walker.world.add({ shape: new BoxShape([0.3, 0.3, 0.3]), position: [1, 0.3, 0.2], mass: 20 });
    return walker;
  };

  for (const at of [10, 30, 45])
    it(`goes on with the same bits after a rollback to step ${at}`, () => {
      const walker = scene();
      const { world, character } = walker;
      const rollback = new WorldRollback(world);
      play(walker, 0, at);
      const saved = rollback.save();
      const state = new Float64Array(character.stateLength);
      character.save(state);
      const end = play(walker, at, 130);
      for (const worldFirst of [true, false]) {
        if (worldFirst) rollback.restore(saved);
        character.load(state);
        if (!worldFirst) rollback.restore(saved);
        expect(play(walker, at, 130)).toEqual(end);
      }
    });

  it('is loaded at the height at which it was saved', () => {
    const walker = scene();
    play(walker, 0, 30);
    const state = new Float64Array(walker.character.stateLength);
    walker.character.save(state);
    const bytes = worldSave(walker.world);
    const world = worldLoad(bytes);
    const character = new Character(world, { body: walker.character.body });
    expect(character.height).toBeCloseTo(1, 9);
    character.load(state);
    expect(character.height).toBe(1);
    const positions = ({ world, character }: Walker) =>
      [...character.position].concat(
        [...world.ids()].flatMap(id => [...world.bodies.positions.slice(3 * id, 3 * id + 3)]),
      );
    play(walker, 30, 130);
    const loaded = { world, character, vertical: 0 };
    play(loaded, 30, 130);
    expect(positions(loaded)).toEqual(positions(walker));
    state[21] = 0.1;
    expect(() => character.load(state)).toThrow('from[21] must be from 0.6');
  });
});
