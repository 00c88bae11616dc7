import { HullShape, Posed } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  createGjkResult,
  createPenetrationResult,
  gjkDistance,
  gjkIntersects,
  penetration,
} from '@colide/narrowphase';
import { expectNoAllocation, generateHull } from '@colide/testing';
import { it } from 'vitest';

const identity: [number, number, number, number] = [0, 0, 0, 1];

const random = new Random(9);
const a = new Posed(HullShape.fromPoints(generateHull('rounded', 40, random)), [0, 0, 0], identity);
const far = new Posed(HullShape.fromPoints(generateHull('cube', 20, random)), [3, 0, 0], identity);
const near = new Posed(HullShape.fromPoints(generateHull('cube', 20, random)), [0.4, 0, 0], identity);

it('gjkDistance allocates nothing but its result', () => {
  const result = createGjkResult();
  expectNoAllocation(() => gjkDistance(result, a, far), { boxedNumbers: 1 });
});

it('gjkIntersects allocates nothing', () => {
  expectNoAllocation(() => gjkIntersects(a, near));
});

it('penetration allocates nothing', () => {
  const result = createPenetrationResult();
  expectNoAllocation(() => penetration(result, a, near));
});
