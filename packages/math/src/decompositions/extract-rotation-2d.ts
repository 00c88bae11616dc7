/**
 * The rotation nearest to a 2×2 matrix as (cos θ, sin θ). In the plane it is known in closed form, so the
 * warm start serves one purpose: where the nearest rotation is not unique, the last one is kept and nothing
 * jumps.
 */
import { type ReadonlyMat2, requireLength, type Vec2 } from '@colide/core';
import { loadMat2, mat2ScratchSize } from './internal/load-mat2.ts';

const a = /* @__PURE__ */ new Float64Array(mat2ScratchSize);

/** A gap below this, relative to the Frobenius norm, is rounding error. */
const ambiguous = 1e-15;

/**
 * Writes (cos θ, sin θ) of the rotation nearest to `m` to `out` and returns true; where it is not unique
 * beyond rounding, leaves `out` unchanged and returns false.
 */
export function extractRotation2d(out: Vec2, m: ReadonlyMat2): boolean {
  requireLength('out', out, 2);
  loadMat2(a, m);
  const a0 = a[0];
  const a1 = a[1];
  const a2 = a[2];
  const a3 = a[3];
  const cosine = a0 + a3;
  const sine = a1 - a2;
  const length2 = cosine * cosine + sine * sine;
  if (!(length2 > ambiguous * ambiguous * (a0 * a0 + a1 * a1 + a2 * a2 + a3 * a3))) return false;
  const s = 1 / Math.sqrt(length2);
  out[0] = cosine * s;
  out[1] = sine * s;
  return true;
}
