import { createObb, obbFromBox, obbOverlap } from '@colide/bounds';
import { Random } from '@colide/math';
import { expect, it } from 'vitest';

// Axes in 32-bit floats are not quite perpendicular. For boxes that are nearly parallel, the cross products
// of edges are as small as that error, and boxes that overlapped by far were said to be disjoint.
it.each([1e-9, 1e-8, 1e-7, 1e-6, 1e-4])('boxes in floats, parallel but for %f rad, are not missed', angle => {
  const random = new Random(5);
  const [a, b] = [new Float32Array(15), new Float32Array(15)];
  const [exactA, exactB] = [createObb(), createObb()];
  const half = () => [random.uniform(0.1, 2), random.uniform(0.1, 2), random.uniform(0.1, 2)];
  let missed = 0;
  for (let n = 0; n < 20_000; n++) {
    const [halfA, halfB] = [half(), half()];
    const q = Array.from(random.rotation([0, 0, 0, 1]));
    const tilted = q.map(x => x + angle * random.uniform(-1, 1));
    const r = tilted.map(x => x / Math.hypot(...tilted));
    obbFromBox(exactA, [0, 0, 0], halfA, q);
    obbFromBox(exactB, [0, 0, 0], halfB, r);
    // A point of A and a point of B are brought together.
    const center = [0, 0, 0];
    for (let i = 0; i < 3; i++) {
      const [u, v] = [0, 1].map(() => random.uniform(-1, 1)).map(x => Math.sign(x) * Math.abs(x) ** 0.3);
      for (let k = 0; k < 3; k++)
        center[k] += u * halfA[i] * exactA[6 + 3 * i + k] - v * halfB[i] * exactB[6 + 3 * i + k];
    }
    obbFromBox(a, [0, 0, 0], halfA, q);
    obbFromBox(b, center, halfB, r);
    if (!obbOverlap(a, b)) missed++;
  }
  expect(missed).toBe(0);
});
