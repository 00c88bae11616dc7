import type { Vec3 } from '@colide/core';
import { HullShape, quickHull, solidBox, solidIcosphere } from '@colide/geometry';
import { Random } from '@colide/math';
import { describeData, generateHull, hullFamilies, readGameHulls, soak } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Point = [number, number, number];

/** The greatest dot product with a vertex, by scanning. */
function farthest(vertices: ArrayLike<number>, d: ArrayLike<number>): number {
  let best = -Infinity;
  for (let i = 0; i < vertices.length; i += 3)
    best = Math.max(best, vertices[i] * d[0] + vertices[i + 1] * d[1] + vertices[i + 2] * d[2]);
  return best;
}

function expectBest(shape: HullShape, points: ArrayLike<number>, d: Point, start: number) {
  const size = shape.boundingRadius * Math.hypot(...d);
  const p = start < 0 ? shape.support([0, 0, 0], d) : shape.vertex([0, 0, 0], shape.supportVertex(d, start));
  const reached = p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
  if (!(reached >= farthest(points, d) - 1e-12 * size)) expect.fail(`stuck at ${p} along ${d}`);
}

describe('support of hulls against a scan of all points', () => {
  it.each([8, 20, 60, 200, 1000])('%i points in a ball and on a sphere, near and far', n => {
    const random = new Random(n);
    for (const offset of [0, 1000])
      for (const onSphere of [false, true]) {
        const points = new Float64Array(3 * n);
        for (let i = 0; i < points.length; i += 3) {
          const p = [random.normal(), random.normal(), random.normal()];
          const length = onSphere ? Math.hypot(...p) : 1;
          for (let k = 0; k < 3; k++) points[i + k] = p[k] / length + offset;
        }
        const shape = HullShape.fromPoints(points);
        for (let i = 0; i < 300; i++) {
          const d: Point = [random.normal(), random.normal(), random.normal()];
          expectBest(shape, points, d, -1);
          expectBest(shape, points, d, random.integer(shape.vertexCount));
        }
      }
  });

  it('axis-aligned directions on boxes and grids, where everything ties', () => {
    const grid: number[] = [];
    for (let x = 0; x < 6; x++) for (let y = 0; y < 6; y++) for (let z = 0; z < 6; z++) grid.push(x, y, z);
    const shape = HullShape.fromPoints(grid);
    expect(shape.vertexCount).toBe(8);
    for (const x of [-1, 0, 1])
      for (const y of [-1, 0, 1]) for (const z of [-1, 0, 1]) expectBest(shape, grid, [x, y, z], 0);
  });

  it('a direction as long or short as numbers allow', () => {
    const { positions } = solidIcosphere(1, 2);
    const shape = HullShape.fromPoints(positions);
    expect(shape.vertexCount).toBe(162);
    const d: Point = [0.3, -0.7, 0.2];
    const expected = shape.supportVertex(d, -1);
    for (const factor of [1e-300, 1e300])
      expect(
        shape.supportVertex(
          d.map(v => v * factor),
          -1,
        ),
      ).toBe(expected);
    expect(shape.supportVertex([0, 0, 0], -1)).toBeLessThan(162);
  });

  it('does not depend on earlier calls', () => {
    const shape = HullShape.fromPoints(solidIcosphere(1, 2).positions);
    const random = new Random(9);
    const directions = Array.from({ length: 200 }, () => [
      random.integer(3) - 1,
      random.integer(3) - 1,
      random.integer(3) - 1,
    ]);
    const first = directions.map(d => shape.supportVertex(d, -1));
    const second = directions.toReversed().map(d => shape.supportVertex(d, -1));
    expect(second.toReversed()).toEqual(first);
  });
});

describe('topology', () => {
  it('of a box: 12 edges with the right faces on both sides', () => {
    const shape = HullShape.fromPoints(solidBox([1, 2, 3]).positions);
    expect([shape.vertexCount, shape.faceCount, shape.edges.length / 4]).toEqual([8, 6, 12]);
    expect(shape.adjacency.length).toBe(24);
    for (let e = 0; e < shape.edges.length; e += 4) {
      const [a, b, left, right] = shape.edges.subarray(e, e + 4);
      expect(walks(shape, left, a, b)).toBe(true);
      expect(walks(shape, right, b, a)).toBe(true);
      expect([...neighbours(shape, a)]).toContain(b);
      expect([...neighbours(shape, b)]).toContain(a);
    }
  });

  it('of flat sets', () => {
    const square = HullShape.fromPoints([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 0]);
    expect([square.dimension, square.vertexCount, square.faceCount, square.edges.length / 4]).toEqual([
      2, 4, 2, 4,
    ]);
    const segment = HullShape.fromPoints([0, 0, 0, 1, 1, 1, 2, 2, 2]);
    expect([segment.dimension, segment.vertexCount, segment.edges.length / 4]).toEqual([1, 2, 1]);
    expect([...segment.support([0, 0, 0], [1, 0, 0])]).toEqual([2, 2, 2]);
    const point = HullShape.fromPoints([3, 4, 5, 3, 4, 5]);
    expect([point.dimension, point.vertexCount, point.boundingRadius]).toEqual([0, 1, Math.hypot(3, 4, 5)]);
    expect([...point.support([0, 0, 0], [1, 0, 0])]).toEqual([3, 4, 5]);
  });

  it('bad input is refused', () => {
    expect(() => HullShape.fromPoints([])).toThrow('points');
    expect(() => HullShape.fromPoints([1, 2, Number.NaN])).toThrow('points');
  });
});

function walks(shape: HullShape, face: number, a: number, b: number): boolean {
  const corners = [...shape.faceVertices.subarray(shape.faceOffsets[face], shape.faceOffsets[face + 1])];
  const at = corners.indexOf(a);
  return at >= 0 && corners[(at + 1) % corners.length] === b;
}

function neighbours(shape: HullShape, v: number): Int32Array {
  return shape.adjacency.subarray(shape.adjacencyOffsets[v], shape.adjacencyOffsets[v + 1]);
}

describe('generated hulls', () => {
  it.each(hullFamilies)('table and scan agree: %s', family => {
    const random = new Random(7);
    for (let i = 0; i < 60; i++) {
      const points = generateHull(family, i % 5 === 0 ? 60 : 8 + random.integer(20), random);
      const shape = HullShape.fromPoints(points);
      for (let k = 0; k < 12; k++) {
        const d: Point = [random.normal(), random.normal(), random.normal()];
        if (k % 4 === 3) d[random.integer(3)] = 0;
        expectBest(shape, points, d, k % 2 ? 0 : -1);
      }
    }
  });
});

describeData('hulls', 'game hulls', () => {
  it('table and scan agree on every hull, or on every third', () => {
    const random = new Random(6);
    let large = 0;
    const hulls = readGameHulls();
    for (let n = 0; n < hulls.length; n += soak(3, 1)) {
      const points = hulls[n];
      const shape = new HullShape(quickHull(points));
      if (shape.vertexCount > 16) large++;
      for (let i = 0; i < 6; i++) {
        const d: Vec3 = [random.normal(), random.normal(), random.normal()];
        expectBest(shape, points, d as Point, i % 2 ? 0 : -1);
      }
    }
    expect(large).toBeGreaterThan(soak(70, 200));
  });

  it('takes vectors { x, y, z } as it takes numbers, and names what is neither', () => {
    const { positions } = solidIcosphere(0.7, 1);
    const vectors = Array.from({ length: positions.length / 3 }, (_, i) => ({
      x: positions[3 * i],
      y: positions[3 * i + 1],
      z: positions[3 * i + 2],
    }));
    const hull = HullShape.fromPoints(vectors);
    expect(hull.vertices).toEqual(HullShape.fromPoints(positions).vertices);
    expect(hull.volume).toBe(HullShape.fromPoints(positions).volume);
    const halves = [{ x: 1, y: 2 }] as { x: number; y: number; z: number }[];
    expect(() => HullShape.fromPoints(halves)).toThrow(/^points/);
  });
});
