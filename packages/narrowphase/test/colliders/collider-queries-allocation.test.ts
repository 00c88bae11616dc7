/** Questions to one collider allocate nothing but the numbers that they, and the kernels below, return. */

import { createRayHit } from '@colide/core';
import { BoxShape, HalfSpace, HullShape, Posed, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  ColliderSet,
  colliderDistance,
  colliderKindOf,
  colliderShapecast,
  createPenetrationResult,
  createTimeOfImpact,
  rayCollider,
} from '@colide/narrowphase';
import { expectNoAllocation, generateHull } from '@colide/testing';
import { expect, it } from 'vitest';

const hull = HullShape.fromPoints(generateHull('rounded', 20, new Random(3)));
const shapes = [new SphereShape(0.6), new BoxShape([0.5, 0.4, 0.3]), hull, new HalfSpace()];
const set = new ColliderSet(0.02);
const rotations = new Float64Array(4 * shapes.length);
for (let i = 0; i < shapes.length; i++) {
  set.add(i, shapes[i]);
  rotations[4 * i + 3] = 1;
}
const positions = new Float64Array(3 * shapes.length);
for (let i = 0; i < shapes.length; i++) set.place(i, positions, rotations);

const vec = (x: number, y: number, z: number) => Float64Array.of(x, y, z);
const origin = vec(2.3, 1.9, 0.15);
const direction = vec(-2.3, -1.85, -0.1);
const probe = new Posed(new BoxShape([0.2, 0.3, 0.1]), [2.3, 1.9, 0.15]);
const hit = createRayHit();
const toi = createTimeOfImpact();
const result = createPenetrationResult();

it('rays', () => {
  expect(rayCollider(hit, set, 2, origin, direction)).toBeLessThan(Infinity);
  const call = () => {
    for (let i = 0; i < shapes.length; i++) rayCollider(hit, set, i, origin, direction);
  };
  expectNoAllocation(call, { boxedNumbers: 3 * shapes.length });
});

it('sweeps', () => {
  expect(colliderShapecast(toi, set, 2, probe, direction)).toBeLessThan(Infinity);
  const call = () => {
    for (let i = 0; i < shapes.length; i++) colliderShapecast(toi, set, i, probe, direction);
  };
  expectNoAllocation(call, { boxedNumbers: 2 * shapes.length });
});

it('distances and kinds', () => {
  const call = () => {
    for (let i = 0; i < shapes.length; i++) colliderDistance(result, set, i, probe);
    colliderKindOf(hull);
  };
  expectNoAllocation(call, { boxedNumbers: 2 * shapes.length });
});
