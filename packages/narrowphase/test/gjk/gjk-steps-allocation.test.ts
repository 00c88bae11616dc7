/** The parts of GJK and EPA, and what is built on them, allocate nothing in steady state. */
import { HullShape, Posed, Rounded } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  collisionFeatures,
  createCollisionFeatures,
  createEpaState,
  createGjkCache,
  createGjkResult,
  createGjkSimplex,
  createPenetrationResult,
  epaFinish,
  epaStart,
  epaStep,
  gjkDistance,
  gjkDistanceJohnson,
  gjkFinish,
  gjkIntersects,
  gjkSimplexCompact,
  gjkSimplexWitness,
  gjkStart,
  gjkStep,
  johnson,
  signedDistance,
  signedVolumes,
} from '@colide/narrowphase';
import { expectNoAllocation, generateHull } from '@colide/testing';
import { it } from 'vitest';

const random = new Random(9);
const a = new Posed(HullShape.fromPoints(generateHull('rounded', 40, random)));
const far = new Posed(HullShape.fromPoints(generateHull('cube', 20, random)), [3, 0, 0]);
const near = new Posed(HullShape.fromPoints(generateHull('cube', 20, random)), [0.4, 0, 0]);
const soft = new Posed(
  new Rounded(HullShape.fromPoints(generateHull('cube', 20, random)), 0.25),
  [1.5, 0.1, 0.2],
);
const gjk = createGjkResult();
const found = createPenetrationResult();

it('step by step', () => {
  const epa = createEpaState();
  const call = () => {
    gjkStart(gjk, a, near);
    while (!gjkStep(gjk));
    gjkFinish(gjk);
    if (epaStart(epa, gjk.cso, gjk.simplex)) while (!epaStep(epa, gjk.cso) && epa.steps < 100);
    epaFinish(epa);
  };
  expectNoAllocation(call);
});

it('sub-algorithms', () => {
  const simplex = createGjkSimplex();
  const v = new Float64Array(3);
  const corners = Float64Array.of(1.1, 0.2, 0.3, -0.9, 0.4, 0.5, 0.1, 1.2, 0.7, 0.2, 0.3, 2.5);
  const set = () => {
    simplex.w.set(corners);
    simplex.count = 4;
    simplex.largest[0] = 6.5;
  };
  const call = () => {
    set();
    johnson(v, simplex);
    set();
    signedVolumes(v, simplex);
    gjkSimplexWitness(v, simplex, simplex.w);
    gjkSimplexCompact(simplex);
  };
  expectNoAllocation(call);
});

it("Johnson's distance", () => {
  expectNoAllocation(() => gjkDistanceJohnson(gjk, a, far), { boxedNumbers: 1 });
});

it('signed distance and features', () => {
  const features = createCollisionFeatures();
  const call = () => {
    signedDistance(found, a, near);
    collisionFeatures(features, found);
    signedDistance(found, a, soft);
    collisionFeatures(features, found);
  };
  expectNoAllocation(call, { boxedNumbers: 2 });
});

it('caches', () => {
  const cache = createGjkCache();
  const call = () => {
    gjkDistance(gjk, a, far, cache);
    gjkIntersects(a, far, cache);
    gjkIntersects(a, soft, cache);
  };
  expectNoAllocation(call, { boxedNumbers: 1 });
});
