import {
  BoxShape,
  createWorldHit,
  HalfSpace,
  IdList,
  Posed,
  Random,
  SphereShape,
  World,
  WorldQueries,
} from 'colide';
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
    balls.set(world.add({ shape: new SphereShape(0.5), position: position as never }), position);
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
        const m = origin.map((x, k) => x - c[k]!);
        const a = direction.reduce((s, d) => s + d * d, 0);
        const b = direction.reduce((s, d, k) => s + d * m[k]!, 0);
        const q = b * b - a * (m.reduce((s, x) => s + x * x, 0) - 0.25);
        if (q < 0) continue;
        const t = (-b - Math.sqrt(q)) / a;
        if (t >= 0 && t <= maxT && t < nearest) {
          nearest = t;
          body = id;
        }
      }
      const floor = direction[1]! < 0 ? (-10 - origin[1]!) / direction[1]! : Infinity;
      if (floor <= maxT && floor < nearest) {
        nearest = floor;
        body = 0;
      }
      const t = queries.raycast(hit, origin as never, direction as never, maxT);
      expect(hit.body).toBe(body);
      if (body >= 0) {
        hits++;
        expect(t).toBeCloseTo(nearest, 9);
        for (let k = 0; k < 3; k++) expect(hit.point[k]).toBeCloseTo(origin[k]! + t * direction[k]!, 9);
      } else expect(t).toBe(Infinity);
    }
    expect(hits).toBeGreaterThan(100);
    expect(hits).toBeLessThan(450);
  });

  it('finds what a ball overlaps, is nearest to and runs into', () => {
    const ids = new IdList();
    for (let n = 0; n < 200; n++) {
      const center = [random.uniform(-9, 9), random.uniform(-11, 9), random.uniform(-9, 9)];
      const ball = new Posed(new SphereShape(1), center as never);
      const gaps = new Map([[0, center[1]! + 10 - 1]]);
      for (const [id, c] of balls) gaps.set(id, Math.hypot(...c.map((x, k) => x - center[k]!)) - 1.5);
      ids.clear();
      expect(queries.overlap(ids, ball)).toBe(ids.length);
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
        const side = Math.hypot(c[0]! - center[0]!, c[2]! - center[2]!);
        if (side < 1.5 && c[1]! < center[1]!)
          first = Math.min(first, (center[1]! - c[1]! - Math.sqrt(1.5 ** 2 - side ** 2)) / 30);
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
