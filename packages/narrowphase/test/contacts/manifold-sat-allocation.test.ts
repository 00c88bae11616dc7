import { HullShape, Posed } from '@colide/geometry';
import { createContactManifold, manifoldSat } from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { it } from 'vitest';

it('allocates nothing for hulls that overlap by faces and by edges, and apart', () => {
  const corners = [-1, 1].flatMap(x => [-1, 1].flatMap(y => [-1, 1].flatMap(z => [x, y, z])));
  const cube = HullShape.fromPoints(corners);
  const still = new Posed(cube);
  const others = [
    new Posed(cube).setPose([0.3, 1.9, 0.2], [0, 0, 0, 1]),
    new Posed(cube).setPose([1.6, 1.6, 0], [0.27, 0.27, 0.65, 0.65]),
    new Posed(cube).setPose([0, 5, 0], [0, 0, 0, 1]),
  ];
  const out = createContactManifold(64);
  const margin = Float64Array.of(0.02);
  expectNoAllocation(() => {
    for (let i = 0; i < others.length; i++) manifoldSat(out, still, others[i], margin);
  });
});
