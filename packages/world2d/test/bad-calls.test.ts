import { IdList, PairList } from '@colide/core';
import { BoxShape2d, CircleShape2d, HalfPlane2d } from '@colide/geometry';
import {
  type Argument,
  callBadly,
  type MethodRow,
  type MethodTable,
  numberArgument,
  objectArgument,
  optional,
  settingsArgument,
  vectorArgument,
} from '@colide/testing';
import { createWorldHit2d, World2d, WorldHitList2d, WorldQueries2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';

const world = new World2d();
const queries = new WorldQueries2d(world);
world.add({ shape: new HalfPlane2d() });
world.add({ shape: new BoxShape2d([0.5, 0.5]), position: [0, 0.5] });
world.add({ shape: new CircleShape2d(0.5), position: [2, 0.5] });
for (let n = 0; n < 5; n++) world.step(1 / 60);

const state = () => [world.snapshot(), world.count, [...world.gravity]];

/** A vector of the plane; one with a z too is none of the bad ones. */
const vec2 = (name: string): Argument => {
  const { bad, good } = vectorArgument(name, [1, 2]);
  return {
    name,
    good,
    bad: bad.filter(
      value =>
        !(typeof (value as { x?: unknown } | null)?.x === 'number') ||
        Number.isNaN((value as { x: number }).x),
    ),
  };
};
const flag = (name: string): Argument => ({ name, good: () => true, bad: [null, 0, 1, 'true', NaN, {}, []] });
const filterArgument = () =>
  settingsArgument('filter', () => ({ mask: 1 }), [
    numberArgument('mask', 1, { isOptional: true, isInteger: true, isSigned: true }),
    numberArgument('group', 1, { isOptional: true, isInteger: true, isSigned: true }),
    {
      name: 'except',
      good: () => [1],
      bad: [null, '1', true, {}, 1.5, -2, NaN, Infinity, [1.5], ['1'], [0, -2]],
    },
    { name: 'accepts', good: () => () => true, bad: [null, 1, '1', true, {}, []] },
    flag('sensors'),
  ]).map(optional);
const hit = () => objectArgument('hit', createWorldHit2d, [new WorldHitList2d(), new IdList()]);
const hits = () => objectArgument('out', () => new WorldHitList2d(), [new IdList(), new PairList()]);
const ids = () => objectArgument('out', () => new IdList(), [new WorldHitList2d(), new PairList()]);
const shape = () => objectArgument('shape', () => new BoxShape2d([1, 1]), [new HalfPlane2d(), world]);
const direction = { ...vec2('direction'), bad: [...vec2('direction').bad, [0, 0], [0, -0]] };
const ray = (out: Argument): MethodRow => [
  out,
  vec2('origin'),
  direction,
  numberArgument('maxT', 1, { isOptional: true, isInfinite: true }),
  filterArgument(),
];
const segment = (out: Argument): MethodRow => [
  out,
  vec2('from'),
  { ...vec2('to'), good: () => [3, 4], bad: [...vec2('to').bad, [1, 2]] },
  filterArgument(),
];
const cast = (out: Argument): MethodRow => [out, shape(), vec2('motion'), filterArgument()];
const box: Argument = {
  name: 'box',
  good: () => [0, 0, 1, 1],
  bad: [
    undefined,
    null,
    1,
    'abcd',
    {},
    [],
    [0, 0, 1],
    [0, 0, 1, NaN],
    [0, 0, Infinity, 1],
    [2, 0, 1, 1],
    [0, 2, 1, 1],
  ],
};

const table: MethodTable<WorldQueries2d> = {
  raycast: ray(hit()),
  raycastEvery: ray(hits()),
  segmentcast: segment(hit()),
  segmentcastEvery: segment(hits()),
  shapecast: cast(hit()),
  shapecastEvery: cast(hits()),
  overlap: [ids(), shape(), filterArgument()],
  overlapBox: [ids(), box, filterArgument()],
  overlapPoint: [ids(), vec2('point'), filterArgument()],
  closest: [hit(), shape(), numberArgument('maxDistance', 1), filterArgument()],
};

describe('bad calls', () => {
  for (const [method, row] of Object.entries(table))
    it(`of WorldQueries2d.${method} are refused by name, and nothing changes`, async () => {
      const { calls, wrong } = await callBadly(queries, method, row as MethodRow, state);
      expect(wrong).toEqual([]);
      expect(calls).toBeGreaterThan(4);
    });

  it('of the constructor of WorldQueries2d are refused', () => {
    for (const bad of [undefined, null, 1, {}, []])
      expect(() => new WorldQueries2d(bad as never)).toThrow(/world/);
  });
});
