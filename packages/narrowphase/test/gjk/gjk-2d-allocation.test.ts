/** GJK, EPA and SAT in the plane allocate nothing in steady state. */
import { CircleShape2, PolygonShape, Posed2 } from '@colide/geometry';
import {
  createGjkResult2,
  createPenetrationResult2,
  createSatResult2,
  epaStart2,
  epaStep2,
  gjkDistance2,
  gjkFinish2,
  gjkIntersects2,
  gjkStart2,
  gjkStep2,
  gjkSupport2,
  penetration2,
  satPolygonStart,
  satPolygonStep,
  signedDistance2,
} from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing';
import { it } from 'vitest';

const a = new Posed2(new PolygonShape([0, 0, 1.1, 0.1, 0.9, 1.2, -0.1, 0.8]), [0.3, 0.1], 0.4);
const near = new Posed2(new PolygonShape([0, 0, 1.2, 0.1, 0.5, 1.2]), [0.7, 0.3], 1.4);
const far = new Posed2(new PolygonShape([0, 0, 1.2, 0.1, 0.5, 1.2]), [3.7, 0.3], 1.4);
const ball = new Posed2(new CircleShape2(0.3), [1.25, 0.4], 0);
const gjk = createGjkResult2();
const found = createPenetrationResult2();
const sat = createSatResult2();
const axis = Float64Array.of(0.6, 0.8);

it('distance and overlap', () => {
  const call = () => {
    gjkDistance2(gjk, a, far);
    gjkIntersects2(a, near);
    gjkIntersects2(a, far);
    gjkIntersects2(a, ball);
  };
  expectNoAllocation(call, { boxedNumbers: 1 });
});

it('penetration', () => {
  const call = () => {
    penetration2(found, a, near);
    signedDistance2(found, a, ball);
  };
  // The distance, once for each; `penetration2` asks for it too.
  expectNoAllocation(call, { boxedNumbers: 2 });
});

it('step by step', () => {
  const call = () => {
    gjkStart2(found.gjk, a, near);
    gjkSupport2(found.gjk, axis);
    while (!gjkStep2(found.gjk));
    gjkFinish2(found.gjk);
    found.steps = 0;
    if (epaStart2(found)) while (!epaStep2(found) && found.steps < 100);
    satPolygonStart(sat, a, near);
    while (!satPolygonStep(sat));
  };
  expectNoAllocation(call);
});
