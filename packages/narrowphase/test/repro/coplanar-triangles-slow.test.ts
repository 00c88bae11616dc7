/**
 * Coplanar triangles went through 324 exact orientations, over a hundred times the cost of others: walls and
 * floors of a mesh against themselves took minutes.
 */
import { Random } from '@colide/math';
import { triangleTriangle } from '@colide/narrowphase';
import { exactTrianglesMeet } from '@colide/testing';
import { expect, it } from 'vitest';

/** Triangles on a floor; `rise` lifts their vertices off it. */
function makeFloor(count: number, rise: number): Float64Array[] {
  const random = new Random(1);
  return Array.from({ length: count }, () => {
    const [x, z] = [random.integer(6), random.integer(6)];
    const corner = () => [
      x + random.uniform(-1, 1),
      0.3 + random.uniform(-rise, rise),
      z + random.uniform(-1, 1),
    ];
    return Float64Array.from([...corner(), ...corner(), ...corner()]);
  });
}

/** The least time of five for all pairs. */
function timeOf(triangles: Float64Array[]): number {
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    for (const a of triangles) for (const b of triangles) triangleTriangle(a, b);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

it('takes at most a few times as long for a floor as for triangles that cross', () => {
  expect(timeOf(makeFloor(60, 0)) / timeOf(makeFloor(60, 1))).toBeLessThan(25);
});

it('is exact for triangles in one plane, level and tilted, with and without area', () => {
  const random = new Random(4);
  let hits = 0;
  const count = 600;
  for (let i = 0; i < count; i++) {
    const triangle = () =>
      Float64Array.from(
        [0, 1, 2].flatMap(() => {
          const [u, v] = [random.integer(5) / 3, i % 5 === 4 ? 0 : random.integer(5) / 7];
          return [
            [u, 0.1, v + 1],
            [u, u, v],
            [v + 0.3, u, u + 1e-3],
            [u, v, 0.7],
          ][i % 4];
        }),
      );
    const [a, b] = [triangle(), triangle()];
    const expected = exactTrianglesMeet(a, b);
    if (triangleTriangle(a, b) !== expected) expect.fail(`case ${i}: expected ${expected} for ${a} and ${b}`);
    if (expected) hits++;
  }
  expect(hits / count).toBeGreaterThan(0.2);
  expect(hits / count).toBeLessThan(0.9);
});
