import { BoxShape, HullShape, Posed, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  ColliderSet,
  createContactManifold,
  createPenetrationResult,
  manifoldSat,
  signedDistance,
} from '@colide/narrowphase';
import { generateHull } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const out = createContactManifold();
const result = createPenetrationResult();
const margin = Float64Array.of(0.1);

describe('manifoldSat', () => {
  it('agrees with GJK and EPA on random hulls, and leaves near misses to them', () => {
    const random = new Random(8);
    const unit = () => random.uniform(-1, 1);
    let overlaps = 0;
    let left = 0;
    for (let n = 0; n < 1000; n++) {
      const hulls = [4 + (n % 9), 5 + (n % 17)].map(
        points =>
          new Posed(
            HullShape.fromPoints(generateHull('rounded', points, random)),
            [0.9 * unit(), 0.9 * unit(), 0.9 * unit()],
            [unit(), unit(), unit(), unit() + 2],
          ),
      );
      const a = hulls[0];
      const b = hulls[1];
      const distance = signedDistance(result, a, b);
      const count = manifoldSat(out, a, b, margin);
      if (distance < -1e-9) {
        overlaps++;
        expect(count).toBeGreaterThan(0);
        expect(count).toBeLessThanOrEqual(4);
        const depth = Math.max(...out.depths.slice(0, count));
        // The least translation that separates, as EPA finds it.
        expect(Math.abs(depth + distance)).toBeLessThan(1e-3 + 0.06 * -distance);
        for (let p = 0; p < count; p++) {
          let along = 0;
          for (let k = 0; k < 3; k++)
            along += (out.pointsA[3 * p + k] - out.pointsB[3 * p + k]) * out.normal[k];
          expect(along).toBeCloseTo(out.depths[p], 9);
        }
      } else if (distance > 1e-9) {
        expect(count).toBeLessThanOrEqual(0);
        if (count === -1) left++;
        else expect(distance).toBeGreaterThan(0.1 - 1e-9);
      }
    }
    expect(overlaps / 1000).toBeGreaterThan(0.2);
    expect(overlaps / 1000).toBeLessThan(0.8);
    expect(left).toBeGreaterThan(10);
  });

  it('is asked before GJK by a ColliderSet, for hulls only', () => {
    const cube = HullShape.fromPoints(
      [0, 1, 2, 3, 4, 5, 6, 7].flatMap(i => [0, 1, 2].map(k => ((i >> k) & 1) - 0.5)),
    );
    const positions = Float64Array.of(0, 0, 0, 0.1, 0.95, 0, 0, 3, 0);
    const rotations = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    const set = new ColliderSet(0.02, manifoldSat);
    for (const [i, shape] of [cube, cube, new SphereShape(1)].entries()) {
      set.add(i, shape);
      set.place(i, positions, rotations);
    }
    expect(set.collide(out, 0, 1)).toBe(4);
    expect(out.normal[1]).toBeCloseTo(1, 12);
    expect(out.depths[0]).toBeCloseTo(0.05, 12);
    expect(set.searches.count).toBe(0);
    positions[4] = 1.01;
    set.place(1, positions, rotations);
    expect(set.collide(out, 0, 1)).toBe(4);
    expect(set.searches.count).toBe(1);
    positions[4] = 1.2;
    set.place(1, positions, rotations);
    expect(set.collide(out, 0, 1)).toBe(0);
    expect(set.searches.count).toBe(1);
    expect(manifoldSat(out, new Posed(new BoxShape([1, 1, 1])), new Posed(cube), margin)).toBe(-1);
    const flat = HullShape.fromPoints([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(manifoldSat(out, new Posed(flat), new Posed(cube), margin)).toBe(-1);
  });
});
