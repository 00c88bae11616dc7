import { HalfSpace } from '@colide/geometry';
import { callBadly, type MethodTable, numberArgument, outArgument, vectorArgument } from '@colide/testing';
import { Character, type CharacterOptions, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const world = new World();
world.add({ shape: new HalfSpace() });
const character = new Character(world, { position: [0, 0.9, 0] });
for (let n = 0; n < 5; n++) character.move([0.01, -0.1, 0], 1 / 60);

function saved(): Float64Array {
  const out = new Float64Array(character.stateLength);
  character.save(out);
  return out;
}

const state = () => [world.snapshot(), [...saved()], world.count];

const table: MethodTable<Character> = {
  move: [vectorArgument('displacement', [0.1, 0, 0]), numberArgument('dt', 1 / 60, { also: [0] })],
  teleport: [vectorArgument('position', [0, 2, 0])],
  remove: 'no arguments',
  save: [outArgument('out', character.stateLength)],
  load: [{ ...outArgument('from', character.stateLength), good: saved }],
};

describe('bad calls of a character', () => {
  for (const [method, row] of Object.entries(table)) {
    if (typeof row === 'string') continue;
    it(`${method} are refused by name, and nothing changes`, async () => {
      const { calls, wrong } = await callBadly(character, method, row, state);
      expect(wrong).toEqual([]);
      expect(calls).toBeGreaterThan(4);
    });
  }

  it('of the constructor are refused by name', () => {
    const count = world.count;
    for (const bad of [null, 1, 'a', {}, []]) expect(() => new Character(bad as never)).toThrow(/^world/);
    for (const bad of [null, 1, 'a']) expect(() => new Character(world, bad as never)).toThrow(/options/);
    const rows: [keyof CharacterOptions, readonly unknown[]][] = [
      ['position', [null, 1, [1, 2], [1, 2, NaN], [1e40, 0, 0]]],
      ['radius', [null, 0, -1, NaN, '1']],
      ['height', [null, 0.5, NaN, Infinity, '2']],
      ['up', [null, [0, 0, 0], [1, 2], [NaN, 0, 0]]],
      ['stepHeight', [null, -1, NaN, '1']],
      ['snapDistance', [null, -1, NaN, '1']],
      ['slopeLimit', [null, -1, 1.6, NaN, '1']],
      ['strength', [null, -1, NaN, '1']],
      ['mass', [null, -1, NaN, '1']],
      ['skin', [null, 0, 0.3, -1, NaN, '1']],
      ['group', [null, -1, 1.5, 2 ** 32, '1']],
      ['mask', [null, -1, 1.5, 2 ** 32, '1']],
    ];
    for (const [name, values] of rows)
      for (const value of values)
        expect(() => new Character(world, { [name]: value } as CharacterOptions), `${name} ${value}`).toThrow(
          new RegExp(`^${name}`),
        );
    expect(world.count).toBe(count);
  });
});
