import { createObb, obbCorners, obbFromBox, obbOverlap } from '@colide/bounds';
import { HullShape, PolygonShape2d, Posed, Posed2d } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  createSatCache,
  createSatResult,
  createSatResult2d,
  satAxis,
  satHullHull,
  satObbObb,
  satObbTriangle,
  satPolygonPolygon2d,
  satPolygonStart2d,
  satPolygonStep2d,
} from '@colide/narrowphase';
import {
  convexDistanceOracle,
  describeData,
  expectHitRate,
  generateHull,
  generateHullPairs,
  generatePose,
  hullFamilies,
  hullOracle,
  hullPairKinds,
  posePoints,
  readGameHulls,
  readHullPairs,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Quad = [number, number, number, number];
type Triple = [number, number, number];

const out = createSatResult();

/** The normal is a unit vector, and along it the shapes overlap by exactly the depth. */
function checkAxis(a: ArrayLike<number>, b: ArrayLike<number>, tolerance: number, name: string): void {
  const [x, y, z] = out.normal;
  expect(Math.hypot(x, y, z), name).toBeCloseTo(1, 9);
  let maxA = -Infinity;
  let minB = Infinity;
  for (let i = 0; i < a.length; i += 3) maxA = Math.max(maxA, a[i] * x + a[i + 1] * y + a[i + 2] * z);
  for (let i = 0; i < b.length; i += 3) minB = Math.min(minB, b[i] * x + b[i + 1] * y + b[i + 2] * z);
  expect(Math.abs(maxA - minB - out.depth), `${name}: axis and depth`).toBeLessThan(tolerance);
}

function randomBox(random: Random, extent: number): Float64Array {
  const q: Quad = [0, 0, 0, 1];
  random.rotation(q);
  if (random.integer(4) === 0) q.fill(0).fill(1, 3);
  const half: Triple = [random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)];
  const center = [0, 0, 0].map(() => random.uniform(-extent, extent));
  return obbFromBox(createObb(), center, half, q) as Float64Array;
}

describe('satObbObb', () => {
  it('has the depth of the oracle and the verdict of obbOverlap', () => {
    const random = new Random(2);
    let hits = 0;
    const count = 3000;
    for (let k = 0; k < count; k++) {
      const a = randomBox(random, 0.8);
      const b = randomBox(random, 0.8);
      const overlap = satObbObb(out, a, b);
      expect(overlap).toBe(obbOverlap(a, b));
      const p = obbCorners(new Float64Array(24), a);
      const q = obbCorners(new Float64Array(24), b);
      checkAxis(p, q, 1e-9, `case ${k}`);
      if (!overlap) {
        expect(out.depth).toBeLessThan(0);
        continue;
      }
      hits++;
      if (k % 12) continue;
      const { distance } = convexDistanceOracle(hullOracle(p), hullOracle(q));
      expect(Math.abs(out.depth + distance), `case ${k}`).toBeLessThan(1e-8);
    }
    expectHitRate(hits, count);
  });

  it('names the features', () => {
    const a = obbFromBox(createObb(), [0, 0, 0], [1, 1, 1], [0, 0, 0, 1]);
    expect(satObbObb(out, a, obbFromBox(createObb(), [0, 1.9, 0.2], [1, 1, 1], [0, 0, 0, 1]))).toBe(true);
    expect([out.kind, out.featureA, out.featureB]).toEqual([satAxis.faceA, 1, -1]);
    expect(out.depth).toBeCloseTo(0.1, 12);
    expect(Array.from(out.normal)).toEqual([0, 1, 0]);
    const s = Math.SQRT1_2;
    const turned = obbFromBox(
      createObb(),
      [2.4, 0, 0],
      [1, 1, 1],
      [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)],
    );
    expect(satObbObb(out, a, turned)).toBe(true);
    expect(out.depth).toBeCloseTo(1 + 2 * s - 2.4, 12);
    expect(satObbObb(out, a, obbFromBox(createObb(), [2, 0, 0], [1, 1, 1], [0, 0, 0, 1]))).toBe(true);
    expect(out.depth).toBe(0);
    expect(satObbObb(out, a, obbFromBox(createObb(), [2.1, 0, 0], [1, 1, 1], [0, 0, 0, 1]))).toBe(false);
    expect(out.depth).toBeCloseTo(-0.1, 12);
  });
});

describe('satHullHull', () => {
  it.each(hullFamilies)('has the depth of the oracle, and survives its cache: %s', family => {
    const random = new Random(21);
    let hits = 0;
    const count = 32;
    for (let k = 0; k < count; k++) {
      const scale = family === 'tiny' ? 1e-6 : family === 'huge' ? 1e6 : 1;
      const cloudA = generateHull(family, 12, random);
      const cloudB = generateHull(k % 2 ? family : 'cube', 10, random);
      if (k % 2 === 0) for (let i = 0; i < cloudB.length; i++) cloudB[i] *= scale;
      const poseA = generatePose(random, 0.8 * scale);
      const poseB = generatePose(random, 0.8 * scale);
      const a = new Posed(HullShape.fromPoints(cloudA), poseA.position, poseA.rotation);
      const b = new Posed(HullShape.fromPoints(cloudB), poseB.position, poseB.rotation);
      const worldA = posePoints(cloudA, poseA);
      const worldB = posePoints(cloudB, poseB);
      const overlap = satHullHull(out, a, b);
      const { distance } = convexDistanceOracle(hullOracle(worldA), hullOracle(worldB));
      if (Math.abs(distance) > 1e-9 * scale) expect(overlap, `case ${k}`).toBe(distance < 0);
      checkAxis(worldA, worldB, 1e-9 * scale, `case ${k}`);
      if (overlap) {
        hits++;
        expect(Math.abs(out.depth + distance) / scale, `case ${k}`).toBeLessThan(1e-7);
      }
      const { depth } = out;
      const cache = createSatCache();
      for (let round = 0; round < 2; round++) {
        expect(satHullHull(out, a, b, cache)).toBe(overlap);
        expect(Math.abs(out.depth - depth)).toBeLessThan(1e-12 * scale);
        if (round === 1 && !overlap) expect(out.steps).toBe(1);
      }
      // The same pair the other way round has the opposite normal and the same depth.
      expect(satHullHull(out, b, a)).toBe(overlap);
      if (overlap) expect(Math.abs(out.depth - depth)).toBeLessThan(1e-9 * scale);
    }
    expect(hits).toBeGreaterThan(0.1 * count);
    expect(hits).toBeLessThan(0.9 * count);
  });

  it('takes hulls that are not placed, and refuses flat ones', () => {
    const cube = HullShape.fromPoints(
      [0, 1].flatMap(x => [0, 1].flatMap(y => [0, 1].flatMap(z => [x, y, z]))),
    );
    expect(satHullHull(out, cube, new Posed(cube, [0.9, 0.1, 0.2]))).toBe(true);
    expect(out.depth).toBeCloseTo(0.1, 12);
    expect(Array.from(out.normal)).toEqual([1, 0, 0]);
    expect(satHullHull(out, cube, cube)).toBe(true);
    expect(out.depth).toBeCloseTo(1, 12);
    const flat = HullShape.fromPoints([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(() => satHullHull(out, cube, flat)).toThrow('b must be a solid hull');
  });

  it('prunes nearly all pairs of edges', () => {
    const random = new Random(5);
    const a = HullShape.fromPoints(generateHull('rounded', 100, random));
    const b = HullShape.fromPoints(generateHull('rounded', 100, random));
    expect(satHullHull(out, a, new Posed(b, [1, 0.2, 0.1]))).toBe(true);
    const edgePairs = (a.edges.length / 4) * (b.edges.length / 4);
    expect(out.steps - a.faceCount - b.faceCount).toBeLessThan(0.02 * edgePairs);
  });
});

describe('satHullHull on pairs that barely touch', () => {
  it.each(hullPairKinds)('has the verdict and the depth of the oracle: %s', kind => {
    for (const pair of generateHullPairs(kind, 40, new Random(37))) {
      const place = (cloud: Float64Array, pose: typeof pair.poseA) =>
        new Posed(HullShape.fromPoints(cloud), pose.position, pose.rotation);
      const overlap = satHullHull(out, place(pair.cloudA, pair.poseA), place(pair.cloudB, pair.poseB));
      if (Math.abs(pair.distance) > 1e-9 * pair.size) expect(overlap, pair.name).toBe(pair.distance < 0);
      if (pair.distance < 0 && overlap)
        expect(Math.abs(out.depth + pair.distance) / pair.size, pair.name).toBeLessThan(1e-6);
    }
  });
});

describeData('gjk', 'satHullHull on real pairs', () => {
  it('has the verdict on all and the depth of the reference', () => {
    const hulls = readGameHulls();
    const shapes = new Map<number, HullShape>();
    const shape = (i: number): HullShape => {
      if (!shapes.has(i)) shapes.set(i, HullShape.fromPoints(hulls[i]));
      return shapes.get(i)!;
    };
    let tested = 0;
    for (const pair of readHullPairs()) {
      const first = shape(pair.hullA);
      const second = shape(pair.hullB);
      if (first.dimension !== 3 || second.dimension !== 3) continue;
      tested++;
      const place = (hull: HullShape, pose: typeof pair.poseA) =>
        new Posed(hull, pose.position, pose.rotation);
      const overlap = satHullHull(out, place(first, pair.poseA), place(second, pair.poseB));
      if (Math.abs(pair.distance) > 1e-9 * pair.size) expect(overlap, `${tested}`).toBe(pair.distance < 0);
      if (pair.distance < 0 && overlap)
        expect(Math.abs(out.depth + pair.distance) / pair.size, `${tested}`).toBeLessThan(1e-6);
    }
    expect(tested).toBeGreaterThan(1400);
  });
});

describe('satObbTriangle', () => {
  it('has the depth of the oracle', () => {
    const random = new Random(71);
    let hits = 0;
    const count = 300;
    for (let k = 0; k < count; k++) {
      const box = randomBox(random, 0.5);
      const triangle = Array.from({ length: 9 }, () => random.uniform(-1.5, 1.5));
      const corners = obbCorners(new Float64Array(24), box);
      const { distance } = convexDistanceOracle(hullOracle(corners), hullOracle(triangle));
      const overlap = satObbTriangle(out, box, triangle);
      if (Math.abs(distance) > 1e-9) expect(overlap).toBe(distance < 0);
      checkAxis(corners, triangle, 1e-9, `case ${k}`);
      if (!overlap) continue;
      hits++;
      expect(Math.abs(out.depth + distance)).toBeLessThan(1e-8);
    }
    expectHitRate(hits, count);
  });
});

describe('satPolygonPolygon2d', () => {
  const flat = createSatResult2d();

  /** Signed distance of convex polygons by the normals of all edges of both, projected in full. */
  function brute(a: number[], b: number[]): number {
    let best = -Infinity;
    for (const [p, sign] of [
      [a, 1],
      [b, -1],
    ] as const)
      for (let i = 0; i < p.length; i += 2) {
        const j = (i + 2) % p.length;
        const length = Math.hypot(p[j] - p[i], p[j + 1] - p[i + 1]);
        const x = (sign * (p[j + 1] - p[i + 1])) / length;
        const y = (-sign * (p[j] - p[i])) / length;
        const along = (q: number[]) => q.flatMap((v, k) => (k % 2 ? [] : [v * x + q[k + 1] * y]));
        best = Math.max(best, Math.min(...along(b)) - Math.max(...along(a)));
      }
    return best;
  }

  it('agrees with full projections, flat or placed, and its normal separates', () => {
    const random = new Random(9);
    let hits = 0;
    const count = 4000;
    for (let k = 0; k < count; k++) {
      const cloud = () => Array.from({ length: 2 * (3 + random.integer(6)) }, () => random.uniform(-1, 1));
      const a = new PolygonShape2d(cloud());
      const b = new PolygonShape2d(cloud());
      const placedA = new Posed2d(a, [random.uniform(-1, 1), random.uniform(-1, 1)], random.uniform(0, 6));
      const placedB = new Posed2d(b, [random.uniform(-1, 1), random.uniform(-1, 1)], random.uniform(0, 6));
      const world = (p: Posed2d<PolygonShape2d>): number[] => {
        const [c, s] = p.rotation;
        return Array.from(p.shape.vertices, (v, i, all = p.shape.vertices) =>
          i % 2 ? s * all[i - 1] + c * v + p.position[1] : c * v - s * all[i + 1] + p.position[0],
        );
      };
      const wa = world(placedA);
      const wb = world(placedB);
      const distance = brute(wa, wb);
      const overlap = satPolygonPolygon2d(flat, placedA, placedB);
      const { depth } = flat;
      expect(overlap, `case ${k}`).toBe(distance <= 0);
      expect(satPolygonPolygon2d(flat, wa, Float32Array.from(wb)) || Math.abs(distance) < 1e-6).toBe(
        overlap || Math.abs(distance) < 1e-6,
      );
      if (!overlap) continue;
      hits++;
      expect(Math.abs(depth + distance)).toBeLessThan(1e-12);
      satPolygonPolygon2d(flat, wa, wb);
      const moved = wb.map((v, i) => v + (depth + 1e-9) * flat.normal[i % 2]);
      expect(satPolygonPolygon2d(flat, wa, moved), `case ${k}`).toBe(false);
      expect(
        satPolygonPolygon2d(
          flat,
          wa,
          wb.map((v, i) => v + (depth - 1e-9) * flat.normal[i % 2]),
        ),
      ).toBe(true);
    }
    expectHitRate(hits, count);
  });

  it('handles segments and points, touching and NaN', () => {
    const square = [0, 0, 1, 0, 1, 1, 0, 1];
    expect(satPolygonPolygon2d(flat, square, [1, 0, 2, 0, 2, 1, 1, 1])).toBe(true);
    expect(flat.depth).toBe(0);
    expect(flat.normal[0]).toBe(1);
    expect(satPolygonPolygon2d(flat, [0, 0, 1, 0], [2, 0, 3, 0])).toBe(false);
    expect(satPolygonPolygon2d(flat, [0, 0, 1, 0], [0.5, 0, 3, 0])).toBe(true);
    expect(satPolygonPolygon2d(flat, [0, 0, 1, 1], [0, 1, 1, 0])).toBe(true);
    expect(satPolygonPolygon2d(flat, square, [0.5, 0.5])).toBe(true);
    expect(flat.depth).toBe(0.5);
    expect(satPolygonPolygon2d(flat, [2, 2], [2, 2])).toBe(true);
    expect(satPolygonPolygon2d(flat, [2, 2], [5, 6])).toBe(false);
    expect(flat.depth).toBe(-5);
    expect(satPolygonPolygon2d(flat, [Number.NaN, 0, 1, 0, 1, 1], square)).toBe(false);
    const many = new PolygonShape2d(
      Array.from({ length: 400 }, (_, i) => (i % 2 ? Math.sin(i - 1) : Math.cos(i))),
    );
    expect(satPolygonPolygon2d(flat, many, square)).toBe(true);
  });

  it('tries one axis per step', () => {
    satPolygonStart2d(flat, [0, 0, 1, 0, 1, 1, 0, 1], [0.5, 0.5, 2, 0.5, 2, 2]);
    let steps = 0;
    while (!satPolygonStep2d(flat)) {
      steps++;
      expect(Math.hypot(flat.tried[0], flat.tried[1])).toBeCloseTo(1, 12);
      expect(flat.depth).toBeLessThanOrEqual(-flat.tried[2] + 1e-12);
    }
    expect(steps + 1).toBe(7);
    expect(flat.steps).toBe(7);
  });
});
