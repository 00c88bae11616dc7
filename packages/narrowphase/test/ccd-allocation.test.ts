import { HullShape, Posed } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  bilateralAdvancement,
  chungWangIntersects,
  createMprResult,
  createSweep,
  createTimeOfImpact,
  gjkRaycast,
  mprIntersects,
} from '@colide/narrowphase';
import { expectNoAllocation, generateHull } from '@colide/testing';
import { it } from 'vitest';

const random = new Random(9);
const a = new Posed(HullShape.fromPoints(generateHull('rounded', 40, random)));
const b = new Posed(HullShape.fromPoints(generateHull('cube', 20, random)), [3, 0, 0]);
const toi = createTimeOfImpact();
const motion: [number, number, number] = [-4.5, 0.25, 0.125];

it('gjkRaycast allocates nothing but its result', () => {
  expectNoAllocation(() => gjkRaycast(toi, a, b, motion), { boxedNumbers: 1 });
});

it('chungWangIntersects allocates nothing', () => {
  expectNoAllocation(() => chungWangIntersects(a, b));
});

it('mprIntersects allocates nothing', () => {
  const mpr = createMprResult();
  expectNoAllocation(() => mprIntersects(mpr, a, b));
});

it('bilateralAdvancement allocates nothing but its result', () => {
  const sweepA = createSweep(2);
  const sweepB = createSweep(2);
  sweepB.position.set([3, 0, 0]);
  sweepB.linear.set(motion);
  sweepB.angular.set([0.5, 1, 0]);
  expectNoAllocation(() => bilateralAdvancement(toi, a, sweepA, b, sweepB), { boxedNumbers: 1 });
});
