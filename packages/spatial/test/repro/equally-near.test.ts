/**
 * A wall that is there twice: of triangles at the same distance the smallest number counts. The distance of a
 * k-DOP was compared without slack. Rounding put it one bit beyond the distance of a triangle inside, and a
 * node with a smaller number was skipped.
 */

import type { ReadonlyVec3 } from '@colide/core';
import { closestPointTriangle, createClosestPoint, Random } from '@colide/math';
import { createMeshPoint, KdopTree, meshClosestPoint, ObbTree, TriangleBvh } from '@colide/spatial';
import { expect, it } from 'vitest';
import { boundsOf, pointIn, soupOf, trianglesOf } from '../support/mesh-oracles.ts';

it.each([TriangleBvh, ObbTree, KdopTree])('gives the triangle of a loop over all: %o', Structure => {
  const near = createMeshPoint();
  for (let seed = 0; seed < 10; seed++) {
    const random = new Random(7 + seed);
    const mesh = makeDoubleWall(random, 5);
    const triangles = trianglesOf(soupOf(mesh));
    const box = boundsOf(mesh.positions);
    const structure = new Structure(mesh.positions, mesh.indices);
    for (let i = 0; i < 400; i++) {
      const point = pointIn(random, box, [1, 3, 100, 1e4][i % 4]);
      const [triangle, squared] = nearest(triangles, point);
      const distance = meshClosestPoint(near, structure, point);
      if (distance !== Math.sqrt(squared)) expect.fail(`seed ${seed}, point ${i}: ${distance}`);
      if (near.triangle !== triangle) expect(near.triangle).toBe(triangle);
    }
  }
});

/** A flat wall of `side` × `side` vertices on no grid, every triangle twice. */
function makeDoubleWall(random: Random, side: number) {
  const positions: number[] = [];
  const indices: number[] = [];
  const height = random.uniform(-1, 1);
  for (let i = 0; i < side; i++)
    for (let j = 0; j < side; j++)
      positions.push(random.uniform(0, 0.1) + i / 3, height, random.uniform(0, 0.1) + j / 3);
  for (let copy = 0; copy < 2; copy++)
    for (let i = 0; i < side - 1; i++)
      for (let j = 0; j < side - 1; j++) {
        const a = i * side + j;
        indices.push(a, a + 1, a + side, a + side, a + 1, a + side + 1);
      }
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

const closest = createClosestPoint();

/** The first of the nearest triangles and its squared distance. */
function nearest(triangles: ReturnType<typeof trianglesOf>, point: ReadonlyVec3): [number, number] {
  let best = Infinity;
  let found = -1;
  triangles.forEach((corners, i) => {
    const squared = closestPointTriangle(closest, point, ...corners);
    if (squared >= best) return;
    best = squared;
    found = i;
  });
  return [found, best];
}
