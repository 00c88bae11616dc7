import { BoxShape, CapsuleShape, HalfSpace, HullShape, SphereShape } from '@colide/geometry';
import {
  ColliderSet,
  ConvexNarrowPhase,
  chungWangSearch,
  chungWangTest,
  contactManifoldFlip,
  createContactManifold,
  createMprResult,
  createPairQuery,
  gjkEpaSearch,
  mprPenetration,
  mprSearch,
  OneShotManifolds,
  type PairManifolds,
  type PairSearch,
  PersistentManifolds,
  satSearch,
} from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, it } from 'vitest';

const hull = HullShape.fromPoints([0.5, 0, 0, -0.5, 0, 0, 0, 0.5, 0, 0, -0.5, 0, 0, 0, 0.5, 0, 0, -0.5]);

/** Colliders in a row, each a little into the one before. */
function row(): ColliderSet {
  const colliders = new ColliderSet(0.02);
  const shapes = [
    new BoxShape([0.5, 0.5, 0.5]),
    new BoxShape([0.5, 0.5, 0.5]),
    hull,
    hull,
    new SphereShape(0.5),
    new CapsuleShape(0.3, 0.3),
    new BoxShape([0.5, 0.5, 0.5]),
  ];
  const positions = Float64Array.from(shapes.flatMap((_, i) => [0.99 * i, 0.01 * i, 0]));
  const rotations = Float64Array.from(shapes.flatMap((_, i) => [0, 0.6 * (i % 2), 0, 1 - 0.2 * (i % 2)]));
  for (const [i, shape] of shapes.entries()) {
    colliders.add(i, shape);
    colliders.place(i, positions, rotations);
  }
  colliders.add(shapes.length, new HalfSpace([0, 1, 0], -0.49));
  return colliders;
}

describe('ConvexNarrowPhase allocates nothing', () => {
  const check = (search: PairSearch, manifolds?: PairManifolds) => {
    const colliders = row();
    const phase = new ConvexNarrowPhase(search, manifolds);
    const out = createContactManifold();
    expectNoAllocation(() => {
      phase.begin();
      for (let i = 0; i < 6; i++) phase.collide(out, colliders, i, i + 1);
      for (let i = 0; i < 4; i++) phase.collide(out, colliders, i, 7);
      phase.finish();
    });
  };

  it('with manifolds at once', () => check(mprSearch, new OneShotManifolds()));

  it('with manifolds over frames', () => check(gjkEpaSearch, new PersistentManifolds()));
});

it('no search allocates', () => {
  const { convexes } = row();
  const query = createPairQuery(convexes[0]!, convexes[1]!);
  const mpr = createMprResult();
  const out = createContactManifold();
  query.margin[0] = 0.02;
  expectNoAllocation(() => {
    for (let i = 0; i < 6; i++) {
      query.a = convexes[i]!;
      query.b = convexes[i + 1]!;
      query.memory.count = -1;
      satSearch(query);
      gjkEpaSearch(query);
      mprSearch(query);
      chungWangSearch(query);
      chungWangTest(query.a, query.b, query.memory);
      mprPenetration(mpr, query.a, query.b);
      contactManifoldFlip(out);
    }
  });
});
