import {
  orient3d,
  planeDistance,
  planeFromNormal,
  planeFromPoints,
  planeFromPolygon,
  planeProject,
  planesIntersection,
  planeTransform,
  Random,
} from '@colide/math';
import { expectClose, expectHitRate, expectNoAllocation, expectVectorClose } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Vec3 = [number, number, number];

const random = new Random(3);
const normal = (size = 1): Vec3 => [random.normal() * size, random.normal() * size, random.normal() * size];
const plane = new Float64Array(4);

describe('planeFromPoints', () => {
  it('passes through the points, its positive side where orient3d is positive', () => {
    for (const size of [1, 1e-6, 1e6, 1e-70, 1e70]) {
      let positive = 0;
      for (let i = 0; i < 1000; i++) {
        const [a, b, c, d] = [normal(size), normal(size), normal(size), normal(size)];
        expect(planeFromPoints(plane, a, b, c)).toBe(true);
        expectClose(Math.hypot(plane[0], plane[1], plane[2]), 1, { absolute: 1e-15 });
        for (const point of [a, b, c])
          expectClose(planeDistance(plane, point), 0, { absolute: 1e-11 * size });
        const distance = planeDistance(plane, d);
        if (distance > 0) positive++;
        const far = Math.abs(distance) > 1e-9 * size;
        if (far && size > 1e-50 && size < 1e50)
          expect(Math.sign(distance)).toBe(Math.sign(orient3d(a, b, c, d)));
      }
      expectHitRate(positive, 1000);
    }
  });

  it('refuses collinear and equal points', () => {
    for (let i = 0; i < 1000; i++) {
      const a = normal();
      const u = normal();
      const b: Vec3 = [a[0] + u[0], a[1] + u[1], a[2] + u[2]];
      const exact: Vec3 = [2 * b[0] - a[0], 2 * b[1] - a[1], 2 * b[2] - a[2]];
      if (exact.every((x, axis) => x - a[axis] === 2 * (b[axis] - a[axis])))
        expect(planeFromPoints(plane, a, b, exact)).toBe(false);
      expect(planeFromPoints(plane, a, a, b)).toBe(false);
      expect(planeFromPoints(plane, a, b, b)).toBe(false);
      expect([...plane]).toEqual([0, 0, 0, 0]);
    }
    expect(planeFromPoints(plane, [Number.NaN, 0, 0], [1, 0, 0], [0, 1, 0])).toBe(false);
  });
});

describe('planeFromNormal', () => {
  it('takes normals of any length', () => {
    for (const length of [1, 1e-200, 1e200]) {
      expect(planeFromNormal(plane, [1, 2, 3], [0, 3 * length, 4 * length])).toBe(true);
      expectVectorClose(plane, [0, 0.6, 0.8, 3.6]);
    }
    expect(planeFromNormal(plane, [1, 2, 3], [0, 0, 0])).toBe(false);
    expect([...plane]).toEqual([0, 0, 0, 0]);
  });
});

describe('planeFromPolygon', () => {
  it('gives plane and area of convex, concave and far polygons', () => {
    const square = Float64Array.of(0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0);
    expect(planeFromPolygon(plane, square)).toBe(4);
    expectVectorClose(plane, [0, 0, 1, 0]);
    const arrow = Float64Array.of(0, 0, 5, 4, 2, 5, 0, 4, 5, 1, 2, 5);
    expect(planeFromPolygon(plane, arrow)).toBe(6);
    expectVectorClose(plane, [0, 0, 1, 5]);
    const far = square.map(x => x + 1e8);
    expect(planeFromPolygon(plane, far)).toBe(4);
    expectVectorClose(plane, [0, 0, 1, 1e8]);
  });

  it('agrees with planeFromPoints on triangles', () => {
    const other = new Float64Array(4);
    for (let i = 0; i < 1000; i++) {
      const [a, b, c] = [normal(), normal(), normal()];
      planeFromPoints(plane, a, b, c);
      planeFromPolygon(other, Float64Array.of(...a, ...b, ...c, 9, 9, 9), 3);
      expectVectorClose(other, plane, { absolute: 1e-10 });
    }
  });

  it('reports polygons without area and names bad arguments', () => {
    expect(planeFromPolygon(plane, Float64Array.of())).toBe(0);
    expect(planeFromPolygon(plane, Float64Array.of(1, 2, 3))).toBe(0);
    expect(planeFromPolygon(plane, Float64Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2))).toBe(0);
    expect([...plane]).toEqual([0, 0, 0, 0]);
    expect(() => planeFromPolygon(plane, Float64Array.of(0, 0, 0, 1))).toThrow(/count/);
    expect(() => planeFromPolygon(plane, Float64Array.of(0, 0, 0), 2)).toThrow(/points/);
    expect(() => planeFromPolygon(plane, Float64Array.of(0, 0, 0), -1)).toThrow(/count/);
  });
});

describe('planes', () => {
  it('project to the nearest point, also in place', () => {
    for (let i = 0; i < 1000; i++) {
      planeFromNormal(plane, normal(), normal());
      const p = normal(10);
      const distance = planeDistance(plane, p);
      const q = planeProject(new Float64Array(3), plane, p);
      expectClose(planeDistance(plane, q), 0, { absolute: 1e-13 });
      expectClose(Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]), Math.abs(distance), { absolute: 1e-13 });
      const inPlace = Float64Array.from(p);
      expect(planeProject(inPlace, plane, inPlace)).toEqual(q);
    }
  });

  it('meet in a point', () => {
    const [p, q, r] = [new Float64Array(4), new Float64Array(4), new Float64Array(4)];
    for (let i = 0; i < 1000; i++) {
      const common = normal(5);
      for (const each of [p, q, r]) planeFromNormal(each, common, normal());
      const found = new Float64Array(3);
      expect(planesIntersection(found, p, q, r)).toBe(true);
      for (const each of [p, q, r]) expectClose(planeDistance(each, found), 0, { absolute: 1e-10 });
    }
    const untouched = Float64Array.of(7, 7, 7);
    expect(planesIntersection(untouched, [1, 0, 0, 1], [1, 0, 0, 2], [0, 1, 0, 0])).toBe(false);
    // Three planes around an axis, as the sides of a prism.
    expect(
      planesIntersection(untouched, [1, 0, 0, 1], [0, 1, 0, 2], [Math.SQRT1_2, Math.SQRT1_2, 0, 3]),
    ).toBe(false);
    expect([...untouched]).toEqual([7, 7, 7]);
  });

  it('move with affine maps, reflections included', () => {
    let reflected = 0;
    for (let i = 0; i < 2000; i++) {
      planeFromNormal(plane, normal(), normal());
      const m = Float64Array.from({ length: 16 }, (_, k) => (k % 4 === 3 ? 0 : random.normal()));
      m[15] = 1;
      const map = (v: ArrayLike<number>): Vec3 =>
        [0, 1, 2].map(k => m[k] * v[0] + m[k + 4] * v[1] + m[k + 8] * v[2] + m[k + 12]) as Vec3;
      const on = planeProject(new Float64Array(3), plane, normal());
      const above: Vec3 = [on[0] + plane[0], on[1] + plane[1], on[2] + plane[2]];
      const moved = new Float64Array(4);
      expect(planeTransform(moved, plane, m)).toBe(true);
      expectClose(planeDistance(moved, map(on)), 0, { absolute: 1e-10 });
      expect(planeDistance(moved, map(above))).toBeGreaterThan(0);
      expectClose(Math.hypot(moved[0], moved[1], moved[2]), 1, { absolute: 1e-15 });
      expect(planeTransform(plane, plane, m)).toBe(true);
      expect([...plane]).toEqual([...moved]);
      const side = (u: number, v: number) => m[u] * m[v];
      const determinant =
        m[0] * (side(5, 10) - side(6, 9)) -
        m[4] * (side(1, 10) - side(2, 9)) +
        m[8] * (side(1, 6) - side(2, 5));
      if (determinant < 0) reflected++;
    }
    expectHitRate(reflected, 2000);
    expect(planeTransform(plane, [0, 0, 1, 0], new Float64Array(16))).toBe(false);
  });

  it('allocate nothing', () => {
    const polygon = Float64Array.from([0, 0, 0, 2.5, 0, 0, 2.5, 2, 0, 0, 2, 0.5]);
    const [a, b, c] = [Float64Array.from(normal()), Float64Array.from(normal()), Float64Array.from(normal())];
    const other = Float64Array.from([0.6, 0.8, 0, 1]);
    const third = Float64Array.from([0, 0.6, 0.8, 2]);
    const target = new Float64Array(3);
    const m = Float64Array.from({ length: 16 }, () => random.normal());
    expectNoAllocation(() => {
      for (let i = 0; i < 20; i++) {
        planeFromPoints(plane, a, b, c);
        planeFromNormal(plane, a, b);
        planeProject(target, other, a);
        planesIntersection(target, plane, other, third);
        planeTransform(plane, other, m);
      }
    });
    expectNoAllocation(() => planeFromPolygon(plane, polygon), { boxedNumbers: 1 });
  });
});
