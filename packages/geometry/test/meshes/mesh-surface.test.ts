import { MeshSurface, solidBox, solidIcosphere, solidTorus, type TriangleGeometry } from '@colide/geometry';
import { describe, expect, it } from 'vitest';

function corners({ positions, indices }: TriangleGeometry): number[] {
  return Array.from(indices).flatMap(i => [...positions.slice(3 * i, 3 * i + 3)]);
}

describe('MeshSurface', () => {
  it('has the vertices, edges and neighbours of a box', () => {
    const surface = new MeshSurface(corners(solidBox([1, 2, 3])));
    expect(surface.vertices.length / 3).toBe(8);
    expect(surface.edges.length / 2).toBe(18);
    expect(surface.flatEdges.reduce((sum, x) => sum + x, 0)).toBe(6);
    expect(surface.closed).toBe(true);
    expect(surface.area).toBeCloseTo(88, 12);
    expect(surface.solid.volume).toBeCloseTo(48, 12);
    expect([...surface.solid.center].map(x => x + 0)).toEqual([0, 0, 0]);
    expect(surface.solid.inertia[0]).toBeCloseTo((48 / 12) * (16 + 36), 10);
    // Euler: every edge is a neighbour of both of its ends.
    expect(surface.neighborStarts[8]).toBe(36);
    for (let e = 0; e < 18; e++) {
      const [a, b] = [surface.edges[2 * e], surface.edges[2 * e + 1]];
      const around = surface.neighbors.slice(surface.neighborStarts[a], surface.neighborStarts[a + 1]);
      expect([...around]).toContain(b);
    }
  });

  it('has cones that hold the normals of all triangles around', () => {
    for (const solid of [solidTorus(1, 0.3), solidIcosphere(1, 1), solidBox([1, 1, 1])]) {
      const { corners: of, normals, vertexCones, edgeTriangles, edgeCones } = new MeshSurface(corners(solid));
      for (let i = 0; i < of.length; i++) {
        const t = i - (i % 3);
        let cosine = 0;
        for (let k = 0; k < 3; k++) cosine += vertexCones[4 * of[i] + k] * normals[t + k];
        expect(cosine).toBeGreaterThanOrEqual(vertexCones[4 * of[i] + 3]);
        expect(vertexCones[4 * of[i] + 3]).toBeGreaterThan(0.4);
      }
      for (let e = 0; 2 * e < edgeTriangles.length; e++)
        for (let side = 0; side < 2; side++) {
          let cosine = 0;
          for (let k = 0; k < 3; k++)
            cosine += edgeCones[5 * e + k] * normals[3 * edgeTriangles[2 * e + side] + k];
          expect(cosine).toBeCloseTo(edgeCones[5 * e + 3], 9);
          expect(Math.hypot(edgeCones[5 * e + 3], edgeCones[5 * e + 4])).toBeCloseTo(1, 12);
        }
    }
  });

  it('is closed only if it encloses a volume from outside', () => {
    const box = corners(solidBox([1, 1, 1]));
    const open = new MeshSurface(box.slice(9));
    expect(open.closed).toBe(false);
    expect(open.solid.volume).toBe(0);
    expect([...open.edgeTriangles].filter(t => t === -1)).toHaveLength(3);
    const inverted: number[] = [];
    for (let t = 0; t < box.length; t += 9)
      inverted.push(...box.slice(t + 3, t + 6), ...box.slice(t, t + 3), ...box.slice(t + 6, t + 9));
    expect(new MeshSurface(inverted).closed).toBe(false);
    expect(new MeshSurface(inverted.slice(0, 9)).closed).toBe(false);
  });

  it('refuses what is not a triangle', () => {
    expect(() => new MeshSurface([1, 2, 3])).toThrow(/triangles/);
    expect(() => new MeshSurface([0, 0, 0, 1, 0, 0, 0, Number.NaN, 0])).toThrow(/triangles/);
  });
});
