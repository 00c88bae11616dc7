import { createRayHit } from '@colide/core';
import { Random } from '@colide/math';
import {
  createWatertightRay,
  rayTriangle,
  rayTriangleCulled,
  rayTriangles,
  rayTriangleWatertight,
  watertightRaySet,
} from '@colide/narrowphase';
import {
  expectHitRate,
  expectVectorClose,
  makeBoxMesh,
  makeIcosphere,
  makeTorus,
  type TriangleMesh,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Triple = [number, number, number];

/** The number as a multiple of 2⁻⁴⁰, which all coordinates of these tests are. */
const big = (x: number): bigint => BigInt(x * 2 ** 40);
const sub = (a: Triple, b: Triple): bigint[] => [0, 1, 2].map(i => big(a[i]) - big(b[i]));
const det = (a: bigint[], b: bigint[], c: bigint[]): bigint =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) -
  a[1] * (b[0] * c[2] - b[2] * c[0]) +
  a[2] * (b[0] * c[1] - b[1] * c[0]);

/**
 * Möller–Trumbore in whole numbers: determinant and t, u, v as its parts; undefined for a ray in the plane.
 */
function exact(o: Triple, d: Triple, p: Triple[]): { d: bigint; t: bigint; u: bigint; v: bigint } {
  const s = sub(o, p[0]);
  const e1 = sub(p[1], p[0]);
  const e2 = sub(p[2], p[0]);
  const minus = d.map(x => -big(x));
  // s = t (−d) + u e1 + v e2
  const determinant = det(minus, e1, e2);
  const sign = determinant < 0n ? -1n : 1n;
  return {
    d: determinant * sign,
    t: det(s, e1, e2) * sign,
    u: det(minus, s, e2) * sign,
    v: det(minus, e1, s) * sign,
  };
}

const quantise = (x: number): number => Math.round(x * 2 ** 40) / 2 ** 40;
const triple = (next: () => number): Triple => [quantise(next()), quantise(next()), quantise(next())];

/** A random point of the triangle, or one of its edge a b. */
function pointOf(p: Triple[], random: Random, onEdge: boolean): Triple {
  let u = random.next();
  let v = onEdge ? 0 : random.next();
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  return [0, 1, 2].map(i => quantise(p[0][i] + u * (p[1][i] - p[0][i]) + v * (p[2][i] - p[0][i]))) as Triple;
}

describe('ray and triangle', () => {
  const hit = createRayHit();
  const ray = createWatertightRay();

  it('agree with whole-number arithmetic on 20 000 rays, in verdict, t, u and v', () => {
    const random = new Random(5);
    let hits = 0;
    for (let k = 0; k < 20_000; k++) {
      const p = [0, 1, 2].map(() => triple(() => random.uniform(-1, 1)));
      const origin = triple(() => random.uniform(-2, 2));
      const target = k % 2 ? pointOf(p, random, false) : triple(() => random.uniform(-2, 2));
      const direction = [0, 1, 2].map(i => target[i] - origin[i]) as Triple;
      const q = exact(origin, direction, p);
      const expected = q.d > 0n && q.t >= 0n && q.u >= 0n && q.v >= 0n && q.u + q.v <= q.d;
      const t = rayTriangle(hit, origin, direction, p[0], p[1], p[2]);
      expect(t < Infinity, `case ${k}`).toBe(expected);
      expect(hit.t).toBe(t);
      watertightRaySet(ray, origin, direction);
      expect(rayTriangleWatertight(hit, ray, p[0], p[1], p[2]) < Infinity, `case ${k}`).toBe(expected);
      if (!expected) continue;
      hits++;
      const whole = Number(q.d);
      for (const test of ['watertight', 'plain']) {
        if (test === 'plain') rayTriangle(hit, origin, direction, p[0], p[1], p[2]);
        const tolerance = 1e-12 / Math.min(1, Math.abs(whole) / 2 ** 120);
        expectVectorClose(
          [hit.t, hit.u, hit.v],
          [Number(q.t) / whole, Number(q.u) / whole, Number(q.v) / whole],
          { absolute: tolerance },
        );
      }
    }
    expectHitRate(hits, 20_000);
  });

  it('agree on integers, where rays meet edges, corners and planes', () => {
    const random = new Random(6);
    let hits = 0;
    const count = 20_000;
    for (let k = 0; k < count; k++) {
      const p = [0, 1, 2].map(() => triple(() => random.integer(4)));
      const origin = triple(() => random.integer(4));
      const target = triple(() => random.integer(4));
      const direction = [0, 1, 2].map(i => target[i] - origin[i]) as Triple;
      if (direction.every(x => x === 0)) continue;
      const q = exact(origin, direction, p);
      const expected = q.d > 0n && q.t >= 0n && q.u >= 0n && q.v >= 0n && q.u + q.v <= q.d;
      if (expected) hits++;
      watertightRaySet(ray, origin, direction);
      const rounded = q.u + q.v === q.d;
      if (!rounded)
        expect(rayTriangle(hit, origin, direction, p[0], p[1], p[2]) < Infinity, `case ${k}`).toBe(expected);
      // The watertight test divides the direction; only where that is exact must it agree on the boundary.
      const largest = Math.max(...direction.map(Math.abs));
      if (q.u * q.v * (q.u + q.v - q.d) !== 0n || largest !== 3)
        expect(rayTriangleWatertight(hit, ray, p[0], p[1], p[2]) < Infinity, `case ${k}`).toBe(expected);
    }
    expect(hits / count).toBeGreaterThan(0.05);
  });

  it('cull triangles seen from behind', () => {
    const p: Triple[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ];
    const above: Triple = [0.25, 0.25, 2];
    const below: Triple = [0.25, 0.25, -2];
    expect(rayTriangleCulled(hit, above, [0, 0, -1], p[0], p[1], p[2])).toBe(2);
    expect(Array.from(hit.normal)).toEqual([0, 0, 1]);
    expect([hit.u, hit.v]).toEqual([0.25, 0.25]);
    expect(rayTriangleCulled(hit, below, [0, 0, 1], p[0], p[1], p[2])).toBe(Infinity);
    expect(hit.t).toBe(Infinity);
    expect(rayTriangle(hit, below, [0, 0, 4], p[0], p[1], p[2])).toBe(0.5);
    expect(Array.from(hit.normal)).toEqual([0, 0, 1]);
  });

  it('take no hit behind the origin, in the plane, on a degenerate triangle or from NaN', () => {
    const p: Triple[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ];
    const all = (origin: Triple, direction: Triple, q = p): number[] => {
      watertightRaySet(ray, origin, direction);
      return [
        rayTriangle(hit, origin, direction, q[0], q[1], q[2]),
        rayTriangleCulled(hit, origin, direction, q[0], q[1], q[2]),
        rayTriangleWatertight(hit, ray, q[0], q[1], q[2]),
      ];
    };
    const none = [Infinity, Infinity, Infinity];
    expect(all([0.2, 0.2, 1], [0, 0, 1])).toEqual(none);
    expect(all([-1, 0.2, 0], [1, 0, 0])).toEqual(none);
    expect(all([0.2, 0.2, 1], [0, 0, -1], [p[0], p[1], p[1]])).toEqual(none);
    expect(all([0.2, Number.NaN, 1], [0, 0, -1])).toEqual(none);
    expect(all([0.2, 0.2, 1], [Number.NaN, 0, -1])).toEqual(none);
    for (const t of all([0.2, 0.2, 0], [0, 0, -1])) expect(Math.abs(t)).toBe(0);
  });
});

describe('rayTriangleWatertight', () => {
  const hit = createRayHit();
  const ray = createWatertightRay();

  function leaks(mesh: TriangleMesh, origin: Triple, target: Triple): boolean {
    const { positions: p, indices } = mesh;
    watertightRaySet(ray, origin, [target[0] - origin[0], target[1] - origin[1], target[2] - origin[2]]);
    for (let i = 0; i < indices.length; i += 3) {
      const corner = (k: number): Triple => [
        p[3 * indices[i + k]],
        p[3 * indices[i + k] + 1],
        p[3 * indices[i + k] + 2],
      ];
      if (rayTriangleWatertight(hit, ray, corner(0), corner(1), corner(2)) < Infinity) return false;
    }
    return true;
  }

  const meshes: [string, TriangleMesh, Triple][] = [
    ['icosphere', makeIcosphere(2), [0, 0, 0]],
    ['box', makeBoxMesh(0.3, 1, 2), [0, 0, 0]],
    ['torus', makeTorus(12, 8), [1, 0, 0]],
  ];
  it.each(meshes)('lets no ray out of a closed %s through corners and edges', (_name, mesh, center) => {
    const random = new Random(8);
    const { positions, indices } = mesh;
    const at = (i: number): Triple => [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
    let rays = 0;
    for (let k = 0; k < 8; k++) {
      const origin = center.map(x => (k === 0 ? x : x + 0.07 * random.uniform(-1, 1))) as Triple;
      for (let i = 0; i < positions.length / 3; i++, rays++) expect(leaks(mesh, origin, at(i))).toBe(false);
      for (let i = 0; i < indices.length; i++, rays++) {
        const a = at(indices[i]);
        const b = at(indices[i % 3 === 2 ? i - 2 : i + 1]);
        const s = k % 2 ? 0.5 : random.next();
        const target = a.map((x, axis) => x + s * (b[axis] - x)) as Triple;
        expect(leaks(mesh, origin, target)).toBe(false);
      }
    }
    expect(rays).toBeGreaterThan(300);
  });
});

describe('rayTriangles', () => {
  const random = new Random(41);
  const soup = Float64Array.from({ length: 9 * 60 }, () => random.uniform(-1, 1));
  const corner = (triangle: number, k: number): Triple => {
    const i = 9 * triangle + 3 * k;
    return [soup[i], soup[i + 1], soup[i + 2]];
  };
  const hit = createRayHit();
  const single = createRayHit();

  it('finds what testing the triangles one by one finds, in any range and up to any t', () => {
    let hits = 0;
    const count = 3000;
    for (let k = 0; k < count; k++) {
      const origin = triple(() => random.uniform(-2, 2));
      const target = triple(() => random.uniform(-0.7, 0.7));
      const direction = [0, 1, 2].map(i => target[i] - origin[i]);
      const first = random.integer(60);
      const last = first + random.integer(61 - first);
      const maxT = k % 2 ? Infinity : random.uniform(0, 2);
      const best = { t: Infinity, triangle: -1, u: 0, v: 0, normal: [0, 0, 0] };
      for (let i = first; i < last; i++) {
        const t = rayTriangle(single, origin, direction, corner(i, 0), corner(i, 1), corner(i, 2));
        if (t < best.t && t <= maxT)
          Object.assign(best, { t, triangle: i, u: single.u, v: single.v, normal: [...single.normal] });
      }
      expect(rayTriangles(hit, origin, direction, soup, maxT, { first, last }), `case ${k}`).toBe(best.t);
      expect(hit.t).toBe(best.t);
      if (best.t === Infinity) continue;
      hits++;
      expect(hit).toEqual({ ...best, normal: Float64Array.from(best.normal) });
    }
    expectHitRate(hits, count);
  });

  it('takes every kind of array and all triangles by default; NaN, a zero direction and no triangles miss', () => {
    const single32 = Float32Array.from(soup);
    const origin: Triple = [0.1, 0.2, 3];
    const direction: Triple = [0, 0, -1];
    const expected = rayTriangles(hit, origin, direction, Float64Array.from(single32));
    expect(expected).toBeLessThan(Infinity);
    expect(rayTriangles(hit, origin, direction, single32)).toBe(expected);
    expect(rayTriangles(hit, origin, direction, Array.from(single32))).toBe(expected);
    expect(rayTriangles(hit, origin, [0, 0, 0], soup)).toBe(Infinity);
    expect(rayTriangles(hit, origin, [0, Number.NaN, 1], soup)).toBe(Infinity);
    expect(
      rayTriangles(hit, origin, direction, soup.fill(Number.NaN, 0, 9), Infinity, { first: 0, last: 1 }),
    ).toBe(Infinity);
    expect(rayTriangles(hit, origin, direction, [])).toBe(Infinity);
    expect(hit.t).toBe(Infinity);
  });
});
