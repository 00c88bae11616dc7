import {
  HullShape,
  MinkowskiDifference,
  minkowskiPolytope,
  solidBox,
  solidTetrahedron,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { describe, expect, it } from 'vitest';

const random = new Random(11);
const cloud = (count: number) => Float64Array.from({ length: 3 * count }, () => random.normal());

describe('minkowskiPolytope', () => {
  it('has the support of the Minkowski difference in all directions', () => {
    for (let n = 0; n < 40; n++) {
      const [a, b] = [cloud(4 + random.integer(8)), cloud(4 + random.integer(8))];
      const { hull, idsA, idsB } = minkowskiPolytope(a, b);
      const shape = new HullShape(hull);
      const difference = new MinkowskiDifference(HullShape.fromPoints(a), HullShape.fromPoints(b));
      for (let d = 0; d < 50; d++) {
        const direction = random.unitVector([0, 0, 0]);
        const p = shape.support([0, 0, 0], direction);
        const q = difference.support([0, 0, 0], direction);
        for (let k = 0; k < 3; k++) expect(Math.abs(p[k] - q[k])).toBeLessThan(1e-12);
      }
      for (let v = 0; v < idsA.length; v++)
        for (let k = 0; k < 3; k++)
          expect(hull.vertices[3 * v + k]).toBe(a[3 * idsA[v] + k] - b[3 * idsB[v] + k]);
      // Euler: it is a closed convex surface.
      const corners = hull.faceVertices.length;
      expect(idsA.length - corners / 2 + hull.faceOffsets.length - 1).toBe(2);
    }
  });

  it('holds the origin exactly where the shapes overlap', () => {
    const box = solidBox([0.5, 0.5, 0.5]).positions;
    let inside = 0;
    for (let n = 0; n < 200; n++) {
      const shift = random.uniform(-1.2, 1.2);
      const moved = Array.from(box, (x, k) => x + (k % 3 === 0 ? shift : 0));
      const { hull } = minkowskiPolytope(box, moved);
      let holds = true;
      for (let f = 3; f < hull.planes.length; f += 4) holds &&= hull.planes[f] >= 0;
      expect(holds).toBe(Math.abs(shift) <= 1);
      if (holds) inside++;
    }
    expect(inside).toBeGreaterThan(100);
    expect(inside).toBeLessThan(195);
  });

  it('has the faces of both and the parallelograms between', () => {
    // A tetrahedron minus itself is the cuboctahedron: 12 vertices, 8 triangles, 6 squares.
    const { positions } = solidTetrahedron(1);
    const { hull } = minkowskiPolytope(positions, positions);
    const sizes = Array.from(
      { length: hull.faceOffsets.length - 1 },
      (_, f) => hull.faceOffsets[f + 1] - hull.faceOffsets[f],
    );
    expect(hull.vertices.length / 3).toBe(12);
    expect(sizes.sort()).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4]);
  });

  it('refuses what is not an array of points', () => {
    expect(() => minkowskiPolytope([1, 2], [0, 0, 0])).toThrow(/a/);
    expect(() => minkowskiPolytope([1, 2, 3], [0])).toThrow(/b/);
    expect(() => minkowskiPolytope([1, 2, Number.NaN], [0, 0, 0])).toThrow();
    expect(minkowskiPolytope([1, 2, 3], [1, 1, 1]).hull.dimension).toBe(0);
  });
});
