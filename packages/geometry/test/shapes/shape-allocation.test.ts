import type { Convex } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  ConeShape,
  ConvexUnion,
  CylinderShape,
  EllipsoidShape,
  HullShape,
  MinkowskiDifference,
  MinkowskiSum,
  Posed,
  Rounded,
  Scaled,
  SphereShape,
  solidIcosphere,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { expectNoAllocation } from '@colide/testing/allocation';
import { expect, it } from 'vitest';

const directions = Array.from({ length: 64 }, () => new Float64Array(3));
const random = new Random(1);
for (const direction of directions) for (let i = 0; i < 3; i++) direction[i] = random.normal();
const out = new Float64Array(3);

const shapes: Convex[] = [
  new SphereShape(1.5),
  new EllipsoidShape([0.5, 2, 1]),
  new BoxShape([0.5, 2, 1]),
  new CapsuleShape(0.6, 1.1),
  new CylinderShape(0.8, 1.2),
  new ConeShape(1.2, 0.9),
  HullShape.fromPoints(solidIcosphere(1, 2).positions),
  new Rounded(new BoxShape([0.5, 0.7, 0.2]), 0.3),
  new MinkowskiSum(new BoxShape([0.5, 0.7, 0.2]), new SphereShape(1)),
  new MinkowskiDifference(new BoxShape([0.5, 0.7, 0.2]), new SphereShape(1)),
  new ConvexUnion(new BoxShape([0.5, 0.7, 0.2]), new SphereShape(0.6)),
  new Scaled(new ConeShape(1, 1), [1.2, -0.9, 1.2]),
  new Posed(new CylinderShape(0.8, 1.2), [0.3, -0.2, 0.4], [0.1, 0.2, 0.3, 0.4]),
];

it('support mappings allocate nothing', () => {
  // 1000 rounds are 832 000 support calls. One boxed number in 64 of them is allowed, more than the engine
  // itself allocates after a collection; a mapping that boxes one number in half of its calls is well beyond
  // that.
  expectNoAllocation(
    () => {
      for (let round = 0; round < 1000; round++)
        for (const shape of shapes) for (const direction of directions) shape.support(out, direction);
    },
    { boxedNumbers: 13_000 },
  );
  expect(Number.isFinite(out[0])).toBe(true);
});

it('setPose allocates nothing', () => {
  const posed = new Posed(new CapsuleShape(0.5, 1));
  const position = new Float64Array(3);
  const rotation = Float64Array.of(0.1, 0.2, 0.3, 0.4);
  expectNoAllocation(() => {
    for (let i = 0; i < directions.length; i++) posed.setPose(position, rotation);
  });
  expect(posed.core!.matrix).toEqual(posed.matrix);
});
