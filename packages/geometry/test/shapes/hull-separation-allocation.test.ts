import { createHullSeparation, HullShape, hullSeparation, Posed, solidIcosahedron } from '@colide/geometry';
import { Random } from '@colide/math';
import { expectNoAllocation } from '@colide/testing/allocation';
import { it } from 'vitest';

it('allocates nothing for hulls that overlap, are near and apart', () => {
  const random = new Random(8);
  const hull = HullShape.fromPoints(solidIcosahedron().positions);
  const rotation: [number, number, number, number] = [0, 0, 0, 1];
  const others = [1.2, 1.6, 1.75, 1.85, 2.5].flatMap(distance =>
    Array.from({ length: 8 }, () => {
      random.rotation(rotation);
      return new Posed(hull, [0, distance, 0], rotation);
    }),
  );
  const still = new Posed(hull);
  const out = createHullSeparation();
  const margin = Float64Array.of(0.02);
  expectNoAllocation(() => {
    for (let i = 0; i < others.length; i++)
      hullSeparation(out, hull, still.pose, hull, others[i].pose, margin);
  });
});
