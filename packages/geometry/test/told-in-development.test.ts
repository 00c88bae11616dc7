/** Misspelt names of options are errors in development. */
import { convexDecomposition, HeightField, quickHull, terrainField } from '@colide/geometry';
import { makeTorus } from '@colide/testing';
import { expect, it } from 'vitest';

it('misspelt options are errors', () => {
  const { positions, indices } = makeTorus(8, 6);
  expect(() => quickHull(positions, { triangle: true } as object)).toThrow(
    /^options must not have triangle;/,
  );
  expect(() => convexDecomposition(positions, indices, { parts: 4 } as object)).toThrow(
    /^options must not have parts; there are maxConcavity, maxParts/,
  );
  const grid = { heights: [0, 0, 0, 0], columns: 2, rows: 2 };
  expect(() => new HeightField({ ...grid, cellsize: 2 } as never)).toThrow(
    /^options must not have cellsize;/,
  );
  expect(() => terrainField({ octave: 2 } as object)).toThrow(/^options must not have octave;/);
});
