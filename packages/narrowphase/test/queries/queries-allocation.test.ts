import { BoxShape2d, CircleShape2d, HalfPlane2d, Posed2d } from '@colide/geometry';
import {
  createPenetrationResult2d,
  createPosedShapes2d,
  createRayHit2d,
  createTimeOfImpact2d,
  filterAdmits,
  gjkRaycast2d,
  HitList,
  PosedConvex2d,
  posedContains2d,
  posedDistance2d,
  posedDistanceSquared2d,
  posedShapecast2d,
  rayPosedShape2d,
  requireFilter,
} from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, it } from 'vitest';

describe('queries', () => {
  const [box] = createPosedShapes2d(new BoxShape2d([1, 0.5]));
  const [circle] = createPosedShapes2d(new CircleShape2d(0.5));
  const [plane] = createPosedShapes2d(new HalfPlane2d());
  const parts = [box, circle, plane];
  const ball = new Posed2d(new CircleShape2d(0.25), [0.3, 3]);
  const convex = new PosedConvex2d();
  const hit = createRayHit2d();
  const impact = createTimeOfImpact2d();
  const result = createPenetrationResult2d();
  const [origin, down] = [Float64Array.of(0.1, 4), Float64Array.of(0, -5)];

  // Their results are fractions, which are boxed if V8 does not inline the call.
  it('of posed shapes allocate nothing but their results', () => {
    expectNoAllocation(
      () => {
        for (let i = 0; i < parts.length; i++) {
          rayPosedShape2d(hit, parts[i], origin, down);
          posedContains2d(parts[i], origin);
          posedDistance2d(result, parts[i], ball);
          posedShapecast2d(impact, parts[i], ball, down);
        }
        posedDistanceSquared2d(box, origin[0], origin[1]);
        gjkRaycast2d(impact, convex.set(box), ball, down);
      },
      { boxedNumbers: 13 },
    );
  });

  it('filter bodies and list hits without allocation', () => {
    const bodies = { groups: [1, 2, 4], masks: [-1, -1, -1], sensors: [0, 0, 1] };
    const filter = { mask: 3, except: [0] };
    const list = new HitList(() => ({ t: 0, collider: 0 }));
    expectNoAllocation(() => {
      requireFilter(filter);
      list.clear();
      for (let body = 0; body < 3; body++)
        if (filterAdmits(filter, bodies, body)) list.push().collider = body;
      list.sortFrom(0);
    });
  });
});
