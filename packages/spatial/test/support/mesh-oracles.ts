/**
 * Meshes, and what brute force knows about them: the oracles that structures over triangles are compared
 * with.
 */
import { createRayHit, type ReadonlyAabb, type ReadonlyVec3 } from '@colide/core';
import { Random } from '@colide/math';
import { rayTriangles } from '@colide/narrowphase';
import { RayHitList, type TriangleQueries } from '@colide/spatial';
import type { TriangleMesh } from '@colide/testing';
import { expect } from 'vitest';

export type Triple = [number, number, number];

/** The triangles of a mesh, nine numbers each. */
export function soupOf({ positions, indices }: TriangleMesh): Float64Array {
  const soup = new Float64Array(3 * indices.length);
  for (let i = 0; i < indices.length; i++)
    for (let k = 0; k < 3; k++) soup[3 * i + k] = positions[3 * indices[i] + k];
  return soup;
}

/** The box around points. */
export function boundsOf(positions: ArrayLike<number>): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    box[i % 3] = Math.min(box[i % 3], positions[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], positions[i]);
  }
  return box;
}

/** A random point in a box that is made `spread` times as large. */
export function pointIn(random: Random, box: number[], spread: number): Triple {
  return [0, 1, 2].map(axis => {
    const middle = (box[axis] + box[axis + 3]) / 2;
    return middle + spread * random.uniform(-0.5, 0.5) * (box[axis + 3] - box[axis] || 1e-3);
  }) as Triple;
}

/** The corners of all triangles of a soup. */
export function trianglesOf(soup: Float64Array): [Triple, Triple, Triple][] {
  return Array.from({ length: soup.length / 9 }, (_, i) => {
    const corner = (at: number): Triple => [soup[at], soup[at + 1], soup[at + 2]];
    return [corner(9 * i), corner(9 * i + 3), corner(9 * i + 6)];
  });
}

/** A vertex with the triangles around it closed up: whether all edges are shared by two triangles. */
export function isClosed(indices: Uint32Array): boolean {
  const edges = new Map<number, number>();
  for (let i = 0; i < indices.length; i++) {
    const a = indices[i];
    const b = indices[i % 3 === 2 ? i - 2 : i + 1];
    const key = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
    edges.set(key, (edges.get(key) ?? 0) + (a < b ? 1 : -1));
  }
  return [...edges.values()].every(balance => balance === 0);
}

interface TestRay {
  readonly origin: ReadonlyVec3;
  readonly direction: ReadonlyVec3;
  readonly maxT?: number;
}

const hit = createRayHit();
const oracle = createRayHit();

/** Asserts one ray against the loop over all triangles. Returns whether it hit. */
export function expectRay(
  structure: TriangleQueries,
  soup: Float64Array,
  { origin, direction, maxT = Infinity }: TestRay,
  context: string,
): boolean {
  const expected = rayTriangles(oracle, origin, direction, soup, maxT);
  const t = structure.raycast(hit, origin, direction, maxT);
  if (Math.abs(t - expected) > 1e-14 * Math.abs(expected)) expect(t, context).toBe(expected);
  if (hit.t !== t) expect(hit.t, context).toBe(t);
  if (structure.raycastAny(origin, direction, maxT) !== t < Infinity)
    expect.fail(`${context}: any hit and nearest hit disagree`);
  if (t === Infinity) return false;
  if (hit.triangle === oracle.triangle) {
    if (hit.u !== oracle.u || hit.v !== oracle.v)
      expect([hit.u, hit.v], context).toEqual([oracle.u, oracle.v]);
    if (hit.normal.some((x, k) => x !== oracle.normal[k])) expect(hit.normal, context).toEqual(oracle.normal);
  } else if (t === expected)
    expect(hit.triangle, `${context}: of equal hits the first counts`).toBe(oracle.triangle);
  return true;
}

/** A point well inside a closed mesh, found by halving the longest of some chords. */
export function interiorPoint(structure: TriangleQueries, positions: ArrayLike<number>): Triple {
  const box = boundsOf(positions);
  const random = new Random(31);
  const hits = new RayHitList();
  let longest = 0;
  let inside: Triple = [0, 0, 0];
  for (let i = 0; i < 50; i++) {
    const origin = pointIn(random, box, 3);
    const direction = pointIn(random, box, 0.5).map((x, k) => x - origin[k]);
    hits.clear();
    structure.raycastEvery(hits, origin, direction);
    const scale = Math.hypot(...direction);
    if (hits.count !== 2 || (hits.t[1] - hits.t[0]) * scale < longest) continue;
    longest = (hits.t[1] - hits.t[0]) * scale;
    const t = (hits.t[0] + hits.t[1]) / 2;
    inside = origin.map((x, k) => x + t * direction[k]) as Triple;
  }
  expect(longest).toBeGreaterThan(0);
  return inside;
}

/** The six planes of a box, normals outward. */
export function planesOf(box: ReadonlyAabb): number[] {
  const planes: number[] = [];
  for (let k = 0; k < 3; k++) {
    const normal = [0, 0, 0];
    normal[k] = 1;
    planes.push(...normal.map(x => -x), -box[k], ...normal, box[k + 3]);
  }
  return planes;
}
