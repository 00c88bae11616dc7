import { type Convex, createRayHit } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  ConeShape,
  CylinderShape,
  HalfSpace,
  HullShape,
  Posed,
  SphereShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import {
  ColliderSet,
  colliderDistance,
  colliderShapecast,
  createPenetrationResult,
  createTimeOfImpact,
  rayCollider,
  signedDistance,
} from '@colide/narrowphase';
import { generateHull } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const random = new Random(31);
const hit = createRayHit();
const impact = createTimeOfImpact();
const result = createPenetrationResult();
const shapes: [string, Convex][] = [
  ['ball', new SphereShape(0.6)],
  ['box', new BoxShape([0.5, 0.4, 0.7])],
  ['capsule', new CapsuleShape(0.3, 0.5)],
  ['hull', HullShape.fromPoints(generateHull('rounded', 20, new Random(3)))],
  ['cylinder', new CylinderShape(0.5, 0.5)],
  ['cone', new ConeShape(0.5, 0.6)],
];

type Triple = [number, number, number];
const triple = (spread: number): Triple => [
  random.uniform(-spread, spread),
  random.uniform(-spread, spread),
  random.uniform(-spread, spread),
];
const along = (origin: Triple, direction: Triple, t: number): Triple =>
  [0, 1, 2].map(k => origin[k] + t * direction[k]) as Triple;

function setWith(shape: Convex): ColliderSet {
  const set = new ColliderSet();
  set.add(0, shape, triple(0.1), [random.normal(), random.normal(), random.normal(), random.normal()]);
  set.place(0, Float64Array.of(...triple(0.2)), Float64Array.of(0.5, 0.5, -0.5, 0.5));
  return set;
}

/** Distance of a point from collider 0; a small ball keeps the normal defined. */
function distance(set: ColliderSet, point: Triple): number {
  return signedDistance(result, set.convexes[0]!, new Posed(new SphereShape(1e-9), point)) + 1e-9;
}

describe('collider queries', () => {
  for (const [name, shape] of shapes)
    it(`finds where rays meet a ${name}`, () => {
      let hits = 0;
      for (let n = 0; n < 200; n++) {
        const set = setWith(shape);
        const origin = triple(3);
        const direction = along(triple(0.6), origin, -1);
        const maxT = n % 5 === 0 ? 0.3 : Infinity;
        const t = rayCollider(hit, set, 0, origin, direction, maxT);
        expect(t).toBe(hit.t);
        if (t === Infinity) {
          // No point of the ray is in the collider.
          for (let s = 0; s <= 20; s++) {
            const u = (s / 20) * Math.min(maxT, 3);
            expect(distance(set, along(origin, direction, u))).toBeGreaterThan(-1e-7);
          }
          continue;
        }
        hits++;
        expect(t).toBeLessThanOrEqual(maxT);
        expect(Math.abs(distance(set, along(origin, direction, t)))).toBeLessThan(t === 0 ? 9 : 1e-6);
        if (t === 0) continue;
        for (let s = 0; s < 5; s++)
          expect(distance(set, along(origin, direction, (t * s) / 5))).toBeGreaterThan(0);
        expect(Math.hypot(...hit.normal)).toBeCloseTo(1, 6);
        expect(hit.normal.reduce((sum, x, k) => sum + x * direction[k], 0)).toBeLessThan(0);
      }
      expect(hits).toBeGreaterThan(40);
      expect(hits).toBeLessThan(195);
    });

  for (const [name, shape] of shapes)
    it(`finds when a moving box touches a ${name}`, () => {
      let hits = 0;
      for (let n = 0; n < 100; n++) {
        const set = setWith(shape);
        const from = triple(4);
        const motion = along(triple(1), from, -1);
        const box = new Posed(new BoxShape([0.3, 0.2, 0.4]), from, [0.1, 0.2, 0.3, 0.9]);
        const time = colliderShapecast(impact, set, 0, box, motion);
        if (time > 0 && time < Infinity) {
          hits++;
          box.setPose(along(from, motion, time), [0.1, 0.2, 0.3, 0.9]);
          expect(Math.abs(signedDistance(result, set.convexes[0]!, box))).toBeLessThan(1e-6);
          expect(impact.normal.reduce((sum, x, k) => sum + x * motion[k], 0)).toBeLessThan(0);
        }
      }
      expect(hits).toBeGreaterThan(30);
    });

  it('sees half-spaces', () => {
    const set = new ColliderSet();
    set.add(0, new HalfSpace([0, 1, 0], 1));
    expect(rayCollider(hit, set, 0, [0, 5, 0], [0, -2, 0])).toBeCloseTo(2, 12);
    expect([...hit.normal]).toEqual([0, 1, 0]);
    expect(rayCollider(hit, set, 0, [0, 5, 0], [0, 2, 0])).toBe(Infinity);
    expect(rayCollider(hit, set, 0, [0, 5, 0], [0, -2, 0], 1)).toBe(Infinity);
    const ball = new Posed(new SphereShape(0.5), [3, 3.5, 0]);
    expect(colliderDistance(result, set, 0, ball)).toBeCloseTo(2, 12);
    expect([...result.pointA]).toEqual([3, 1, 0]);
    expect(colliderShapecast(impact, set, 0, ball, [4, -4, 0])).toBeCloseTo(0.5, 12);
    expect([...impact.point]).toEqual([5, 1, 0]);
    expect(colliderShapecast(impact, set, 0, ball, [4, -1, 0])).toBe(Infinity);
    expect(colliderShapecast(impact, set, 0, ball, [0, 1, 0])).toBe(Infinity);
    ball.setPose([0, 1, 0], [0, 0, 0, 1]);
    expect(colliderDistance(result, set, 0, ball)).toBeCloseTo(-0.5, 12);
    expect(result.depth).toBeCloseTo(0.5, 12);
    expect(colliderShapecast(impact, set, 0, ball, [0, -1, 0])).toBe(0);
  });

  it('measures distances as GJK and EPA do', () => {
    for (const [, shape] of shapes) {
      const set = setWith(shape);
      const other = new Posed(new BoxShape([0.3, 0.2, 0.4]), triple(1.5));
      const expected = signedDistance(createPenetrationResult(), set.convexes[0]!, other);
      expect(colliderDistance(result, set, 0, other)).toBe(expected);
    }
  });
});
