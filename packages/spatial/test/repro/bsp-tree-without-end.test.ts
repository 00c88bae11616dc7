/**
 * A closed surface that passes through itself everywhere: each plane cut many faces, whose planes cut many in
 * turn, until memory ran out.
 */
import { Random } from '@colide/math';
import { BspTree } from '@colide/spatial';
import { expect, it } from 'vitest';

/** Tetrahedra, closed and oriented alike, that cross each other. */
function makeCrossing(count: number) {
  const random = new Random(2);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [random.next(), random.next(), random.next()];
    positions.push(x, y, z, x + 2, y, z, x, y + 2, z, x, y, z + 2);
    for (const corner of [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]) indices.push(4 * i + corner);
  }
  return { positions, indices };
}

it.each(['faces', 'directions'] as const)('gives up with an error that says why, planes: %s', planes => {
  const { positions, indices } = makeCrossing(150);
  expect(() => new BspTree(positions, indices, { planes })).toThrow(/maxFragments/);
});

it('takes the bound from the caller', () => {
  const { positions, indices } = makeCrossing(2);
  expect(new BspTree(positions, indices).nodeCount).toBeGreaterThan(4);
  expect(() => new BspTree(positions, indices, { maxFragments: 8 })).toThrow(/maxFragments/);
  expect(() => new BspTree(positions, indices, { maxFragments: 0 })).toThrow(/maxFragments/);
});
