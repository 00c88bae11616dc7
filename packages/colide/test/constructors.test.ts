/**
 * All classes that `colide` exports, and the functions of it that are called now and then, refuse a bad first
 * argument by an error of their own, which names it: no property of `undefined` is read on the way. Kernels,
 * which are called in loops, check nothing.
 */
import { expect, it } from 'vitest';
import * as colide from '../src/index.ts';

type Constructor = new (argument: unknown) => unknown;

const bad: readonly unknown[] = [
  null,
  'x',
  5,
  true,
  () => 1,
  {},
  [],
  [1, 2, 3],
  [{ x: 0, y: 0, z: 0 }],
  new Float64Array(9),
  { vertices: [0, 0, 0] },
];

/** Messages of engines about values that were not checked. */
const unnamed =
  /^Cannot |is not (a function|iterable|a constructor|defined)|^Invalid|^Illegal|^The first argument/;

/** Made by other classes, which have checked what they pass on. */
const made = ['BoxIds', 'ColoredSoftShare', 'PosedShape2d', 'SoftBody', 'SoftBody2d'];

const isClass = (value: unknown): value is Constructor =>
  typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));

const classes = Object.entries<unknown>(colide).filter(
  (entry): entry is [string, Constructor] => isClass(entry[1]) && !made.includes(entry[0]),
);

/** The error that `new make(argument)` throws; none where that is a good argument. */
function refusal(make: Constructor, argument: unknown): string | undefined {
  try {
    new make(argument);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

it('names what constructors cannot use', () => {
  expect(classes.length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const [name, make] of classes) {
    for (const argument of make.length > 0 ? [undefined, ...bad] : bad) {
      const message = refusal(make, argument);
      if (message !== undefined && unnamed.test(message)) found.push(`${name}(${argument}): ${message}`);
    }
  }
  expect(found).toEqual([]);
});

it('names what functions that are called now and then cannot use', () => {
  const makers: readonly ((argument: never) => unknown)[] = [
    argument => colide.bodyChange(argument, 0, {}),
    argument => colide.bodyMoveTo(argument, 0, [0, 0, 0], undefined, 1),
    argument => colide.bodyVelocityAt([0, 0, 0], argument, 0, [0, 0, 0]),
    colide.chooseBroadPhase,
    argument => colide.createLatticeBox(argument, 1),
    colide.decodeShape,
    colide.decodeShape2d,
    colide.encodeShape,
    colide.encodeShape2d,
    colide.solidBox,
    argument => colide.shapeScale(argument, 2),
    argument => colide.shapeScale(new colide.SphereShape(1), argument),
    colide.terrainField,
    colide.worldMemory,
    colide.worldSave,
    colide.writePly,
    colide.writeStl,
  ];
  const found: string[] = [];
  for (const make of makers) {
    for (const argument of bad) {
      try {
        make(argument as never);
      } catch (error) {
        const { message } = error as Error;
        if (unnamed.test(message)) found.push(`${make}(${argument}): ${message}`);
      }
    }
  }
  expect(found).toEqual([]);
});

it('says how a hull is made of points', () => {
  expect(() => new colide.HullShape([0, 0, 0, 1, 0, 0] as never)).toThrow(/quickHull\(points\)/);
});
