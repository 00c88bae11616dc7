/**
 * Trees whose planes all have one of nine fixed directions, to the leaves: a pure discrete-orientation BSP.
 */
import { createRayHit } from '@colide/core';
import { Random } from '@colide/math';
import { TriangleBsp } from '@colide/spatial';
import { makeIcosphere, makeTorus } from '@colide/testing';
import { describe, expect, it } from 'vitest';

/** Whether a unit normal is an axis, or a diagonal of a coordinate plane. */
function isFixed(normal: ArrayLike<number>): boolean {
  const parts = Array.from(normal, Math.abs).sort((a, b) => a - b);
  const [low, middle, high] = parts;
  const isAxis = middle === 0 && high === 1;
  return low === 0 && (isAxis || (Math.abs(middle - Math.SQRT1_2) < 1e-15 && middle === high));
}

/** Nodes with a plane, and those whose plane has a fixed direction. */
function countPlanes({ nodeCount, nodes, planes }: TriangleBsp) {
  const found = { all: 0, fixed: 0, diagonal: 0 };
  for (let node = 0; node < nodeCount; node++) {
    if (nodes[2 * node] < 0) continue;
    const normal = planes.subarray(4 * node, 4 * node + 3);
    found.all++;
    if (!isFixed(normal)) continue;
    found.fixed++;
    if (normal.filter(x => x !== 0).length === 2) found.diagonal++;
  }
  return found;
}

/**
 * Parallel rectangles, tilted: the planes of their triangles cut none of the others, those of fixed
 * directions do.
 */
function makeSlats(count: number) {
  const [normal, u, v] = [
    [0.36, 0.48, 0.8],
    [0.8, -0.6, 0],
    [0.48, 0.64, -0.6],
  ];
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < count; i++) {
    for (const [a, b] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ])
      for (let k = 0; k < 3; k++) positions.push(0.1 * i * normal[k] + a * u[k] + b * v[k]);
    indices.push(...[0, 1, 2, 0, 2, 3].map(corner => 4 * i + corner));
  }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

describe("TriangleBsp with planes: 'directions'", () => {
  for (const [name, mesh] of [
    ['a torus', makeTorus(24, 12)],
    ['a ball', makeIcosphere(3)],
  ] as const) {
    const { positions, indices } = mesh;
    const pure = new TriangleBsp(positions, indices, { planes: 'directions' });
    const free = new TriangleBsp(positions, indices);

    it(`has fixed directions only, diagonals among them, down to the leaves of ${name}`, () => {
      const { all, fixed, diagonal } = countPlanes(pure);
      expect(all).toBeGreaterThan(30);
      expect(fixed).toBe(all);
      expect(diagonal).toBeGreaterThan(0);
    });

    it(`hits ${name} where the tree with free planes does`, () => {
      const random = new Random(5);
      const [a, b] = [createRayHit(), createRayHit()];
      let hits = 0;
      for (let i = 0; i < 300; i++) {
        const origin = [0, 1, 2].map(() => random.uniform(-2, 2));
        const direction = origin.map(x => -x + random.uniform(-0.8, 0.8));
        const t = pure.raycast(a, origin, direction);
        expect(t).toBe(free.raycast(b, origin, direction));
        if (t === Infinity) continue;
        hits++;
        expect(a.triangle).toBe(b.triangle);
      }
      expect(hits / 300).toBeGreaterThan(0.2);
      expect(hits / 300).toBeLessThan(0.99);
    });
  }

  it('keeps to them where the planes of triangles would cut less', () => {
    const { positions, indices } = makeSlats(60);
    const free = countPlanes(new TriangleBsp(positions, indices));
    expect(free.fixed).toBeLessThan(0.5 * free.all);
    const pure = countPlanes(new TriangleBsp(positions, indices, { planes: 'directions' }));
    expect(pure.all).toBeGreaterThan(3);
    expect(pure.fixed).toBe(pure.all);
  });
});
