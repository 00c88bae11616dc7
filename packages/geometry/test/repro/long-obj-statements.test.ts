/**
 * Continued lines were joined one by one, and ears were cut by copying the polygon: both quadratic, so that a
 * file of a few megabytes took minutes.
 */
import { parseObj } from '@colide/geometry';
import { expect, it } from 'vitest';

/** A comb in the plane z = 0: a tooth for every two corners along the top. */
function comb(corners: number): [number, number][] {
  const points: [number, number][] = [
    [corners, 0],
    [0, 0],
  ].reverse() as [number, number][];
  for (let i = corners - 1; i >= 0; i--) points.push([i + 0.5, i % 2 === 0 ? 2 : 1]);
  return points;
}

it('reads a face of 16 000 corners, each on a line of its own', () => {
  const points = comb(16_000);
  const text = [
    ...points.map(([x, y]) => `v ${x} ${y} 0`),
    'f \\',
    points.map((_, i) => i + 1).join(' \\\n'),
  ].join('\n');
  const { positions, indices } = parseObj(text);
  expect(indices).toHaveLength(3 * (points.length - 2));
  let area = 0;
  let least = Infinity;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    const twice =
      (positions[b] - positions[a]) * (positions[c + 1] - positions[a + 1]) -
      (positions[b + 1] - positions[a + 1]) * (positions[c] - positions[a]);
    area += 0.5 * twice;
    least = Math.min(least, twice);
  }
  let expected = 0;
  points.forEach(([x, y], i) => {
    const [u, v] = points[(i + 1) % points.length];
    expected += 0.5 * (x * v - y * u);
  });
  expect(area).toBeCloseTo(expected, 4);
  expect(least).toBeGreaterThanOrEqual(0);
});

it('ends for a face that names the same vertices again and again', () => {
  const corners = Array.from({ length: 40_000 }, (_, i) => 1 + ((i * i) % 7));
  const vertices = Array.from({ length: 7 }, (_, i) => `v ${i} ${(i * 3) % 7} 0`);
  const { indices } = parseObj(`${vertices.join('\n')}\nf ${corners.join(' ')}`);
  expect(indices).toHaveLength(3 * (corners.length - 2));
});

it('joins a statement of 200 000 lines', () => {
  const text = `v \\\n${' \\\n'.repeat(200_000)}1 2 3\n`;
  expect([...parseObj(text).positions]).toEqual([1, 2, 3]);
});
