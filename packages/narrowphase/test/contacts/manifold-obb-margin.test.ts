/**
 * Boxes within the margin of each other, and boxes that touch: always a point, at the right distance and
 * along the right normal.
 */
import { createObb, obbFromBox } from '@colide/bounds';
import { BoxShape, Posed } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  createContactManifold,
  createPenetrationResult,
  manifoldObbObb,
  signedDistance,
} from '@colide/narrowphase';
import { describe, expect, it } from 'vitest';

type Triple = [number, number, number];
type Quad = [number, number, number, number];

const random = new Random(4);
const manifold = createContactManifold(8);
const result = createPenetrationResult();
const margin = Float64Array.of(0.535);

const halfExtents = (): Triple =>
  [0, 0, 0].map(() =>
    random.next() < 0.2 ? random.uniform(0.01, 0.05) : random.uniform(0.05, 1.5),
  ) as Triple;
const anyTurn = (): Quad => [random.normal(), random.normal(), random.normal(), random.normal()];
const smallTurn = (): Quad =>
  [
    [0, 0, 0, 1],
    [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
    [0, random.uniform(-1e-3, 1e-3), 0, 1],
    [random.uniform(-1e-4, 1e-4), 0, random.uniform(-1e-4, 1e-4), 1],
  ][random.integer(4)] as Quad;

/** Distance of the boxes along a direction, negative where they overlap on it. */
function separation(a: Posed, b: Posed, normal: Float64Array): number {
  const onA = a.support([0, 0, 0], normal as unknown as Triple);
  const onB = b.support([0, 0, 0], [-normal[0], -normal[1], -normal[2]]);
  return [0, 1, 2].reduce((sum, k) => sum + (onB[k] - onA[k]) * normal[k], 0);
}

describe('manifoldObbObb', () => {
  for (const overlap of [0.3, 0.002, 1e-6, 0, 1e-15, -1e-15, -1e-12, -1e-5, -1e-3, -0.05, -0.3])
    for (const [kind, turn] of [
      ['any', anyTurn],
      ['small', smallTurn],
    ] as const)
      it(`tells the distance and the normal of boxes that overlap by ${overlap}, turned by ${kind} angles`, () => {
        for (let n = 0; n < 400; n++) {
          const [half, halfB, q, qB] = [halfExtents(), halfExtents(), turn(), turn()];
          const p: Triple = [random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)];
          const a = new Posed(new BoxShape(half), [0, 0, 0], q);
          const b = new Posed(new BoxShape(halfB), p, qB);
          for (let round = 0; round < 2; round++) {
            const distance = signedDistance(result, a, b);
            for (let k = 0; k < 3; k++) p[k] -= (distance + overlap) * result.normal[k];
            b.setPose(p, qB);
          }
          const distance = signedDistance(result, a, b);
          const boxes = Float64Array.of(
            ...(obbFromBox(createObb(), [0, 0, 0], half, q) as Float64Array),
            ...(obbFromBox(createObb(), p, halfB, qB) as Float64Array),
          );
          const count = manifoldObbObb(manifold, boxes, 0, 15, margin);
          expect(count).toBeGreaterThan(0);
          const deepest = Math.max(...manifold.depths.slice(0, count));
          expect(Math.abs(deepest + distance)).toBeLessThan(1e-6);
          expect(Math.abs(separation(a, b, manifold.normal) - distance)).toBeLessThan(1e-5);
        }
      });
});
