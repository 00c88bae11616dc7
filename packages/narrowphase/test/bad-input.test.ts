/** Bad input ends: with an error that names the argument, or with a result that says it did not converge. */
import { createObb, obbFromBox, rayAabb, rayCapsule, rayObb, raySphere } from '@colide/bounds';
import { type Convex, type Convex2d, createRayHit, type Vec2, type Vec3 } from '@colide/core';
import {
  BoxShape,
  HeightField,
  HullShape,
  PolygonShape2d,
  Posed,
  Posed2d,
  SphereShape,
} from '@colide/geometry';
import {
  bilateralAdvancement,
  ccdEdgeEdge,
  ccdVertexFace,
  chungWangIntersects,
  closestPointsSegmentSegment,
  closestPointsTriangleTriangle,
  conservativeAdvancement,
  contactConvexPlane,
  contactObbObb,
  contactSphereSphere,
  contactTriangleTriangle,
  createClosestPoints,
  createGjkCache,
  createGjkResult,
  createGjkResult2d,
  createMprResult,
  createPairContact,
  createPenetrationResult,
  createPenetrationResult2d,
  createSatResult,
  createSweep,
  createTimeOfImpact,
  createTriangleSegment,
  createWatertightRay,
  gjkDistance,
  gjkDistance2d,
  gjkDistanceJohnson,
  gjkIntersects,
  gjkIntersects2d,
  gjkRaycast,
  mprIntersects,
  penetration,
  penetration2d,
  rayCylinder,
  rayHeightField,
  rayHull,
  rayPlane,
  rayTriangle,
  rayTriangleCulled,
  rayTriangles,
  rayTriangleWatertight,
  type Sweep,
  satHullHull,
  signedDistance,
  sweptSphereTriangle,
  triangleTriangle,
  triangleTriangleSegment,
  watertightRaySet,
} from '@colide/narrowphase';
import { describe, expect, it } from 'vitest';

type V3 = [number, number, number];
const box = new BoxShape([1, 1, 1]);
const nan = Number.NaN;

/** A set that can be posed, so that continuous tests take it too. */
const movable = (support: Convex['support']): Convex & { setPose(): void } => ({ support, setPose() {} });
const allNaN = movable(out => fill(out, nan, nan, nan));
const oneNaN = movable((out, direction) => fill(box.support(out, direction), nan, 0.5, 0.5));
const coreNaN = { ...allNaN, core: allNaN, margin: 0.1 };

function fill(out: Vec3, x: number, y: number, z: number): Vec3 {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

/** The distant and the overlapping partner of a broken set, on either side. */
const partners: [string, Convex & { setPose(): void }, V3][] = [
  ['all NaN, near', allNaN, [0.5, 0, 0]],
  ['all NaN, far', allNaN, [3, 0, 0]],
  ['one NaN', oneNaN, [0.5, 0, 0]],
  ['NaN core', coreNaN, [1, 1, 0]],
];

describe.each(partners)('a support mapping of NaN (%s)', (_name, broken, place) => {
  const pairs: [Convex & { setPose: Posed['setPose'] }, Convex & { setPose: Posed['setPose'] }][] = [
    [broken, new Posed(box, place)],
    [new Posed(box, place), broken],
  ] as never;

  it('has no distance and overlaps nothing, and the search says that it did not converge', () => {
    const gjk = createGjkResult();
    const result = createPenetrationResult();
    const mpr = createMprResult();
    for (const [a, b] of pairs) {
      gjkDistance(gjk, a, b);
      expect(gjk.converged).toBe(false);
      expect(gjk.steps).toBeLessThanOrEqual(64);
      gjkDistanceJohnson(gjk, a, b);
      expect(gjk.converged).toBe(false);
      expect(penetration(result, a, b)).toBe(false);
      expect(result.converged).toBe(false);
      signedDistance(result, a, b);
      expect(result.converged).toBe(false);
      expect(mprIntersects(mpr, a, b)).toBe(false);
      expect(mpr.converged).toBe(false);
      const cache = createGjkCache();
      for (let k = 0; k < 3; k++) {
        expect(gjkIntersects(a, b, cache)).toBe(false);
        expect(chungWangIntersects(a, b, cache)).toBe(false);
      }
    }
    expect(contactConvexPlane(createPairContact(), broken, [0, 1, 0, 0])).toBe(false);
  });

  it('is never hit by continuous tests, and they say that they did not converge', () => {
    const toi = createTimeOfImpact();
    const sweep = (linear: V3): Sweep => {
      const out = createSweep(2);
      out.linear.set(linear);
      out.angular.set([1, 2, 3]);
      return out;
    };
    for (const [a, b] of pairs)
      for (const test of [
        () => gjkRaycast(toi, a, b, [-3, 0, 0]),
        () => conservativeAdvancement(toi, a, sweep([0, 0, 0]), b, sweep([-3, 0, 0])),
        () => bilateralAdvancement(toi, a, sweep([0, 0, 0]), b, sweep([-3, 0, 0])),
      ]) {
        expect(test()).toBe(Infinity);
        expect(toi.converged).toBe(false);
      }
  });
});

describe('a support mapping in the plane of NaN', () => {
  const broken: Convex2d = {
    support: (out: Vec2) => {
      out[0] = out[1] = nan;
      return out;
    },
  };
  const polygon = new Posed2d(new PolygonShape2d([0, 0, 1, 0, 0, 1]), [0.5, 0], 0.3);
  it('ends without convergence', () => {
    const gjk = createGjkResult2d();
    const result = createPenetrationResult2d();
    for (const [a, b] of [
      [broken, polygon],
      [polygon, broken],
    ]) {
      gjkDistance2d(gjk, a, b);
      expect(gjk.converged).toBe(false);
      expect(gjkIntersects2d(a, b)).toBe(false);
      expect(penetration2d(result, a, b)).toBe(false);
      expect(result.converged).toBe(false);
    }
  });
});

describe('a support mapping that contradicts itself', () => {
  it('ends every search within its steps', () => {
    let calls = 0;
    const liar = movable(out => {
      calls++;
      return fill(out, Math.sin(calls), Math.sin(2.3 * calls), Math.cos(1.7 * calls));
    });
    const gjk = createGjkResult();
    const result = createPenetrationResult();
    const mpr = createMprResult();
    const toi = createTimeOfImpact();
    for (let k = 0; k < 500; k++) {
      const other = new Posed(box, [0.01 * k, 0.3, 0.1]);
      gjkDistance(gjk, liar, other);
      expect(gjk.steps).toBeLessThanOrEqual(64);
      gjkDistanceJohnson(gjk, liar, other);
      expect(gjk.steps).toBeLessThanOrEqual(64);
      signedDistance(result, liar, other);
      expect(result.epa?.steps ?? 0).toBeLessThanOrEqual(200);
      mprIntersects(mpr, liar, other);
      expect(mpr.steps).toBeLessThanOrEqual(140);
      gjkRaycast(toi, liar, other, [-3, 0, 0]);
      expect(toi.steps).toBeLessThanOrEqual(64);
      gjkIntersects(liar, other);
      chungWangIntersects(liar, other);
    }
    // A bounded number of questions for each search.
    expect(calls).toBeLessThan(500 * 7 * 200);
  });
});

describe('hulls without points or with NaN', () => {
  it('are refused by name', () => {
    expect(() => HullShape.fromPoints([])).toThrow(/points/);
    expect(() => HullShape.fromPoints([nan, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])).toThrow(/points\[0\]/);
    expect(() => new PolygonShape2d([])).toThrow(/points/);
    const flat = HullShape.fromPoints([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    const solid = HullShape.fromPoints([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(() => satHullHull(createSatResult(), flat, solid)).toThrow(/^a must be a solid hull/);
    expect(() => satHullHull(createSatResult(), solid, flat)).toThrow(/^b must be a solid hull/);
  });
});

const hit = createRayHit();
const obb = obbFromBox(createObb(), [0, 0, 0], [1, 1, 1], [0, 0, 0, 1]);
const hull = HullShape.fromPoints([-1, -1, -1, 1, -1, -1, 0, 1, -1, 0, 0, 1]);
const field = new HeightField({ heights: Array.from({ length: 9 }, () => 0.5), columns: 3, rows: 3 });
const [p, q, r]: [V3, V3, V3] = [
  [-1, 0, -1],
  [1, 0, -1],
  [0, 0, 1],
];
type RayTest = (origin: V3, direction: V3) => number;
const surfaces: Record<string, RayTest> = {
  rayTriangle: (o, d) => rayTriangle(hit, o, d, p, q, r),
  rayTriangleCulled: (o, d) => rayTriangleCulled(hit, o, d, p, q, r),
  rayTriangles: (o, d) => rayTriangles(hit, o, d, [...p, ...q, ...r]),
  rayTriangleWatertight: (o, d) =>
    rayTriangleWatertight(hit, watertightRaySet(createWatertightRay(), o, d), p, q, r),
  rayPlane: (o, d) => rayPlane(hit, o, d, [0, 1, 0, 0]),
  rayHeightField: (o, d) => rayHeightField(hit, o, d, field),
};
const solids: Record<string, RayTest> = {
  rayAabb: (o, d) => rayAabb(hit, o, d, Float64Array.of(-1, -1, -1, 1, 1, 1)),
  rayObb: (o, d) => rayObb(hit, o, d, obb),
  raySphere: (o, d) => raySphere(hit, o, d, Float64Array.of(0, 0, 0, 1)),
  rayCapsule: (o, d) => rayCapsule(hit, o, d, Float64Array.of(0, -1, 0, 0, 1, 0, 0.5)),
  rayCylinder: (o, d) => rayCylinder(hit, o, d, Float64Array.of(0, -1, 0, 0, 1, 0, 0.5)),
  rayHull: (o, d) => rayHull(hit, o, d, hull),
};

describe.each(Object.entries({ ...surfaces, ...solids }))('%s', (name, cast) => {
  it('misses with NaN anywhere, and without a direction unless it starts inside', () => {
    for (const [origin, direction] of [
      [
        [0, nan, 0],
        [0, -1, 0],
      ],
      [
        [0, 5, 0],
        [0, nan, 0],
      ],
      [
        [0, 5, 0],
        [nan, nan, nan],
      ],
      [
        [0, 5, 0],
        [0, 0, 0],
      ],
      [
        [0, Infinity, 0],
        [0, -1, 0],
      ],
    ] as [V3, V3][]) {
      expect(cast(origin, direction), `${origin} ${direction}`).toBe(Infinity);
      expect(hit.t).toBe(Infinity);
    }
    const inside = cast([0, -0.2, 0], [0, 0, 0]);
    expect(inside).toBe(name in solids ? 0 : Infinity);
    if (inside === 0) expect(Array.from(hit.normal, Math.abs)).toEqual([0, 0, 0]);
  });
});

describe('NaN among numbers', () => {
  const triangle = [...p, ...q, ...r];
  const broken = [nan, 0, 0, 1, 0, 0, 0, 1, 0];
  it('meets nothing', () => {
    expect(triangleTriangle(triangle, broken)).toBe(false);
    expect(triangleTriangle(broken, triangle)).toBe(false);
    expect(triangleTriangleSegment(createTriangleSegment(), broken, triangle)).toBe(false);
    expect(contactTriangleTriangle(createPairContact(), broken, triangle)).toBe(false);
    expect(contactSphereSphere(createPairContact(), [nan, 0, 0, 1], [0, 0, 0, 1])).toBe(false);
    const toi = createTimeOfImpact();
    expect(sweptSphereTriangle(toi, [nan, 2, 0, 0.5], [0, -4, 0], p, q, r)).toBe(Infinity);
    expect(sweptSphereTriangle(toi, [0, 2, 0, 0.5], [0, nan, 0], p, q, r)).toBe(Infinity);
    expect(sweptSphereTriangle(toi, [0, 2, 0, 0.5], [0, 0, 0], p, q, r)).toBe(Infinity);
    const start = [0, 1, 0, ...triangle];
    const end = [0, nan, 0, ...triangle];
    expect(ccdVertexFace(start, end)).toBe(Infinity);
    expect(ccdEdgeEdge(start, end)).toBe(Infinity);
    expect(ccdVertexFace(start, start)).toBe(Infinity);
  });

  it('ends the tests that do not refuse it', () => {
    const closest = createClosestPoints();
    closestPointsSegmentSegment(closest, [nan, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 1]);
    closestPointsTriangleTriangle(closest, broken, triangle);
    contactObbObb(createPairContact(), obbFromBox(createObb(), [nan, 0, 0], [1, 1, 1], [0, 0, 0, 1]), obb);
    const ball = new Posed(new SphereShape(1));
    expect(() => new Posed(new SphereShape(1), [nan, 0, 0])).toThrow(/position/);
    const toi = createTimeOfImpact();
    expect(gjkRaycast(toi, ball, new Posed(box, [5, 0, 0]), [nan, 0, 0])).toBe(Infinity);
    expect(gjkRaycast(toi, ball, new Posed(box, [5, 0, 0]), [0, 0, 0])).toBe(Infinity);
    const [still, lost] = [createSweep(1), createSweep(2)];
    lost.position.set([5, 0, 0]);
    lost.linear.fill(nan);
    const other = new Posed(box);
    expect(conservativeAdvancement(toi, ball, still, other, lost)).toBe(Infinity);
    expect(bilateralAdvancement(toi, ball, still, other, lost)).toBe(Infinity);
  });
});
