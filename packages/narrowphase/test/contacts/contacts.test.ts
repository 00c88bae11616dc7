import { createObb, obbFromBox } from '@colide/bounds';
import type { Convex } from '@colide/core';
import {
  BoxShape,
  HullShape,
  PointShape,
  Posed,
  Rounded,
  SegmentShape,
  SphereShape,
  TriangleShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import {
  contactCapsuleCapsule,
  contactCapsuleObb,
  contactCapsulePlane,
  contactCapsuleSegment,
  contactCapsuleTriangle,
  contactConvexPlane,
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
  createGjkResult,
  createPairContact,
  createPenetrationResult,
  gjkDistance,
  type PairContact,
  pairContactFlip,
  penetration,
  signedDistance,
} from '@colide/narrowphase';
import { expectVectorClose } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Triple = [number, number, number];
type Quad = [number, number, number, number];
type Kind = 'sphere' | 'capsule' | 'segment' | 'triangle' | 'obb' | 'plane';

type Contact = (out: PairContact, a: never, b: never) => boolean;

/** The kernel of each pair, the kind that comes first in the name first. */
const contacts: Record<string, Contact> = {
  'sphere sphere': contactSphereSphere,
  'sphere capsule': contactSphereCapsule,
  'sphere segment': contactSphereSegment,
  'sphere triangle': contactSphereTriangle,
  'sphere obb': contactSphereObb,
  'sphere plane': contactSpherePlane,
  'capsule capsule': contactCapsuleCapsule,
  'capsule segment': contactCapsuleSegment,
  'capsule triangle': contactCapsuleTriangle,
  'capsule obb': contactCapsuleObb,
  'capsule plane': contactCapsulePlane,
  'segment segment': contactSegmentSegment,
  'segment triangle': contactSegmentTriangle,
  'segment obb': contactSegmentObb,
  'segment plane': contactSegmentPlane,
  'triangle triangle': contactTriangleTriangle,
  'triangle obb': contactTriangleObb,
  'triangle plane': contactTrianglePlane,
  'obb obb': contactObbObb,
  'obb plane': contactObbPlane,
  'plane plane': contactPlanePlane,
  'convex plane': contactConvexPlane,
  'convex convex': (out: PairContact, a: Convex, b: Convex) => {
    const overlap = penetration(reference, a, b);
    out.depth = reference.depth;
    out.normal.set(reference.normal);
    return overlap;
  },
};

/** The contact of two shapes, either way round. */
function touches(kindA: string, a: unknown, kindB: string, b: unknown): boolean {
  const direct = contacts[`${kindA} ${kindB}`];
  if (direct) return direct(out, a as never, b as never);
  if (!contacts[`${kindB} ${kindA}`](out, b as never, a as never)) return false;
  pairContactFlip(out);
  return true;
}

const out = createPairContact();
const reference = createPenetrationResult();
const distance = createGjkResult();

/** A primitive as numbers, and the same as a convex shape. */
interface Primitive {
  numbers: number[];
  convex: Convex;
}

const makers: Record<Exclude<Kind, 'plane'>, (next: () => number, random: Random) => Primitive> = {
  sphere(next, random) {
    const center = [next(), next(), next()];
    const r = random.uniform(0.2, 0.8);
    return { numbers: [...center, r], convex: new Posed(new SphereShape(r), center) };
  },
  capsule(next, random) {
    const ends = Array.from({ length: 6 }, next);
    const r = random.uniform(0.1, 0.5);
    const core = new SegmentShape(ends.slice(0, 3), ends.slice(3));
    return { numbers: [...ends, r], convex: new Rounded(core, r) };
  },
  segment(next) {
    const ends = Array.from({ length: 6 }, next);
    return { numbers: ends, convex: new SegmentShape(ends.slice(0, 3), ends.slice(3)) };
  },
  triangle(next) {
    const p = Array.from({ length: 9 }, next);
    return {
      numbers: p,
      convex: new TriangleShape(p.slice(0, 3), p.slice(3, 6), p.slice(6)),
    };
  },
  obb(next, random) {
    const center = [next(), next(), next()];
    const half = [random.uniform(0.2, 0.9), random.uniform(0.2, 0.9), random.uniform(0.2, 0.9)];
    const q: Quad = [0, 0, 0, 1];
    random.rotation(q);
    return {
      numbers: Array.from(obbFromBox(createObb(), center, half, q)),
      convex: new Posed(new BoxShape(half), center, q),
    };
  },
};
const kinds = Object.keys(makers) as (keyof typeof makers)[];
const pairs = kinds.flatMap((a, i) => kinds.slice(i).map(b => [a, b] as const));

/** How far a point is from a set. */
const away = (point: ArrayLike<number>, set: Convex): number =>
  gjkDistance(distance, new PointShape(Array.from(point)), set);

function checkWitness(a: Convex | undefined, b: Convex | undefined, name: string): void {
  const { normal, pointA, pointB, depth } = out;
  expect(Math.hypot(normal[0], normal[1], normal[2]), name).toBeCloseTo(1, 9);
  expect(depth, name).toBeGreaterThanOrEqual(0);
  expectVectorClose(
    [0, 1, 2].map(k => pointA[k] - pointB[k]),
    [0, 1, 2].map(k => depth * normal[k]),
    { absolute: 1e-8 },
  );
  if (a) expect(away(pointA, a), `${name}: point on A`).toBeLessThan(1e-7);
  if (b) expect(away(pointB, b), `${name}: point on B`).toBeLessThan(1e-7);
}

describe.each(pairs)('contact of %s and %s', (kindA, kindB) => {
  it('has the verdict and depth of GJK and EPA, and witness points on both', () => {
    const random = new Random(91);
    let hits = 0;
    const count = 250;
    for (let k = 0; k < count; k++) {
      const extent = k % 4 === 0 ? 0.3 : 1;
      const next = () => random.uniform(-extent, extent);
      const a = makers[kindA](next, random);
      const b = makers[kindB](next, random);
      const expected = signedDistance(reference, a.convex, b.convex);
      const name = `case ${k}`;
      const overlap = touches(kindA, a.numbers, kindB, b.numbers);
      if (Math.abs(expected) > 1e-9) expect(overlap, name).toBe(expected < 0);
      if (overlap) {
        hits++;
        expect(Math.abs(out.depth + expected), `${name}: depth`).toBeLessThan(1e-7);
        checkWitness(a.convex, b.convex, name);
      }
      const { depth } = out;
      expect(touches(kindB, b.numbers, kindA, a.numbers), name).toBe(overlap);
      if (!overlap) continue;
      expect(Math.abs(out.depth - depth)).toBeLessThan(1e-9);
      checkWitness(b.convex, a.convex, `${name} turned`);
    }
    // Two segments hardly ever meet.
    if (kindA !== 'segment' || kindB !== 'segment') expect(hits).toBeGreaterThan(0.05 * count);
    expect(hits).toBeLessThan(0.95 * count);
  });
});

describe.each(kinds)('contact of %s and plane', kind => {
  it('touches the half-space with the lowest point', () => {
    const random = new Random(17);
    let hits = 0;
    for (let k = 0; k < 300; k++) {
      const a = makers[kind](() => random.uniform(-1, 1), random);
      const n = random.unitVector([0, 0, 0]) as Triple;
      const d = -random.uniform(-1, 1);
      const lowest = a.convex.support(
        [0, 0, 0],
        n.map(x => -x),
      );
      const height = lowest[0] * n[0] + lowest[1] * n[1] + lowest[2] * n[2] - d;
      const overlap = touches(kind, a.numbers, 'plane', [...n, d]);
      expect(overlap).toBe(height <= 0);
      if (!overlap) continue;
      hits++;
      expect(out.depth).toBeCloseTo(-height, 9);
      checkWitness(a.convex, undefined, `case ${k}`);
      touches('convex', a.convex, 'plane', [...n, d]);
      expect(out.depth).toBeCloseTo(-height, 9);
    }
    expect(hits).toBeGreaterThan(60);
    expect(hits).toBeLessThan(270);
  });
});

describe('special positions', () => {
  const [sphere, capsule, segment, triangle, obb, plane, convex] = [
    'sphere',
    'capsule',
    'segment',
    'triangle',
    'obb',
    'plane',
    'convex',
  ] as const;
  const cube = Array.from(obbFromBox(createObb(), [0, 0, 0], [1, 1, 1], [0, 0, 0, 1]));

  it('concentric and touching spheres', () => {
    expect(touches(sphere, [1, 2, 3, 0.5], sphere, [1, 2, 3, 0.7])).toBe(true);
    expect(out.depth).toBeCloseTo(1.2, 12);
    expect(Array.from(out.normal)).toEqual([0, 1, 0]);
    expect(touches(sphere, [0, 0, 0, 1], sphere, [2, 0, 0, 1])).toBe(true);
    expect(out.depth).toBe(0);
    expect(touches(sphere, [0, 0, 0, 1], sphere, [2.001, 0, 0, 1])).toBe(false);
  });

  it('a sphere whose centre lies in a box, on a segment, in a triangle', () => {
    expect(touches(sphere, [0.9, 0, 0, 0.5], obb, cube)).toBe(true);
    expect(out.depth).toBeCloseTo(0.6, 12);
    expectVectorClose(out.normal, [-1, 0, 0]);
    expectVectorClose(out.pointB, [1, 0, 0]);
    expect(touches(sphere, [0.5, 0, 0, 0.5], segment, [0, 0, 0, 1, 0, 0])).toBe(true);
    expect(out.depth).toBeCloseTo(0.5, 12);
    expect(Math.abs(out.normal[0])).toBe(0);
    expect(touches(sphere, [0.2, 0.2, 0, 0.5], triangle, [0, 0, 0, 1, 0, 0, 0, 1, 0])).toBe(true);
    expect(out.depth).toBeCloseTo(0.5, 12);
    expect(Math.abs(out.normal[2])).toBe(1);
  });

  it('collinear capsules end to end, crossing segments, coplanar triangles', () => {
    expect(touches(capsule, [0, 0, 0, 1, 0, 0, 0.5], capsule, [1.8, 0, 0, 3, 0, 0, 0.5])).toBe(true);
    expect(out.depth).toBeCloseTo(0.2, 12);
    expectVectorClose(out.normal, [1, 0, 0]);
    expect(touches(segment, [0, 0, 0, 1, 1, 0], segment, [1, 0, 0, 0, 1, 0])).toBe(true);
    expect(out.depth).toBe(0);
    expect(Math.abs(out.normal[2])).toBe(1);
    expect(touches(segment, [0, 0, 0, 1, 0, 0], segment, [2, 1, 0, 2, -1, 0])).toBe(false);
    const flat = [0, 0, 0, 4, 0, 0, 0, 4, 0];
    expect(touches(triangle, flat, triangle, [1, 1, 0, 9, 1, 0, 1, 9, 0])).toBe(true);
    expect(out.depth).toBe(0);
    expect(Math.abs(out.normal[2])).toBe(1);
    expect(touches(triangle, flat, triangle, [5, 5, 0, 9, 5, 0, 5, 9, 0])).toBe(false);
  });

  it('equal boxes, one on the other, and edge across edge', () => {
    expect(touches(obb, cube, obb, cube)).toBe(true);
    expect(out.depth).toBe(2);
    const above = Array.from(obbFromBox(createObb(), [0.5, 2, 0], [1, 1, 1], [0, 0, 0, 1]));
    expect(touches(obb, cube, obb, above)).toBe(true);
    expect(out.depth).toBe(0);
    expectVectorClose(out.pointA, [0.25, 1, 0]);
  });

  it('planes that face each other, and others', () => {
    expect(touches(plane, [0, 1, 0, 0], plane, [0, -1, 0, 1])).toBe(true);
    expect(out.depth).toBe(1);
    expect(touches(plane, [0, 1, 0, 0], plane, [0, -1, 0, -1])).toBe(false);
    expect(touches(plane, [0, 1, 0, 0], plane, [1, 0, 0, -1])).toBe(true);
    expect(out.depth).toBe(Infinity);
  });

  it('a sphere and a hull by their cores', () => {
    const hull = HullShape.fromPoints([-1, -1, -1, 1, -1, -1, -1, 1, -1, -1, -1, 1]);
    expect(touches(convex, new Posed(new SphereShape(1), [-1.5, -0.5, -0.5]), convex, hull)).toBe(true);
    expect(out.depth).toBeCloseTo(0.5, 9);
    expectVectorClose(out.normal, [1, 0, 0], { absolute: 1e-9 });
    expect(penetration(reference, new Posed(new SphereShape(1), [-1.5, -0.5, -0.5]), hull)).toBe(true);
  });
});
