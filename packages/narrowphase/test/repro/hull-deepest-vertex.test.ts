/**
 * The face of a hull that looked most along the normal did not have its deepest vertex, and the manifold had
 * no positive depth.
 */
import { HullShape } from '@colide/geometry';
import { ColliderSet, createContactManifold, manifoldSat } from '@colide/narrowphase';
import { expect, it } from 'vitest';

const wedge = HullShape.fromPoints([
  ...[0.327, 1, 0.8555, 0.5774, 1, 0.7109, 0.5774, 1, -1],
  ...[-1.1547, 1, 0, 0, 0, 0, 0.1194, 0.2068, 0.2068],
]);
const slab = HullShape.fromPoints(
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap(i => [i & 1 ? 5 : -5, i & 2 ? 0 : -1, i & 4 ? 5 : -5]),
);

it('keeps the deepest vertex of a hull that stands on a slab', () => {
  const manifold = createContactManifold();
  for (const test of [undefined, manifoldSat]) {
    const set = new ColliderSet(0.02, test);
    const positions = Float64Array.of(0, 0, 0, 0, -0.05, 0);
    const rotations = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1);
    for (const [i, shape] of [slab, wedge].entries()) {
      set.add(i, shape);
      set.place(i, positions, rotations);
    }
    const count = set.collide(manifold, 0, 1);
    expect(Math.max(...manifold.depths.slice(0, count))).toBeCloseTo(0.05, 9);
  }
});
