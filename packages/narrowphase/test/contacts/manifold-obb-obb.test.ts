import { createObb, obbFromBox } from '@colide/bounds';
import { BoxShape, Posed } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  type ContactManifold,
  createContactManifold,
  createPenetrationResult,
  manifoldObbObb,
  signedDistance,
} from '@colide/narrowphase';
import { soak } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Triple = [number, number, number];
type Quad = [number, number, number, number];

const manifold = createContactManifold(8);
const turned = createContactManifold(8);
const result = createPenetrationResult();
const box = (center: Triple, half: Triple, q: Quad = [0, 0, 0, 1]): Float64Array =>
  obbFromBox(createObb(), center, half, q) as Float64Array;

/** The manifold of two boxes that are records of their own. */
const manifoldOf = (out: ContactManifold, a: Float64Array, b: Float64Array, margin = 0): number =>
  manifoldObbObb(out, Float64Array.of(...a, ...b), 0, 15, Float64Array.of(margin));

/** Distance of a point from the box, 0 inside. */
function outside(obb: Float64Array, points: Float64Array, i: number): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    let along = 0;
    for (let c = 0; c < 3; c++) along += (points[3 * i + c] - obb[c]) * obb[6 + 3 * k + c];
    squared += Math.max(0, Math.abs(along) - obb[3 + k]) ** 2;
  }
  return Math.sqrt(squared);
}

function randomPair(random: Random, spread: number, aligned: boolean) {
  const half = (): Triple => [random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)];
  const turn = (): Quad =>
    aligned
      ? ([
          [0, 0, 0, 1],
          [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
          [0, random.uniform(-1e-3, 1e-3), 0, 1],
        ][random.integer(3)] as Quad)
      : [random.normal(), random.normal(), random.normal(), random.normal()];
  const place = (): Triple => [
    random.uniform(0, spread),
    random.uniform(0, spread),
    random.uniform(0, spread),
  ];
  const [ha, hb, qa, qb, pa, pb] = [half(), half(), turn(), turn(), place(), place()];
  return {
    a: box(pa, ha, qa),
    b: box(pb, hb, qb),
    posedA: new Posed(new BoxShape(ha), pa, qa),
    posedB: new Posed(new BoxShape(hb), pb, qb),
  };
}

describe('manifoldObbObb', () => {
  it('agrees with GJK and EPA on thousands of pairs, with points on both boxes', () => {
    const random = new Random(5);
    const pairs = soak(2500, 20_000);
    let hits = 0;
    let near = 0;
    let caught = 0;
    for (let n = 0; n < pairs; n++) {
      const { a, b, posedA, posedB } = randomPair(random, 2.2, n % 4 === 0);
      const margin = n % 3 === 0 ? 0.1 : 0;
      const distance = signedDistance(result, posedA, posedB);
      const count = manifoldOf(manifold, a, b, margin);
      if (distance > 1e-9 && margin === 0) expect(count).toBe(0);
      if (distance < -1e-9) expect(count).toBeGreaterThan(0);
      else if (distance < margin - 1e-9) {
        near++;
        if (count > 0) caught++;
      }
      if (count === 0) continue;
      hits++;
      expect(count).toBe(manifold.count);
      expect(count).toBeLessThanOrEqual(4);
      expect(Math.hypot(...manifold.normal)).toBeCloseTo(1, 12);
      let deepest = -Infinity;
      for (let i = 0; i < count; i++) {
        const depth = manifold.depths[i];
        deepest = Math.max(deepest, depth);
        expect(depth).toBeGreaterThanOrEqual(-margin);
        let along = 0;
        for (let k = 0; k < 3; k++) {
          const gap = manifold.pointsA[3 * i + k] - manifold.pointsB[3 * i + k];
          along += gap * manifold.normal[k];
          expect(gap).toBeCloseTo(depth * manifold.normal[k], 12);
        }
        expect(along).toBeCloseTo(depth, 12);
        // A point lies on its own box; one of a pair on the surface of the reference is within the other's
        // reach.
        expect(Math.min(outside(a, manifold.pointsA, i), outside(b, manifold.pointsB, i))).toBeLessThan(1e-9);
        expect(Math.max(outside(a, manifold.pointsA, i), outside(b, manifold.pointsB, i))).toBeLessThan(
          1e-9 + 2e-3,
        );
      }
      if (distance < -1e-9) {
        // The preference for faces may cost a thousandth of the size.
        expect(deepest).toBeGreaterThan(-distance - 1e-9);
        expect(deepest).toBeLessThan(-distance + 3e-3);
      }
    }
    // Apart but within the margin: only boxes that stand beside each other's faces may go without.
    expect(caught / near).toBeGreaterThan(0.9);
    expect(hits / pairs).toBeGreaterThan(0.2);
    expect(hits / pairs).toBeLessThan(0.8);
  });

  it('turns its normal and keeps its depth when the boxes are exchanged', () => {
    const random = new Random(6);
    let both = 0;
    for (let n = 0; n < 5000; n++) {
      const { a, b } = randomPair(random, 1.6, false);
      const count = manifoldOf(manifold, a, b);
      expect(manifoldOf(turned, b, a) > 0).toBe(count > 0);
      if (count === 0) continue;
      both++;
      const deepest = (m: typeof manifold) => Math.max(...m.depths.slice(0, m.count));
      expect(Math.abs(deepest(manifold) - deepest(turned))).toBeLessThan(3e-3);
    }
    expect(both).toBeGreaterThan(1000);
  });

  it('finds the four corners of a box on a box, and the same numbers a frame later', () => {
    const floor = box([0, -1, 0], [5, 1, 5]);
    expect(manifoldOf(manifold, floor, box([0.3, 0.49, 0.2], [0.5, 0.5, 0.5]))).toBe(4);
    expect([...manifold.normal]).toEqual([0, 1, 0]);
    for (let i = 0; i < 4; i++) expect(manifold.depths[i]).toBeCloseTo(0.01, 12);
    const ids = [...manifold.ids.slice(0, 4)];
    expect(new Set(ids).size).toBe(4);
    manifoldOf(turned, floor, box([0.31, 0.492, 0.2], [0.5, 0.5, 0.5], [1e-3, 2e-3, 0, 1]));
    expect([...turned.ids.slice(0, 4)]).toEqual(ids);
  });

  it('keeps four points that span the eight of a cross', () => {
    const a = box([0, 0, 0], [1, 0.5, 1]);
    const b = box([0, 0.99, 0], [1, 0.5, 1], [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)]);
    expect(manifoldOf(manifold, a, b)).toBe(4);
    expect(new Set(manifold.ids.slice(0, 4)).size).toBe(4);
    const x = [0, 1, 2, 3].map(i => manifold.pointsA[3 * i]);
    const z = [0, 1, 2, 3].map(i => manifold.pointsA[3 * i + 2]);
    expect(Math.max(...x) - Math.min(...x)).toBeGreaterThan(1.3);
    expect(Math.max(...z) - Math.min(...z)).toBeGreaterThan(1.3);
  });

  it('lets crossed edges meet in one point', () => {
    const q: Quad = [Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8)];
    const p: Quad = [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];
    const reach = Math.SQRT2 * 0.5;
    const a = box([0, 0, 0], [2, 0.5, 0.5], q);
    const b = box([0.2, 2 * reach - 0.02, -0.3], [0.5, 0.5, 2], p);
    expect(manifoldOf(manifold, a, b)).toBe(1);
    expect(manifold.depths[0]).toBeCloseTo(0.02, 12);
    expect(manifold.normal[1]).toBeCloseTo(1, 12);
    expect(manifold.pointsA[0]).toBeCloseTo(0.2, 12);
    expect(manifold.pointsA[2]).toBeCloseTo(0, 12);
  });

  it('reads flat arrays of boxes, and gives nothing for NaN', () => {
    const flat = new Float64Array([
      ...box([0, 0, 0], [1, 1, 1]),
      ...box([9, 9, 9], [1, 1, 1]),
      ...box([1.5, 0, 0], [1, 1, 1]),
    ]);
    expect(manifoldObbObb(manifold, flat, 0, 15, Float64Array.of(0))).toBe(0);
    expect(manifoldObbObb(manifold, flat, 0, 30, Float64Array.of(0))).toBe(4);
    expect(manifold.depths[0]).toBeCloseTo(0.5, 12);
    flat[30] = Number.NaN;
    expect(manifoldObbObb(manifold, flat, 0, 30, Float64Array.of(0))).toBe(0);
  });
});
