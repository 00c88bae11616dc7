import {
  BoxShape,
  CapsuleShape,
  ConeShape,
  type ConvexShape,
  CylinderShape,
  HullShape,
  PointShape,
  Posed,
  SphereShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import {
  ColliderSet,
  colliderDistance,
  colliderPoint,
  createColliderPoint,
  createPenetrationResult,
} from '@colide/narrowphase';
import { describe, expect, it } from 'vitest';

const shapes: [string, ConvexShape][] = [
  ['ball', new SphereShape(0.7)],
  ['box', new BoxShape([0.5, 0.8, 0.3])],
  ['capsule', new CapsuleShape(0.4, 0.6)],
  ['cylinder', new CylinderShape(0.5, 0.6)],
  ['cone', new ConeShape(0.6, 0.7)],
  ['hull', HullShape.fromPoints([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0.8, 0.8, 0.8])],
];

describe('colliderPoint', () => {
  it.each(shapes)('agrees with GJK and EPA for a %s', (_name, shape) => {
    const random = new Random(7);
    const set = new ColliderSet();
    const out = createColliderPoint();
    const result = createPenetrationResult();
    const id = set.add(0, shape);
    const points = new Float64Array(6);
    const center = new Float64Array(3);
    let inside = 0;
    let error = 0;
    for (let n = 0; n < 2000; n++) {
      const place = Float64Array.from({ length: 3 }, () => random.uniform(-5, 5));
      const turn = Float64Array.from({ length: 4 }, () => random.normal());
      const length = Math.hypot(...turn);
      for (let k = 0; k < 4; k++) turn[k] /= length;
      set.place(id, place, turn);
      set.convexes[id]!.centerOfMass(center);
      for (let k = 0; k < 3; k++) points[3 + k] = center[k] + random.uniform(-0.6, 0.6);
      colliderPoint(out, set, id, points, 3);
      const point = new Posed(new PointShape(), points.subarray(3), [0, 0, 0, 1]);
      const distance = colliderDistance(result, set, id, point);
      if (distance < 0) inside++;
      error = Math.max(error, Math.abs(out.distance[0] - distance), Math.abs(Math.hypot(...out.normal) - 1));
      // The nearest point is that far back along the normal.
      for (let k = 0; k < 3; k++)
        error = Math.max(error, Math.abs(points[3 + k] - distance * out.normal[k] - out.point[k]));
    }
    expect(error).toBeLessThan(1e-6);
    expect(inside).toBeGreaterThan(0.15 * 2000);
    expect(inside).toBeLessThan(0.8 * 2000);
  });

  it('is the height over a half-space', () => {
    const set = new ColliderSet();
    const out = createColliderPoint();
    const id = set.add(0, { kind: 'halfSpace', normal: [0.6, 0.8, 0], offset: 2 });
    colliderPoint(out, set, id, Float64Array.of(3, 4, 9), 0);
    expect(out.distance[0]).toBeCloseTo(3, 12);
    expect([...out.point].map(x => +x.toFixed(12))).toEqual([1.2, 1.6, 9]);
    colliderPoint(out, set, id, Float64Array.of(0, 0, 0), 0);
    expect(out.distance[0]).toBeCloseTo(-2, 12);
  });

  it('has a direction at the centre of shapes, too', () => {
    const set = new ColliderSet();
    const out = createColliderPoint();
    for (const [, shape] of shapes.slice(0, 3)) {
      const id = set.add(0, shape);
      set.place(id, new Float64Array(3), Float64Array.of(0, 0, 0, 1));
      colliderPoint(out, set, id, new Float64Array(3), 0);
      expect(Math.hypot(...out.normal)).toBeCloseTo(1, 12);
      expect(out.distance[0]).toBeLessThan(-0.29);
    }
  });
});
