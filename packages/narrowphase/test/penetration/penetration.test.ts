import type { Convex } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  ConeShape,
  CylinderShape,
  EllipsoidShape,
  PointShape,
  Posed,
  Rounded,
  SegmentShape,
  SphereShape,
  TriangleShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { createPenetrationResult, gjkIntersects, penetration, signedDistance } from '@colide/narrowphase';
import { expectClose, expectVectorClose } from '@colide/testing';
import { vec3 } from 'gl-matrix';
import { describe, expect, it } from 'vitest';

type V3 = [number, number, number];
type Q4 = [number, number, number, number];
const identity: Q4 = [0, 0, 0, 1];

describe('closed forms', () => {
  const result = createPenetrationResult();

  it('spheres, whatever their distance', () => {
    const random = new Random(3);
    for (let i = 0; i < 1000; i++) {
      const scale = 10 ** random.uniform(-3, 3);
      const p: V3 = [
        random.uniform(-2, 2) * scale,
        random.uniform(-2, 2) * scale,
        random.uniform(-2, 2) * scale,
      ];
      const a = new SphereShape(scale);
      const b = new Posed(new SphereShape(0.5 * scale), p, identity);
      expectClose(signedDistance(result, a, b), Math.hypot(...p) - 1.5 * scale, { absolute: 1e-12 * scale });
      expectVectorClose(
        result.normal,
        p.map(x => x / Math.hypot(...p)),
        { absolute: 1e-12 },
      );
    }
  });

  it('concentric and identical shapes are as deep as the shortest push apart', () => {
    const cases: [Convex, Convex, number][] = [
      [new SphereShape(1), new SphereShape(2), 3],
      [new BoxShape([1, 2, 3]), new BoxShape([1, 2, 3]), 2],
      [new BoxShape([1, 1, 1]), new SphereShape(0.5), 1.5],
      [new CapsuleShape(0.5, 2), new CapsuleShape(0.5, 2), 1],
      [new CylinderShape(1, 0.25), new BoxShape([3, 0.25, 3]), 0.5],
    ];
    for (const [a, b, depth] of cases) {
      expect(penetration(result, a, b)).toBe(true);
      expectClose(result.depth, depth, { relative: 1e-6 });
      expect(result.converged).toBe(true);
    }
  });

  it('touching boxes, faces, edges and corners', () => {
    const box = new BoxShape([1, 1, 1]);
    for (const p of [
      [2, 0, 0],
      [2, 2, 0],
      [2, 2, 2],
      [2, 0.5, -1.5],
    ]) {
      expect(penetration(result, box, new Posed(box, p, identity))).toBe(true);
      expectClose(result.depth, 0, { absolute: 1e-15 });
      expect(gjkIntersects(box, new Posed(box, p, identity))).toBe(true);
    }
  });

  it('flat and thin sets: points, segments, triangles', () => {
    const square = new TriangleShape([0, 0, 0], [1, 0, 0], [0, 1, 0]);
    const point = (x: number, y: number, z: number) => new Posed(new PointShape(), [x, y, z], identity);
    expectClose(signedDistance(result, square, point(0.2, 0.2, 0.7)), 0.7);
    expect(signedDistance(result, square, point(0.2, 0.2, 0))).toBeCloseTo(0, 14);
    expectClose(signedDistance(result, square, point(-3, -4, 0)), 5);
    expect(signedDistance(result, point(1, 2, 3), point(1, 2, 3))).toBeCloseTo(0, 14);
    const crossing = new Posed(new SegmentShape([0, 0, -1], [0, 0, 1]), [0.2, 0.2, 0], identity);
    expect(penetration(result, square, crossing)).toBe(true);
    expectClose(result.depth, 0.2, { relative: 1e-9 });
    expect(penetration(result, square, square)).toBe(true);
    expectClose(result.depth, 0, { absolute: 1e-15 });
  });

  it('smooth shapes against a plate, at three scales', () => {
    const random = new Random(5);
    const rotation: Q4 = [0, 0, 0, 1];
    for (const scale of [1e-3, 1, 1e3]) {
      const plate = new Posed(new BoxShape([50 * scale, scale, 50 * scale]), [0, -scale, 0], identity);
      const shapes = [
        new EllipsoidShape([scale, 2 * scale, 3 * scale]),
        new CylinderShape(scale, 2 * scale),
        new ConeShape(scale, 2 * scale),
        new CapsuleShape(scale, 2 * scale),
        new Rounded(new BoxShape([scale, scale, scale]), 0.3 * scale),
      ];
      for (const shape of shapes)
        for (let i = 0; i < 30; i++) {
          random.rotation(rotation);
          const posed = new Posed(shape, [0, random.uniform(-0.5, 4) * scale, 0], rotation);
          const lowest = posed.support([0, 0, 0], [0, -1, 0])[1];
          const distance = signedDistance(result, plate, posed);
          expect(result.converged).toBe(true);
          expectClose(distance, lowest, { absolute: 1e-6 * scale }, shape.constructor.name);
          if (Math.abs(lowest) > 1e-3 * scale)
            expectVectorClose(result.normal, [0, 1, 0], { absolute: 1e-4 });
        }
    }
  });

  it('a support mapping that returns NaN: ends and says so', () => {
    const broken: Convex = { support: out => vec3.set(out, Number.NaN, 0, 0) };
    penetration(result, new BoxShape([1, 1, 1]), broken);
    expect(result.converged).toBe(false);
  });
});
