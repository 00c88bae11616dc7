import { createObb, obbFromBox } from '@colide/bounds';
import { BoxShape, CapsuleShape, HullShape, Posed, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  type ContactManifold,
  contactManifoldReduce,
  contactObbObb,
  createContactManifold,
  createPairContact,
  createPenetrationResult,
  manifoldConvexConvex,
  manifoldHullHull,
  manifoldObbObb,
  PersistentManifold,
  penetration,
} from '@colide/narrowphase';
import { expectVectorClose, generateHull } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Triple = [number, number, number];
type Quad = [number, number, number, number];

const manifold = createContactManifold();
const contact = createPairContact();
const result = createPenetrationResult();
const box = (center: Triple, half: Triple, q: Quad = [0, 0, 0, 1]): Float64Array =>
  obbFromBox(createObb(), center, half, q) as Float64Array;
/** Fills the manifold of two boxes and returns the number of points. */
const collide = (a: Float64Array, b: Float64Array, margin = 1e-12): number =>
  manifoldObbObb(manifold, Float64Array.of(...a, ...b), 0, 15, Float64Array.of(margin));
const cornersOf = (half: Triple): number[] =>
  Array.from({ length: 8 }, (_, i) => half.map((h, k) => ((i >> k) & 1 ? h : -h))).flat();

/** Points sorted, rounded to nine digits. */
const listed = (m: ContactManifold, side: 'pointsA' | 'pointsB'): number[][] =>
  Array.from({ length: m.count }, (_, i) =>
    Array.from(m[side].slice(3 * i, 3 * i + 3), x => Math.round(x * 1e9) / 1e9 + 0),
  ).sort((p, q) => p[0] - q[0] || p[1] - q[1] || p[2] - q[2]);

/** Area of the convex hull of the points, seen along y. */
function areaOf(points: number[][]): number {
  const center = [0, 2].map(k => points.reduce((sum, p) => sum + p[k] / points.length, 0));
  const sorted = [...points].sort(
    (p, q) => Math.atan2(p[2] - center[1], p[0] - center[0]) - Math.atan2(q[2] - center[1], q[0] - center[0]),
  );
  return Math.abs(
    sorted.reduce((sum, p, i) => {
      const q = sorted[(i + 1) % sorted.length];
      return sum + 0.5 * (p[0] * q[2] - q[0] * p[2]);
    }, 0),
  );
}

describe('manifoldObbObb', () => {
  it('of a box on a larger one is its lower face', () => {
    const floor = box([0, 0, 0], [5, 1, 5]);
    const crate = box([1, 1.9, 2], [1, 1, 0.5]);
    expect(contactObbObb(contact, floor, crate)).toBe(true);
    expect(collide(floor, crate)).toBe(4);
    expect(listed(manifold, 'pointsB')).toEqual([
      [0, 0.9, 1.5],
      [0, 0.9, 2.5],
      [2, 0.9, 1.5],
      [2, 0.9, 2.5],
    ]);
    for (let i = 0; i < 4; i++) expect(manifold.depths[i]).toBeCloseTo(0.1, 12);
    expect(listed(manifold, 'pointsA').every(p => p[1] === 1)).toBe(true);
    expect(new Set(manifold.ids.slice(0, 4)).size).toBe(4);
  });

  it('of crossed planks is the square they share, and its numbers stay while they slide', () => {
    const a = box([0, 0, 0], [3, 0.5, 1]);
    const ids: number[][] = [];
    for (const shift of [0, 0.05]) {
      const b = box([shift, 1, 0], [1, 0.5, 3]);
      expect(contactObbObb(contact, a, b)).toBe(true);
      expect(collide(a, b)).toBe(4);
      expect(areaOf(listed(manifold, 'pointsA'))).toBeCloseTo(4, 9);
      ids.push(Array.from(manifold.ids.slice(0, 4)));
    }
    expect(ids[0]).toEqual(ids[1]);
    expect(new Set(ids[0]).size).toBe(4);
  });

  it('of a tilted box keeps four points within the margin, two beyond it', () => {
    const floor = box([0, 0, 0], [5, 1, 5]);
    const tilted = (angle: number): number => {
      const crate = box([0, 1.99, 0], [1, 1, 1], [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]);
      expect(contactObbObb(contact, floor, crate)).toBe(true);
      return collide(floor, crate, 0.02);
    };
    expect(tilted(0.005)).toBe(4);
    expect(tilted(0.3)).toBe(2);
  });

  it('of crossing edges is one point', () => {
    const s = Math.sin(Math.PI / 8);
    const c = Math.cos(Math.PI / 8);
    const a = box([0, 0, 0], [3, 1, 1], [s, 0, 0, c]);
    const b = box([0, 2.7, 0], [1, 1, 3], [0, 0, s, c]);
    expect(contactObbObb(contact, a, b)).toBe(true);
    expect(collide(a, b)).toBe(1);
    expectVectorClose(manifold.normal, [0, 1, 0], { absolute: 1e-12 });
    expectVectorClose(manifold.pointsA.slice(0, 3), [0, Math.SQRT2, 0], { absolute: 1e-9 });
  });
});

describe('manifoldHullHull and manifoldConvexConvex', () => {
  it('agree with the boxes on boxes', () => {
    const random = new Random(6);
    for (let k = 0; k < 200; k++) {
      const half: Triple = [random.uniform(0.3, 1), random.uniform(0.3, 1), random.uniform(0.3, 1)];
      const angle = random.uniform(0, 3);
      const q: Quad = [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)];
      const center: Triple = [
        random.uniform(-1, 1),
        0.5 + half[1] - random.uniform(0.001, 0.1),
        random.uniform(-1, 1),
      ];
      const floor = box([0, 0, 0], [2, 0.5, 2]);
      const crate = box(center, half, q);
      expect(contactObbObb(contact, floor, crate)).toBe(true);
      collide(floor, crate);
      const expected = listed(manifold, 'pointsB');
      const floorHull = HullShape.fromPoints(cornersOf([2, 0.5, 2]));
      const crateHull = new Posed(HullShape.fromPoints(cornersOf(half)), center, q);
      manifoldHullHull(manifold, contact, floorHull, crateHull);
      // The boxes keep four points; hulls have them all.
      const every = listed(manifold, 'pointsB');
      expect(expected.length).toBe(Math.min(4, every.length));
      if (every.length <= 4) expectVectorClose(every.flat(), expected.flat(), { absolute: 1e-8 });
      for (const p of expected)
        expect(Math.min(...every.map(q => Math.hypot(...p.map((x, k) => x - q[k]))))).toBeLessThan(1e-8);
      expect(penetration(result, new BoxShape([2, 0.5, 2]), new Posed(new BoxShape(half), center, q))).toBe(
        true,
      );
      manifoldConvexConvex(
        manifold,
        result,
        new BoxShape([2, 0.5, 2]),
        new Posed(new BoxShape(half), center, q),
      );
      expect(areaOf(listed(manifold, 'pointsB'))).toBeCloseTo(areaOf(every), 6);
    }
  });

  it('give one point for a ball, two for a capsule that lies, two for capsules side by side', () => {
    const floor = new BoxShape([5, 1, 5]);
    const ball = new Posed(new SphereShape(1), [1, 1.95, 1]);
    expect(penetration(result, floor, ball)).toBe(true);
    expect(manifoldConvexConvex(manifold, result, floor, ball)).toBe(1);
    expectVectorClose(manifold.pointsB.slice(0, 3), [1, 0.95, 1], { absolute: 1e-9 });
    const s = Math.SQRT1_2;
    const lying = new Posed(new CapsuleShape(0.5, 1), [0, 1.45, 0], [0, 0, s, s]);
    expect(penetration(result, floor, lying)).toBe(true);
    expect(manifoldConvexConvex(manifold, result, floor, lying)).toBe(2);
    expect(listed(manifold, 'pointsB').map(p => p[0])).toEqual([-1, 1]);
    const other = new Posed(new CapsuleShape(0.5, 1), [0.5, 2.4, 0], [0, 0, s, s]);
    expect(penetration(result, lying, other)).toBe(true);
    expect(manifoldConvexConvex(manifold, result, lying, other)).toBe(2);
    expect(listed(manifold, 'pointsA').map(p => p[0])).toEqual([-0.5, 1]);
    for (let i = 0; i < 2; i++) expect(manifold.depths[i]).toBeCloseTo(0.05, 9);
  });

  it('stay within the shapes on hulls at random, and the deepest point is the contact', () => {
    const random = new Random(14);
    let full = 0;
    for (let k = 0; k < 300; k++) {
      const a = HullShape.fromPoints(generateHull('box', 8, random));
      const b = new Posed(HullShape.fromPoints(generateHull('prism', 12, random)), [
        random.uniform(-1, 1),
        random.uniform(-1, 1),
        random.uniform(-1, 1),
      ]);
      if (!penetration(result, a, b)) continue;
      const count = manifoldHullHull(manifold, result, a, b);
      expect(count).toBeGreaterThan(0);
      if (count > 2) full++;
      let deepest = -Infinity;
      for (let i = 0; i < count; i++) {
        deepest = Math.max(deepest, manifold.depths[i]);
        for (let axis = 0; axis < 3; axis++)
          expect(manifold.pointsA[3 * i + axis] - manifold.pointsB[3 * i + axis]).toBeCloseTo(
            manifold.depths[i] * manifold.normal[axis],
            9,
          );
      }
      expect(deepest).toBeCloseTo(result.depth, 6);
      expect(contactManifoldReduce(manifold)).toBeLessThanOrEqual(4);
      expect(Math.max(...manifold.depths.slice(0, manifold.count))).toBeCloseTo(deepest, 12);
    }
    expect(full).toBeGreaterThan(50);
  });
});

describe('contactManifoldReduce', () => {
  it('keeps the deepest point and most of the area', () => {
    const random = new Random(2);
    for (let k = 0; k < 300; k++) {
      const count = 5 + random.integer(12);
      const phase = random.uniform(0, 6);
      manifold.count = count;
      manifold.normal.set([0, 1, 0]);
      const points: number[][] = [];
      for (let i = 0; i < count; i++) {
        const angle = phase + (2 * Math.PI * i) / count;
        points.push([Math.cos(angle), 0, 0.6 * Math.sin(angle)]);
        manifold.pointsA.set(points[i], 3 * i);
        manifold.depths[i] = random.next();
        manifold.ids[i] = i;
      }
      const deepest = Math.max(...manifold.depths.slice(0, count));
      expect(contactManifoldReduce(manifold)).toBe(4);
      expect(new Set(manifold.ids.slice(0, 4)).size).toBe(4);
      expect(Math.max(...manifold.depths.slice(0, 4))).toBe(deepest);
      for (let i = 0; i < 4; i++)
        expectVectorClose(manifold.pointsA.slice(3 * i, 3 * i + 3), points[manifold.ids[i]]);
      expect(areaOf(listed(manifold, 'pointsA')) / areaOf(points)).toBeGreaterThan(0.5);
    }
  });

  it('leaves four and fewer alone', () => {
    manifold.count = 3;
    expect(contactManifoldReduce(manifold)).toBe(3);
  });
});

describe('PersistentManifold', () => {
  const a = new Posed(new BoxShape([5, 1, 5]));
  const b = new Posed(new BoxShape([1, 1, 1]), [0, 2, 0]);
  const corner = (x: number, z: number, depth = 0.01) => {
    contact.depth = depth;
    contact.normal.set([0, 1, 0]);
    contact.pointA.set([x, 1, z]);
    contact.pointB.set([x, 1 - depth, z]);
    return contact;
  };

  it('gathers four corners, keeps the outer ones and the deepest', () => {
    const points = new PersistentManifold(0.02);
    b.setPose([0, 2, 0], [0, 0, 0, 1]);
    for (const [x, z] of [
      [1, 1],
      [-1, 1],
      [0, 0.9],
      [-1, -1],
      [1, -1],
    ] as const)
      points.add(corner(x, z), a, b);
    expect(points.count).toBe(4);
    const kept = Array.from({ length: 4 }, (_, i) => [points.pointsA[3 * i], points.pointsA[3 * i + 2]]);
    expect(kept).not.toContainEqual([0, 0.9]);
    points.add(corner(0, 0, 0.5), a, b);
    expect(Math.max(...points.depths)).toBe(0.5);
    expect(points.count).toBe(4);
  });

  it('takes a point again where it lies, with its number and age', () => {
    const points = new PersistentManifold(0.02);
    b.setPose([0, 2, 0], [0, 0, 0, 1]);
    points.add(corner(1, 1), a, b);
    const id = points.ids[0];
    points.refresh(a, b);
    points.refresh(a, b);
    expect(points.add(corner(1.005, 1), a, b)).toBe(0);
    expect([points.count, points.ids[0], points.ages[0]]).toEqual([1, id, 2]);
    points.add(corner(-1, 1), a, b);
    expect(points.ids[1]).not.toBe(id);
  });

  it('drops what lifts or slides off, and follows what stays', () => {
    const points = new PersistentManifold(0.02);
    b.setPose([0, 2, 0], [0, 0, 0, 1]);
    points.add(corner(1, 1), a, b);
    points.add(corner(-1, 1), a, b);
    b.setPose([0.01, 2.02, 0], [0, 0, 0, 1]);
    expect(points.refresh(a, b)).toBe(2);
    expect(points.depths[0]).toBeCloseTo(-0.01, 12);
    b.setPose([0, 2.05, 0], [0, 0, 0, 1]);
    expect(points.refresh(a, b)).toBe(0);
    b.setPose([0, 2, 0], [0, 0, 0, 1]);
    points.add(corner(1, 1), a, b);
    b.setPose([0.05, 2, 0], [0, 0, 0, 1]);
    expect(points.refresh(a, b)).toBe(0);
    points.add(corner(1, 1), a, b);
    points.clear();
    expect(points.count).toBe(0);
    expect(() => new PersistentManifold(-1)).toThrow('margin');
  });
});
