/**
 * Every manifold of a pair that overlaps has a point as deep as the penetration, and every pair within the
 * margin has a point at its distance: for all kinds of shapes, by GJK and EPA, by separating axes, against
 * half-spaces and triangles.
 */
import type { Convex } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  ConeShape,
  type ConvexShape,
  CylinderShape,
  EllipsoidShape,
  HalfSpace,
  HullShape,
  MinkowskiSum,
  Posed,
  Rounded,
  Scaled,
  SegmentShape,
  SphereShape,
  TriangleShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import {
  ColliderSet,
  type ConvexPairTest,
  createContactManifold,
  createPenetrationResult,
  manifoldSat,
  signedDistance,
  TriangleContacts,
} from '@colide/narrowphase';
import { generateHull } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const random = new Random(12);
const hull = HullShape.fromPoints(generateHull('rounded', 20, random));
const prism = HullShape.fromPoints(generateHull('prism', 12, random));
const shapes: [string, ConvexShape][] = [
  ['sphere', new SphereShape(0.5)],
  ['box', new BoxShape([0.3, 0.5, 0.4])],
  ['plate', new BoxShape([0.5, 0.01, 0.4])],
  ['capsule', new CapsuleShape(0.3, 0.5)],
  ['cylinder', new CylinderShape(0.4, 0.3)],
  ['cone', new ConeShape(0.5, 0.6)],
  ['hull', hull],
  ['prism', prism],
  ['ellipsoid', new EllipsoidShape([0.3, 0.5, 0.7])],
  ['rounded box', new Rounded(new BoxShape([0.3, 0.2, 0.4]), 0.1)],
  ['rounded cylinder', new Rounded(new CylinderShape(0.3, 0.3), 0.1)],
  ['scaled cylinder', new Scaled(new CylinderShape(0.3, 0.3), [1, 2, -0.7])],
  ['scaled cone', new Scaled(new ConeShape(0.3, 0.3), [1, -2, 0.7])],
  ['scaled capsule', new Scaled(new CapsuleShape(0.3, 0.4), [1, 1, 0.5])],
  ['scaled hull', new Scaled(prism, [1, 0.5, -0.7])],
  ['box and ellipsoid', new MinkowskiSum(new BoxShape([0.2, 0.1, 0.3]), new EllipsoidShape([0.1, 0.2, 0.3]))],
  ['cylinder and rod', new MinkowskiSum(new CylinderShape(0.2, 0.2), new BoxShape([0.3, 0.01, 0.01]))],
  ['segment', new SegmentShape([-0.5, 0, 0], [0.5, 0.2, 0])],
  ['triangle', new TriangleShape([-0.5, 0, -0.4], [0.6, 0, -0.3], [0, 0, 0.5])],
  ['polygon', HullShape.fromPoints([0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1])],
];

/** How deep the pairs overlap; negative where they are apart. */
const overlaps = [0.002, 0.02, 0.15, -1e-6, -0.01];
const margin = 0.05;
/** Of shapes about one in size. */
const tolerance = 1e-6;

type Triple = [number, number, number];
const manifold = createContactManifold();
const result = createPenetrationResult();

function randomTurn(): [number, number, number, number] {
  const q = [random.normal(), random.normal(), random.normal(), random.normal()];
  return q.map(x => x / Math.hypot(...q)) as [number, number, number, number];
}

/** Two colliders at random angles that overlap by this much, and by how much they really do. */
function pairOf(a: Convex, b: Convex, overlap: number, test?: ConvexPairTest) {
  const set = new ColliderSet(margin, test);
  const positions = new Float64Array(6);
  for (let k = 3; k < 6; k++) positions[k] = random.uniform(-2, 2);
  const rotations = Float64Array.of(...randomTurn(), ...randomTurn());
  set.add(0, a);
  set.add(1, b);
  set.place(0, positions, rotations);
  for (let round = 0; round < 2; round++) {
    set.place(1, positions, rotations);
    const distance = signedDistance(result, set.convexes[0]!, set.convexes[1]!);
    if (round === 0) for (let k = 0; k < 3; k++) positions[3 + k] -= (distance + overlap) * result.normal[k];
  }
  return set;
}

function deepest(): number {
  return Math.max(-Infinity, ...manifold.depths.slice(0, manifold.count));
}

function expectDepth(a: Convex, b: Convex, rounds: number, test?: ConvexPairTest): void {
  let tested = 0;
  for (let n = 0; n < rounds; n++) {
    const set = pairOf(a, b, overlaps[n % overlaps.length], test);
    const depth = -result.distance;
    // A thin shape has come out on the other side.
    if (!result.converged || depth < -margin) continue;
    tested++;
    const count = set.collide(manifold, 0, 1);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(4);
    expect(Math.abs(deepest() - depth)).toBeLessThan(tolerance);
    for (let i = 0; i < count; i++)
      for (let k = 0; k < 3; k++)
        expect(
          Math.abs(
            manifold.pointsA[3 * i + k] -
              manifold.pointsB[3 * i + k] -
              manifold.depths[i] * manifold.normal[k],
          ),
        ).toBeLessThan(1e-9);
  }
  expect(tested).toBeGreaterThan(0.7 * rounds);
}

describe('the deepest point of a manifold', () => {
  for (const [name, shape] of shapes)
    it(`of ${name} with every kind of shape is as deep as the shapes overlap`, () => {
      for (const [, other] of shapes) expectDepth(shape, other, 40);
    });

  it('is as deep with separating axes', () => {
    for (const a of [hull, prism]) for (const b of [hull, prism]) expectDepth(a, b, 100, manifoldSat);
  });

  it('of prisms that lean by less than a thousandth is as deep', () => {
    const regular = (sides: number) =>
      HullShape.fromPoints(
        Array.from({ length: 2 * sides }, (_, i) => {
          const angle = (2 * Math.PI * (i >> 1)) / sides;
          return [0.5 * Math.cos(angle), i & 1 ? 0.2 : -0.2, 0.5 * Math.sin(angle)];
        }).flat(),
      );
    for (const sides of [5, 7, 12, 17])
      for (let n = 0; n < 60; n++) {
        const set = new ColliderSet(margin, n % 2 ? manifoldSat : undefined);
        const lean = [random.uniform(-4e-4, 4e-4), random.uniform(-3, 3), random.uniform(-4e-4, 4e-4), 1];
        const turn = Float64Array.of(0, 0, 0, 1, ...lean.map(x => x / Math.hypot(...lean)));
        set.add(0, regular(sides));
        set.add(1, n % 3 ? new CylinderShape(0.4, 0.2) : regular(sides + 1));
        set.place(0, Float64Array.of(0, 0, 0, 0.1, 0.395, 0.05), turn);
        set.place(1, Float64Array.of(0, 0, 0, 0.1, 0.395, 0.05), turn);
        const distance = signedDistance(result, set.convexes[0]!, set.convexes[1]!);
        const count = set.collide(manifold, 0, 1);
        expect(Math.abs(deepest() + distance)).toBeLessThan(tolerance);
        for (let k = 0; k < 3 * count; k++) {
          const lift = manifold.depths[Math.floor(k / 3)] * manifold.normal[k % 3];
          expect(Math.abs(manifold.pointsA[k] - manifold.pointsB[k] - lift)).toBeLessThan(1e-9);
        }
      }
  });

  it('of any shape on a half-space is its lowest point', () => {
    const ground = new HalfSpace([0.2, 1, -0.1], -0.3);
    const foot = new Float64Array(3);
    for (const [, shape] of shapes)
      for (let n = 0; n < 40; n++) {
        const set = new ColliderSet(margin);
        const at: Triple = [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)];
        const rotations = Float64Array.of(...randomTurn(), 0, 0, 0, 1);
        set.add(0, shape);
        set.add(1, ground);
        set.place(0, Float64Array.of(...at, 0, 0, 0), rotations);
        const height = ground.deepest(foot, set.convexes[0]!);
        expect(set.collide(manifold, 0, 1) > 0).toBe(height <= margin);
        if (height <= margin) expect(Math.abs(deepest() + height)).toBeLessThan(tolerance);
      }
  });

  it('of any shape on a triangle of a mesh is as deep', () => {
    const corners = Float64Array.of(-0.9, 0, -0.8, 0, 0, 1, 1, 0, -0.7);
    const triangle = new TriangleShape([-0.9, 0, -0.8], [0, 0, 1], [1, 0, -0.7]);
    const contacts = new TriangleContacts();
    const center = new Float64Array(3);
    let tested = 0;
    let through = 0;
    for (const [, shape] of shapes)
      for (let n = 0; n < 20; n++) {
        const posed = new Posed(
          shape,
          [random.uniform(-0.3, 0.3), random.uniform(0, 0.6), random.uniform(-0.3, 0.3)],
          randomTurn(),
        );
        const distance = signedDistance(result, posed, triangle);
        if (distance > margin || !result.converged) continue;
        contacts.begin(posed, margin);
        contacts.add(corners, 0, 1, 2, 0);
        let depth = -Infinity;
        for (let g = contacts.finish() - 1; g >= 0; g--) {
          const { depths, count } = contacts.manifolds[g];
          depth = Math.max(depth, ...depths.slice(0, count));
        }
        expect(depth + distance).toBeGreaterThan(-tolerance);
        // Bodies go back to the side of their centre, also where the shortest translation leads through the
        // mesh.
        const isThrough = distance < 0 && result.normal[1] * posed.centerOfMass(center)[1] > 0;
        if (!isThrough) expect(Math.abs(depth + distance)).toBeLessThan(tolerance);
        through += isThrough ? 1 : 0;
        tested++;
      }
    expect(through).toBeLessThan(0.1 * tested);
  });
});
