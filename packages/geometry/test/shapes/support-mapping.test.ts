import type { Convex, Vec3 } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  ConeShape,
  type ConvexShape,
  ConvexUnion,
  CylinderShape,
  EllipsoidShape,
  HullShape,
  MinkowskiDifference,
  MinkowskiSum,
  PointShape,
  Posed,
  Rounded,
  Scaled,
  SegmentShape,
  SphereShape,
  solidDodecahedron,
  TriangleShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { expectVectorClose } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Point = [number, number, number];

interface Case {
  name: string;
  shape: ConvexShape;
  /** How far outside the set a point is, up to a constant factor; ≤ 0 inside. */
  outside: (p: Point) => number;
}

const box = (p: Point, x: number, y: number, z: number) =>
  Math.max(Math.abs(p[0]) - x, Math.abs(p[1]) - y, Math.abs(p[2]) - z);
const toSegmentY = (p: Point, h: number) => Math.hypot(p[0], p[1] - Math.min(h, Math.max(-h, p[1])), p[2]);

const dodecahedron = solidDodecahedron(1.3);
const dodecahedronHull = HullShape.fromPoints(dodecahedron.positions);

/** The signed distance to the planes of a hull. */
const toHull = (hull: HullShape, p: Point) => {
  let most = -Infinity;
  for (let f = 0; f < hull.planes.length; f += 4)
    most = Math.max(
      most,
      hull.planes[f] * p[0] + hull.planes[f + 1] * p[1] + hull.planes[f + 2] * p[2] - hull.planes[f + 3],
    );
  return most;
};

const cases: Case[] = [
  { name: 'sphere', shape: new SphereShape(1.5), outside: p => Math.hypot(...p) - 1.5 },
  {
    name: 'ellipsoid',
    shape: new EllipsoidShape([0.5, 2, 1]),
    outside: p => Math.hypot(p[0] / 0.5, p[1] / 2, p[2]) - 1,
  },
  { name: 'box', shape: new BoxShape([0.5, 2, 1]), outside: p => box(p, 0.5, 2, 1) },
  { name: 'plate', shape: new BoxShape([0.5, 0, 1]), outside: p => box(p, 0.5, 1e-3, 1) },
  { name: 'capsule', shape: new CapsuleShape(0.6, 1.1), outside: p => toSegmentY(p, 1.1) - 0.6 },
  {
    name: 'cylinder',
    shape: new CylinderShape(0.8, 1.2),
    outside: p => Math.max(Math.hypot(p[0], p[2]) - 0.8, Math.abs(p[1]) - 1.2),
  },
  {
    name: 'cone',
    shape: new ConeShape(1.2, 0.9),
    outside: p => Math.max(-0.9 - p[1], Math.hypot(p[0], p[2]) - (1.2 * (0.9 - p[1])) / 1.8),
  },
  { name: 'hull', shape: dodecahedronHull, outside: p => toHull(dodecahedronHull, p) },
  {
    name: 'rounded box',
    shape: new Rounded(new BoxShape([0.5, 0.7, 0.2]), 0.3),
    outside: p =>
      Math.hypot(
        Math.max(0, Math.abs(p[0]) - 0.5),
        Math.max(0, Math.abs(p[1]) - 0.7),
        Math.max(0, Math.abs(p[2]) - 0.2),
      ) - 0.3,
  },
  {
    name: 'sum of boxes',
    shape: new MinkowskiSum(
      new BoxShape([0.5, 0.7, 0.2]),
      new Posed(new BoxShape([0.1, 0.2, 0.9]), [1, 0, 0]),
    ),
    outside: p => box([p[0] - 1, p[1], p[2]], 0.6, 0.9, 1.1),
  },
  {
    name: 'difference of boxes',
    shape: new MinkowskiDifference(
      new BoxShape([0.5, 0.7, 0.2]),
      new Posed(new BoxShape([0.1, 0.2, 0.9]), [1, 0, 0]),
    ),
    outside: p => box([p[0] + 1, p[1], p[2]], 0.6, 0.9, 1.1),
  },
  {
    name: 'union of two spheres',
    shape: new ConvexUnion(
      new Posed(new SphereShape(0.6), [0, 1.1, 0]),
      new Posed(new SphereShape(0.6), [0, -1.1, 0]),
    ),
    outside: p => toSegmentY(p, 1.1) - 0.6,
  },
  {
    name: 'scaled, mirrored cone',
    shape: new Scaled(new ConeShape(1, 1), [1.2, -0.9, 1.2]),
    outside: p => Math.max(p[1] - 0.9, Math.hypot(p[0], p[2]) - (1.2 * (0.9 + p[1])) / 1.8),
  },
  {
    name: 'posed cylinder',
    shape: new Posed(new CylinderShape(0.8, 1.2), [0.3, -0.2, 0.4], [0, 0, Math.SQRT1_2, Math.SQRT1_2]),
    outside: p => Math.max(Math.hypot(p[1] + 0.2, p[2] - 0.4) - 0.8, Math.abs(p[0] - 0.3) - 1.2),
  },
  {
    name: 'posed hull',
    shape: new Posed(dodecahedronHull, [0.3, -0.2, 0.4], [0, 0, Math.SQRT1_2, Math.SQRT1_2]),
    outside: p => toHull(dodecahedronHull, [p[1] + 0.2, 0.3 - p[0], p[2] - 0.4]),
  },
];

/** Points of the set, by rejection from its box blown up a little, so that both answers occur. */
function samples({ shape, outside }: Case, random: Random, n: number): Point[] {
  const b = shape.aabb(new Float64Array(6));
  const found: Point[] = [];
  for (let tries = 0; tries < n; tries++) {
    const p = [0, 1, 2].map(i => random.uniform(b[i], b[i + 3])) as Point;
    if (outside(p) <= 0) found.push(p);
  }
  return found;
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

describe.each(cases)('support mapping of a $name', testCase => {
  const { shape, outside } = testCase;
  const random = new Random(7);
  const inside = samples(testCase, random, 3000);
  const out: Vec3 = [0, 0, 0];

  it('is a point of the set, and no point of the set is farther', () => {
    expect(inside.length).toBeGreaterThan(500);
    const directions: Point[] = [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 1, 0],
      [0, -1, 0],
      [0, 0, 1],
      [0, 0, -1],
      [1, 1, 1],
      [1, 1e-9, 0],
      [1e-9, -1, 0],
    ];
    for (let i = 0; i < 400; i++) directions.push([random.normal(), random.normal(), random.normal()]);
    for (const d of directions) {
      shape.support(out, d);
      expect(outside(out as Point)).toBeLessThan(1e-12);
      const best = dot(out, d);
      for (const p of inside) if (dot(p, d) > best + 1e-12) expect.fail(`${p} is farther along ${d}`);
    }
  });

  it('has a point of the set for a zero direction', () => {
    shape.support(out, [0, 0, 0]);
    expect(outside(out as Point)).toBeLessThan(1e-12);
  });

  it('does not depend on the length of the direction', () => {
    for (let i = 0; i < 50; i++) {
      const d = [random.normal(), random.normal(), random.normal()];
      const expected = [...shape.support([0, 0, 0], d)];
      for (const factor of [1e-310, 1e-300, 1e-160, 1e150, 1e300])
        expectVectorClose(
          [
            ...shape.support(
              out,
              d.map(v => v * factor),
            ),
          ],
          expected,
          { absolute: factor < 1e-305 ? 1e-8 : 1e-12 },
          `factor ${factor}`,
        );
    }
  });

  it('takes every array kind, and `out` may be `direction`', () => {
    const d = [0.25, -0.5, 1.5];
    const expected = [...shape.support([0, 0, 0], d)];
    const shared = Float64Array.from(d);
    expect(shape.support(shared, shared)).toBe(shared);
    expect([...shared]).toEqual(expected);
    const single = Float32Array.from(d);
    expectVectorClose(shape.support(single, single), expected, { absolute: 1e-6 });
  });

  it('agrees with box and bounding radius', () => {
    const b = shape.aabb(new Float64Array(6));
    for (let axis = 0; axis < 3; axis++)
      for (const sign of [-1, 1]) {
        const d: Point = [0, 0, 0];
        d[axis] = sign;
        expect(shape.support(out, d)[axis]).toBeCloseTo(b[sign < 0 ? axis : axis + 3], 12);
      }
    for (const p of inside) expect(Math.hypot(...p)).toBeLessThanOrEqual(shape.boundingRadius + 1e-12);
  });
});

describe('flat shapes', () => {
  it('point, segment and triangle give their extreme vertices', () => {
    const random = new Random(3);
    const vertices: Point[] = [
      [1, 2, 3],
      [-1, 0.5, 2],
      [0, -2, 1],
    ];
    const shapes: (Convex & { vertices?: Float64Array })[] = [
      new PointShape(vertices[0]),
      new SegmentShape(vertices[0], vertices[1]),
      new TriangleShape(vertices[0], vertices[1], vertices[2]),
    ];
    shapes.forEach((shape, last) => {
      for (let i = 0; i < 200; i++) {
        const d: Point = [random.normal(), random.normal(), random.normal()];
        const scaled = d.map(v => v * (i % 2 ? 1e300 : 1e-300));
        const p = shape.support([0, 0, 0], scaled);
        expect(dot(p, d)).toBe(Math.max(...vertices.slice(0, last + 1).map(v => dot(v, d))));
        expect([...shape.vertex!([0, 0, 0], shape.supportVertex!(d, 0))]).toEqual([...p]);
      }
    });
  });

  it('box corners have the numbers that `vertex` understands', () => {
    const random = new Random(4);
    const shape = new Posed(new BoxShape([1, 2, 3]), [4, 5, 6], [0.1, 0.2, 0.3, 0.9]);
    for (let i = 0; i < 100; i++) {
      const d: Point = [random.normal(), random.normal(), random.normal()];
      expect([...shape.vertex!([0, 0, 0], shape.supportVertex!(d, 0))]).toEqual([
        ...shape.support([0, 0, 0], d),
      ]);
    }
    expect(new Posed(new SphereShape(1)).supportVertex).toBeUndefined();
  });
});

describe('core and margin', () => {
  it.each([
    ['sphere', new SphereShape(0.7)],
    ['capsule', new CapsuleShape(0.7, 1.2)],
    ['rounded box', new Rounded(new BoxShape([1, 0.2, 0.4]), 0.25)],
    ['posed capsule', new Posed(new CapsuleShape(0.7, 1.2), [1, 2, 3], [0.3, 0.1, 0.5, 0.7])],
    ['posed rounded box', new Posed(new Rounded(new BoxShape([1, 0.2, 0.4]), 0.25), [3, 2, 1], [1, 2, 3, 4])],
  ])('%s: support = core support + margin · unit direction', (_, shape) => {
    const random = new Random(5);
    for (let i = 0; i < 200; i++) {
      const d: Point = [random.normal(), random.normal(), random.normal()];
      const length = Math.hypot(...d);
      const core = shape.core!.support([0, 0, 0], d);
      const expected = [0, 1, 2].map(k => core[k] + (shape.margin! * d[k]) / length);
      expectVectorClose([...shape.support([0, 0, 0], d)], expected, { absolute: 1e-12 });
    }
  });

  it('the posed core follows setPose', () => {
    const posed = new Posed(new CapsuleShape(0.5, 1));
    posed.setPose([10, 0, 0], [0, 0, Math.SQRT1_2, Math.SQRT1_2]);
    expectVectorClose([...posed.core!.support([0, 0, 0], [-1, 0, 0])], [9, 0, 0], { absolute: 1e-12 });
  });
});

describe('checks at the door', () => {
  it.each([
    ['radius', () => new SphereShape(-1)],
    ['radius', () => new CapsuleShape(Number.NaN, 1)],
    ['halfHeight', () => new CylinderShape(1, -1)],
    ['halfHeight', () => new ConeShape(1, 0)],
    ['halfExtents[1]', () => new BoxShape([1, -1, 1])],
    ['radii[2]', () => new EllipsoidShape([1, 1, 0])],
    ['margin', () => new Rounded(new PointShape(), Infinity)],
    ['position[0]', () => new Posed(new PointShape(), [Number.NaN, 0, 0])],
    ['rotation', () => new Posed(new PointShape(), [0, 0, 0], [0, 0, 0, 0])],
    ['factors[2]', () => new Scaled(new PointShape(), [1, 1, Infinity])],
    ['a[0]', () => new SegmentShape([Number.NaN, 0, 0], [0, 0, 0])],
    ['c[1]', () => new TriangleShape([0, 0, 0], [0, 0, 0], [0, Infinity, 0])],
  ])('%s is named', (name, make) => {
    expect(make).toThrow(name);
  });
});
