/**
 * Two eigenvalues whose distance, relative to the third, is so small that its square is a denormal number:
 * the rotation between their vectors was then scaled by what denormals round away, and the vectors were not
 * of length 1.
 */
import { eigenSymmetric, Random, svd } from '@colide/math';
import { describe, expect, it } from 'vitest';

/** Largest deviation of the columns of `m` from an orthonormal set. */
function deviation(m: Float64Array): number {
  let worst = 0;
  for (let i = 0; i < 9; i += 3) {
    for (let j = i; j < 9; j += 3) {
      const dot = m[i] * m[j] + m[i + 1] * m[j + 1] + m[i + 2] * m[j + 2];
      worst = Math.max(worst, Math.abs(dot - (i === j ? 1 : 0)));
    }
  }
  return worst;
}

describe('elements of wildly different size', () => {
  it('leave eigenvectors and singular vectors orthonormal', () => {
    const random = new Random(11);
    const m = new Float64Array(9);
    const values = new Float64Array(3);
    const u = new Float64Array(9);
    const v = new Float64Array(9);
    let worst = 0;
    for (let n = 0; n < 20000; n++) {
      for (let i = 0; i < 9; i++) m[i] = random.normal() * 10 ** random.uniform(-150, 150);
      svd(u, values, v, m);
      worst = Math.max(worst, deviation(u), deviation(v));
    }
    for (let exponent = -170; exponent <= -140; exponent += 0.25) {
      const tiny = 10 ** exponent;
      eigenSymmetric(values, v, [1, 0, 0, 0, tiny, tiny, 0, tiny, 0]);
      worst = Math.max(worst, deviation(v));
    }
    expect(worst).toBeLessThan(1e-14);
  });
});
