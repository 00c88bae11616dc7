/** The bulk forms give what the records give, check their arguments and allocate nothing. */
import {
  aabbBulkFit,
  aabbBulkOverlap,
  aabbBulkQuery,
  aabbBulkTransform,
  aabbBulkUnion,
  aabbFromPoints,
  aabbOverlap,
  aabbTransform,
  capsuleBulkFit,
  capsuleBulkOverlap,
  capsuleBulkQuery,
  capsuleBulkTransform,
  capsuleOverlap,
  capsuleTransform,
  kdopBulkFit,
  kdopBulkOverlap,
  kdopBulkQuery,
  kdopBulkTransform,
  kdopDirections,
  kdopFromPoints,
  kdopFromPosedPoints,
  kdopOverlap,
  obbBulkFit,
  obbBulkOverlap,
  obbBulkQuery,
  obbBulkTransform,
  obbFromPointsPca,
  obbOverlap,
  obbTransform,
  sphereBulkFit,
  sphereBulkOverlap,
  sphereBulkQuery,
  sphereBulkTransform,
  sphereFromPoints,
  sphereFromPointsRitter,
  sphereOverlap,
  sphereTransform,
} from '@colide/bounds';
import { IdList } from '@colide/core';
import { Random } from '@colide/math';
import { expectHitRate, expectNoAllocation } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const n = 500;
const perBody = 10;
const d18 = kdopDirections(18);

/** n bodies of ten points each near the origin, and n poses. */
function makeBodies(seed: number) {
  const random = new Random(seed);
  const points = new Float64Array(3 * n * perBody).map(() => random.uniform(-1, 1));
  const starts = Uint32Array.from({ length: n + 1 }, (_, i) => i * perBody);
  const positions = new Float64Array(3 * n).map(() => random.uniform(-1.7, 1.7));
  const rotations = new Float64Array(4 * n);
  const q: [number, number, number, number] = [0, 0, 0, 1];
  for (let i = 0; i < n; i++) rotations.set(random.rotation(q), 4 * i);
  return { points, starts, positions, rotations };
}

const bodies = makeBodies(81);
const others = makeBodies(82);
type Bodies = typeof bodies;

interface Kind {
  size: number;
  fit(out: Float64Array, b: Bodies): number;
  fitOne(out: Float64Array, points: Float64Array): unknown;
  transform(out: Float64Array, local: Float64Array, b: Bodies): void;
  transformOne(out: Float64Array, local: Float64Array, points: Float64Array, p: never, q: never): unknown;
  overlap(out: Uint8Array, a: Float64Array, b: Float64Array, count: number): number;
  overlapOne(a: Float64Array, b: Float64Array): boolean;
  query(out: IdList, all: Float64Array, count: number, one: Float64Array): number;
}

const kinds: [string, Kind][] = [
  [
    'aabb',
    {
      size: 6,
      fit: (out, b) => aabbBulkFit(out, b.points, b.starts),
      fitOne: aabbFromPoints,
      transform: (out, local, b) => aabbBulkTransform(out, local, b.positions, b.rotations, n),
      transformOne: (out, local, _, p, q) => aabbTransform(out, local, p, q),
      overlap: aabbBulkOverlap,
      overlapOne: aabbOverlap,
      query: aabbBulkQuery,
    },
  ],
  [
    'sphere',
    {
      size: 4,
      fit: (out, b) => sphereBulkFit(out, b.points, b.starts),
      fitOne: sphereFromPointsRitter,
      transform: (out, local, b) => sphereBulkTransform(out, local, b.positions, b.rotations, n),
      transformOne: (out, local, _, p, q) => sphereTransform(out, local, p, q),
      overlap: sphereBulkOverlap,
      overlapOne: sphereOverlap,
      query: sphereBulkQuery,
    },
  ],
  [
    'obb',
    {
      size: 15,
      fit: (out, b) => obbBulkFit(out, b.points, b.starts),
      fitOne: obbFromPointsPca,
      transform: (out, local, b) => obbBulkTransform(out, local, b.positions, b.rotations, n),
      transformOne: (out, local, _, p, q) => obbTransform(out, local, p, q),
      overlap: obbBulkOverlap,
      overlapOne: obbOverlap,
      query: obbBulkQuery,
    },
  ],
  [
    'capsule',
    {
      size: 7,
      fit: (out, b) => capsuleBulkFit(out, b.points, b.starts),
      fitOne: (out, points) => capsuleBulkFit(out, points, [0, points.length / 3]),
      transform: (out, local, b) => capsuleBulkTransform(out, local, b.positions, b.rotations, n),
      transformOne: (out, local, _, p, q) => capsuleTransform(out, local, p, q),
      overlap: capsuleBulkOverlap,
      overlapOne: capsuleOverlap,
      query: capsuleBulkQuery,
    },
  ],
  [
    'k-DOP',
    {
      size: 18,
      fit: (out, b) => kdopBulkFit(out, d18, b.points, b.starts),
      fitOne: (out, points) => kdopFromPoints(out, d18, points),
      transform: (out, _, b) => kdopBulkTransform(out, d18, b.points, b.starts, b.positions, b.rotations),
      transformOne: (out, _, points, p, q) => kdopFromPosedPoints(out, d18, points, p, q),
      overlap: (out, a, b, count) => kdopBulkOverlap(out, 18, a, b, count),
      overlapOne: kdopOverlap,
      query: kdopBulkQuery,
    },
  ],
];

describe.each(kinds)('%s in bulk', (_, kind) => {
  const { size } = kind;
  const local = new Float64Array(size * n);
  const a = new Float64Array(size * n);
  const b = new Float64Array(size * n);
  const hits = new Uint8Array(n);
  const ids = new IdList(n);
  kind.fit(local, bodies);
  kind.transform(a, local, bodies);
  const otherLocal = new Float64Array(size * n);
  kind.fit(otherLocal, others);
  kind.transform(b, otherLocal, others);

  it('agrees with the records', () => {
    const one = new Float64Array(size);
    for (let i = 0; i < n; i++) {
      const points = bodies.points.slice(3 * perBody * i, 3 * perBody * (i + 1));
      kind.fitOne(one, points);
      expect([...local.subarray(size * i, size * (i + 1))]).toEqual([...one]);
      const p = bodies.positions.slice(3 * i, 3 * i + 3) as never;
      const q = bodies.rotations.slice(4 * i, 4 * i + 4) as never;
      kind.transformOne(one, local.slice(size * i, size * (i + 1)), points, p, q);
      for (let k = 0; k < size; k++) expect(a[size * i + k]).toBeCloseTo(one[k], 12);
    }
    // Every box with one fixed box, so that far and near pairs occur.
    const count = kind.overlap(hits, a, b, n);
    let expected = 0;
    for (let i = 0; i < n; i++) {
      const hit = kind.overlapOne(a.slice(size * i, size * (i + 1)), b.slice(size * i, size * (i + 1)));
      expect(hits[i]).toBe(hit ? 1 : 0);
      if (hit) expected++;
    }
    expect(count).toBe(expected);
    expectHitRate(count, n, 0.2, 0.97);
    ids.clear();
    const probe = b.slice(0, size);
    expect(kind.query(ids, a, n, probe)).toBe(ids.count);
    const oracle: number[] = [];
    for (let i = 0; i < n; i++) if (kind.overlapOne(a.slice(size * i, size * (i + 1)), probe)) oracle.push(i);
    expect(ids.toArray()).toEqual(oracle);
  });

  it('names what is missing', () => {
    expect(() => kind.fit(new Float64Array(size * n - 1), bodies)).toThrow(/out/);
    expect(() => kind.fit(local, { ...bodies, starts: Uint32Array.of(0, 3, 3) })).toThrow(/starts\[2\]/);
    expect(() => kind.fit(local, { ...bodies, starts: Uint32Array.of(0, 1e6) })).toThrow(/starts\[1\]/);
    const bad = bodies.points.slice();
    bad[7] = Number.NaN;
    expect(() => kind.fit(local.slice(), { ...bodies, points: bad })).toThrow(/points\[7\]/);
    expect(() => kind.overlap(hits, a.slice(0, size), b, 2)).toThrow(/a must have/);
    expect(() => kind.overlap(hits, a, b, -1)).toThrow(/count/);
    expect(() => kind.overlap(new Uint8Array(1), a, b, 2)).toThrow(/out/);
    expect(() => kind.query(ids, a.slice(0, size), 2, b)).toThrow();
  });

  // The test runner calls imported functions through module objects, which keeps some from being inlined;
  // fractional arguments are then boxed. A record for every volume would be many times that.
  it('allocates nothing but boxed numbers in steady state', () => {
    const probe = b.slice(0, size);
    expectNoAllocation(
      () => {
        kind.fit(local, bodies);
        kind.transform(a, local, bodies);
        kind.overlap(hits, a, b, n);
        ids.clear();
        kind.query(ids, a, n, probe);
      },
      { warmUp: 500, boxedNumbers: 12 * n },
    );
  });
});

describe('whole sets', () => {
  it('union of boxes', () => {
    const out = new Float64Array(6);
    const boxes = Float64Array.of(0, 0, 0, 1, 1, 1, -2, 3, 0.5, 0, 4, 9);
    expect(aabbBulkUnion(out, boxes, 2)).toEqual(Float64Array.of(...[-2, 0, 0, 1, 4, 9]));
    expect(aabbBulkUnion(out, boxes, 0)[0]).toBe(Infinity);
    expect(() => aabbBulkUnion(out, boxes, 3)).toThrow(/boxes/);
  });

  it('smallest ball without allocation but a few boxed numbers', () => {
    const sphere = new Float64Array(4);
    expectNoAllocation(() => sphereFromPoints(sphere, bodies.points), { boxedNumbers: 400, warmUp: 500 });
  });
});
