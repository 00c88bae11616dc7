import { BoxShape, CapsuleShape, HullShape, SphereShape } from '@colide/geometry';
import { ColliderSet, colliderPoint, createColliderPoint } from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { it } from 'vitest';

it('allocates nothing for any kind of collider, outside and inside', () => {
  const set = new ColliderSet();
  const hull = HullShape.fromPoints([-1, -1, -1, 1, -1, -1, 0, 1, -1, 0, 0, 1]);
  const shapes = [new SphereShape(1), new BoxShape([1, 1, 1]), new CapsuleShape(0.5, 1), hull];
  for (const shape of shapes) set.place(set.add(0, shape), new Float64Array(3), Float64Array.of(0, 0, 0, 1));
  set.add(0, { kind: 'halfSpace', normal: [0, 1, 0], offset: 0 });
  const out = createColliderPoint();
  const points = Float64Array.of(0.1, 0.2, 0.1, 1.5, -2.25, 0.75);
  expectNoAllocation(() => {
    for (let id = 0; id < set.count; id++)
      for (let at = 0; at < 6; at += 3) colliderPoint(out, set, id, points, at);
  });
});
