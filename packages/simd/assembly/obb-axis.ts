/**
 * The axis of greatest separation of two oriented boxes: `findObbAxis` of `@colide/narrowphase`, whose
 * comments say what the steps are for, with the same operations in the same order.
 */
import { axesAt, boxA, boxB, halfAt, numberAt, numberOf, productsAt, rowOf } from './obb-layout';

/** Preference of faces of A over those of B, and of faces over edges, as a part of the least half extent. */
const preference = 1e-9;
/** Squared sine below which edges count as parallel. */
const parallelEdges = 1e-12;

/** Axes below this number are face normals, three of A and three of B. */
export const firstEdgeAxis = 6;

/** Products of the axes, their absolute values, the offset of B seen from A; then the distance found. */
const r = productsAt;
const s = r + numberAt(9);
const t = s + numberAt(9);
export const distanceAt = t + numberAt(3);

/** The axis, as numbered by `findObbAxis`; −1 if the boxes are more than `limit` apart. */
export function findAxis(limit: f64): i32 {
  const x = load<f64>(boxB) - load<f64>(boxA);
  const y = load<f64>(boxB, 8) - load<f64>(boxA, 8);
  const z = load<f64>(boxB, 16) - load<f64>(boxA, 16);
  const axes = boxB + axesAt;
  const b0 = load<f64>(boxB + halfAt);
  const b1 = load<f64>(boxB + halfAt, 8);
  const b2 = load<f64>(boxB + halfAt, 16);
  let best = -Infinity;
  let axis = -1;
  for (let k = 0; k < 3; k++) {
    const row = rowOf(boxA + axesAt, k);
    const ax = load<f64>(row);
    const ay = load<f64>(row, 8);
    const az = load<f64>(row, 16);
    const along = x * ax + y * ay + z * az;
    const r0 = ax * load<f64>(axes) + ay * load<f64>(axes, 8) + az * load<f64>(axes, 16);
    const r1 = ax * load<f64>(axes, 24) + ay * load<f64>(axes, 32) + az * load<f64>(axes, 40);
    const r2 = ax * load<f64>(axes, 48) + ay * load<f64>(axes, 56) + az * load<f64>(axes, 64);
    const s0 = abs(r0);
    const s1 = abs(r1);
    const s2 = abs(r2);
    const gap = abs(along) - (numberOf(boxA + halfAt, k) + s0 * b0 + s1 * b1 + s2 * b2);
    if (!(gap <= limit)) return -1;
    const at = <usize>(24 * k);
    store<f64>(t + ((<usize>k) << 3), along);
    store<f64>(r + at, r0);
    store<f64>(r + at, r1, 8);
    store<f64>(r + at, r2, 16);
    store<f64>(s + at, s0);
    store<f64>(s + at, s1, 8);
    store<f64>(s + at, s2, 16);
    if (gap > best) {
      best = gap;
      axis = k;
    }
  }
  const a0 = load<f64>(boxA + halfAt);
  const a1 = load<f64>(boxA + halfAt, 8);
  const a2 = load<f64>(boxA + halfAt, 16);
  const handicap = preference * min(min(min(min(min(a0, a1), a2), b0), b1), b2);
  let bar = best + handicap;
  for (let k = 0; k < 3; k++) {
    const along =
      numberOf(t, 0) * numberOf(r, k) +
      numberOf(t, 1) * numberOf(r, 3 + k) +
      numberOf(t, 2) * numberOf(r, 6 + k);
    const reach =
      numberOf(boxB + halfAt, k) + numberOf(s, k) * a0 + numberOf(s, 3 + k) * a1 + numberOf(s, 6 + k) * a2;
    const gap = abs(along) - reach;
    if (!(gap <= limit)) return -1;
    if (gap > bar) {
      bar = best = gap;
      axis = 3 + k;
    }
  }
  bar = best + 2 * handicap;
  for (let k = 0; k < 3; k++) {
    const k1 = k === 2 ? 0 : k + 1;
    const k2 = k === 0 ? 2 : k - 1;
    for (let l = 0; l < 3; l++) {
      const cosine = numberOf(r, 3 * k + l);
      const squared = 1 - cosine * cosine;
      if (squared < parallelEdges) continue;
      const l1 = l === 2 ? 0 : l + 1;
      const l2 = l === 0 ? 2 : l - 1;
      const along = numberOf(t, k2) * numberOf(r, 3 * k1 + l) - numberOf(t, k1) * numberOf(r, 3 * k2 + l);
      const reach =
        numberOf(boxA + halfAt, k1) * numberOf(s, 3 * k2 + l) +
        numberOf(boxA + halfAt, k2) * numberOf(s, 3 * k1 + l) +
        numberOf(boxB + halfAt, l1) * numberOf(s, 3 * k + l2) +
        numberOf(boxB + halfAt, l2) * numberOf(s, 3 * k + l1);
      const gap = abs(along) - reach;
      if (gap < 0 && gap <= bar) continue;
      const apart = gap / sqrt(squared);
      if (!(apart <= limit)) return -1;
      if (apart > bar) {
        bar = best = apart;
        axis = firstEdgeAxis + 3 * k + l;
      }
    }
  }
  store<f64>(distanceAt, best);
  return axis;
}
