/**
 * Seeded pairs of triangles, nine numbers each, that touch, are coplanar or degenerate, or miss each other by
 * one unit in the last place. Coordinates are short binary fractions, so that triangles that should touch do.
 */
import type { Random } from '@colide/math';

/** Two triangles. */
export interface TrianglePair {
  readonly a: Float64Array;
  readonly b: Float64Array;
}

type Point = readonly number[];

/** A point of the grid of quarters in the cube from −4 to 4. */
function gridPoint(random: Random): Point {
  return [0, 1, 2].map(() => (random.integer(33) - 16) / 4);
}

/** The point with weights `w` in sixteenths, which may lie outside of the triangle where one is negative. */
function weighted(corners: readonly Point[], w: readonly number[]): Point {
  return [0, 1, 2].map(k => corners.reduce((sum, corner, i) => sum + (w[i] * corner[k]) / 16, 0));
}

/** Weights that add up to sixteen. */
function weights(random: Random, count: number, least: number): number[] {
  const w = Array.from({ length: count - 1 }, () => least + random.integer(9 - 2 * least));
  return [...w, 16 - w.reduce((sum, x) => sum + x, 0)];
}

function mirror(point: Point, center: Point): Point {
  return point.map((x, k) => 2 * center[k] - x);
}

const makers: Record<string, (random: Random, a: readonly Point[]) => readonly Point[]> = {
  /** Anywhere in the same cube. */
  free: random => [gridPoint(random), gridPoint(random), gridPoint(random)],
  'shared vertex': (random, a) => [a[0], gridPoint(random), gridPoint(random)],
  'shared edge': (random, a) => [a[1], a[0], gridPoint(random)],
  'corner on face': (random, a) => [weighted(a, weights(random, 3, 0)), gridPoint(random), gridPoint(random)],
  'corner on edge': (random, a) => [
    weighted(a.slice(0, 2), weights(random, 2, 0)),
    gridPoint(random),
    gridPoint(random),
  ],
  'edges touch': (random, a) => {
    const meeting = weighted(a.slice(0, 2), weights(random, 2, 0));
    const end = gridPoint(random);
    return [end, mirror(end, meeting), gridPoint(random)];
  },
  coplanar: (random, a) => [0, 1, 2].map(() => weighted(a, weights(random, 3, -8))),
  'in line with an edge': (random, a) => [
    weighted(a.slice(0, 2), weights(random, 2, -16)),
    weighted(a.slice(0, 2), weights(random, 2, -16)),
    gridPoint(random),
  ],
  'parallel plane': (random, a) => {
    const lift = (random.integer(3) - 1) / 4;
    return [0, 1, 2].map(() => weighted(a, weights(random, 3, -8)).map(x => x + lift));
  },
  segment: (random, a) => {
    const through = weighted(a, weights(random, 3, -4));
    const end = gridPoint(random);
    return [end, mirror(end, through), through];
  },
  point: (random, a) => {
    const point = weighted(a, weights(random, 3, -4));
    return [point, point, point];
  },
  sliver: (random, a) => {
    const through = weighted(a, weights(random, 3, -4));
    const end = gridPoint(random);
    return [end, mirror(end, through), end.map(x => x + (random.integer(3) - 1) * 2 ** -30)];
  },
};

/** The kinds of {@link generateTrianglePairs}. */
export const trianglePairKinds: readonly string[] = Object.keys(makers);

/**
 * `n` pairs of one kind. In every third, one coordinate is a unit in the last place off; some are scaled or
 * moved far away, without rounding.
 */
export function generateTrianglePairs(kind: string, n: number, random: Random): TrianglePair[] {
  return Array.from({ length: n }, (_, i) => {
    const first = [gridPoint(random), gridPoint(random), gridPoint(random)];
    // A tenth of the first triangles have no area.
    if (i % 10 === 9) first[2] = weighted(first.slice(0, 2), weights(random, 2, 0));
    const scale = i % 4 === 1 ? 2 ** -20 : i % 4 === 2 ? 2 ** 20 : 1;
    const offset = i % 4 === 3 ? 2 ** 17 : 0;
    const place = (points: readonly Point[]) => Float64Array.from(points.flat(), x => x * scale + offset);
    const a = place(first);
    const b = place(makers[kind](random, first));
    if (i % 3 === 2) b[random.integer(9)] *= 1 + (random.integer(2) === 0 ? 2 ** -52 : -(2 ** -52));
    return { a, b };
  });
}
