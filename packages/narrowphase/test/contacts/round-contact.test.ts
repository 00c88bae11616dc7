/**
 * `CapsuleShape.contact` and `CylinderShape.contact` against GJK and EPA: where they answer, distance and
 * normal are the same, and the points lie where those say.
 */
import { BoxShape, CapsuleShape, CylinderShape, Posed, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { createPenetrationResult, signedDistance } from '@colide/narrowphase';
import { soak } from '@colide/testing';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

const random = new Random(33);
const sphere = new SphereShape(0.4);
const box = new BoxShape([0.5, 0.3, 0.4]);
const plate = new BoxShape([2, 0.01, 2]);
const capsule = new CapsuleShape(0.3, 0.25);
const needle = new CapsuleShape(0.02, 0.6);
const cylinder = new CylinderShape(0.4, 0.4);
const coin = new CylinderShape(0.5, 0.02);
const pipe = new CylinderShape(0.1, 0.7);

/** How many of the pairs must be answered without a search; all others may be left to GJK. */
const pairs = [
  [sphere, capsule, 0.99],
  [capsule, capsule, 0.9],
  [needle, capsule, 0.9],
  [sphere, cylinder, 0.7],
  [capsule, cylinder, 0.6],
  [needle, cylinder, 0.5],
  [capsule, coin, 0.7],
  [needle, pipe, 0.5],
  [box, capsule, 0.1],
  [plate, capsule, 0.5],
  [box, cylinder, 0.1],
  [plate, cylinder, 0.3],
  [cylinder, cylinder, 0.05],
  [cylinder, coin, 0.1],
  [pipe, pipe, 0.2],
] as const;

const out = createPenetrationResult();
const expected = createPenetrationResult();
const margin = Float64Array.of(0.3);

function turn(isUpright: boolean): [number, number, number, number] {
  if (isUpright) return [1e-3 * random.normal(), 0.3, 1e-3 * random.normal(), 1];
  return random.rotation([0, 0, 0, 1]) as [number, number, number, number];
}

/** The separation along a normal from A to B. */
function separation(a: Posed, b: Posed, normal: Float64Array): number {
  const onA = a.support([0, 0, 0], normal);
  const onB = b.support(
    [0, 0, 0],
    [...normal].map(x => -x),
  );
  return [0, 1, 2].reduce((sum, k) => sum + normal[k] * (onB[k] - onA[k]), 0);
}

describe('contacts of round shapes', () => {
  for (const [first, second, share] of pairs)
    it(`agree with GJK and EPA: ${first.kind} ${first.boundingRadius.toFixed(2)}, ${second.kind} ${second.boundingRadius.toFixed(2)}`, () => {
      const count = soak(1000, 10_000);
      let answers = 0;
      let overlaps = 0;
      for (let n = 0; n < count; n++) {
        const a = new Posed(first, [0, 0, 0], turn(n % 4 === 0));
        const reach = 0.6 * (first.boundingRadius + second.boundingRadius);
        const position = [0, 0, 0].map(() => random.uniform(-reach, reach));
        const b = new Posed(second, position, turn(n % 4 === 0));
        if (!second.contact(out, a, b, margin)) continue;
        answers++;
        const distance = signedDistance(expected, a, b);
        const label = `${n}: ${distance}`;
        if (out.distance > margin[0]) {
          expect(distance, label).toBeGreaterThanOrEqual(out.distance - 1e-7);
          continue;
        }
        expect(Math.abs(out.distance - distance), label).toBeLessThan(1e-7);
        if (distance < 0) overlaps++;
        expect(Math.hypot(...out.normal), label).toBeCloseTo(1, 12);
        expect(Math.abs(separation(a, b, out.normal) - out.distance), label).toBeLessThan(1e-7);
        for (let k = 0; k < 3; k++)
          expect(out.pointB[k] - out.pointA[k], label).toBeCloseTo(out.distance * out.normal[k], 9);
      }
      expect(answers / count).toBeGreaterThan(share);
      expect(overlaps).toBeGreaterThan(2);
    });

  it('are left to GJK where cores cross', () => {
    const a = new Posed(capsule, [0, 0, 0]);
    expect(capsule.contact(out, a, new Posed(capsule, [0, 0.1, 0], [1, 0, 0, 1]), margin)).toBe(false);
    expect(cylinder.contact(out, a, new Posed(cylinder, [0, 0.1, 0], [1, 0, 0, 1]), margin)).toBe(false);
  });

  it('are found without allocation', () => {
    const a = new Posed(capsule, [0, 0.1, 0], [0.3, 0.1, 0, 1]);
    const b = new Posed(cylinder, [0.1, -0.6, 0.2], [0.1, 0, 0, 1]);
    const c = new Posed(cylinder, [0.2, 0.2, 0.2]);
    const d = new Posed(box, [0, 0.1, 0], [0.3, 0.1, 0, 1]);
    expectNoAllocation(() => {
      cylinder.contact(out, a, b, margin);
      cylinder.contact(out, c, b, margin);
      cylinder.contact(out, d, b, margin);
      capsule.contact(out, a, a, margin);
      capsule.contact(out, d, a, margin);
    });
  });
});
