import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  PolygonShape2d,
  Rounded2d,
  SegmentShape2d,
} from '@colide/geometry';
import { Random } from '@colide/math';
import {
  type ContactShape2d,
  createContactManifold2d,
  createPosedShapes2d,
  manifoldConvex2d,
  manifoldGjk2d,
  PosedShape2d,
} from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

const byAxes = createContactManifold2d();
const byGjk = createContactManifold2d();
const exactly = createContactManifold2d();

function createShape(random: Random): ContactShape2d {
  const size = () => random.uniform(0.2, 1);
  const cloud = () => Array.from({ length: 6 + 2 * random.integer(6) }, () => random.uniform(-1, 1));
  switch (random.integer(6)) {
    case 0:
      return new CircleShape2d(size());
    case 1:
      return new CapsuleShape2d(0.5 * size(), size());
    case 2:
      return new BoxShape2d([size(), size()]);
    case 3:
      return new PolygonShape2d(cloud());
    case 4:
      return new Rounded2d(cloud(), 0.3 * size());
    default:
      return new SegmentShape2d([-size(), -size()], [size(), size()]);
  }
}

function createPart(random: Random): PosedShape2d {
  const [part] = createPosedShapes2d(createShape(random));
  const angle = random.uniform(-3, 3);
  part.place(random.uniform(-1.4, 1.4), random.uniform(-1.4, 1.4), Math.cos(angle), Math.sin(angle));
  return part;
}

/** How far apart two shapes are along a direction from the first to the second. */
function gapAlong(a: PosedShape2d, b: PosedShape2d, [x, y]: readonly number[]): number {
  const along = ({ points, count }: PosedShape2d) =>
    Array.from({ length: count }, (_, i) => x * points[2 * i] + y * points[2 * i + 1]);
  return Math.min(...along(b)) - Math.max(...along(a)) - a.radius - b.radius;
}

describe('manifoldGjk2d', () => {
  it('agrees with the separating axes in depth, normal, points and ids', () => {
    const random = new Random(31);
    const cases = 10_000;
    let overlaps = 0;
    let touching = 0;
    let different = 0;
    for (let n = 0; n < cases; n++) {
      const a = createPart(random);
      const b = createPart(random);
      const margin = 0.1;
      const expected = manifoldConvex2d(byAxes, a, b, margin);
      const count = manifoldGjk2d(byGjk, a, b, margin);
      expect(count > 0).toBe(expected > 0);
      if (count === 0) continue;
      touching++;
      const deepest = Math.max(...byGjk.depths.slice(0, count));
      const depth = Math.max(...byAxes.depths.slice(0, expected));
      overlaps += depth > 0 ? 1 : 0;
      // Within a margin the axes prefer an edge of A that is worse by up to a fiftieth of it; without one
      // they do not.
      expect(Math.abs(deepest - depth)).toBeLessThanOrEqual(0.02 * margin + 1e-7);
      const exact = manifoldConvex2d(exactly, a, b, Infinity);
      expect(deepest).toBeCloseTo(Math.max(...exactly.depths.slice(0, exact)), 6);
      expect(Math.hypot(...byGjk.normal)).toBeCloseTo(1, 9);
      const cosine = byGjk.normal[0] * byAxes.normal[0] + byGjk.normal[1] * byAxes.normal[1];
      if (cosine < 1 - 1e-12) {
        // Another direction that is as good.
        different++;
        expect(-gapAlong(a, b, byGjk.normal)).toBeCloseTo(deepest, 6);
        continue;
      }
      expect(count).toBe(expected);
      // The face of the other shape lists them in the other order.
      for (let i = 0; i < count; i++) {
        const j = byAxes.ids.indexOf(byGjk.ids[i]);
        expect(j).toBeGreaterThanOrEqual(0);
        for (let k = 0; k < 2; k++) {
          expect(byGjk.pointsA[2 * i + k]).toBeCloseTo(byAxes.pointsA[2 * j + k], 5);
          expect(byGjk.pointsB[2 * i + k]).toBeCloseTo(byAxes.pointsB[2 * j + k], 5);
        }
      }
    }
    expect(touching / cases).toBeGreaterThan(0.2);
    expect(touching / cases).toBeLessThan(0.8);
    expect(overlaps / touching).toBeGreaterThan(0.2);
    expect(different / touching).toBeLessThan(0.02);
  });

  it('gives two points where faces meet: resting, apart and tilted by a thousandth', () => {
    const make = () => createPosedShapes2d(new BoxShape2d([1, 0.5]))[0];
    const ground = make();
    const box = make();
    ground.place(0, 0, 1, 0);
    for (const [y, angle] of [
      [1, 0],
      [1.01, 0],
      [0.99, 0],
      [1.002, 1e-3],
      [0.998, -1e-3],
    ]) {
      box.place(0.3, y, Math.cos(angle), Math.sin(angle));
      expect(manifoldGjk2d(byGjk, ground, box, 0.02)).toBe(2);
      expect(byGjk.normal[1]).toBeGreaterThan(0.999);
      expect(Math.abs(byGjk.pointsA[0] - byGjk.pointsA[2])).toBeGreaterThan(1.69);
    }
  });

  it('allocates nothing', () => {
    const random = new Random(4);
    const parts = Array.from({ length: 16 }, () => createPart(random));
    let i = 0;
    expectNoAllocation(() => {
      i++;
      manifoldGjk2d(byGjk, parts[i & 15], parts[(3 * i + 1) & 15], 0.1);
    });
  });

  it('finds no contact of what is not a number', () => {
    const bad = new PosedShape2d(Float64Array.of(Number.NaN, 0, 1, 0, 0, 1));
    const good = new PosedShape2d(Float64Array.of(0, 0, 1, 0, 0, 1));
    expect(manifoldGjk2d(byGjk, bad, good, 0.1)).toBe(0);
  });
});
