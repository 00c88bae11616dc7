import { HullShape, Posed } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  bilateralAdvancement,
  ccdEdgeEdge,
  ccdVertexFace,
  chungWangIntersects,
  conservativeAdvancement,
  createMprResult,
  createSweep,
  createTimeOfImpact,
  gjkRaycast,
  mprIntersects,
  sweepPose,
  sweepPoseAt,
  sweptSphereTriangle,
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

const sweepA = createSweep(2);
const sweepB = createSweep(2);
sweepB.position.set([3, 0, 0]);
sweepB.linear.set(motion);
sweepB.angular.set([0.5, 1, 0]);

it('bilateralAdvancement allocates nothing but its result', () => {
  expectNoAllocation(() => bilateralAdvancement(toi, a, sweepA, b, sweepB), { boxedNumbers: 1 });
});

it('conservativeAdvancement allocates nothing but its result', () => {
  expectNoAllocation(() => conservativeAdvancement(toi, a, sweepA, b, sweepB), { boxedNumbers: 1 });
});

it('sweepPose and sweepPoseAt allocate nothing but the time that crosses the call', () => {
  const times = Float64Array.of(0.3);
  const call = () => {
    sweepPose(b, sweepB, 0.7);
    sweepPoseAt(b, sweepB, times, 0);
  };
  expectNoAllocation(call, { boxedNumbers: 1 });
});

it('sweptSphereTriangle allocates nothing but its result and a distance', () => {
  const vec = (x: number, y: number, z: number) => Float64Array.of(x, y, z);
  const [p, q, r] = [vec(-1.1, 0, -1), vec(1.2, 0.1, -1), vec(0, 0.2, 1.5)];
  const ball = Float64Array.of(0.1, 1.3, 0.2, 0.25);
  const down = vec(0.1, -2.2, 0.1);
  expectNoAllocation(() => sweptSphereTriangle(toi, ball, down, p, q, r), { boxedNumbers: 3 });
});

it('ccdVertexFace and ccdEdgeEdge allocate nothing but their results', () => {
  const start = Float64Array.of(0.1, 0.1, 1.2, 1.1, 0, 0.1, -0.9, 0.8, 0, -0.7, -0.9, 0.2);
  const end = start.map((x, i) => (i === 2 ? -1.1 : i === 5 ? -0.8 : x + 0.05));
  const call = () => {
    ccdVertexFace(start, end, 0.01);
    ccdEdgeEdge(start, end, 0.01);
  };
  expectNoAllocation(call, { boxedNumbers: 4 });
});
