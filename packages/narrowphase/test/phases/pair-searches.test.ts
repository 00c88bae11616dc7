import type { Convex } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  ConeShape,
  CylinderShape,
  EllipsoidShape,
  HullShape,
  Posed,
  Rounded,
  SphereShape,
  solidIcosahedron,
} from '@colide/geometry';
import { Random } from '@colide/math';
import {
  ConvexNarrowPhase,
  chungWangSearch,
  createPairQuery,
  createPenetrationResult,
  gjkEpaSearch,
  mprSearch,
  type PairSearch,
  PersistentManifold,
  satSearch,
  signedDistance,
} from '@colide/narrowphase';
import { expectHitRate } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Q4 = [number, number, number, number];

const searches: Record<string, PairSearch> = { satSearch, gjkEpaSearch, mprSearch, chungWangSearch };
const truth = createPenetrationResult();

function makeShape(random: Random, kind: number): Convex {
  const side = () => random.uniform(0.2, 0.7);
  switch (kind) {
    case 0:
      return new BoxShape([side(), side(), side()]);
    case 1:
      return new SphereShape(side());
    case 2:
      return new CapsuleShape(0.5 * side(), side());
    case 3:
      return HullShape.fromPoints(
        Array.from({ length: 3 * (5 + random.integer(20)) }, () => random.uniform(-0.6, 0.6)),
      );
    case 4:
      return new CylinderShape(side(), side());
    case 5:
      return new ConeShape(side(), side());
    case 6:
      return new EllipsoidShape([side(), side(), side()]);
    case 7:
      return new Rounded(new BoxShape([side(), side(), side()]), 0.1);
    default:
      return new Rounded(
        HullShape.fromPoints(Array.from({ length: 36 }, () => random.uniform(-0.4, 0.4))),
        0.05,
      );
  }
}

describe('searches of a narrow phase', () => {
  it('give the same verdicts, and normals that prove their distances, for all kinds of pairs', () => {
    const random = new Random(16);
    const count = 810;
    const counters = Object.fromEntries(
      Object.keys(searches).map(name => [
        name,
        createPairQuery(new Posed(new SphereShape(1)), new Posed(new SphereShape(1))),
      ]),
    );
    const pointA = new Float64Array(3);
    const pointB = new Float64Array(3);
    let hits = 0;
    for (let i = 0; i < count; i++) {
      const a = new Posed(makeShape(random, i % 9), [0, 0, 0], random.rotation([0, 0, 0, 1]) as Q4);
      const b = new Posed(makeShape(random, Math.floor(i / 9) % 9), [0, 0, 0], random.rotation([0, 0, 0, 1]));
      const away = random.unitVector([0, 0, 0]) as number[];
      b.setPose(
        away.map(x => random.uniform(0.1, 1.7) * x),
        random.rotation([0, 0, 0, 1]),
      );
      const margin = [0, 0.02, 0.2][i % 3];
      const distance = signedDistance(truth, a, b);
      // A third of the pairs is moved to where the verdict is a close one.
      if (i % 3 === 1) {
        const gap = random.uniform(-0.03, 0.05);
        const [x, y, z] = b.position;
        const [u, v, w] = truth.normal;
        const by = gap - distance;
        const q = random.rotation([0, 0, 0, 1]);
        b.setPose([x + by * u, y + by * v, z + by * w], q);
      }
      const d = signedDistance(truth, a, b);
      if (Math.abs(d - margin) < 1e-5) continue;
      if (d <= margin) hits++;
      for (const [name, search] of Object.entries(searches)) {
        const query = counters[name];
        query.a = a;
        query.b = b;
        query.margin[0] = margin;
        query.memory.count = -1;
        const text = `${name}, ${a.shape.kind} ${b.shape.kind}, pair ${i}, ${d} within ${margin}`;
        for (let again = 0; again < 2; again++) expect(search(query), text).toBe(d <= margin);
        if (d > margin) continue;
        const { result } = query;
        const { normal } = result;
        a.support(pointA, normal);
        b.support(pointB, [-normal[0], -normal[1], -normal[2]]);
        let along = 0;
        let apart = 0;
        for (let k = 0; k < 3; k++) {
          along += normal[k] * (pointB[k] - pointA[k]);
          apart += normal[k] * (result.pointB[k] - result.pointA[k]);
        }
        expect(Math.abs(along - result.distance), `${text}: normal`).toBeLessThan(2e-5);
        expect(Math.abs(apart - result.distance), `${text}: points`).toBeLessThan(2e-5);
        // The depth of MPR is never less than the true one; that of the others is the true one.
        expect(result.distance, text).toBeLessThan(d + 1e-5);
        if (name !== 'mprSearch') expect(result.distance, text).toBeGreaterThan(d - 1e-5);
      }
    }
    expectHitRate(hits, count);
    const of = (name: string) => counters[name].counters;
    expect(of('satSearch').sat).toBeGreaterThan(150);
    expect(of('satSearch').mpr).toBe(0);
    expect(of('gjkEpaSearch').epa).toBeGreaterThan(60);
    expect(of('gjkEpaSearch').sat).toBe(0);
    expect(of('mprSearch').mpr).toBeGreaterThan(2 * 780);
    expect(of('mprSearch').gjk).toBe(0);
    expect(of('chungWangSearch').chungWangApart).toBeGreaterThan(150);
    expect(of('chungWangSearch').gjk).toBeLessThan(of('gjkEpaSearch').gjk - 150);
  });

  it('of separating axes decide balls and capsules, also against boxes, by themselves', () => {
    const random = new Random(18);
    // Boxes, balls, capsules and rounded boxes; two boxes that are apart may need GJK for their distance.
    const kinds = [0, 1, 2, 7];
    const query = createPairQuery(new Posed(new SphereShape(1)), new Posed(new SphereShape(1)));
    let count = 0;
    for (let i = 0; i < 160; i++) {
      const [a, b] = [kinds[i % 4], kinds[(i >> 2) % 4]].map(
        (kind, n) => new Posed(makeShape(random, kind), [0.5 * n, 0.2, 0], random.rotation([0, 0, 0, 1])),
      );
      const isPairOfBoxes = [i % 4, (i >> 2) % 4].every(n => n === 0 || n === 3);
      if (isPairOfBoxes) continue;
      query.a = a;
      query.b = b;
      satSearch(query);
      count++;
    }
    expect(count).toBe(120);
    expect(query.counters).toMatchObject({ sat: count, gjk: 0, epa: 0 });
  });

  it('keep the normal while a body is pressed into a long wall', () => {
    // The centre of the wall is high above the body: a ray from there may leave through its lower face.
    const wall = new Posed(new BoxShape([4, 10, 0.5]), [0, 10, -0.5]);
    const shapes = [
      new BoxShape([0.15, 0.1, 0.2]),
      HullShape.fromPoints(solidIcosahedron(0.2).positions),
      new CylinderShape(0.2, 0.15),
      new CapsuleShape(0.1, 0.2),
    ];
    const random = new Random(21);
    for (const [name, search] of Object.entries(searches))
      for (let i = 0; i < 40; i++) {
        const rotation = random.rotation([0, 0, 0, 1]);
        const body = new Posed(shapes[i % 4], [0, 0, 0], rotation);
        const query = createPairQuery(body, wall);
        query.margin[0] = 0.02;
        const reach = body.support([0, 0, 0], [0, 0, -1])[2];
        for (let depth = -0.01; depth < 0.15; depth += 0.005) {
          body.setPose([0.3, 0.5, -reach - depth], rotation);
          expect(search(query), name).toBe(true);
          expect(query.result.distance, `${name}, ${body.shape.kind}`).toBeCloseTo(-depth, 6);
          expect(query.result.normal[2], `${name}, ${body.shape.kind}`).toBeCloseTo(-1, 6);
        }
      }
  });

  it('of MPR find the least depth for shallow contacts', () => {
    const random = new Random(17);
    let worst = 0;
    for (let i = 0; i < 300; i++) {
      const a = new Posed(makeShape(random, i % 9), [0, 0, 0], random.rotation([0, 0, 0, 1]));
      const b = new Posed(makeShape(random, (i >> 3) % 9), [1, 0.2, 0.1], random.rotation([0, 0, 0, 1]));
      const query = createPairQuery(a, b);
      query.margin[0] = 0.02;
      const by = -0.005 - signedDistance(truth, a, b);
      const [x, y, z] = b.position;
      const [u, v, w] = truth.normal;
      for (let k = 0; k < 3; k++) b.pose[9 + k] = [x + by * u, y + by * v, z + by * w][k];
      if (b.core) for (let at: Posed | undefined = b.core; at; at = at.core) at.pose.set(b.pose);
      const d = signedDistance(truth, a, b);
      expect(mprSearch(query)).toBe(true);
      worst = Math.max(worst, d - query.result.distance);
    }
    expect(worst).toBeLessThan(2e-3);
  });

  it('refuse what is not a search', () => {
    expect(() => new ConvexNarrowPhase(undefined as never)).toThrow(/search/);
    expect(() => new ConvexNarrowPhase(mprSearch, 3 as never)).toThrow(/manifolds/);
  });
});

describe('PersistentManifold, fed by GJK and EPA over frames', () => {
  it('gathers the corners of a box that rocks on a floor, and its gaps are those of the corners', () => {
    const floor = new Posed(new BoxShape([5, 1, 5]));
    const crate = new Posed(new BoxShape([1, 1, 0.5]));
    const manifold = new PersistentManifold(0.03);
    const ids = new Set<number>();
    const frames = 40;
    for (let n = 0; n < frames; n++) {
      // Rocks about both axes by up to 0.006 rad, 4 mm deep, so that each corner is the lowest in turn.
      const angle = (Math.PI * (2 * n + 1)) / 8;
      const q = [0.002 * Math.sin(angle), 0, 0.004 * Math.cos(angle), 1];
      crate.setPose([0.3, 1.996, -0.2], q);
      manifold.refresh(floor, crate);
      signedDistance(truth, floor, crate);
      truth.depth = -truth.distance;
      expect(manifold.add(truth, floor, crate)).toBeGreaterThanOrEqual(0);
      for (let p = 0; p < manifold.count; p++) {
        if (n >= frames / 2) ids.add(manifold.ids[p]);
        const depth = 1 - manifold.pointsB[3 * p + 1];
        expect(Math.abs(manifold.depths[p] - depth), `frame ${n}`).toBeLessThan(2e-4);
      }
    }
    const corners = Array.from({ length: manifold.count }, (_, p) => [
      Math.round(manifold.pointsB[3 * p] * 10) / 10,
      Math.round(manifold.pointsB[3 * p + 2] * 10) / 10,
    ]).sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    expect(corners).toEqual([
      [-0.7, -0.7],
      [-0.7, 0.3],
      [1.3, -0.7],
      [1.3, 0.3],
    ]);
    // Once it has them, it keeps them: the same four numbers for twenty frames.
    expect(ids.size).toBe(4);
  });

  it('has the deep contact of EPA at once, and lets all go when the box leaves', () => {
    const floor = new Posed(new BoxShape([5, 1, 5]));
    const crate = new Posed(new BoxShape([1, 1, 0.5]), [0, 1.7, 0], [0.02, 0, 0.03, 1]);
    const manifold = new PersistentManifold(0.02);
    signedDistance(truth, floor, crate);
    expect(truth.expanded).toBe(true);
    truth.depth = -truth.distance;
    manifold.add(truth, floor, crate);
    expect(manifold.depths[0]).toBeGreaterThan(0.3);
    crate.setPose([0, 2.2, 0], [0.02, 0, 0.03, 1]);
    expect(manifold.refresh(floor, crate)).toBe(0);
  });
});
