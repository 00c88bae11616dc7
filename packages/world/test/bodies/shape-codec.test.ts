import type { Convex } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  Compound,
  ConeShape,
  ConvexUnion,
  CylinderShape,
  EllipsoidShape,
  HalfSpace,
  HullShape,
  MinkowskiDifference,
  MinkowskiSum,
  PointShape,
  Posed,
  Rounded,
  Scaled,
  SegmentShape,
  SphereShape,
  TriangleShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { MeshShape, TriangleBvh, TriangleOctree } from '@colide/spatial';
import { decodeShape, encodeShape } from '@colide/world';
import { describe, expect, it } from 'vitest';

const box = new BoxShape([1, 2, 3]);
const hull = HullShape.fromPoints([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.8, 0.8, 0.8]);
const convexes: Record<string, Convex> = {
  box,
  hull,
  sphere: new SphereShape(0.7),
  capsule: new CapsuleShape(0.3, 0.4),
  cylinder: new CylinderShape(0.3, 0.4),
  disc: new CylinderShape(0.3, 0),
  cone: new ConeShape(0.3, 0.4),
  ellipsoid: new EllipsoidShape([1, 2, 3]),
  point: new PointShape([1, 2, 3]),
  segment: new SegmentShape([1, 2, 3], [4, 5, 6]),
  triangle: new TriangleShape([1, 2, 3], [4, 5, 6], [0, 1, 7]),
  scaled: new Scaled(hull, [1, -2, 0.5]),
  rounded: new Rounded(box, 0.1),
  sum: new MinkowskiSum(box, new SphereShape(1)),
  difference: new MinkowskiDifference(box, hull),
  union: new ConvexUnion(new Posed(box, [5, 0, 0]), new SphereShape(1)),
  posed: new Posed(new CapsuleShape(0.3, 0.4), [1, 2, 3], [0.1, 0.2, 0.3, 0.9]),
};

/** There and back as it is done with a worker. */
function sent<T>(shape: T): T {
  return decodeShape(structuredClone(encodeShape(shape as never))) as T;
}

describe('encodeShape and decodeShape', () => {
  it.each(Object.entries(convexes))('bring back a %s with the same bits', (_, shape) => {
    const copy = sent(shape);
    expect(copy.constructor).toBe(shape.constructor);
    const random = new Random(3);
    const [a, b] = [new Float64Array(3), new Float64Array(3)];
    for (let n = 0; n < 50; n++) {
      const d: [number, number, number] = [random.normal(), random.normal(), random.normal()];
      shape.support(a, d);
      copy.support(b, d);
      expect([...b]).toEqual([...a]);
      shape.core?.support(a, d);
      copy.core?.support(b, d);
      expect([...b]).toEqual([...a]);
    }
    expect(copy.margin).toBe(shape.margin);
  });

  it('bring back half-spaces', () => {
    const plane = new HalfSpace([1, 2, 3], 0.4);
    const copy = sent(plane);
    expect([...copy.normal]).toEqual([...plane.normal]);
    expect(copy.offset).toBe(0.4);
  });

  it('bring back compounds with mass and poses', () => {
    const compound = new Compound([
      { shape: box, position: [1, 0, 0], rotation: [0.5, 0.5, 0.5, 0.5] },
      { shape: new SphereShape(2) },
    ]);
    const copy = sent(compound);
    expect(copy.volume).toBe(compound.volume);
    expect([...copy.inertia(new Float64Array(9))]).toEqual([...compound.inertia(new Float64Array(9))]);
    expect(copy.children.map(child => [...child.pose])).toEqual(
      compound.children.map(child => [...child.pose]),
    );
  });

  it.each([
    ['a BVH', TriangleBvh],
    ['an octree', TriangleOctree],
  ])('bring back meshes over %s', (_, Structure) => {
    const positions = [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0.5, 1];
    const mesh = new MeshShape(new Structure(positions, [0, 2, 1, 1, 2, 3], { watertight: true }));
    const copy = sent(mesh);
    expect(copy.mesh.triangleCount).toBe(2);
    expect([...(copy.mesh.positions as number[])]).toEqual(positions);
    expect(copy.mesh.watertight).toBe(true);
    expect(copy.boundingRadius).toBe(mesh.boundingRadius);
  });

  it('refuse what is not a shape', () => {
    expect(() => encodeShape({ support: () => [0, 0, 0] })).toThrow('shape must be');
  });
});
