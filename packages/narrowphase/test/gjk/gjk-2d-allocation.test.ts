/** GJK, EPA and SAT in the plane allocate nothing in steady state. */
import { CircleShape2d, PolygonShape2d, Posed2d } from '@colide/geometry';
import {
  createGjkResult2d,
  createPenetrationResult2d,
  createSatResult2d,
  epaStart2d,
  epaStep2d,
  gjkDistance2d,
  gjkFinish2d,
  gjkIntersects2d,
  gjkStart2d,
  gjkStep2d,
  gjkSupport2d,
  penetration2d,
  satPolygonStart2d,
  satPolygonStep2d,
  signedDistance2d,
} from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { it } from 'vitest';

const a = new Posed2d(new PolygonShape2d([0, 0, 1.1, 0.1, 0.9, 1.2, -0.1, 0.8]), [0.3, 0.1], 0.4);
const near = new Posed2d(new PolygonShape2d([0, 0, 1.2, 0.1, 0.5, 1.2]), [0.7, 0.3], 1.4);
const far = new Posed2d(new PolygonShape2d([0, 0, 1.2, 0.1, 0.5, 1.2]), [3.7, 0.3], 1.4);
const ball = new Posed2d(new CircleShape2d(0.3), [1.25, 0.4], 0);
const gjk = createGjkResult2d();
const found = createPenetrationResult2d();
const sat = createSatResult2d();
const axis = Float64Array.of(0.6, 0.8);

it('distance and overlap', () => {
  const call = () => {
    gjkDistance2d(gjk, a, far);
    gjkIntersects2d(a, near);
    gjkIntersects2d(a, far);
    gjkIntersects2d(a, ball);
  };
  expectNoAllocation(call, { boxedNumbers: 1 });
});

it('penetration', () => {
  const call = () => {
    penetration2d(found, a, near);
    signedDistance2d(found, a, ball);
  };
  // The distance, once for each; `penetration2d` asks for it too.
  expectNoAllocation(call, { boxedNumbers: 2 });
});

it('step by step', () => {
  const call = () => {
    gjkStart2d(found.gjk, a, near);
    gjkSupport2d(found.gjk, axis);
    while (!gjkStep2d(found.gjk));
    gjkFinish2d(found.gjk);
    found.steps = 0;
    if (epaStart2d(found)) while (!epaStep2d(found) && found.steps < 100);
    satPolygonStart2d(sat, a, near);
    while (!satPolygonStep2d(sat));
  };
  expectNoAllocation(call);
});
