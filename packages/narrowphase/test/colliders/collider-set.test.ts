import type { Convex } from '@colide/core';
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
  colliderKind,
  colliderKindOf,
  createContactManifold,
  createPenetrationResult,
  signedDistance,
} from '@colide/narrowphase';
import { generateHull } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const random = new Random(12);
const manifold = createContactManifold();
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
type Quad = [number, number, number, number];
const randomPoint = (spread: number): Triple => [
  random.uniform(-spread, spread),
  random.uniform(-spread, spread),
  random.uniform(-spread, spread),
];
const randomTurn = (): Quad => {
  const q = [random.normal(), random.normal(), random.normal(), random.normal()];
  return q.map(x => x / Math.hypot(...q)) as Quad;
};

/** Two bodies at random poses, each with a shape at a random offset. */
function randomPair(a: Convex, b: Convex, margin: number, spread: number) {
  const set = new ColliderSet(margin);
  const positions = Float64Array.of(...randomPoint(spread), ...randomPoint(spread));
  const rotations = Float64Array.of(...randomTurn(), ...randomTurn());
  set.add(0, a, randomPoint(0.2), randomTurn());
  set.add(1, b);
  set.place(0, positions, rotations);
  set.place(1, positions, rotations);
  return set;
}

function deepest(): number {
  return Math.max(...manifold.depths.slice(0, manifold.count));
}

describe('ColliderSet', () => {
  for (const [nameA, a] of shapes)
    for (const [nameB, b] of shapes)
      it(`agrees with GJK and EPA: ${nameA} against ${nameB}`, () => {
        let hits = 0;
        const rounds = 150;
        for (let n = 0; n < rounds; n++) {
          const margin = n % 3 === 0 ? 0.1 : 0;
          const set = randomPair(a, b, margin, 0.75);
          const distance = signedDistance(result, set.convexes[0]!, set.convexes[1]!);
          const count = set.collide(manifold, 0, 1);
          if (distance > margin + 1e-9 && !(nameA === 'box' && nameB === 'box')) expect(count).toBe(0);
          if (distance < -1e-9) expect(count).toBeGreaterThan(0);
          if (count === 0) continue;
          hits++;
          expect(count).toBe(manifold.count);
          expect(count).toBeLessThanOrEqual(4);
          expect(Math.hypot(...manifold.normal)).toBeCloseTo(1, 9);
          const away = set.convexes[1]!.position.map((x, k) => x - set.convexes[0]!.position[k]);
          if (distance > 0)
            expect(away.reduce((sum, x, k) => sum + x * manifold.normal[k], 0)).toBeGreaterThan(0);
          for (let i = 0; i < count; i++)
            for (let k = 0; k < 3; k++)
              expect(manifold.pointsA[3 * i + k] - manifold.pointsB[3 * i + k]).toBeCloseTo(
                manifold.depths[i] * manifold.normal[k],
                6,
              );
          // The deepest point is as deep as the shapes are, up to the preference of boxes for their faces.
          if (distance < 0) expect(Math.abs(deepest() + distance)).toBeLessThan(0.02 + 0.06 * -distance);
        }
        expect(hits / rounds).toBeGreaterThan(0.15);
        expect(hits / rounds).toBeLessThan(0.95);
      });

  for (const [name, shape] of shapes)
    it(`puts ${name} on a half-space`, () => {
      const ground = new HalfSpace([0.2, 1, -0.1], -0.3);
      const foot = new Float64Array(3);
      let hits = 0;
      for (let n = 0; n < 300; n++) {
        const set = randomPair(shape, shape, n % 2 === 0 ? 0.1 : 0, 1.2);
        const floor = set.add(0, ground);
        const height = ground.deepest(foot, set.convexes[0]!);
        const count = set.collide(manifold, 0, floor);
        expect(count > 0).toBe(height <= (n % 2 === 0 ? 0.1 : 0));
        if (count === 0) continue;
        hits++;
        expect(deepest()).toBeCloseTo(-height, 9);
        for (let k = 0; k < 3; k++) expect(manifold.normal[k]).toBeCloseTo(-ground.normal[k], 12);
        // The other way round the normal points up.
        expect(set.collide(manifold, floor, 0)).toBe(count);
        for (let k = 0; k < 3; k++) expect(manifold.normal[k]).toBeCloseTo(ground.normal[k], 12);
        for (let i = 0; i < count; i++)
          expect(ground.distance(manifold.pointsA.slice(3 * i, 3 * i + 3))).toBeCloseTo(0, 9);
      }
      expect(hits).toBeGreaterThan(60);
      expect(hits).toBeLessThan(240);
    });

  it('rests boxes, capsules and cylinders on as many points as they need', () => {
    const counts: [Convex, number, number][] = [
      [new BoxShape([0.5, 0.5, 0.5]), 0.5, 4],
      [new CylinderShape(0.5, 0.5), 0.5, 4],
      [HullShape.fromPoints([-1, -1, -1, 1, -1, -1, 1, -1, 1, -1, -1, 1, 0, 1, 0]), 1, 4],
      [new SphereShape(0.5), 0.5, 1],
    ];
    for (const [shape, height, points] of counts) {
      const set = new ColliderSet(0.01);
      set.add(0, shape);
      set.add(0, new HalfSpace());
      set.place(0, Float64Array.of(3, height, -2), Float64Array.of(0, 0, 0, 1));
      expect(set.collide(manifold, 0, 1)).toBe(points);
      expect(new Set(manifold.ids.slice(0, points)).size).toBe(points);
    }
    const lying = new ColliderSet(0.01);
    lying.add(0, new CapsuleShape(0.2, 0.5));
    lying.add(0, new HalfSpace());
    lying.place(0, Float64Array.of(0, 0.2, 0), Float64Array.of(0, 0, Math.SQRT1_2, Math.SQRT1_2));
    expect(lying.collide(manifold, 0, 1)).toBe(2);
  });

  it('gives boxes that hold the shape, half the margin wider', () => {
    const out = new Float64Array(6);
    const direction = new Float64Array(3);
    const point = new Float64Array(3);
    for (const [, shape] of shapes)
      for (let n = 0; n < 50; n++) {
        const set = randomPair(shape, shape, 0.2, 2);
        set.aabb(out, 0);
        for (let axis = 0; axis < 3; axis++)
          for (const sign of [-1, 1]) {
            direction.fill(0)[axis] = sign;
            set.convexes[0]!.support(point, direction);
            expect(out[sign < 0 ? axis : axis + 3] - point[axis]).toBeCloseTo(0.1 * sign, 9);
          }
      }
  });

  it('tells kinds by their fields', () => {
    expect(shapes.map(([, shape]) => colliderKindOf(shape))).toEqual([
      colliderKind.sphere,
      colliderKind.box,
      colliderKind.capsule,
      colliderKind.hull,
      colliderKind.convex,
      colliderKind.convex,
    ]);
    expect(colliderKindOf(new HalfSpace())).toBe(colliderKind.plane);
    expect(colliderKindOf(new Posed(new BoxShape([1, 1, 1])))).toBe(colliderKind.convex);
  });

  it('hands ids out again and names bad arguments', () => {
    const set = new ColliderSet();
    for (let i = 0; i < 40; i++) expect(set.add(i, new SphereShape(1))).toBe(i);
    set.remove(7);
    expect(() => set.remove(7)).toThrow(/id/);
    expect(set.add(3, new SphereShape(2))).toBe(7);
    expect(set.bodies[7]).toBe(3);
    expect(() => set.remove(40)).toThrow(/id/);
    expect(() => set.add(-1, new SphereShape(1))).toThrow(/body/);
    expect(() => set.add(0, new SphereShape(1), [0, Number.NaN, 0])).toThrow(/offset/);
    expect(() => set.add(0, new SphereShape(1), [0, 0, 0], [0, 0, 0, 0])).toThrow(/rotation/);
    expect(() => new ColliderSet(-1)).toThrow(/margin/);
    expect(set.count).toBe(40);
  });
});
