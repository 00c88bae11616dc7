import { Random } from '@colide/math';
import * as testing from '@colide/testing';
import { describe, expect, it } from 'vitest';

describe('box oracles', () => {
  const boxes = Float64Array.of(
    0,
    0,
    0,
    1,
    1,
    1,
    1,
    1,
    1,
    2,
    2,
    2,
    3,
    0,
    0,
    4,
    1,
    1,
    0.5,
    0.5,
    0.5,
    3.5,
    0.6,
    0.6,
  );

  it('count touching boxes as overlapping', () => {
    expect(testing.boxPairsOracle(boxes).toArray()).toEqual([
      [0, 1],
      [0, 3],
      [2, 3],
    ]);
    expect(testing.boxQueryOracle(boxes, [2, 2, 2, 3, 3, 3]).toArray()).toEqual([1]);
  });

  it('measure the ball against the box, not its corners', () => {
    expect(testing.sphereQueryOracle(boxes, [-1, 0.5, 0.5], 1).toArray()).toEqual([0]);
    expect(testing.sphereQueryOracle(boxes, [-1, -1, -1], 1.7).toArray()).toEqual([]);
  });

  it('follow rays as far as they go, along faces too', () => {
    expect(testing.rayQueryOracle(boxes, [-1, 0.2, 0.2], [1, 0, 0]).toArray()).toEqual([0, 2]);
    expect(testing.rayQueryOracle(boxes, [-1, 0.2, 0.2], [1, 0, 0], 2).toArray()).toEqual([0]);
    expect(testing.rayQueryOracle(boxes, [-1, 1, 1], [1, 0, 0]).toArray()).toEqual([0, 1, 2]);
    expect(testing.rayQueryOracle(boxes, [5, 0.2, 0.2], [1, 0, 0]).toArray()).toEqual([]);
  });
});

describe('point and ray oracles', () => {
  it('order neighbours by distance, then by id', () => {
    const points = [0, 0, 0, 2, 0, 0, -2, 0, 0, 1, 0, 0];
    expect(testing.nearestPointsOracle(points, [0.1, 0, 0], 2).map(({ id }) => id)).toEqual([0, 3]);
    expect(testing.nearestPointsOracle(points, [0, 0, 0], 9).map(({ id }) => id)).toEqual([0, 3, 1, 2]);
    expect(testing.radiusQueryOracle(points, [0, 0, 0], 1)).toEqual([0, 3]);
  });

  it('hit a sphere of triangles near its surface and miss beside it', () => {
    const sphere = testing.makeIcosphere(3);
    const random = new Random(1);
    let hits = 0;
    for (let i = 0; i < 300; i++) {
      const [x, y] = [random.uniform(-1.3, 1.3), random.uniform(-1.3, 1.3)];
      const { t, triangle } = testing.rayTrianglesOracle(sphere, [x, y, 5], [0, 0, -2]);
      const radius = Math.hypot(x, y);
      if (radius < 0.95) testing.expectClose(t, (5 - Math.sqrt(1 - radius * radius)) / 2, { absolute: 0.02 });
      if (radius > 1) expect(t).toBe(Infinity);
      expect(triangle === -1).toBe(t === Infinity);
      if (t < Infinity) hits++;
    }
    testing.expectHitRate(hits, 300);
    expect(testing.rayTrianglesOracle(sphere, [0, 0, 5], [0, 0, 1]).t).toBe(Infinity);
    expect(testing.rayTrianglesOracle(sphere, [0, 0, 5], [0, 0, -1], 3.9).t).toBe(Infinity);
  });
});

describe('hullOracle', () => {
  it('finds the faces and edges of a box with points inside', () => {
    const { positions } = testing.makeBoxMesh(1, 2, 3);
    const hull = testing.hullOracle([...positions, 0, 0, 0, 0.5, 0.5, 0.5]);
    expect(hull.faces.map(face => face.vertices.length)).toEqual([4, 4, 4, 4, 4, 4]);
    expect(hull.edges).toHaveLength(12);
    testing.expectClose(testing.polytopeVolume(hull), 48);
    testing.expectClose(testing.polytopeArea(hull), 88);
    expect(testing.polytopeContains(hull, [0.9, 1.9, 2.9])).toBe(true);
    expect(testing.polytopeContains(hull, [1.1, 0, 0])).toBe(false);
  });
});

describe('convexDistanceOracle', () => {
  const cube = testing.makeBoxMesh(0.5, 0.5, 0.5).positions;
  const moved = (x: number, y: number, z: number) =>
    testing.hullOracle(testing.posePoints(cube, { position: [x, y, z], rotation: [0, 0, 0, 1] }));

  it.each([
    [[2, 0, 0], 1],
    [[2, 2, 0], Math.SQRT2],
    [[2, 2, 2], Math.sqrt(3)],
    [[0.75, 0.1, 0], -0.25],
    [[1, 0, 0], 0],
    [[0, 0, 0.2], -0.8],
  ] as const)('gives the signed distance of unit cubes %j apart', ([x, y, z], expected) => {
    const { distance, normal } = testing.convexDistanceOracle(moved(0, 0, 0), moved(x, y, z));
    testing.expectClose(distance, expected, { absolute: 1e-12 });
    expect(normal[0] * x + normal[1] * y + normal[2] * z).toBeGreaterThan(0);
  });

  it('has the right sign for points, segments and flat polygons', () => {
    const point = testing.hullOracle([0.2, 0.1, 0]);
    const segment = testing.hullOracle([0, -1, 0, 0, 1, 0]);
    const square = testing.hullOracle([-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0]);
    const beside = testing.hullOracle([1, -1, 0, 1, 1, 0, 2, 0, 0]);
    testing.expectClose(testing.convexDistanceOracle(point, segment).distance, 0.2);
    testing.expectClose(testing.convexDistanceOracle(segment, beside).distance, 1);
    testing.expectClose(testing.convexDistanceOracle(square, beside).distance, 0.5);
    expect(testing.convexDistanceOracle(point, square).distance).toBeLessThanOrEqual(0);
  });

  it('gives the distance that a pair was built with: corners along a common normal', () => {
    const random = new Random(3);
    for (let i = 0; i < 60; i++) {
      const normal = Array.from(random.unitVector([0, 0, 0]));
      const along = (p: ArrayLike<number>) => normal.reduce((sum, x, k) => sum + x * p[k], 0);
      const corners = [1, -1].map(sign => {
        const cloud = testing.generateHull('rounded', 10, random);
        const points = Array.from({ length: 10 }, (_, k) => cloud.subarray(3 * k, 3 * k + 3));
        return { cloud, tip: points.reduce((best, p) => (sign * along(p) > sign * along(best) ? p : best)) };
      });
      const expected = 10 ** random.uniform(-9, 0);
      const [{ cloud: a, tip: p }, { cloud: b, tip: q }] = corners;
      const position = [0, 1, 2].map(k => p[k] - q[k] + expected * normal[k]);
      const moved = testing.posePoints(b, { position, rotation: [0, 0, 0, 1] });
      const result = testing.convexDistanceOracle(testing.hullOracle(a), testing.hullOracle(moved));
      testing.expectClose(result.distance, expected, { absolute: 1e-14 });
      testing.expectVectorClose(result.normal, normal, { absolute: 1e-5 });
    }
  });

  it('gives the depth of the origin in the hull of all differences', () => {
    const random = new Random(4);
    let overlaps = 0;
    for (let i = 0; i < 25; i++) {
      const a = testing.generateHull('cube', 5, random);
      const b = testing.posePoints(
        testing.generateHull('cube', 5, random),
        testing.generatePose(random, 0.2),
      );
      const { distance, gap } = testing.convexDistanceOracle(testing.hullOracle(a), testing.hullOracle(b));
      if (distance >= 0) continue;
      overlaps++;
      const differences = Array.from({ length: 75 }, (_, k) => {
        const [p, axis] = [Math.floor(k / 3), k % 3];
        return a[3 * (p % 5) + axis] - b[3 * Math.floor(p / 5) + axis];
      });
      const offsets = testing.hullOracle(differences).faces.map(face => face.offset);
      offsets.sort((x, y) => x - y);
      testing.expectClose(-distance, offsets[0], { absolute: 1e-12 });
      expect(gap).toBeGreaterThanOrEqual(0);
      expect(gap).toBeLessThan(offsets[1] - offsets[0] + 1e-12);
    }
    expect(overlaps).toBeGreaterThan(5);
  });

  testing.describeData('gjk', 'against real cases', () => {
    it('agrees with the 643 box pairs of libccd’s suites', () => {
      for (const { name, sizeA, sizeB, poseA, poseB, distance } of testing.readLibccdCases()) {
        const [a, b] = [
          [sizeA, poseA],
          [sizeB, poseB],
        ].map(([size, pose]) => {
          const [x, y, z] = size as [number, number, number];
          const { positions } = testing.makeBoxMesh(x / 2, y / 2, z / 2);
          return testing.hullOracle(testing.posePoints(positions, pose as testing.Posed));
        });
        testing.expectClose(
          testing.convexDistanceOracle(a, b).distance,
          distance,
          { absolute: 1e-6, relative: 1e-6 },
          name,
        );
      }
    });

    it('agrees with Qhull on pairs of small game hulls', () => {
      const hulls = testing.readGameHulls();
      const pairs = testing
        .readHullPairs()
        .filter(({ hullA, hullB }) => hulls[hullA].length + hulls[hullB].length <= 3 * 26);
      expect(pairs.length).toBeGreaterThan(50);
      for (const { hullA, hullB, poseA, poseB, distance, size } of pairs.slice(0, 120)) {
        const a = testing.hullOracle(testing.posePoints(hulls[hullA], poseA), 1e-9);
        const b = testing.hullOracle(testing.posePoints(hulls[hullB], poseB), 1e-9);
        testing.expectClose(testing.convexDistanceOracle(a, b).distance, distance, { absolute: 1e-6 * size });
      }
    });
  });
});

describe('exact oracles', () => {
  it('read doubles as they are, from the smallest to the largest', () => {
    expect(testing.exactIntegers([1.5, -0.25, 0])).toEqual([6n, -1n, 0n].map(x => x * 2n ** 52n));
    expect(testing.exactIntegers([Number.MIN_VALUE, 2 * Number.MIN_VALUE])).toEqual([1n, 2n]);
    expect(testing.exactIntegers([Number.MAX_VALUE])).toEqual([2n ** 53n - 1n]);
  });

  it('have the signs of the predicates', () => {
    expect(testing.exactPredicate('orient2d', [0, 0, 1, 0, 0, 1])).toBe(1);
    expect(testing.exactPredicate('orient3d', [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])).toBe(1);
    expect(testing.exactPredicate('incircle', [0, 0, 1, 0, 0, 1, 0.5, 0.5])).toBe(1);
    expect(testing.exactPredicate('incircle', [0, 0, 1, 0, 0, 1, 1, 1])).toBe(0);
    expect(testing.exactPredicate('insphere', [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.5, 0.5, 0.5])).toBe(1);
    expect(testing.exactPredicate('insphere', [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 2, 2])).toBe(-1);
  });

  it('agree with exhaustive search on triangles, and see a gap of one unit in the last place', () => {
    const random = new Random(8);
    for (let i = 0; i < 200; i++) {
      const [a, b] = [0, 1].map(() => Array.from({ length: 9 }, () => random.integer(4)));
      const { distance } = testing.convexDistanceOracle(testing.hullOracle(a), testing.hullOracle(b));
      expect(testing.exactTrianglesMeet(a, b), `${a} and ${b}`).toBe(distance <= 1e-12);
    }
    const flat = [0, 0, 1, 4, 0, 1, 0, 4, 1];
    expect(testing.exactTrianglesMeet(flat, [1, 1, 1, 1, 2, 5, 2, 1, 5])).toBe(true);
    expect(testing.exactTrianglesMeet(flat, [1, 1, 1 + 2 ** -52, 1, 2, 5, 2, 1, 5])).toBe(false);
  });
});

describe('clothCollisionsOracle', () => {
  /** A triangle at rest and another one that falls by `fall`, from `height` above it. */
  const collisions = (height: number, fall: number, x = 0) => {
    const triangle = [0, 0, 0, 4, 0, 0, 0, 0, 4];
    const other = [x + 1, height, 1, x + 1, height + 1, 1.5, x + 1.5, height + 1, 1];
    const mesh = (y: number) => ({
      positions: Float64Array.from([...triangle, ...other.map((v, i) => (i % 3 === 1 ? v - y : v))]),
      indices: Uint32Array.of(0, 1, 2, 3, 4, 5),
    });
    return testing.clothCollisionsOracle(testing.sweepCloth(mesh(0), mesh(fall)));
  };

  it('finds the tip that falls through a face, and no other', () => {
    // Vertices 0 to 5, six edges, faces 12 and 13.
    expect(collisions(0.5, 0.8)).toEqual({ vertexFacePairs: [[3, 12]], edgeEdgePairs: [] });
    expect(collisions(0.5, 0.4)).toEqual({ vertexFacePairs: [], edgeEdgePairs: [] });
    expect(collisions(0.5, 0.8, 5)).toEqual({ vertexFacePairs: [], edgeEdgePairs: [] });
  });

  it('finds edges that pass through each other', () => {
    // The tip falls beside the slanting edge from (4, 0, 0) to (0, 0, 4), its triangle across it.
    const { edgeEdgePairs } = collisions(0.5, 3, 1.7);
    expect(edgeEdgePairs).toHaveLength(2);
  });
});
