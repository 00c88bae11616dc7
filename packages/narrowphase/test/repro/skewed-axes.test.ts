import { createObb, obbFromBox } from '@colide/bounds';
import { Random } from '@colide/math';
import { contactObbObb, createPairContact, createSatResult, satObbObb } from '@colide/narrowphase';
import { describe, expect, it } from 'vitest';

/** Pairs of boxes in floats with a common point, parallel but for an angle, and the same in doubles. */
function* pairs(angle: number) {
  const random = new Random(5);
  const half = () => [random.uniform(0.1, 2), random.uniform(0.1, 2), random.uniform(0.1, 2)];
  for (let n = 0; n < 20_000; n++) {
    const [halfA, halfB] = [half(), half()];
    const q = Array.from(random.rotation([0, 0, 0, 1]));
    const tilted = q.map(x => x + angle * random.uniform(-1, 1));
    const r = tilted.map(x => x / Math.hypot(...tilted));
    const a = obbFromBox(createObb(), [0, 0, 0], halfA, q);
    const atOrigin = obbFromBox(createObb(), [0, 0, 0], halfB, r);
    const center = [0, 0, 0];
    for (let i = 0; i < 3; i++) {
      const [u, v] = [0, 1].map(() => random.uniform(-1, 1)).map(x => Math.sign(x) * Math.abs(x) ** 0.3);
      for (let k = 0; k < 3; k++)
        center[k] += u * halfA[i] * a[6 + 3 * i + k] - v * halfB[i] * atOrigin[6 + 3 * i + k];
    }
    const b = obbFromBox(createObb(), center, halfB, r);
    const [floatA, floatB] = [new Float32Array(15), new Float32Array(15)];
    obbFromBox(floatA, [0, 0, 0], halfA, q);
    obbFromBox(floatB, center, halfB, r);
    yield { a, b, floatA, floatB };
  }
}

// Axes in 32-bit floats are not quite perpendicular. For boxes that are nearly parallel, the cross products
// of edges are as small as that error, and boxes that overlapped by far were said to be disjoint.
describe.each([1e-9, 1e-8, 1e-7, 1e-6, 1e-4])('boxes in floats, parallel but for %f rad', angle => {
  it('overlap as deep as in doubles', () => {
    const [exact, rounded] = [createSatResult(), createSatResult()];
    let [missed, worst] = [0, 0];
    for (const { a, b, floatA, floatB } of pairs(angle)) {
      satObbObb(exact, a, b);
      if (!satObbObb(rounded, floatA, floatB)) missed++;
      worst = Math.max(worst, Math.abs(rounded.depth - exact.depth));
    }
    expect(missed).toBe(0);
    expect(worst).toBeLessThan(5e-3);
  });

  it('have a contact', () => {
    const [exact, rounded] = [createPairContact(), createPairContact()];
    let [missed, worst] = [0, 0];
    for (const { a, b, floatA, floatB } of pairs(angle)) {
      contactObbObb(exact, a, b);
      if (!contactObbObb(rounded, floatA, floatB)) missed++;
      worst = Math.max(worst, Math.abs(rounded.depth - exact.depth));
    }
    expect(missed).toBe(0);
    expect(worst).toBeLessThan(5e-3);
  });
});
