/** A mesh without triangles was refused with "must form a closed surface: no faults", which helps nobody. */
import { convexDecomposition } from '@colide/geometry';
import { expect, it } from 'vitest';

it('names the empty index array', () => {
  expect(() => convexDecomposition([], [])).toThrow(/indices must have at least 3 elements, got 0/);
});
