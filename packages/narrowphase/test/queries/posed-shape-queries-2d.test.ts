import { CircleShape2d, PointShape2d, PolygonShape2d, Posed2d } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  createPenetrationResult2d,
  createRayHit2d,
  createTimeOfImpact2d,
  gjkRaycast2d,
  PosedConvex2d,
  PosedShape2d,
  posedContains2d,
  posedDistance2d,
  posedKind2d,
  rayPosedShape2d,
  signedDistance2d,
} from '@colide/narrowphase';
import { describe, expect, it } from 'vitest';

const hit = createRayHit2d();
const impact = createTimeOfImpact2d();
const result = createPenetrationResult2d();

/** A hull of one to twelve points with or without round corners, at a pose. */
function createPart(random: Random): { part: PosedShape2d; radius: number } {
  const cloud = Array.from({ length: 2 + 2 * random.integer(12) }, () => random.uniform(-1, 1));
  const radius = random.integer(2) === 0 ? 0 : random.uniform(0.01, 0.5);
  const part = new PosedShape2d(new PolygonShape2d(cloud).vertices, radius);
  const angle = random.uniform(-3, 3);
  part.place(random.uniform(-2, 2), random.uniform(-2, 2), Math.cos(angle), Math.sin(angle));
  return { part, radius };
}

describe('a ray and a posed shape', () => {
  it('meet where a moving point does, by GJK', () => {
    const random = new Random(5);
    const convex = new PosedConvex2d();
    let met = 0;
    const cases = 10_000;
    for (let n = 0; n < cases; n++) {
      const { part, radius } = createPart(random);
      const origin = [random.uniform(-4, 4), random.uniform(-4, 4)];
      const target = [random.uniform(-2, 2), random.uniform(-2, 2)];
      const direction = target.map((x, k) => x - origin[k]);
      const t = rayPosedShape2d(hit, part, origin, direction, 1);
      const expected = gjkRaycast2d(
        impact,
        convex.set(part),
        new Posed2d(new PointShape2d(), origin),
        direction,
      );
      const isLean = radius === 0 && part.count < 3;
      if (t === Infinity && expected === Infinity) continue;
      // Grazing, or past the end by rounding: decided either way, but only there.
      if (t === Infinity || expected === Infinity) {
        let least = Infinity;
        for (let i = 0; i <= 1000; i++) {
          const at = origin.map((x, k) => x + (i / 1000) * direction[k]);
          least = Math.min(least, signedDistance2d(result, convex, new Posed2d(new PointShape2d(), at)));
        }
        expect(least).toBeGreaterThan(-1e-5);
        continue;
      }
      met++;
      expect(Math.abs(t - expected) * Math.hypot(...direction)).toBeLessThan(1e-5);
      expect(Math.hypot(...hit.normal)).toBeCloseTo(1, 9);
      if (t > 0 && !isLean) {
        const cosine = hit.normal[0] * impact.normal[0] + hit.normal[1] * impact.normal[1];
        const at = origin.map((x, k) => x + t * direction[k]);
        // At a sharp corner either normal will do.
        if (radius > 0) expect(cosine).toBeGreaterThan(0.999);
        expect(signedDistance2d(result, convex, new Posed2d(new PointShape2d(), at))).toBeCloseTo(0, 6);
      }
    }
    expect(met / cases).toBeGreaterThan(0.2);
    expect(met / cases).toBeLessThan(0.8);
  });

  it('know the front of links, and half-planes', () => {
    const link = new PosedShape2d(Float64Array.of(2, 0, -2, 0, 4, 0, -4, 0), 0, posedKind2d.link, 3);
    expect(rayPosedShape2d(hit, link, [1, 3], [0, -2])).toBe(1.5);
    expect(rayPosedShape2d(hit, link, [2, 3], [0, -2])).toBe(1.5);
    expect(rayPosedShape2d(hit, link, [2.01, 3], [0, -2])).toBe(Infinity);
    expect(rayPosedShape2d(hit, link, [1, -3], [0, 2])).toBe(Infinity);
    const plane = new PosedShape2d(Float64Array.of(0, 1, 2), 0, posedKind2d.plane);
    expect(rayPosedShape2d(hit, plane, [1, 3], [1, -1])).toBe(1);
    expect(rayPosedShape2d(hit, plane, [1, 3], [1, 1])).toBe(Infinity);
    expect(rayPosedShape2d(hit, plane, [1, 1], [0, 2])).toBe(0);
    expect([...hit.normal]).toEqual([-0, -1]);
    expect(posedContains2d(plane, [5, 2])).toBe(true);
    expect(posedContains2d(plane, [5, 2.1])).toBe(false);
  });
});

describe('a point and a posed shape', () => {
  it('agree with the distance of GJK and EPA', () => {
    const random = new Random(6);
    let inside = 0;
    for (let n = 0; n < 5000; n++) {
      const { part } = createPart(random);
      const at = Array.from(part.center, x => x + random.uniform(-1, 1));
      const distance = posedDistance2d(result, part, new Posed2d(new CircleShape2d(1e-12), at));
      if (Math.abs(distance) < 1e-9) continue;
      expect(posedContains2d(part, at)).toBe(distance < 0);
      inside += distance < 0 ? 1 : 0;
    }
    expect(inside / 5000).toBeGreaterThan(0.2);
    expect(inside / 5000).toBeLessThan(0.8);
  });
});
