import { BoxShape, CapsuleShape, CylinderShape, HullShape, Posed, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  chungWangSearch,
  chungWangTest,
  chungWangVerdict,
  createGjkCache,
  createPairQuery,
  createPenetrationResult,
  signedDistance,
} from '@colide/narrowphase';
import { expectHitRate } from '@colide/testing';
import { expect, it } from 'vitest';

const { apart, overlap, undecided } = chungWangVerdict;

it('decides by itself: vectors that separate, or a proof that none is left', () => {
  const random = new Random(5);
  const result = createPenetrationResult();
  const count = 1200;
  let overlaps = 0;
  let open = 0;
  for (let i = 0; i < count; i++) {
    const shapes = [
      new BoxShape([0.5, 0.4, 0.6]),
      HullShape.fromPoints(Array.from({ length: 60 }, () => random.uniform(-0.6, 0.6))),
      new SphereShape(0.5),
      new CapsuleShape(0.3, 0.4),
      new CylinderShape(0.4, 0.5),
    ];
    const away = (random.unitVector([0, 0, 0]) as number[]).map(x => random.uniform(0, 1.8) * x);
    const a = new Posed(shapes[i % 5], [0, 0, 0], random.rotation([0, 0, 0, 1]));
    const b = new Posed(shapes[Math.floor(i / 5) % 5], away, random.rotation([0, 0, 0, 1]));
    const margin = i % 2 === 0 ? 0 : 0.02;
    const distance = signedDistance(result, a, b) - margin;
    if (Math.abs(distance) < 1e-9) continue;
    if (distance < 0) overlaps++;
    const verdict = chungWangTest(a, b, undefined, 64, Float64Array.of(margin));
    if (verdict === undecided) {
      open++;
      // Only what all but touches is left open.
      expect(Math.abs(distance), `pair ${i}`).toBeLessThan(0.02);
    } else expect(verdict, `pair ${i}, ${distance}`).toBe(distance < 0 ? overlap : apart);
  }
  expectHitRate(overlaps, count);
  expect(open / count).toBeLessThan(0.01);
});

it('gives up where the factor of convergence stays near 1: some of what all but touches is left to others', () => {
  const random = new Random(11);
  const result = createPenetrationResult();
  const shapes = [
    new BoxShape([0.5, 0.4, 0.6]),
    new SphereShape(0.5),
    new CapsuleShape(0.3, 0.4),
    new CylinderShape(0.4, 0.5),
    new BoxShape([2, 0.05, 1.5]),
    new CylinderShape(1.5, 0.02),
  ];
  let open = 0;
  let left = 0;
  for (let i = 0; i < 1500; i++) {
    const a = new Posed(shapes[i % 6], [0, 0, 0], random.rotation([0, 0, 0, 1]));
    const b = new Posed(shapes[Math.floor(i / 6) % 6]);
    const rotation = random.rotation([0, 0, 0, 1]);
    const away = (random.unitVector([0, 0, 0]) as number[]).map(x => 4 * x);
    // Moves B along the normal until it is a tenth of a millimetre deep.
    for (let n = 0; n < 30; n++) {
      b.setPose(away, rotation);
      const rest = signedDistance(result, a, b) + 1e-4;
      if (Math.abs(rest) < 1e-12) break;
      for (let k = 0; k < 3; k++) away[k] -= rest * result.normal[k];
    }
    const verdict = chungWangTest(a, b, undefined, 1000);
    expect(verdict, `pair ${i}`).not.toBe(apart);
    // As the search of a narrow phase, it leaves what is open to GJK.
    const query = createPairQuery(a, b);
    expect(chungWangSearch(query), `pair ${i}`).toBe(true);
    if (query.counters.chungWangOverlap === 0) left++;
    // It is not for want of steps.
    if (verdict === undecided) open++;
  }
  expect(open).toBeGreaterThan(0);
  expect(open).toBeLessThan(15);
  expect(left).toBeGreaterThanOrEqual(open);
});

it('needs one pair of support points for a pair that stays apart', () => {
  const shape = new BoxShape([1, 1, 1]);
  let calls = 0;
  const { supportVertex } = shape;
  shape.supportVertex = function (direction, start) {
    calls++;
    return supportVertex.call(this, direction, start);
  };
  const a = new Posed(shape);
  const b = new Posed(shape, [1.9, 2.1, 0.3], [0.1, 0.2, 0.3, 1]);
  const cache = createGjkCache();
  for (let frame = 0; frame < 3; frame++) expect(chungWangTest(a, b, cache)).toBe(apart);
  for (let frame = 0; frame < 20; frame++) {
    b.setPose([1.9 - 0.001 * frame, 2.1, 0.3], [0.1, 0.2, 0.3 + 0.001 * frame, 1]);
    calls = 0;
    expect(chungWangTest(a, b, cache)).toBe(apart);
    // One answer for each of the two sets, which share the shape.
    expect(calls).toBe(2);
  }
});

it('leaves what it cannot reflect in to others: sets that touch in the origin, NaN', () => {
  const box = new BoxShape([1, 1, 1]);
  expect(chungWangTest(new Posed(box), new Posed(box, [2, 0, 0]))).not.toBe(apart);
  const broken = { support: () => [Number.NaN, 0, 0] };
  expect(chungWangTest(new Posed(box), broken)).toBe(undecided);
});
