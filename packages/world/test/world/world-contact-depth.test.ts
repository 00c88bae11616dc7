/**
 * Contacts of a world are as deep as its bodies overlap: for every pair of kinds of shapes, sums, rounded,
 * scaled and compound ones too, the deepest point that a step finds is the penetration depth.
 */
import {
  BoxShape,
  CapsuleShape,
  Compound,
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
  SphereShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { createPenetrationResult, signedDistance } from '@colide/narrowphase';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { generateHull } from '@colide/testing';
import { World } from '@colide/world';
import { expect, it } from 'vitest';

const random = new Random(31);
const prism = HullShape.fromPoints(generateHull('prism', 12, random));
const shapes: Record<string, ConvexShape> = {
  sphere: new SphereShape(0.5),
  box: new BoxShape([0.3, 0.5, 0.4]),
  plate: new BoxShape([0.5, 0.01, 0.4]),
  capsule: new CapsuleShape(0.3, 0.5),
  cylinder: new CylinderShape(0.4, 0.3),
  cone: new ConeShape(0.5, 0.6),
  hull: HullShape.fromPoints(generateHull('rounded', 20, random)),
  prism,
  ellipsoid: new EllipsoidShape([0.3, 0.5, 0.7]),
  'rounded box': new Rounded(new BoxShape([0.3, 0.2, 0.4]), 0.1),
  'rounded cylinder': new Rounded(new CylinderShape(0.3, 0.3), 0.1),
  'scaled cone': new Scaled(new ConeShape(0.3, 0.3), [1, -2, 0.7]),
  'scaled hull': new Scaled(prism, [1, 0.5, -0.7]),
  'box and ellipsoid': new MinkowskiSum(new BoxShape([0.2, 0.1, 0.3]), new EllipsoidShape([0.1, 0.2, 0.3])),
  'cylinder and rod': new MinkowskiSum(new CylinderShape(0.2, 0.2), new BoxShape([0.3, 0.01, 0.01])),
};
type Quat = [number, number, number, number];
type Triple = [number, number, number];
const result = createPenetrationResult();
const turn = (): Quat => random.rotation([0, 0, 0, 1]) as Quat;
/** Of shapes about one in size. */
const tolerance = 1e-6;

/** How deep the deepest contact between two bodies is. */
function deepest(world: World, a: number, b: number): number {
  const { contacts } = world;
  let depth = -Infinity;
  for (let i = 0; i < contacts.count; i++) {
    const [p, q] = [contacts.bodies[2 * i], contacts.bodies[2 * i + 1]];
    if ((p === a && q === b) || (p === b && q === a)) depth = Math.max(depth, -contacts.separations[i]);
  }
  return depth;
}

it.each(Object.keys(shapes))('%s with every kind of shape', name => {
  const world = new World({ gravity: [0, 0, 0] });
  const pairs: { label: string; a: number; b: number; depth: number }[] = [];
  for (const [other, shape] of Object.entries(shapes))
    for (const overlap of [1e-3, 0.02, 0.1]) {
      const from: Triple = [10 * pairs.length, 0, 0];
      const to: Triple = [from[0] + random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)];
      const [p, q] = [turn(), turn()];
      const posedA = new Posed(shapes[name], from, p);
      const posedB = new Posed(shape, to, q);
      const distance = signedDistance(result, posedA, posedB);
      for (let k = 0; k < 3; k++) to[k] -= (distance + overlap) * result.normal[k];
      posedB.setPose(to, q);
      const depth = -signedDistance(result, posedA, posedB);
      const a = world.add({ shape: shapes[name], position: from, rotation: p });
      const b = world.add({ shape, position: to, rotation: q });
      pairs.push({ label: `${name}, ${other}, ${overlap}`, a, b, depth });
    }
  world.step(1e-6);
  for (const { label, a, b, depth } of pairs) {
    // A thin shape may have come out on the other side.
    if (depth > 0) expect(Math.abs(deepest(world, a, b) - depth), label).toBeLessThan(tolerance);
  }
});

it('every kind of shape on a half-space, on a mesh and on a compound', () => {
  const world = new World({ gravity: [0, 0, 0] });
  const ground = world.add({ shape: new HalfSpace([0, 1, 0], -5) });
  const square = [-5, 0, -5, -5, 0, 5, 5, 0, 5, 5, 0, -5];
  const mesh = new MeshShape(new TriangleBvh(square, [0, 1, 2, 0, 2, 3]));
  const compound = new Compound([{ shape: new BoxShape([3, 0.5, 3]), position: [0, -0.5, 0] }]);
  const rows = Object.entries(shapes).flatMap(([name, shape], i) =>
    [mesh, compound, undefined].map((floor, j) => {
      const at: Triple = [20 * i, floor === undefined ? -5 : 0, 20 * j];
      const rotation = turn();
      const posed = new Posed(shape, [0, 0, 0], rotation);
      const low = posed.support([0, 0, 0], [0, -1, 0])[1];
      const under = floor === undefined ? ground : world.add({ shape: floor, position: at, type: 'static' });
      const body = world.add({ shape, position: [at[0], at[1] - low - 0.004, at[2]], rotation });
      return { name: `${name} ${j}`, body, under };
    }),
  );
  world.step(1e-6);
  for (const { name, body, under } of rows)
    expect(Math.abs(deepest(world, body, under) - 0.004), name).toBeLessThan(tolerance);
});
