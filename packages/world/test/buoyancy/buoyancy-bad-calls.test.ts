import { SphereShape } from '@colide/geometry';
import {
  callBadly,
  type MethodTable,
  numberArgument,
  objectArgument,
  outArgument,
  vectorArgument,
} from '@colide/testing';
import { Buoyancy, type BuoyancyOptions, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const water = new Buoyancy();
const world = new World({ parts: [water] });
world.add({ shape: new SphereShape(0.5), position: [0, -0.2, 0] });
for (let n = 0; n < 3; n++) world.step(1 / 60);

const state = () => [world.snapshot(), water.level];

const table: MethodTable<Buoyancy> = {
  setLevel: [numberArgument('level', 0, { isSigned: true })],
  setFlow: [vectorArgument('flow', [0, 0, 0])],
  submerged: [numberArgument('body', 0, { isInteger: true })],
  step: [objectArgument('world', () => world, [water]), numberArgument('dt', 1 / 60, { also: [0] })],
  removed: [numberArgument('body', 5, { isInteger: true })],
  save: [outArgument('out', water.stateLength)],
  load: [{ ...outArgument('from', water.stateLength), good: () => new Float64Array(water.stateLength) }],
};

describe('bad calls of water', () => {
  for (const [method, row] of Object.entries(table))
    it(`${method} are refused by name, and nothing changes`, async () => {
      const { calls, wrong } = await callBadly(water, method, row as never, state);
      expect(wrong).toEqual([]);
      expect(calls).toBeGreaterThan(4);
    });

  it('of the constructor are refused by name', () => {
    for (const bad of [null, 1, 'a']) expect(() => new Buoyancy(bad as never)).toThrow(/options/);
    const rows: [keyof BuoyancyOptions, readonly unknown[]][] = [
      ['level', [null, NaN, Infinity, '1']],
      ['up', [null, [0, 0, 0], [1, NaN, 0]]],
      ['density', [null, 0, -1, NaN]],
      ['linearDrag', [null, -1, NaN]],
      ['angularDrag', [null, -1, NaN]],
      ['dragCoefficient', [null, -1, NaN]],
      ['flow', [null, [1], [0, 0, NaN]]],
      ['bounds', [null, 1, [0, 0, 0], [0, 0, 0, -1, 0, 0], [0, 0, 0, NaN, 1, 1]]],
    ];
    for (const [name, values] of rows)
      for (const value of values)
        expect(() => new Buoyancy({ [name]: value } as never), `${name} ${value}`).toThrow(
          new RegExp(`^${name}`),
        );
  });
});
