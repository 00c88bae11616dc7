import { BoxShape, CapsuleShape, HalfSpace, HullShape, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { ColliderSet, createContactManifold } from '@colide/narrowphase';
import { expectNoAllocation, generateHull } from '@colide/testing';
import { describe, it } from 'vitest';

describe('ColliderSet', () => {
  it('allocates nothing in steady state', () => {
    const set = new ColliderSet(0.02);
    const shapes = [
      new SphereShape(0.6),
      new BoxShape([0.5, 0.5, 0.5]),
      new CapsuleShape(0.3, 0.4),
      HullShape.fromPoints(generateHull('rounded', 12, new Random(1))),
      new HalfSpace(),
      new BoxShape([0.5, 0.3, 0.5]),
      new SphereShape(0.4),
    ];
    const n = shapes.length;
    const positions = new Float64Array(3 * n).map((_, i) => 0.3 * Math.sin(7 * i));
    const rotations = new Float64Array(4 * n);
    for (let i = 0; i < n; i++) {
      set.add(i, shapes[i]);
      rotations.set([0.5, -0.5, 0.5, 0.5], 4 * i);
    }
    // Pairs with kernels of their own; GJK and EPA have separate tests.
    const pairs = [
      [0, 1],
      [0, 4],
      [0, 6],
      [1, 4],
      [1, 5],
      [2, 4],
      [3, 4],
      [5, 6],
    ];
    const out = createContactManifold();
    const box = new Float64Array(6);
    expectNoAllocation(() => {
      for (let i = 0; i < n; i++) {
        set.place(i, positions, rotations);
        if (i !== 4) set.aabb(box, i);
      }
      for (const [i, j] of pairs) set.collide(out, i, j);
    });
  });
});
