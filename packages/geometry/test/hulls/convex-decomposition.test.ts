import {
  type ConvexParts,
  convexDecomposition,
  createMassProperties,
  massProperties,
  parsePly,
  quickHull,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { describeData, expectClose, makeBumpySphere, makeSliverTorus, readDataBytes } from '@colide/testing';
import { describe, expect, it } from 'vitest';

interface Mesh {
  positions: number[] | Float64Array;
  indices: number[] | Uint32Array;
}

/** A prism over a counter-clockwise polygon given with its triangles. */
function prism(outline: number[], triangles: number[], height: number): Mesh {
  const n = outline.length / 2;
  const positions: number[] = [];
  for (const z of [0, height])
    for (let i = 0; i < n; i++) positions.push(outline[2 * i], outline[2 * i + 1], z);
  const indices: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.slice(t, t + 3);
    indices.push(a, c, b, n + a, n + b, n + c);
  }
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    indices.push(i, j, n + j, i, n + j, n + i);
  }
  return { positions, indices };
}

function torus(m: number, n: number, major: number, minor: number): Mesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < m; i++)
    for (let j = 0; j < n; j++) {
      const [u, v] = [(2 * Math.PI * i) / m, (2 * Math.PI * j) / n];
      const r = major + minor * Math.cos(v);
      positions.push(r * Math.cos(u), r * Math.sin(u), minor * Math.sin(v));
      const at = (a: number, b: number) => (a % m) * n + (b % n);
      indices.push(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j), at(i + 1, j + 1), at(i, j + 1));
    }
  return { positions, indices };
}

function volumeOf(mesh: Mesh): number {
  const out = createMassProperties();
  massProperties(out, mesh.positions, mesh.indices);
  return out.volume;
}

function hullVolumes(parts: ConvexParts): number {
  let sum = 0;
  for (const hull of parts.hulls) {
    const { vertices, faceVertices } = quickHull(hull.vertices, { triangles: true });
    sum += volumeOf({ positions: vertices, indices: faceVertices });
  }
  return sum;
}

/** Whether x is inside the mesh, by the sum of solid angles. */
function isInside(mesh: Mesh, x: number[]): boolean {
  const { positions: p, indices } = mesh;
  let angle = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map(k => [0, 1, 2].map(i => p[3 * indices[t + k] + i] - x[i]));
    const [la, lb, lc] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)];
    const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    const det =
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
    angle += Math.atan2(det, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return angle > Math.PI;
}

/** Counts random points of the solid that no hull contains. */
function uncovered(mesh: Mesh, parts: ConvexParts, tries: number): { inside: number; missed: number } {
  const random = new Random(6);
  const low = [0, 1, 2].map(k => Math.min(...Array.from(mesh.positions).filter((_, i) => i % 3 === k)));
  const high = [0, 1, 2].map(k => Math.max(...Array.from(mesh.positions).filter((_, i) => i % 3 === k)));
  let inside = 0;
  let missed = 0;
  for (let i = 0; i < tries; i++) {
    const x = low.map((l, k) => random.uniform(l, high[k]));
    if (!isInside(mesh, x)) continue;
    inside++;
    const isCovered = parts.hulls.some(({ planes }) => {
      for (let f = 0; f < planes.length; f += 4)
        if (planes[f] * x[0] + planes[f + 1] * x[1] + planes[f + 2] * x[2] > planes[f + 3] + 1e-9)
          return false;
      return true;
    });
    if (!isCovered) missed++;
  }
  return { inside, missed };
}

const ell = prism([0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2], [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5], 1);
const u = prism(
  [0, 0, 3, 0, 3, 3, 2, 3, 2, 1, 1, 1, 1, 3, 0, 3],
  [0, 1, 4, 1, 2, 3, 1, 3, 4, 0, 4, 5, 0, 5, 6, 0, 6, 7],
  1,
);

describe('convexDecomposition', () => {
  it('leaves a convex solid whole', () => {
    const box = prism([0, 0, 1, 0, 1, 1, 0, 1], [0, 1, 2, 0, 2, 3], 1);
    const parts = convexDecomposition(box.positions, box.indices);
    expect(parts.hulls.length).toBe(1);
    expect(parts.converged).toBe(true);
  });

  it('cuts an L and a U exactly', () => {
    for (const [mesh, count] of [
      [ell, 2],
      [u, 3],
    ] as const) {
      const parts = convexDecomposition(mesh.positions, mesh.indices, { maxConcavity: 0 });
      expect(parts.hulls.length).toBe(count);
      expectClose(hullVolumes(parts), volumeOf(mesh), { relative: 1e-9 });
      expect(parts.converged).toBe(true);
    }
  });

  it('covers a torus, within the bound, closer for smaller bounds', () => {
    const mesh = torus(20, 10, 1, 0.4);
    let last = Infinity;
    for (const maxConcavity of [0.3, 0.1]) {
      const steps: number[] = [];
      const parts = convexDecomposition(mesh.positions, mesh.indices, {
        maxConcavity,
        onProgress: count => steps.push(count),
      });
      expect(parts.converged).toBe(true);
      for (const concavity of parts.concavities) expect(concavity).toBeLessThanOrEqual(maxConcavity);
      expect(steps.at(-1)).toBe(parts.hulls.length);
      const { inside, missed } = uncovered(mesh, parts, 1000);
      expect(inside).toBeGreaterThan(200);
      expect(missed).toBe(0);
      const excess = hullVolumes(parts) / volumeOf(mesh);
      expect(excess).toBeGreaterThan(1 - 1e-9);
      expect(excess).toBeLessThan(last);
      last = excess;
    }
    expect(last).toBeLessThan(1.2);
  });

  it('stops at the largest number of parts and says so', () => {
    const mesh = torus(20, 10, 1, 0.4);
    const parts = convexDecomposition(mesh.positions, mesh.indices, { maxConcavity: 0.001, maxParts: 5 });
    expect(parts.converged).toBe(false);
    expect(parts.hulls.length).toBe(5);
    expect(uncovered(mesh, parts, 1000).missed).toBe(0);
  });

  it('names bad input', () => {
    expect(() => convexDecomposition([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])).toThrow(
      /closed surface.*boundary/,
    );
    const inverted = Array.from(ell.indices).reverse();
    expect(() => convexDecomposition(ell.positions, inverted)).toThrow(/outwards/);
    expect(() => convexDecomposition(ell.positions, ell.indices, { maxParts: 0 })).toThrow(/maxParts/);
    expect(() => convexDecomposition([Number.NaN, 0, 0], [])).toThrow(/positions\[0\]/);
  });
});

describe('convexDecomposition on meshes that are not tidy', () => {
  it.each([
    ['bumps and dents', makeBumpySphere(2, new Random(41))],
    ['slivers', makeSliverTorus(16, 8)],
  ])('covers a solid with %s', (_, mesh) => {
    const parts = convexDecomposition(mesh.positions, mesh.indices, { maxParts: 6 });
    const { inside, missed } = uncovered(mesh, parts, 300);
    expect(inside).toBeGreaterThan(30);
    expect(missed).toBe(0);
    expect(hullVolumes(parts)).toBeGreaterThan(volumeOf(mesh) * (1 - 1e-9));
  });

  it('refuses a mesh with holes and counts their edges', () => {
    const { positions, indices } = makeBumpySphere(2, new Random(42));
    // The triangles are far from each other: every hole has its own border.
    for (const [holes, edges] of [
      [[0], 3],
      [[0, 40, 80], 9],
    ] as const) {
      const open = indices.filter((_, i) => !(holes as readonly number[]).includes(Math.floor(i / 3)));
      expect(() => convexDecomposition(positions, open)).toThrow(
        new RegExp(`${edges} boundary edges \\(first: \\d+-\\d+\\)`),
      );
    }
  });
});

describeData('meshes', 'convexDecomposition on files', () => {
  it('decomposes the cow', () => {
    const mesh = parsePly(readDataBytes('meshes', 'cow_5804.ply'));
    const parts = convexDecomposition(mesh.positions, mesh.indices, { maxParts: 4 });
    expect(uncovered(mesh, parts, 300).missed).toBe(0);
  });

  it('refuses a mesh with holes and says where they are', () => {
    const mesh = parsePly(readDataBytes('meshes', 'suzanne_968.ply'));
    expect(() => convexDecomposition(mesh.positions, mesh.indices)).toThrow(
      /42 boundary edges \(first: \d+-\d+\)/,
    );
  });
});
