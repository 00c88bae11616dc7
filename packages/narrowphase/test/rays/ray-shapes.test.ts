import {
  aabbContainsPoint,
  capsuleDistance,
  createObb,
  obbContainsPoint,
  obbFromBox,
  rayAabb,
  rayCapsule,
  rayObb,
  raySphere,
  sphereContainsPoint,
} from '@colide/bounds';
import { createRayHit } from '@colide/core';
import { HeightField, HullShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { rayCylinder, rayHeightField, rayHull, rayPlane, rayTriangle } from '@colide/narrowphase';
import { expectHitRate, generateHull, hullFamilies } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Triple = [number, number, number];

interface Case {
  /** Signed by convention: at most `margin` for points of the grown shape. */
  inside(point: Triple, margin: number): boolean;
  cast(origin: Triple, direction: Triple): number;
}

const hit = createRayHit();
const point = (o: Triple, d: Triple, t: number): Triple => [
  o[0] + t * d[0],
  o[1] + t * d[1],
  o[2] + t * d[2],
];

/**
 * The requirements of every ray test of a convex solid, with membership as the only oracle: the hit lies on
 * the surface, nothing before it is inside, a sampled inside point is never missed, and the normal is a unit
 * vector against the ray with the solid behind it.
 */
function check(shape: Case, origin: Triple, direction: Triple, name: string): boolean {
  const t = shape.cast(origin, direction);
  expect(hit.t).toBe(t);
  let firstInside = Infinity;
  for (let i = 0; i <= 400; i++) {
    const s = i / 100;
    if (shape.inside(point(origin, direction, s), 0)) {
      firstInside = s;
      break;
    }
  }
  expect(t, name).toBeLessThanOrEqual(firstInside);
  if (t === Infinity) return false;
  const n = hit.normal;
  expect(Math.hypot(n[0], n[1], n[2])).toBeCloseTo(1, 12);
  expect(n[0] * direction[0] + n[1] * direction[1] + n[2] * direction[2]).toBeLessThanOrEqual(1e-9);
  expect(shape.inside(point(origin, direction, t), 1e-9), `${name} on the surface`).toBe(true);
  if (t > 0) {
    expect(shape.inside(point(origin, direction, t * (1 - 1e-6) - 1e-9), -1e-12), `${name} first`).toBe(
      false,
    );
    const p = point(origin, direction, t);
    const outside = p.map((x, i) => x + 1e-5 * n[i]) as Triple;
    expect(shape.inside(outside, 0), `${name} normal`).toBe(false);
  } else expect(shape.inside(origin, 1e-9), name).toBe(true);
  return true;
}

const identity = [0, 0, 0, 1];
const makers: Record<string, (random: Random) => Case> = {
  aabb(random) {
    const c = [0, 0, 0].map(() => random.uniform(-0.5, 0.5));
    const h = [0, 0, 0].map(() => random.uniform(0.2, 1));
    const grown = (m: number) => [...c.map((x, i) => x - h[i] - m), ...c.map((x, i) => x + h[i] + m)];
    return {
      inside: (p, margin) => aabbContainsPoint(grown(margin), p),
      cast: (o, d) => rayAabb(hit, o, d, grown(0)),
    };
  },
  obb(random) {
    const c = [0, 0, 0].map(() => random.uniform(-0.5, 0.5));
    const h = [0, 0, 0].map(() => random.uniform(0.2, 1));
    const q = [...identity];
    random.rotation(q);
    const grown = (m: number) =>
      obbFromBox(
        createObb(),
        c,
        h.map(x => x + m),
        q,
      );
    const box = grown(0);
    return {
      inside: (p, margin) => obbContainsPoint(grown(margin), p),
      cast: (o, d) => rayObb(hit, o, d, box),
    };
  },
  sphere(random) {
    const s = [...[0, 0, 0].map(() => random.uniform(-0.5, 0.5)), random.uniform(0.3, 1.2)];
    return {
      inside: (p, margin) => sphereContainsPoint([s[0], s[1], s[2], s[3] + margin], p),
      cast: (o, d) => raySphere(hit, o, d, s),
    };
  },
  capsule(random) {
    const c = [...Array.from({ length: 6 }, () => random.uniform(-1, 1)), random.uniform(0.2, 0.8)];
    return {
      inside: (p, margin) => capsuleDistance([...c.slice(0, 6), c[6] + margin], p) <= 0,
      cast: (o, d) => rayCapsule(hit, o, d, c),
    };
  },
  cylinder(random) {
    const c = [...Array.from({ length: 6 }, () => random.uniform(-1, 1)), random.uniform(0.2, 0.8)];
    const u = [c[3] - c[0], c[4] - c[1], c[5] - c[2]];
    const height = Math.hypot(...u);
    return {
      inside(p, margin) {
        const m = p.map((x, i) => x - c[i]);
        const along = (m[0] * u[0] + m[1] * u[1] + m[2] * u[2]) / height;
        const across = Math.hypot(...m.map((x, i) => x - (along * u[i]) / height));
        return along >= -margin && along <= height + margin && across <= c[6] + margin;
      },
      cast: (o, d) => rayCylinder(hit, o, d, c),
    };
  },
  hull(random) {
    const family = ['rounded', 'cube', 'box', 'prism'] as const;
    const hull = HullShape.fromPoints(generateHull(family[random.integer(4)], 16, random));
    const { planes } = hull;
    return {
      inside(p, margin) {
        for (let i = 0; i < planes.length; i += 4)
          if (planes[i] * p[0] + planes[i + 1] * p[1] + planes[i + 2] * p[2] > planes[i + 3] + margin)
            return false;
        return true;
      },
      cast: (o, d) => rayHull(hit, o, d, hull),
    };
  },
};

describe.each(Object.keys(makers))('ray against %s', name => {
  it('is first, on the surface, and never missed', () => {
    const random = new Random(41);
    let hits = 0;
    const count = 1500;
    for (let k = 0; k < count; k++) {
      const shape = makers[name](random);
      const origin = [0, 0, 0].map(() => random.uniform(-2, 2)) as Triple;
      const target = [0, 0, 0].map(() => random.uniform(-1.2, 1.2));
      const direction = [0, 1, 2].map(i => target[i] - origin[i]) as Triple;
      if (k % 7 === 0) direction[random.integer(3)] = 0;
      if (check(shape, origin, direction, `${name} ${k}`)) hits++;
      shape.cast([Number.NaN, 1, 0], direction);
      expect(hit.t).toBe(Infinity);
    }
    expectHitRate(hits, count);
  });
});

describe('rayHull', () => {
  it('hits every corner and the middle of every face of hard hulls', () => {
    const random = new Random(3);
    for (const family of hullFamilies) {
      const hull = HullShape.fromPoints(generateHull(family, 20, random));
      const center = hull.centerOfMass([0, 0, 0]);
      for (let i = 0; i < hull.vertexCount; i++) {
        const corner = hull.vertex([0, 0, 0], i) as Triple;
        const outward = corner.map((x, k) => x - center[k]);
        const origin = corner.map((x, k) => x + outward[k]);
        const t = rayHull(
          hit,
          origin,
          outward.map(x => -x),
          hull,
        );
        expect(Math.abs(t - 1), `${family} ${i}`).toBeLessThan(1e-6);
      }
    }
  });

  it('knows flat hulls as polygons', () => {
    const square = HullShape.fromPoints([0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1]);
    expect(square.dimension).toBe(2);
    expect(rayHull(hit, [0.5, 2, 0.5], [0, -1, 0], square)).toBe(2);
    expect(Array.from(hit.normal)).toEqual([0, 1, 0]);
    expect(rayHull(hit, [1, -2, 1], [0, 1, 0], square)).toBe(2);
    expect(rayHull(hit, [1.01, 2, 0.5], [0, -1, 0], square)).toBe(Infinity);
    expect(rayHull(hit, [0.5, 2, 0.5], [0, -1, 0], HullShape.fromPoints([0, 0, 0, 1, 0, 0]))).toBe(Infinity);
  });
});

describe('rayPlane', () => {
  it('hits from both sides, ahead only', () => {
    expect(rayPlane(hit, [0, 3, 0], [1, -1, 0], [0, 1, 0, 1])).toBe(2);
    expect(Array.from(hit.normal)).toEqual([0, 1, 0]);
    expect(rayPlane(hit, [0, -3, 0], [0, 2, 0], [0, 1, 0, 1])).toBe(2);
    expect(rayPlane(hit, [0, 3, 0], [1, 1, 0], [0, 1, 0, 1])).toBe(Infinity);
    expect(rayPlane(hit, [0, 1, 0], [1, 0, 0], [0, 1, 0, 1])).toBe(Infinity);
    expect(rayPlane(hit, [0, Number.NaN, 0], [0, 1, 0], [0, 1, 0, 1])).toBe(Infinity);
    expect(hit.t).toBe(Infinity);
  });
});

describe('rayCylinder', () => {
  it('runs along the axis, grazes the side, and misses beside', () => {
    const can = [0, -1, 0, 0, 1, 0, 0.5];
    expect(rayCylinder(hit, [0.25, 4, 0], [0, -1, 0], can)).toBe(3);
    expect(Array.from(hit.normal)).toEqual([0, 1, 0]);
    expect(rayCylinder(hit, [0.5, 4, 0], [0, -1, 0], can)).toBe(3);
    expect(rayCylinder(hit, [0.51, 4, 0], [0, -1, 0], can)).toBe(Infinity);
    expect(rayCylinder(hit, [-3, 0, 0.5], [1, 0, 0], can)).toBeCloseTo(3, 5);
    expect(rayCylinder(hit, [-3, 1, 0], [1, 0, 0], can)).toBeCloseTo(2.5, 12);
    expect(rayCylinder(hit, [-3, 1.01, 0], [1, 0, 0], can)).toBe(Infinity);
    expect(rayCylinder(hit, [-3, 0, 0], [-1, 0, 0], can)).toBe(Infinity);
    expect(rayCylinder(hit, [0, 0, 0], [1, 0, 0], can)).toBe(0);
    expect(Array.from(hit.normal)).toEqual([-1, -0, -0]);
    expect(rayCylinder(hit, [0, 5, 0], [0, -1, 0], [0, 1, 0, 0, 1, 0, 1])).toBe(Infinity);
  });
});

describe('rayHeightField', () => {
  const random = new Random(77);
  const columns = 17;
  const rows = 12;
  const heights = Array.from({ length: columns * rows }, () => random.uniform(0, 2));
  const field = new HeightField({ heights, columns, rows, cellSize: 0.5 });

  function brute(origin: Triple, direction: Triple): number {
    const t = new Float64Array(9);
    let best = Infinity;
    for (let i = 0; i < field.triangleCount; i++) {
      field.triangle(t, i);
      const corner = (k: number): Triple => [t[3 * k], t[3 * k + 1], t[3 * k + 2]];
      best = Math.min(best, rayTriangle(hit, origin, direction, corner(0), corner(1), corner(2)));
    }
    return best;
  }

  it('agrees with all triangles one by one', () => {
    let hits = 0;
    const count = 1500;
    for (let k = 0; k < count; k++) {
      const origin: Triple = [random.uniform(-1, 9), random.uniform(1, 4), random.uniform(-1, 7)];
      const direction: Triple = [random.uniform(-1, 1), random.uniform(-0.6, 0.2), random.uniform(-1, 1)];
      if (k % 5 === 0) direction[0] = 0;
      if (k % 7 === 0) direction[2] = 0;
      const expected = brute(origin, direction);
      const t = rayHeightField(hit, origin, direction, field);
      if (expected === Infinity) expect(t, `case ${k}`).toBe(Infinity);
      else {
        hits++;
        expect(Math.abs(t - expected), `case ${k}`).toBeLessThan(1e-9);
        const at = point(origin, direction, t);
        expect(at[1]).toBeCloseTo(field.sample(at[0], at[2]), 9);
      }
    }
    expectHitRate(hits, count);
  });

  it('lets no vertical ray through, not on grid lines, corners and diagonals either', () => {
    for (let i = 0; i <= 4 * (columns - 1); i++)
      for (let j = 0; j <= 4 * (rows - 1); j++) {
        const t = rayHeightField(hit, [i / 8, 10, j / 8], [0, -1, 0], field);
        expect(10 - t).toBeCloseTo(field.sample(i / 8, j / 8), 12);
        expect(hit.normal[1]).toBeGreaterThan(0);
      }
    expect(rayHeightField(hit, [-0.01, 10, 1], [0, -1, 0], field)).toBe(Infinity);
    expect(rayHeightField(hit, [1, 10, 1], [0, 1, 0], field)).toBe(Infinity);
    expect(rayHeightField(hit, [1, Number.NaN, 1], [0, 1, 0], field)).toBe(Infinity);
  });

  it('lets no slanted ray through along grid lines and diagonals', () => {
    for (const direction of [
      [1, -3, 0],
      [0, -3, 1],
      [1, -3, 1],
    ])
      for (let i = 0; i < 8; i++) {
        const target = [1 + 0.5 * i, 0, 1 + 0.25 * i];
        target[1] = field.sample(target[0], target[2]) - 1e-6;
        const origin = target.map((x, k) => x - direction[k]);
        expect(rayHeightField(hit, origin, direction, field)).toBeLessThan(1);
      }
  });
});
