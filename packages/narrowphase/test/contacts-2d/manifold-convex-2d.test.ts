import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  Compound2d,
  type ConvexShape2d,
  PolygonShape2d,
  Posed2d,
  Rounded2d,
  SegmentShape2d,
} from '@colide/geometry';
import { Random } from '@colide/math';
import {
  type ContactShape2d,
  contactManifoldFlip2d,
  createContactManifold2d,
  createPenetrationResult2d,
  createPosedShapes2d,
  manifoldConvex2d,
  PosedShape2d,
  signedDistance2d,
} from '@colide/narrowphase';
import { describe, expect, it } from 'vitest';

interface Case {
  readonly posed: Posed2d<ConvexShape2d>;
  readonly placed: PosedShape2d;
}

const kinds = ['circle', 'capsule', 'box', 'polygon', 'rounded', 'segment'] as const;

function randomPoints(random: Random, count: number): number[] {
  return Array.from({ length: 2 * count }, () => random.uniform(-1, 1));
}

function randomShape(random: Random): ConvexShape2d {
  const corners = 3 + Math.floor(6 * random.next());
  switch (kinds[Math.floor(kinds.length * random.next())]) {
    case 'circle':
      return new CircleShape2d(random.uniform(0.2, 1));
    case 'capsule':
      return new CapsuleShape2d(random.uniform(0.1, 0.6), random.uniform(0.1, 1));
    case 'box':
      return new BoxShape2d([random.uniform(0.1, 1), random.uniform(0.1, 1)]);
    case 'polygon':
      return new PolygonShape2d(randomPoints(random, corners));
    case 'rounded':
      return new Rounded2d(randomPoints(random, corners), random.uniform(0.05, 0.4));
    default:
      return new SegmentShape2d([random.uniform(-1, 0), random.uniform(-1, 1)], [random.uniform(0.1, 1), 0]);
  }
}

function place(shape: ConvexShape2d, x: number, y: number, angle: number): Case {
  const posed = new Posed2d(shape, [x, y], angle);
  const [placed] = createPosedShapes2d(shape as ContactShape2d);
  placed.place(x, y, posed.rotation[0], posed.rotation[1]);
  return { posed, placed };
}

function randomCase(random: Random): Case {
  const spread = 1.3;
  return place(
    randomShape(random),
    random.uniform(-spread, spread),
    random.uniform(-spread, spread),
    random.uniform(-4, 4),
  );
}

const manifold = createContactManifold2d();
const other = createContactManifold2d();
const oracle = createPenetrationResult2d();

describe('manifoldConvex2d', () => {
  it('has its deepest point at the penetration depth, or at the distance where shapes are apart', () => {
    const random = new Random(11);
    let overlaps = 0;
    const count = 10_000;
    for (let i = 0; i < count; i++) {
      const a = randomCase(random);
      const b = randomCase(random);
      const distance = signedDistance2d(oracle, a.posed, b.posed);
      expect(manifoldConvex2d(manifold, a.placed, b.placed, Infinity)).toBeGreaterThan(0);
      const depth = Math.max(...manifold.depths.slice(0, manifold.count));
      expect(Math.abs(depth + distance), `case ${i}`).toBeLessThan(1e-7);
      if (distance < 0) overlaps++;
    }
    expect(overlaps / count).toBeGreaterThan(0.2);
    expect(overlaps / count).toBeLessThan(0.8);
  });

  it('keeps the margin: no point is farther away, and none is left out', () => {
    const random = new Random(12);
    const margin = 0.1;
    let near = 0;
    const count = 10_000;
    for (let i = 0; i < count; i++) {
      const a = randomCase(random);
      const b = randomCase(random);
      const distance = signedDistance2d(oracle, a.posed, b.posed);
      const points = manifoldConvex2d(manifold, a.placed, b.placed, margin);
      if (Math.abs(distance - margin) > 1e-6) expect(points > 0, `case ${i}`).toBe(distance < margin);
      if (points === 0) continue;
      near++;
      const depths = manifold.depths.slice(0, points);
      for (const depth of depths) expect(depth).toBeGreaterThanOrEqual(-margin);
      // The edge of A is preferred up to a fiftieth of the margin.
      expect(Math.abs(Math.max(...depths) + distance)).toBeLessThan(0.02 * margin + 1e-7);
    }
    expect(near).toBeGreaterThan(2000);
  });

  it('has points on both shapes, a unit normal and one distance between them', () => {
    const random = new Random(13);
    for (let i = 0; i < 5000; i++) {
      const a = randomCase(random);
      const b = randomCase(random);
      const points = manifoldConvex2d(manifold, a.placed, b.placed, 0.05);
      const { normal, pointsA, pointsB, depths } = manifold;
      if (points > 0) expect(Math.hypot(normal[0], normal[1])).toBeCloseTo(1, 12);
      for (let p = 0; p < points; p++)
        for (let k = 0; k < 2; k++)
          expect(pointsA[2 * p + k] - pointsB[2 * p + k]).toBeCloseTo(depths[p] * normal[k], 10);
      if (points === 2) expect(manifold.ids[0]).not.toBe(manifold.ids[1]);
    }
  });

  it('is symmetric: exchanged shapes give the exchanged manifold', () => {
    const random = new Random(14);
    for (let i = 0; i < 5000; i++) {
      const a = randomCase(random);
      const b = randomCase(random);
      const count = manifoldConvex2d(manifold, a.placed, b.placed, 0);
      expect(manifoldConvex2d(other, b.placed, a.placed, 0)).toBe(count);
      if (count === 0) continue;
      contactManifoldFlip2d(other);
      const deepest = Math.max(...manifold.depths.slice(0, count));
      expect(Math.max(...other.depths.slice(0, count))).toBeCloseTo(deepest, 10);
      // Where two edges are as good as each other, either may be chosen.
      if (manifold.normal[0] * other.normal[0] + manifold.normal[1] * other.normal[1] < 1 - 1e-9) continue;
      expect([...manifold.ids.slice(0, count)].sort()).toEqual([...other.ids.subarray(0, count)].sort());
    }
  });

  it('keeps its ids under small motion, whichever edge is chosen', () => {
    const random = new Random(15);
    let two = 0;
    for (let i = 0; i < 2000; i++) {
      const below = place(new BoxShape2d([1, 0.5]), 0, 0, 0);
      const shape = i % 2 ? new BoxShape2d([0.4, 0.3]) : new Rounded2d([-0.3, -0.2, 0.3, -0.2, 0, 0.3], 0.1);
      const x = random.uniform(-0.5, 0.5);
      let ids = '';
      for (let n = 0; n < 10; n++) {
        const above = place(
          shape,
          x + random.uniform(-1e-3, 1e-3),
          0.8 + random.uniform(-1e-3, 1e-3),
          random.uniform(-1e-3, 1e-3),
        );
        const count = manifoldConvex2d(manifold, below.placed, above.placed, 0.02);
        expect(count).toBe(2);
        const now = [...manifold.ids].join();
        if (n > 0) expect(now).toBe(ids);
        ids = now;
        two++;
      }
    }
    expect(two).toBe(20_000);
  });

  it('has two points where faces are level and end at the same place', () => {
    const below = place(new BoxShape2d([0.5, 0.5]), 0, 0, 0);
    for (const x of [-1e-17, 0, 1e-17, 1e-3, -1e-3])
      for (const gap of [-1e-3, 0, 1e-3]) {
        const above = place(new BoxShape2d([0.5, 0.5]), x, 1 + gap, 0);
        expect(manifoldConvex2d(manifold, below.placed, above.placed, 0.02)).toBe(2);
        expect(manifoldConvex2d(manifold, above.placed, below.placed, 0.02)).toBe(2);
      }
  });

  it('finds nothing for shapes that are not numbers', () => {
    const a = place(new BoxShape2d([1, 1]), 0, 0, 0);
    const b = place(new BoxShape2d([1, 1]), 0, 0, 0);
    b.placed.place(Number.NaN, 0, 1, 0);
    expect(manifoldConvex2d(manifold, a.placed, b.placed, 0.1)).toBe(0);
    expect(manifoldConvex2d(manifold, b.placed, a.placed, 0.1)).toBe(0);
  });

  it('places the parts of a compound', () => {
    const compound = new Compound2d([
      { shape: new CircleShape2d(0.5), position: [1, 2] },
      { shape: new BoxShape2d([1, 0.5]), position: [-1, 0], angle: Math.PI / 2 },
    ]);
    const parts = createPosedShapes2d(compound, 1, 0);
    expect(parts.map(part => part.count)).toEqual([1, 4]);
    expect([...parts[0].points]).toEqual([0, 2]);
    expect(parts[1].points[0]).toBeCloseTo(-1.5, 12);
    expect(parts[1].points[1]).toBeCloseTo(-1, 12);
    expect(() => createPosedShapes2d({ kind: 'cone' } as never)).toThrow(/shape must be a planar shape/);
  });
});

it('finds the distance of a segment that a box sees from its end', () => {
  const corners = [-0.009303662789762641, -0.00481606808553544, 0.009303662789762641, 0.0048160680855354404];
  const others = [-0.00032847338130823946, 0.023423393665060722, -0.01893579896083352, 0.013791257493989843];
  const ends = [0.06798698580755033, 0.03519366081709068, 0.07355044257138686, 0.03807360038186644];
  const manifold = createContactManifold2d();
  const box = new PosedShape2d(Float64Array.from([...corners, ...others]));
  manifoldConvex2d(manifold, box, new PosedShape2d(Float64Array.from(ends)), Infinity);
  const distance = Math.hypot(ends[0] - corners[2], ends[1] - corners[3]);
  expect(-Math.max(...manifold.depths)).toBeCloseTo(distance, 12);
});

it('finds the distance of a capsule level with a box that it has not reached', () => {
  const manifold = createContactManifold2d();
  const [box] = createPosedShapes2d(new BoxShape2d([0.5, 0.5]));
  const [capsule] = createPosedShapes2d(new CapsuleShape2d(0.2, 0.3));
  for (const gap of [1e-3, 0.01, 0.1, 0.19])
    for (const angle of [0, 0.3, -0.4, 2, 4.1]) {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      box.place(0, 0, c, s);
      const [x, y] = [-0.8 - gap, 0.7];
      capsule.place(c * x - s * y, s * x + c * y, -s, c);
      for (const [a, b] of [
        [box, capsule],
        [capsule, box],
      ]) {
        expect(manifoldConvex2d(manifold, a, b, Infinity)).toBe(1);
        expect(-manifold.depths[0]).toBeCloseTo(Math.hypot(gap, 0.2) - 0.2, 9);
      }
    }
});
