import { IdList } from '@colide/core';
import { BoxShape, Compound, HalfSpace, Posed, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { BruteForce, DynamicBvh, MeshShape, SweepAndPrune, TriangleBvh } from '@colide/spatial';
import { createWorldHit, type QueryFilter, World, WorldHitList, WorldQueries } from '@colide/world';
import { describe, expect, it } from 'vitest';

const random = new Random(2);
const hit = createWorldHit();

/** Balls at random over a half-space; returns their centres by body id. */
function ballWorld(): { world: World; balls: Map<number, number[]> } {
  const world = new World();
  world.add({ shape: new HalfSpace([0, 1, 0], -10) });
  const balls = new Map<number, number[]>();
  for (let i = 0; i < 200; i++) {
    const position = [random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(-8, 8)];
    balls.set(world.add({ shape: new SphereShape(0.5), position: position }), position);
  }
  return { world, balls };
}

const { world, balls } = ballWorld();
const queries = new WorldQueries(world);

describe('queries of a world', () => {
  it('finds the first ball on a ray', () => {
    let hits = 0;
    for (let n = 0; n < 500; n++) {
      const origin = [random.uniform(-12, 12), random.uniform(-9, 9), -12];
      const direction = [random.normal(), 0.3 * random.normal(), 3];
      const maxT = n % 2 === 0 ? Infinity : 4;
      let nearest = Infinity;
      let body = -1;
      for (const [id, c] of balls) {
        const m = origin.map((x, k) => x - c[k]);
        const a = direction.reduce((s, d) => s + d * d, 0);
        const b = direction.reduce((s, d, k) => s + d * m[k], 0);
        const q = b * b - a * (m.reduce((s, x) => s + x * x, 0) - 0.25);
        if (q < 0) continue;
        const t = (-b - Math.sqrt(q)) / a;
        if (t >= 0 && t <= maxT && t < nearest) {
          nearest = t;
          body = id;
        }
      }
      const floor = direction[1] < 0 ? (-10 - origin[1]) / direction[1] : Infinity;
      if (floor <= maxT && floor < nearest) {
        nearest = floor;
        body = 0;
      }
      const t = queries.raycast(hit, origin, direction, maxT);
      expect(hit.body).toBe(body);
      if (body >= 0) {
        hits++;
        expect(t).toBeCloseTo(nearest, 9);
        for (let k = 0; k < 3; k++) expect(hit.point[k]).toBeCloseTo(origin[k] + t * direction[k], 9);
      } else expect(t).toBe(Infinity);
    }
    expect(hits).toBeGreaterThan(100);
    expect(hits).toBeLessThan(450);
  });

  it('finds what a ball overlaps, is nearest to and runs into', () => {
    const ids = new IdList();
    for (let n = 0; n < 200; n++) {
      const center = [random.uniform(-9, 9), random.uniform(-11, 9), random.uniform(-9, 9)];
      const ball = new Posed(new SphereShape(1), center);
      const gaps = new Map([[0, center[1] + 10 - 1]]);
      for (const [id, c] of balls) gaps.set(id, Math.hypot(...c.map((x, k) => x - center[k])) - 1.5);
      ids.clear();
      expect(queries.overlap(ids, ball)).toBe(ids.count);
      const expected = [...gaps].filter(([, gap]) => gap <= 0).map(([id]) => id);
      expect(ids.sort().toArray()).toEqual(expected.sort((a, b) => a - b));

      const least = Math.min(...gaps.values());
      const found = queries.closest(hit, ball, 2);
      if (least > 2) expect(found).toBe(Infinity);
      else {
        expect(found).toBeCloseTo(least, 6);
        expect(gaps.get(hit.body)).toBeCloseTo(least, 6);
      }

      const time = queries.shapecast(hit, ball, [0, -30, 0]);
      let first = gaps.get(0)! / 30;
      for (const [id, c] of balls) {
        if (gaps.get(id)! <= 0) first = 0;
        const side = Math.hypot(c[0] - center[0], c[2] - center[2]);
        if (side < 1.5 && c[1] < center[1])
          first = Math.min(first, (center[1] - c[1] - Math.sqrt(1.5 ** 2 - side ** 2)) / 30);
      }
      expect(time).toBeCloseTo(Math.max(0, first), 6);
    }
  });

  it('follows bodies that move and forgets those that are gone', () => {
    const small = new World({ gravity: [0, 0, 0] });
    const look = new WorldQueries(small);
    const box = small.add({ shape: new BoxShape([1, 1, 1]), velocity: [60, 0, 0] });
    small.step(1 / 60);
    expect(look.raycast(hit, [1, 5, 0], [0, -1, 0])).toBeCloseTo(4, 9);
    expect([...hit.normal]).toEqual([0, 1, 0]);
    expect(look.raycast(hit, [-0.5, 5, 0], [0, -1, 0])).toBe(Infinity);
    small.setPose(box, [-10, 0, 0]);
    expect(look.raycast(hit, [-10, 5, 0], [0, -1, 0])).toBeCloseTo(4, 9);
    small.remove(box);
    expect(look.raycast(hit, [-10, 5, 0], [0, -1, 0])).toBe(Infinity);
    expect(() => look.raycast(hit, [0, 0, 0], [0, 0, 0])).toThrow(/direction/);
    expect(() => look.closest(hit, new SphereShape(1), -1)).toThrow(/maxDistance/);
  });
});

/** A ball, or three on a line, with groups and masks of two bits. */
interface Thing {
  readonly centers: number[][];
  readonly group: number;
  readonly mask: number;
  readonly sensor: boolean;
}

const radius = 0.6;

/**
 * Balls and rows of balls at random in groups 1 to 3, a quarter of them sensors; static, so that they may
 * overlap.
 */
function mixedWorld(broadPhase: () => DynamicBvh | SweepAndPrune | undefined): {
  world: World;
  things: Map<number, Thing>;
} {
  const seeded = new Random(7);
  const made = broadPhase();
  const world = new World(made ? { broadPhase: made } : {});
  const things = new Map<number, Thing>();
  for (let i = 0; i < 150; i++) {
    const at = [seeded.uniform(-6, 6), seeded.uniform(-6, 6), seeded.uniform(-6, 6)];
    const places = i % 3 === 0 ? [-0.8, 0, 0.8] : [0];
    const ball = new SphereShape(radius);
    const thing: Thing = {
      centers: places.map(x => [at[0] + x, at[1], at[2]]),
      group: 1 + Math.floor(seeded.uniform(0, 3)),
      mask: 1 + Math.floor(seeded.uniform(0, 3)),
      sensor: i % 4 === 0,
    };
    const { group, mask, sensor } = thing;
    const shape =
      places.length === 1 ? ball : new Compound(places.map(x => ({ shape: ball, position: [x, 0, 0] })));
    const body = world.add({ shape, type: 'static', position: at, group, mask, sensor });
    things.set(body, thing);
  }
  return { world, things };
}

function sees(
  { mask = -1, group = -1, except = -1, sensors = false }: QueryFilter,
  id: number,
  thing: Thing,
) {
  return (
    id !== except && (thing.group & mask) !== 0 && (thing.mask & group) !== 0 && (sensors || !thing.sensor)
  );
}

/** The parameter at which a ray hits a ball; 0 if it starts inside. */
function rayBall(origin: number[], direction: number[], center: number[]): number {
  const m = origin.map((x, k) => x - center[k]);
  const a = direction.reduce((s, d) => s + d * d, 0);
  const b = direction.reduce((s, d, k) => s + d * m[k], 0);
  const c = m.reduce((s, x) => s + x * x, 0) - radius * radius;
  if (c <= 0) return 0;
  const q = b * b - a * c;
  const t = q < 0 ? -1 : (-b - Math.sqrt(q)) / a;
  return t >= 0 ? t : Infinity;
}

describe.each([
  ['hash grid', () => undefined],
  ['dynamic BVH', () => new DynamicBvh()],
  ['sweep and prune', () => new SweepAndPrune()],
])('queries with a filter (%s)', (_, broadPhase) => {
  const { world: mixed, things } = mixedWorld(broadPhase);
  const look = new WorldQueries(mixed);
  const hits = new WorldHitList();
  const ids = new IdList();
  const filters: QueryFilter[] = [
    {},
    { sensors: true },
    { mask: 1 },
    { group: 2, sensors: true },
    { mask: 2, group: 1, sensors: true },
    { mask: 0 },
  ];

  it('find all hits of a ray in order, and the first of them', () => {
    const seeded = new Random(11);
    let met = 0;
    let rays = 0;
    for (let n = 0; n < 300; n++) {
      const origin = [seeded.uniform(-6, 6), seeded.uniform(-6, 6), seeded.uniform(-9, 0)];
      const direction = [seeded.normal(), seeded.normal(), 3];
      const maxT = n % 3 === 0 ? 1.5 : Infinity;
      const filter = { ...filters[n % filters.length], except: n % things.size };
      const expected: [t: number, body: number, child: number][] = [];
      for (const [id, thing] of things)
        if (sees(filter, id, thing))
          for (const [child, center] of thing.centers.entries()) {
            const t = rayBall(origin, direction, center);
            if (t <= maxT && t < Infinity) expected.push([t, id, child]);
          }
      expected.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
      hits.clear();
      const count = look.raycastEvery(hits, origin, direction, maxT, filter);
      expect(count).toBe(expected.length);
      expect(hits.count).toBe(count);
      for (const [i, [t, body, child]] of expected.entries()) {
        const one = hits.get(i);
        expect([one.body, one.child, one.triangle]).toEqual([body, child, -1]);
        expect(mixed.colliders.bodies[one.collider]).toBe(body);
        expect(one.t).toBeCloseTo(t, 9);
        for (let k = 0; k < 3; k++) expect(one.point[k]).toBeCloseTo(origin[k] + t * direction[k], 8);
      }
      const t = look.raycast(hit, origin, direction, maxT, filter);
      expect([hit.body, hit.child]).toEqual(expected[0]?.slice(1) ?? [-1, -1]);
      if (count > 0) expect(t).toBe(hits.get(0).t);
      else expect(t).toBe(Infinity);
      if (filter.mask !== 0) {
        rays++;
        met += count > 0 ? 1 : 0;
      }
    }
    expect(met / rays).toBeGreaterThan(0.2);
    expect(met / rays).toBeLessThan(0.8);
    expect(() => hits.get(hits.count)).toThrow(/index/);
  });

  it('find what a ball overlaps, each body once, is nearest to and runs into', () => {
    const seeded = new Random(12);
    let overlaps = 0;
    for (let n = 0; n < 150; n++) {
      const at = [seeded.uniform(-6, 6), seeded.uniform(-6, 6), seeded.uniform(-6, 6)];
      const ball = new Posed(new SphereShape(0.7), at);
      const filter = filters[n % filters.length];
      const gaps: [gap: number, body: number][] = [];
      for (const [id, thing] of things)
        if (sees(filter, id, thing)) {
          const distances = thing.centers.map(c => Math.hypot(...c.map((x, k) => x - at[k])));
          gaps.push([Math.min(...distances) - 0.7 - radius, id]);
        }
      const expected = gaps.filter(([gap]) => gap <= 0).map(([, id]) => id);
      overlaps += expected.length > 0 ? 1 : 0;
      ids.clear();
      expect(look.overlap(ids, ball, filter)).toBe(expected.length);
      expect(ids.sort().toArray()).toEqual(expected.sort((a, b) => a - b));

      const least = Math.min(...gaps.map(([gap]) => gap));
      const found = look.closest(hit, ball, 1, filter);
      if (least > 1) expect([found, hit.body]).toEqual([Infinity, -1]);
      else {
        expect(found).toBeCloseTo(least, 6);
        expect(gaps.find(([, id]) => id === hit.body)![0]).toBeCloseTo(least, 6);
      }

      const time = look.shapecast(hit, ball, [0, 0, 20], filter);
      if (least <= 0) expect(time).toBe(0);
      if (hit.body >= 0) {
        expect(sees(filter, hit.body, things.get(hit.body)!)).toBe(true);
        const [x, y, z] = things.get(hit.body)!.centers[hit.child];
        const gap = Math.hypot(x - at[0], y - at[1], z - at[2] - 20 * time) - 0.7 - radius;
        if (time > 0) expect(gap).toBeCloseTo(0, 6);
        else expect(gap).toBeLessThan(1e-9);
      } else expect(time).toBe(Infinity);
    }
    expect(overlaps).toBeGreaterThan(30);
    expect(overlaps).toBeLessThan(120);
  });
});

describe('queries', () => {
  it('follow long rays piece by piece to what brute force finds, at every scale of the direction', () => {
    const boxes = new BoxShape([0.5, 0.5, 0.5]);
    const worlds = [new World(), new World({ broadPhase: new BruteForce() })];
    const places = Array.from({ length: 300 }, () => [1, 2, 3].map(() => random.uniform(-60, 60)));
    for (const each of worlds) {
      each.add({ shape: new BoxShape([80, 1, 80]), type: 'static', position: [0, -62, 0] });
      for (const position of places) each.add({ shape: boxes, position });
    }
    const [pieces, all] = worlds.map(each => new WorldQueries(each));
    const expected = createWorldHit();
    const own = createWorldHit();
    let hits = 0;
    for (let n = 0; n < 1000; n++) {
      const target = places[n % places.length];
      const origin = [0, 1, 2].map(() => random.uniform(-70, 70));
      const scale = 10 ** random.uniform(-3, 3);
      const direction = target.map((x, k) => scale * (x + random.uniform(-1, 1) - origin[k]));
      const maxT = n % 5 === 0 ? 0 : n % 2 === 0 ? Infinity : random.uniform(0, 2) / scale;
      all.raycast(expected, origin, direction, maxT);
      pieces.raycast(own, origin, direction, maxT);
      expect(own).toEqual(expected);
      if (own.body >= 0) hits++;
    }
    expect(hits).toBeGreaterThan(200);
    expect(hits).toBeLessThan(800);
  });

  it('tell the triangle of a mesh, and nothing of it for other shapes', () => {
    const small = new World();
    const look = new WorldQueries(small);
    const square = new TriangleBvh([0, 0, 0, 4, 0, 0, 4, 0, 4, 0, 0, 4], [0, 2, 1, 0, 3, 2]);
    const floor = small.add({ shape: new MeshShape(square), type: 'static' });
    small.add({ shape: new BoxShape([0.2, 0.2, 0.2]), position: [3, 1, 1] });
    look.raycast(hit, [1, 5, 3], [0, -1, 0]);
    expect([hit.body, hit.triangle, hit.t]).toEqual([floor, 1, 5]);
    look.raycast(hit, [3.5, 5, 1], [0, -1, 0]);
    expect([hit.body, hit.triangle]).toEqual([floor, 0]);
    look.raycast(hit, [3, 5, 1], [0, -1, 0]);
    expect([hit.body, hit.triangle]).toEqual([floor + 1, -1]);
  });

  it('append hits, sorted by themselves, and take the first collider of those at one place', () => {
    const small = new World({ gravity: [0, 0, 0] });
    const look = new WorldQueries(small);
    const hits = new WorldHitList();
    const box = new BoxShape([1, 1, 1]);
    const bodies = [5, 5, 9, 1].map(x => small.add({ shape: box, type: 'static', position: [x, 0, 0] }));
    const order = () => Array.from({ length: hits.count }, (_, i) => hits.get(i).body);
    expect(look.raycastEvery(hits, [-5, 0, 0], [1, 0, 0])).toBe(4);
    expect(order()).toEqual([bodies[3], bodies[0], bodies[1], bodies[2]]);
    expect(look.raycastEvery(hits, [20, 0, 0], [-1, 0, 0], 12)).toBe(1);
    expect(order().slice(4)).toEqual([bodies[2]]);
    expect([...hits].map(({ body }) => body)).toEqual(order());
    look.raycast(hit, [5, 7, 0], [0, -1, 0]);
    expect(hit.body).toBe(bodies[0]);
    look.raycast(hit, [5, 7, 0], [0, -1, 0], Infinity, { except: bodies[0] });
    expect(hit.body).toBe(bodies[1]);
  });

  it('see half-spaces unless a filter takes them out', () => {
    const small = new World();
    const floor = small.add({ shape: new HalfSpace(), group: 4 });
    const look = new WorldQueries(small);
    expect(look.raycast(hit, [0, 3, 0], [0, -1, 0], Infinity, { mask: 4 })).toBe(3);
    expect(hit.child).toBe(0);
    expect(look.raycast(hit, [0, 3, 0], [0, -1, 0], Infinity, { mask: 3 })).toBe(Infinity);
    expect(look.raycast(hit, [0, 3, 0], [0, -1, 0], Infinity, { except: floor })).toBe(Infinity);
    expect([hit.body, hit.collider, hit.child]).toEqual([-1, -1, -1]);
  });

  it('put many hits in order', () => {
    const seeded = new Random(3);
    const hits = new WorldHitList();
    const times: number[] = [];
    for (let i = 0; i < 2000; i++) {
      const one = hits.push();
      one.t = Math.floor(seeded.uniform(0, 500));
      one.collider = i;
      times.push(one.t);
    }
    hits.sortFrom(0);
    times.sort((a, b) => a - b);
    for (let i = 0; i < hits.count; i++) {
      expect(hits.get(i).t).toBe(times[i]);
      if (i > 0 && times[i] === times[i - 1])
        expect(hits.get(i).collider).toBeGreaterThan(hits.get(i - 1).collider);
    }
  });
});
