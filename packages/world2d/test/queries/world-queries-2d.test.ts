import { IdList } from '@colide/core';
import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  Compound2d,
  HalfPlane2d,
  PolygonShape2d,
  Posed2d,
  Rounded2d,
  SegmentShape2d,
} from '@colide/geometry';
import {
  ChainShape2d,
  createPenetrationResult2d,
  type QueryFilter,
  signedDistance2d,
} from '@colide/narrowphase';
import { HashGrid2d, LooseQuadtree, Quadtree, UniformGrid2d } from '@colide/spatial';
import { createWorldHit2d, World2d, WorldHitList2d, WorldQueries2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { type Outline, outlineDistance, placeOutline, traceRay } from '../support/distances.ts';
import { Random } from '../support/random.ts';

const hit = createWorldHit2d();
const hits = new WorldHitList2d();
const ids = new IdList();

/** A body of one or more parts, as the oracle knows it. */
interface Thing {
  readonly parts: Outline[];
  readonly group: number;
  readonly mask: number;
  readonly sensor: boolean;
}

const triangle = [-0.5, -0.4, 0.6, -0.3, 0.1, 0.7];
const points = [0, 2, 4].map(i => [triangle[i], triangle[i + 1]]);
const corners = [
  [-0.6, -0.3],
  [0.6, -0.3],
  [0.6, 0.3],
  [-0.6, 0.3],
];
const kinds = [
  { shape: new CircleShape2d(0.5), parts: [{ points: [[0, 0]], radius: 0.5 }] },
  {
    shape: new CapsuleShape2d(0.25, 0.4),
    parts: [
      {
        points: [
          [0, -0.4],
          [0, 0.4],
        ],
        radius: 0.25,
      },
    ],
  },
  { shape: new BoxShape2d([0.6, 0.3]), parts: [{ points: corners, radius: 0 }] },
  { shape: new PolygonShape2d(triangle), parts: [{ points, radius: 0 }] },
  { shape: new Rounded2d(triangle, 0.15), parts: [{ points, radius: 0.15 }] },
  {
    shape: new Compound2d([
      { shape: new CircleShape2d(0.3), position: [-0.7, 0.1] },
      { shape: new BoxShape2d([0.6, 0.3]) },
    ]),
    parts: [
      { points: [[-0.7, 0.1]], radius: 0.3 },
      { points: corners, radius: 0 },
    ],
  },
];

const floor = -9;

/**
 * All kinds of bodies at random over a half-plane, in groups 1 to 3, a quarter of them sensors; all static.
 */
function createMixed(broadPhase?: ConstructorParameters<typeof World2d>[0]): {
  world: World2d;
  things: Map<number, Thing>;
} {
  const random = new Random(7);
  const world = new World2d(broadPhase);
  const things = new Map<number, Thing>();
  for (let i = 0; i < 120; i++) {
    const { shape, parts } = kinds[i % kinds.length];
    const position = [random.uniform(-8, 8), random.uniform(-8, 8)];
    const rotation = random.uniform(-3, 3);
    const group = random.int(1, 3);
    const mask = random.int(1, 3);
    const sensor = i % 4 === 0;
    const body = world.add({ shape, type: 'static', position, rotation, group, mask, sensor });
    const placed = parts.map(part => placeOutline(part, position[0], position[1], rotation));
    things.set(body, { parts: placed, group, mask, sensor });
  }
  return { world, things };
}

function sees(filter: QueryFilter, id: number, thing: Thing): boolean {
  const { mask = -1, group = -1, except = -1, accepts = () => true, sensors = false } = filter;
  return (
    ![except].flat().includes(id) &&
    (thing.group & mask) !== 0 &&
    (thing.mask & group) !== 0 &&
    (sensors || !thing.sensor) &&
    accepts(id)
  );
}

const filters: QueryFilter[] = [
  {},
  { sensors: true },
  { mask: 1 },
  { group: 2, sensors: true },
  { mask: 2, group: 1, sensors: true },
  { except: [0, 1, 2, 3, 60, 61, 62, 63], sensors: true },
  { accepts: body => body % 2 === 0 },
  { mask: 0 },
];

describe.each([
  ['sweep', () => undefined],
  ['HashGrid2d', () => new HashGrid2d()],
  ['UniformGrid2d', () => new UniformGrid2d()],
  ['Quadtree', () => new Quadtree()],
  ['LooseQuadtree', () => new LooseQuadtree()],
])('queries of the plane (%s)', (_, create) => {
  const broadPhase = create();
  const { world, things } = createMixed(broadPhase ? { broadPhase } : {});
  const ground = world.add({ shape: new HalfPlane2d([0, 1], floor) });
  const queries = new WorldQueries2d(world);

  /** The parts that a filter lets through, with their bodies; the ground included. */
  function* seen(filter: QueryFilter): IterableIterator<[(x: number, y: number) => number, number, number]> {
    for (const [id, thing] of things)
      if (sees(filter, id, thing))
        for (const [child, part] of thing.parts.entries())
          yield [(x, y) => outlineDistance(part, x, y), id, child];
    const half = { parts: [], group: 1, mask: -1, sensor: false };
    if (sees(filter, ground, half)) yield [(_x, y) => y - floor, ground, 0];
  }

  it('find all hits of a ray in order, and the first of them', () => {
    const random = new Random(11);
    let met = 0;
    let rays = 0;
    for (let n = 0; n < 400; n++) {
      const origin = [random.uniform(-10, 10), random.uniform(-8.5, 10)];
      const angle = random.uniform(-3.1, 3.1);
      const direction = [Math.cos(angle), Math.sin(angle)];
      const maxT = n % 3 === 0 ? 3 : n % 3 === 1 ? Infinity : 30;
      const filter = filters[n % filters.length];
      const expected: [t: number, body: number, child: number][] = [];
      for (const [distance, body, child] of seen(filter)) {
        const t = traceRay(distance, origin, direction, Math.min(maxT, 1e4));
        if (t < Infinity) expected.push([t, body, child]);
      }
      expected.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
      hits.clear();
      // Twice as long a direction takes half as long.
      const scaled = direction.map(d => 2 * d);
      expect(queries.raycastEvery(hits, origin, scaled, maxT / 2, filter)).toBe(expected.length);
      for (const [i, [t, body, child]] of expected.entries()) {
        const one = hits.get(i);
        expect([one.body, one.child]).toEqual([body, child]);
        expect(2 * one.t).toBeCloseTo(t, 6);
        expect(Math.hypot(...one.normal)).toBeCloseTo(1, 9);
        expect(one.normal[0] * direction[0] + one.normal[1] * direction[1]).toBeLessThan(1e-6);
        for (let k = 0; k < 2; k++) expect(one.point[k]).toBeCloseTo(origin[k] + t * direction[k], 6);
      }
      const t = queries.raycast(hit, origin, scaled, maxT / 2, filter);
      expect([hit.body, hit.child]).toEqual(expected[0]?.slice(1) ?? [-1, -1]);
      expect(t).toBe(expected.length > 0 ? hits.get(0).t : Infinity);
      if (maxT < Infinity) {
        const to = origin.map((x, k) => x + maxT * direction[k]);
        expect(maxT * queries.segmentcast(hit, origin, to, filter)).toBeCloseTo(2 * t, 9);
        hits.clear();
        expect(queries.segmentcastEvery(hits, origin, to, filter)).toBe(expected.length);
      }
      if (filter.mask === 0 || maxT !== 3) continue;
      rays++;
      met += expected.length > 0 ? 1 : 0;
    }
    expect(met / rays).toBeGreaterThan(0.2);
    expect(met / rays).toBeLessThan(0.8);
  });

  it('find what is at a point and in a disc, the nearest body, and what a moving disc meets', () => {
    const random = new Random(12);
    let overlaps = 0;
    for (let n = 0; n < 300; n++) {
      const at = [random.uniform(-8, 8), random.uniform(-9.5, 8)];
      const radius = random.uniform(0.1, 0.6);
      const disc = new Posed2d(new CircleShape2d(radius), at);
      const filter = filters[n % filters.length];
      const gaps = new Map<number, number>();
      for (const [distance, body] of seen(filter))
        gaps.set(body, Math.min(gaps.get(body) ?? Infinity, distance(at[0], at[1])));
      const within = (most: number) =>
        [...gaps]
          .filter(([, gap]) => gap <= most)
          .map(([id]) => id)
          .sort((a, b) => a - b);
      ids.clear();
      expect(queries.overlapPoint(ids, { x: at[0], y: at[1] }, filter)).toBe(ids.count);
      expect(ids.sort().toArray()).toEqual(within(0));
      ids.clear();
      expect(queries.overlap(ids, disc, filter)).toBe(ids.count);
      expect(ids.sort().toArray()).toEqual(within(radius));
      overlaps += ids.count > 0 ? 1 : 0;

      const least = Math.min(Infinity, ...gaps.values()) - radius;
      const found = queries.closest(hit, disc, 1, filter);
      if (least > 1) expect([found, hit.body]).toEqual([Infinity, -1]);
      else {
        expect(found).toBeCloseTo(least, 6);
        expect(gaps.get(hit.body)! - radius).toBeCloseTo(least, 6);
      }

      const angle = random.uniform(-3, 3);
      const direction = [Math.cos(angle), Math.sin(angle)];
      const times: number[] = [];
      for (const [distance] of seen(filter)) {
        const t = traceRay((x, y) => distance(x, y) - radius, at, direction, 6);
        if (t < Infinity) times.push(t);
      }
      times.sort((a, b) => a - b);
      const motion = direction.map(d => 6 * d);
      const t = queries.shapecast(hit, disc, motion, filter);
      if (times.length === 0) expect([t, hit.body]).toEqual([Infinity, -1]);
      else expect(6 * t).toBeCloseTo(times[0], 6);
      hits.clear();
      expect(queries.shapecastEvery(hits, disc, motion, filter)).toBe(times.length);
      for (const [i, time] of times.entries()) expect(6 * hits.get(i).t).toBeCloseTo(time, 5);
    }
    expect(overlaps / 300).toBeGreaterThan(0.2);
    expect(overlaps / 300).toBeLessThan(0.8);
  });

  it('find what is in a box, as a loop over all bodies does', () => {
    const random = new Random(13);
    const result = createPenetrationResult2d();
    let most = 0;
    for (let n = 0; n < 200; n++) {
      const [x, y] = [random.uniform(-8, 8), random.uniform(-8, 8)];
      const half = [random.uniform(0, 1.5), random.uniform(0, 1.5)];
      const box = new Posed2d(new BoxShape2d(half), [x, y]);
      const expected: number[] = [];
      for (const [id, thing] of things) {
        const gap = Math.min(
          ...thing.parts.map(part => {
            const core = new PolygonShape2d(part.points.flat());
            return signedDistance2d(result, core, box) - part.radius;
          }),
        );
        if (gap <= 0) expected.push(id);
      }
      ids.clear();
      queries.overlapBox(ids, [x - half[0], y - half[1], x + half[0], y + half[1]], {
        sensors: true,
        except: ground,
      });
      expect(ids.sort().toArray()).toEqual(expected);
      most = Math.max(most, expected.length);
    }
    expect(most).toBeGreaterThan(3);
  });
});

describe('queries of the plane', () => {
  it('find when two polygons meet: no earlier time overlaps, and at that time they touch', () => {
    const random = new Random(21);
    const world = new World2d();
    const queries = new WorldQueries2d(world);
    const result = createPenetrationResult2d();
    let met = 0;
    for (let n = 0; n < 400; n++) {
      const cloud = () => Array.from({ length: 10 }, () => random.uniform(-1, 1));
      const shape = new PolygonShape2d(cloud());
      const rotation = random.uniform(-3, 3);
      const position = [random.uniform(-2, 2), 0];
      const body = world.add({ shape, type: 'static', position, rotation });
      const fixed = new Posed2d(shape, position, rotation);
      const moving = new PolygonShape2d(cloud());
      const start = [0, 5];
      const motion = [random.uniform(-6, 6), -10];
      const t = queries.shapecast(hit, new Posed2d(moving, start), motion);
      const gapAt = (time: number) =>
        signedDistance2d(
          result,
          fixed,
          new Posed2d(
            moving,
            start.map((x, k) => x + time * motion[k]),
          ),
        );
      for (let i = 0; i < 50; i++) {
        const time = (i / 50) * Math.min(t, 1);
        expect(gapAt(time)).toBeGreaterThan(0);
      }
      if (t < Infinity) {
        met++;
        expect(Math.abs(gapAt(t))).toBeLessThan(1e-8);
        expect(hit.normal[0] * motion[0] + hit.normal[1] * motion[1]).toBeLessThan(0);
        expect(
          signedDistance2d(result, fixed, new Posed2d(new CircleShape2d(1e-9), [...hit.point])),
        ).toBeCloseTo(0, 7);
      }
      world.remove(body);
    }
    expect(met / 400).toBeGreaterThan(0.2);
    expect(met / 400).toBeLessThan(0.8);
  });

  it('meet chains from their front only, and segments from both sides', () => {
    const world = new World2d();
    const queries = new WorldQueries2d(world);
    const chain = world.add({ shape: new ChainShape2d([4, 0, 0, 0, -4, 1]), type: 'static' });
    const bar = world.add({ shape: new SegmentShape2d([10, 0], [14, 0]), type: 'static' });
    const ball = new CircleShape2d(0.5);
    expect(queries.raycast(hit, [2, 3], [0, -1])).toBe(3);
    expect([hit.body, hit.child, ...hit.normal]).toEqual([chain, 0, expect.closeTo(0), 1]);
    expect(queries.raycast(hit, [-2, 3], [0, -1])).toBeCloseTo(2.5, 12);
    expect(hit.child).toBe(1);
    expect(queries.raycast(hit, [2, -3], [0, 1])).toBe(Infinity);
    expect(queries.shapecast(hit, new Posed2d(ball, [2, 3]), [0, -5])).toBeCloseTo(0.5, 9);
    expect(queries.shapecast(hit, new Posed2d(ball, [2, -3]), [0, 5])).toBe(Infinity);
    expect(queries.shapecast(hit, new Posed2d(ball, [2, 0.2]), [0, 5])).toBe(Infinity);
    expect(queries.closest(hit, new Posed2d(ball, [2, -1]), 1)).toBeCloseTo(0.5, 9);
    expect(queries.overlapPoint(ids, [2, -0.1])).toBe(0);
    for (const side of [-1, 1]) {
      expect(queries.raycast(hit, [12, 3 * side], [0, -side])).toBe(3);
      expect([hit.body, hit.normal[1]]).toEqual([bar, side]);
    }
  });

  it('follow bodies that move and forget those that are gone', () => {
    const world = new World2d({ gravity: [0, 0] });
    const queries = new WorldQueries2d(world);
    const box = world.add({ shape: new BoxShape2d([1, 1]), velocity: [60, 0] });
    world.step(1 / 60);
    expect(queries.raycast(hit, [1, 5], [0, -1])).toBeCloseTo(4, 9);
    expect([...hit.normal]).toEqual([0, 1]);
    expect(queries.raycast(hit, [-0.5, 5], [0, -1])).toBe(Infinity);
    world.setPose(box, [-10, 0]);
    expect(queries.raycast(hit, [-10, 5], [0, -1])).toBeCloseTo(4, 9);
    world.remove(box);
    expect(queries.raycast(hit, [-10, 5], [0, -1])).toBe(Infinity);
  });

  it('hit at once from inside, and take the first collider of those at one place', () => {
    const world = new World2d();
    const queries = new WorldQueries2d(world);
    const shapes = kinds.map(({ shape }) => shape);
    for (const shape of shapes) world.add({ shape, type: 'static' });
    world.add({ shape: new HalfPlane2d([0, 1], 5) });
    hits.clear();
    expect(queries.raycastEvery(hits, [0, 0.1], [3, -4])).toBe(shapes.length + 1);
    for (let i = 0; i < hits.count; i++) {
      const { t, body, normal } = hits.get(i);
      expect([t, normal[0], normal[1]]).toEqual([0, expect.closeTo(-0.6, 12), expect.closeTo(0.8, 12)]);
      expect(body).toBe(i);
    }
    queries.raycast(hit, [0, 0.1], [3, -4], Infinity, { except: [0, 1] });
    expect(hit.body).toBe(2);
  });
});
