import { BoxShape2d, CircleShape2d, PolygonShape2d, Posed2d } from '@colide/geometry';
import { Random } from '@colide/math';
import { createSatResult2d, type SatPolygon2d, satPolygonPolygon2d } from '@colide/narrowphase';
import { describe, expect, it } from 'vitest';

/** Posed boxes were read as polygons without vertices, which overlapped everything by an infinite depth. */
describe('boxes by separating axes', () => {
  it('are the polygons of their corners, posed or not', () => {
    const random = new Random(1);
    let hits = 0;
    for (let n = 0; n < 500; n++) {
      const halves = [0, 1].map(() => [random.uniform(0.1, 2), random.uniform(0.1, 2)] as const);
      const boxes = halves.map(half => new Posed2d(new BoxShape2d(half)));
      const polygons = halves.map(
        ([x, y]) => new Posed2d(new PolygonShape2d(Float64Array.of(-x, -y, x, -y, x, y, -x, y))),
      );
      for (let k = 0; k < 2; k++) {
        const position = [random.uniform(-2, 2), random.uniform(-2, 2)];
        const angle = random.uniform(-4, 4);
        boxes[k].setPose(position, angle);
        polygons[k].setPose(position, angle);
      }
      const result = createSatResult2d();
      const expected = createSatResult2d();
      const isHit = satPolygonPolygon2d(result, boxes[0], boxes[1]);
      expect(isHit).toBe(satPolygonPolygon2d(expected, polygons[0], polygons[1]));
      if (isHit) hits++;
      expect(result.depth).toBeCloseTo(expected.depth, 12);
      expect(satPolygonPolygon2d(result, new BoxShape2d(halves[0]), polygons[1])).toBe(
        satPolygonPolygon2d(expected, polygons[0].shape, polygons[1]),
      );
    }
    expect(hits).toBeGreaterThan(100);
    expect(hits).toBeLessThan(400);
  });

  it('refuse what is not a polygon', () => {
    const circle = new CircleShape2d(1) as unknown as SatPolygon2d;
    expect(() => satPolygonPolygon2d(createSatResult2d(), new BoxShape2d([1, 1]), circle)).toThrow(
      /^b must be a polygon/,
    );
  });
});
