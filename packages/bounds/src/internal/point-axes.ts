/** Principal axes of a range of points: the eigenvectors of their covariance, widest first. */
import { eigenSymmetric } from '@colide/math';

const covariance = /* @__PURE__ */ new Float64Array(9);
const values = /* @__PURE__ */ new Float64Array(3);

/**
 * Writes the three unit axes, x y z each, of points `from` ≤ i < `to`; the coordinate axes if the points have
 * no extent.
 */
export function pointAxes(out: Float64Array, points: ArrayLike<number>, from: number, to: number): void {
  const n = to - from;
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let p = 3 * from; p < 3 * to; p += 3) {
    mx += points[p];
    my += points[p + 1];
    mz += points[p + 2];
  }
  mx /= n;
  my /= n;
  mz /= n;
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yy = 0;
  let yz = 0;
  let zz = 0;
  for (let p = 3 * from; p < 3 * to; p += 3) {
    const x = points[p] - mx;
    const y = points[p + 1] - my;
    const z = points[p + 2] - mz;
    xx += x * x;
    xy += x * y;
    xz += x * z;
    yy += y * y;
    yz += y * z;
    zz += z * z;
  }
  covariance[0] = xx;
  covariance[1] = covariance[3] = xy;
  covariance[2] = covariance[6] = xz;
  covariance[4] = yy;
  covariance[5] = covariance[7] = yz;
  covariance[8] = zz;
  if (!(xx + yy + zz > 0 && xx + yy + zz < Infinity)) {
    out.fill(0);
    out[0] = out[4] = out[8] = 1;
    return;
  }
  eigenSymmetric(values, out, covariance);
}
