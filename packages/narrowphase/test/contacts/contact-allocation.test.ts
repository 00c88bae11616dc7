import { createObb, obbFromBox, rayAabb, rayCapsule, rayObb, raySphere } from '@colide/bounds';
import { createRayHit } from '@colide/core';
import { BoxShape, HeightField, HullShape, PolygonShape2d, Posed, Posed2d } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  closestPointsSegmentSegment,
  closestPointsTriangleTriangle,
  contactCapsuleCapsule,
  contactCapsuleObb,
  contactCapsulePlane,
  contactCapsuleSegment,
  contactCapsuleTriangle,
  contactManifoldReduce,
  contactObbObb,
  contactObbPlane,
  contactPlanePlane,
  contactSegmentObb,
  contactSegmentPlane,
  contactSegmentSegment,
  contactSegmentTriangle,
  contactSphereCapsule,
  contactSphereObb,
  contactSpherePlane,
  contactSphereSegment,
  contactSphereSphere,
  contactSphereTriangle,
  contactTriangleObb,
  contactTrianglePlane,
  contactTriangleTriangle,
  createClosestPoints,
  createContactManifold,
  createPairContact,
  createPenetrationResult,
  createSatCache,
  createSatResult,
  createSatResult2d,
  createTriangleSegment,
  createWatertightRay,
  manifoldCapsulePlane,
  manifoldConvexConvex,
  manifoldConvexPlane,
  manifoldHullHull,
  manifoldObbObb,
  manifoldObbPlane,
  manifoldSphereObb,
  manifoldSpherePlane,
  manifoldSphereSphere,
  PersistentManifold,
  pairContactFlip,
  penetration,
  rayCylinder,
  rayHeightField,
  rayHull,
  rayPlane,
  rayTriangle,
  rayTriangleCulled,
  rayTriangles,
  rayTriangleWatertight,
  satHullHull,
  satObbObb,
  satObbTriangle,
  satPolygonPolygon2d,
  triangleBox,
  triangleObb,
  triangleTriangle,
  triangleTriangleSegment,
  watertightRaySet,
} from '@colide/narrowphase';
import { expectNoAllocation, generateHull } from '@colide/testing';
import { describe, it } from 'vitest';

type Triple = [number, number, number];
const vec = (x: number, y: number, z: number): Triple => Float64Array.of(x, y, z) as unknown as Triple;

const random = new Random(1);
const hit = createRayHit();
const origin = vec(-2.1, 0.13, 0.21);
const direction = vec(1.1, 0.07, -0.03);
const p0 = vec(0.1, -1.2, -1.1);
const p1 = vec(0.2, 1.3, -0.9);
const p2 = vec(-0.1, 0.1, 1.4);
const ray = watertightRaySet(createWatertightRay(), origin, direction);
const obb = obbFromBox(createObb(), [0.1, 0.2, 0.3], [0.6, 0.7, 0.8], [0.1, 0.2, 0.3, 0.9]);
const other = obbFromBox(createObb(), [0.9, 0.6, 0.4], [0.5, 0.6, 0.7], [0.4, 0.1, 0.2, 0.8]);
const aabb = Float64Array.of(-0.5, -0.6, -0.7, 0.8, 0.9, 1.1);
const sphere = Float64Array.of(0.1, 0.2, 0.3, 0.9);
const sphere2 = Float64Array.of(0.5, 0.4, 0.1, 0.7);
const capsule = Float64Array.of(-0.3, -0.4, 0.1, 0.5, 0.6, 0.2, 0.4);
const capsule2 = Float64Array.of(0.3, -0.5, 0.1, -0.5, 0.6, 0.3, 0.3);
const triangle = Float64Array.of(0.1, -1.2, -1.1, 0.2, 1.3, -0.9, -0.1, 0.1, 1.4);
const triangle2 = Float64Array.of(-1.1, 0.2, 0.1, 1.3, 0.1, 0.2, 0.2, -0.3, 0.5);
const segment1 = Float64Array.of(-0.4, 0.1, -0.2, 0.8, 0.3, 0.4);
const segment2 = Float64Array.of(0.3, -0.7, 0.1, 0.2, 0.6, 0.2);
const soup = Float64Array.from({ length: 90 }, () => random.uniform(-1, 1));
const margin = Float64Array.of(0.01);
const apart = triangle2.map(x => x + 5.5);
const plane = Float64Array.of(0.6, 0.8, 0, 0.1);
const plane2 = Float64Array.of(0.8, -0.6, 0, -0.2);
const hull = HullShape.fromPoints(generateHull('rounded', 30, random));
const records = new Float64Array(90);
[obb, other, sphere, sphere2, capsule, plane].forEach((record, i) => {
  records.set(record, 15 * i);
});
const hullA = new Posed(hull, [0.1, 0.2, 0.3], [0.1, 0.2, 0.3, 0.9]);
const hullB = new Posed(hull, [1.1, 0.6, 0.2], [0.4, 0.1, 0.2, 0.8]);
const field = new HeightField({
  heights: Array.from({ length: 100 }, () => random.next()),
  columns: 10,
  rows: 10,
});
const polygonA = new Posed2d(new PolygonShape2d([0, 0, 1.1, 0.1, 0.9, 1.2, -0.1, 0.8]), [0.3, 0.1], 0.4);
const polygonB = new Posed2d(new PolygonShape2d([0, 0, 1.2, 0.1, 0.5, 1.2]), [0.7, 0.3], 1.4);

const contact = createPairContact();
const sat = createSatResult();
const sat2 = createSatResult2d();
const cache = createSatCache();
const closest = createClosestPoints();
const segment = createTriangleSegment();
const manifold = createContactManifold();
const found = createPenetrationResult();
const boxA = new BoxShape([1, 1.1, 1.2]);
const boxB = new Posed(new BoxShape([0.7, 0.8, 0.9]), [0.3, 1.83, 0.2], [0, 0.2, 0, 0.9]);
penetration(found, boxA, boxB);
const persistent = new PersistentManifold();

const high = vec(4.3, 5.1, 4.6);
const down = vec(0.1, -1.3, 0.2);

/**
 * Calls by topic, each topic measured as a whole to save time; the number is how many fractional results the
 * calls and the kernels below them return, which V8 boxes.
 */
const topics: Record<string, [calls: (() => unknown)[], boxedNumbers: number]> = {
  'rays and triangles': [
    [
      () => rayTriangle(hit, origin, direction, p0, p1, p2),
      () => rayTriangleCulled(hit, origin, direction, p0, p1, p2),
      () => rayTriangles(hit, origin, direction, soup),
      () => watertightRaySet(ray, origin, direction),
      () => rayTriangleWatertight(hit, ray, p0, p1, p2),
      () => rayPlane(hit, origin, direction, plane),
      () => rayHeightField(hit, high, down, field),
    ],
    10,
  ],
  'rays and solids': [
    [
      () => rayAabb(hit, origin, direction, aabb),
      () => rayObb(hit, origin, direction, obb),
      () => raySphere(hit, origin, direction, sphere),
      () => rayCapsule(hit, origin, direction, capsule),
      () => rayCylinder(hit, origin, direction, capsule),
      () => rayHull(hit, origin, direction, hull),
    ],
    22,
  ],
  triangles: [
    [
      () => triangleBox(triangle, aabb),
      () => triangleObb(triangle, obb),
      () => triangleTriangle(triangle, triangle2),
      () => triangleTriangleSegment(segment, triangle, triangle2),
    ],
    0,
  ],
  'closest points': [
    [
      () => closestPointsSegmentSegment(closest, p0, p1, p2, origin),
      () => closestPointsTriangleTriangle(closest, triangle, apart),
    ],
    2,
  ],
  'separating axes': [
    [
      () => satPolygonPolygon2d(sat2, polygonA, polygonB),
      () => satObbObb(sat, obb, other),
      () => satObbTriangle(sat, obb, triangle),
      () => satHullHull(sat, hullA, hullB, cache),
    ],
    0,
  ],
  'contacts of round shapes': [
    [
      () => contactSphereSphere(contact, sphere, sphere2),
      () => contactSphereTriangle(contact, sphere, triangle),
      () => contactSphereObb(contact, sphere, obb),
      () => contactCapsuleCapsule(contact, capsule, capsule2),
      () => contactCapsuleTriangle(contact, capsule, triangle),
      () => contactCapsuleObb(contact, capsule, obb),
    ],
    0,
  ],
  'contacts with segments': [
    [
      () => contactSphereCapsule(contact, sphere, capsule),
      () => contactSphereSegment(contact, sphere, segment1),
      () => contactCapsuleSegment(contact, capsule, segment1),
      () => contactSegmentSegment(contact, segment1, segment2),
      () => contactSegmentTriangle(contact, segment1, triangle),
      () => contactSegmentObb(contact, segment1, obb),
      () => pairContactFlip(contact),
    ],
    0,
  ],
  'contacts with planes': [
    [
      () => contactSpherePlane(contact, sphere, plane),
      () => contactCapsulePlane(contact, capsule, plane),
      () => contactSegmentPlane(contact, segment1, plane),
      () => contactTrianglePlane(contact, triangle, plane),
      () => contactPlanePlane(contact, plane, plane2),
    ],
    0,
  ],
  'contacts of flat shapes': [
    [
      () => contactTriangleTriangle(contact, triangle, triangle2),
      () => contactTriangleObb(contact, triangle, obb),
      () => contactObbObb(contact, obb, other),
      () => contactObbPlane(contact, obb, plane),
    ],
    0,
  ],
  manifolds: [
    [
      () => manifoldObbObb(manifold, records, 0, 15, margin),
      () => manifoldSphereSphere(manifold, records, 30, 45, margin),
      () => manifoldSphereObb(manifold, records, 30, 0, margin),
      () => manifoldSpherePlane(manifold, records, 30, 75, margin),
      () => manifoldObbPlane(manifold, records, 0, 75, margin),
      () => manifoldCapsulePlane(manifold, records, 60, 75, margin),
      () => manifoldConvexPlane(manifold, hullA, records, 75, margin),
      () => manifoldHullHull(manifold, found, hullA, hullB),
      () => manifoldConvexConvex(manifold, found, boxA, boxB),
      () => contactManifoldReduce(manifold),
      () => persistent.add(found, hullA, hullB),
      () => persistent.refresh(hullA, hullB),
    ],
    0,
  ],
};

describe('allocation in steady state', () => {
  it.each(Object.keys(topics))('%s', name => {
    const [calls, boxedNumbers] = topics[name];
    const all = () => {
      for (let i = 0; i < calls.length; i++) calls[i]();
    };
    expectNoAllocation(all, { boxedNumbers, warmUp: 200 });
  });
});
