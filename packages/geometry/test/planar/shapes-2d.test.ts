import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  Compound2d,
  type ConvexShape2d,
  HalfPlane2d,
  PointShape2d,
  PolygonShape2d,
  Posed2d,
  Rounded2d,
  SegmentShape2d,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { expectClose, expectVectorClose } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Point = [number, number];

const pentagon = [0, 1, -0.95, 0.31, -0.59, -0.81, 0.59, -0.81, 0.95, 0.31];
const inPolygon = (v: ArrayLike<number>, p: Point) => {
  let least = Infinity;
  for (let i = 0; i < v.length; i += 2) {
    const j = (i + 2) % v.length;
    const ex = v[j] - v[i];
    const ey = v[j + 1] - v[i + 1];
    least = Math.min(least, (ex * (p[1] - v[i + 1]) - ey * (p[0] - v[i])) / Math.hypot(ex, ey));
  }
  return -least;
};
const skewed = [0, 0, 1.5, -0.2, 0.6, 1.1];
/** Distance of a point from a polygon; 0 inside. */
const fromPolygon = (v: ArrayLike<number>, p: Point) => {
  if (inPolygon(v, p) <= 0) return 0;
  let least = Infinity;
  for (let i = 0; i < v.length; i += 2) {
    const j = (i + 2) % v.length;
    const [ex, ey] = [v[j] - v[i], v[j + 1] - v[i + 1]];
    const [dx, dy] = [p[0] - v[i], p[1] - v[i + 1]];
    const t = Math.min(1, Math.max(0, (dx * ex + dy * ey) / (ex * ex + ey * ey)));
    least = Math.min(least, Math.hypot(dx - t * ex, dy - t * ey));
  }
  return least;
};
const capsule = (p: Point) => Math.hypot(p[0], Math.max(0, Math.abs(p[1]) - 1.1)) - 0.6;

const cases: [string, ConvexShape2d, (p: Point) => number][] = [
  ['circle', new CircleShape2d(1.5), p => Math.hypot(...p) - 1.5],
  ['box', new BoxShape2d([0.5, 2]), p => Math.max(Math.abs(p[0]) - 0.5, Math.abs(p[1]) - 2)],
  ['capsule', new CapsuleShape2d(0.6, 1.1), capsule],
  ['polygon', new PolygonShape2d(pentagon), p => inPolygon(pentagon, p)],
  ['rounded polygon', new Rounded2d(skewed, 0.3), p => fromPolygon(skewed, p) - 0.3],
  ['rounded segment', new Rounded2d([0, -1.1, 0, 1.1], 0.6), capsule],
  ['rounded point', new Rounded2d([0.5, 1], 0.6), p => Math.hypot(p[0] - 0.5, p[1] - 1) - 0.6],
  [
    'posed capsule',
    new Posed2d(new CapsuleShape2d(0.6, 1.1), [2, 1], Math.PI / 2),
    p => capsule([p[1] - 1, p[0] - 2]),
  ],
];

describe.each(cases)('%s', (_, shape, outside) => {
  const random = new Random(1);
  const box = shape.aabb(new Float64Array(4));
  const n = 200_000;
  const inside: Point[] = [];
  for (let i = 0; i < n; i++) {
    const p: Point = [random.uniform(box[0], box[2]), random.uniform(box[1], box[3])];
    if (outside(p) <= 0) inside.push(p);
  }

  it('support is in the set and farthest, at any length of the direction', () => {
    for (let i = 0; i < 300; i++) {
      const d: Point =
        i < 4
          ? ([
              [1, 0],
              [-1, 0],
              [0, 1],
              [0, -1],
            ][i] as Point)
          : [random.normal(), random.normal()];
      const p = shape.support([0, 0], d);
      expect(outside(p as Point)).toBeLessThan(1e-12);
      const best = p[0] * d[0] + p[1] * d[1];
      for (let k = 0; k < 2000; k++) {
        const q = inside[k];
        if (q[0] * d[0] + q[1] * d[1] > best + 1e-12) expect.fail(`${q} is farther along ${d}`);
      }
      for (const factor of [1e-300, 1e300]) {
        const same = [d[0] * factor, d[1] * factor];
        expectVectorClose([...shape.support(same, same)], [...p], { absolute: 1e-12 });
      }
    }
    expect(outside(shape.support([0, 0], [0, 0]) as Point)).toBeLessThan(1e-12);
  });

  it('area, centre, inertia and radius agree with Monte Carlo', () => {
    const area = ((box[2] - box[0]) * (box[3] - box[1]) * inside.length) / n;
    expectClose(shape.area, area, { relative: 0.01 });
    const c = shape.centerOfMass([0, 0]);
    const mean = [0, 1].map(k => inside.reduce((sum, p) => sum + p[k], 0) / inside.length);
    expectVectorClose([...c], mean, { absolute: 0.01 });
    const second =
      inside.reduce((sum, p) => sum + (p[0] - c[0]) ** 2 + (p[1] - c[1]) ** 2, 0) / inside.length;
    expectClose(shape.inertia, shape.area * second, { relative: 0.01 });
    for (const p of inside)
      if (Math.hypot(...p) > shape.boundingRadius + 1e-12) expect.fail(`${p} sticks out`);
  });
});

describe('point and segment', () => {
  it('give their ends', () => {
    expect([...new PointShape2d([1, 2]).support([0, 0], [1, 0])]).toEqual([1, 2]);
    const segment = new SegmentShape2d([1, 2], [-3, 4]);
    expect([...segment.support([0, 0], [1e300, 0])]).toEqual([1, 2]);
    expect([...segment.support([0, 0], [0, 1e-300])]).toEqual([-3, 4]);
    expect([...segment.centerOfMass([0, 0])]).toEqual([-1, 3]);
    expect([...(segment.aabb([0, 0, 0, 0]) as number[])]).toEqual([-3, 2, 1, 4]);
  });
});

describe('posed', () => {
  it('core follows, and bare mappings have no mass', () => {
    const posed = new Posed2d(new CapsuleShape2d(0.5, 1), [1, 1]);
    posed.setPose([5, 0], Math.PI / 2);
    expectVectorClose([...posed.core!.support([0, 0], [-1, 0])], [4, 0], { absolute: 1e-12 });
    expect(() => new Posed2d({ support: (out: Point) => out }).area).toThrow('mass properties');
  });
});

describe('polygon', () => {
  it('keeps the order of a convex polygon and repairs everything else', () => {
    expect([...new PolygonShape2d(pentagon).vertices]).toEqual(pentagon);
    const clockwise = new PolygonShape2d([0, 0, 0, 1, 1, 1, 1, 0, 0.5, 0.5]);
    expect(clockwise.vertexCount).toBe(4);
    expectClose(clockwise.area, 1);
    // A star turns left at every corner but goes round twice.
    const star = [0, 2, 4, 1, 3].flatMap(i => [pentagon[2 * i], pentagon[2 * i + 1]]);
    expectClose(new PolygonShape2d(star).area, new PolygonShape2d(pentagon).area);
  });

  it('far from the origin keeps its digits', () => {
    const far = new PolygonShape2d(pentagon.map(value => value + 1e6));
    expectClose(far.area, new PolygonShape2d(pentagon).area, { relative: 1e-9 });
    expectClose(far.inertia, new PolygonShape2d(pentagon).inertia, { relative: 1e-8 });
  });

  it('of a line or a point has no area', () => {
    const line = new PolygonShape2d([0, 0, 2, 2, 1, 1]);
    expect([line.vertexCount, line.area, line.inertia]).toEqual([2, 0, 0]);
    expect([...line.centerOfMass([0, 0])]).toEqual([1, 1]);
    expect(new PolygonShape2d([3, 4]).boundingRadius).toBe(5);
    expect(() => new PolygonShape2d([])).toThrow('points');
    expect(() => new PolygonShape2d([0, 0, 1])).toThrow('points');
    expect(() => new PolygonShape2d([0, Number.NaN])).toThrow('points[1]');
  });
});

describe('Compound2d', () => {
  it('adds up areas, centres and moments of its parts', () => {
    const compound = new Compound2d([
      { shape: new BoxShape2d([1, 0.5]), position: [1, 0.5] },
      { shape: new BoxShape2d([0.5, 1]), position: [1, -0.5], angle: Math.PI / 2 },
    ]);
    const whole = new BoxShape2d([1, 1]);
    expect(compound.area).toBeCloseTo(4, 12);
    expect(compound.inertia).toBeCloseTo(whole.inertia, 12);
    expectVectorClose(compound.centerOfMass([0, 0]), [1, 0]);
    expectVectorClose(compound.aabb([0, 0, 0, 0]), [0, -1, 2, 1]);
    expect(compound.boundingRadius).toBeGreaterThanOrEqual(Math.hypot(2, 1));
    expect(() => new Compound2d([])).toThrow(/children/);
  });
});

describe('HalfPlane2d', () => {
  it('measures signed distance along its unit normal', () => {
    const plane = new HalfPlane2d([0, 2], 1);
    expect([...plane.normal]).toEqual([0, 1]);
    expect(plane.distance([5, 3])).toBe(2);
    expect(plane.distance([5, 0])).toBe(-1);
    expect(() => new HalfPlane2d([0, 0])).toThrow(/normal/);
  });
});
