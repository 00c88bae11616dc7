/**
 * Finds the axis of greatest separation of two oriented boxes. In the frame of A, with the nine products rᵢⱼ
 * = aᵢ · bⱼ, all fifteen axes cost a few multiplications each (Gottschalk, Lin & Manocha, "OBBTree", SIGGRAPH
 * 1996). Of axes that are equal up to rounding, a face of A is preferred to one of B, and both to edges. No
 * allocation.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import { obbAxesAt, obbHalfAt } from '../../internal/layouts.ts';

/**
 * Preference of faces of A over those of B, and of faces over edges, as a fraction of the smallest half
 * extent.
 */
const preference = 1e-9;
/** Squared sine below which edges count as parallel. */
const parallelEdges = 1e-12;

/** Products of the axes, rᵢⱼ at 3i + j; their absolute values; the offset of B seen from A. */
const r = /* @__PURE__ */ plainDoubles(9);
const s = /* @__PURE__ */ plainDoubles(9);
const t = /* @__PURE__ */ plainDoubles(3);

/** Axes below this number are face normals, three of A and three of B. */
export const firstEdgeAxis = 6;

/**
 * The axis along which the boxes at `aAt` and `bAt` of `obbs` are farthest apart, or overlap least: 0 to 2
 * are the face normals of A, 3 to 5 those of B, and 6 + 3k + l is the cross product of edge k of A and edge l
 * of B. −1 if the boxes are more than `margin[0]` apart on some axis, and for NaN. Writes their distance
 * along it to `distance`, one number, negative if they overlap.
 *
 * In one piece: with the edges in a function of their own, `manifoldObbObb` took 1.03 to 1.04 times as long
 * (Node 20).
 */
export function findObbAxis(
  distance: Doubles,
  obbs: Float64Array,
  aAt: number,
  bAt: number,
  margin: Float64Array,
): number {
  const limit = margin[0];
  const halfA = aAt + obbHalfAt;
  const halfB = bAt + obbHalfAt;
  const axesB = bAt + obbAxesAt;
  const x = obbs[bAt] - obbs[aAt];
  const y = obbs[bAt + 1] - obbs[aAt + 1];
  const z = obbs[bAt + 2] - obbs[aAt + 2];
  const b0 = obbs[halfB];
  const b1 = obbs[halfB + 1];
  const b2 = obbs[halfB + 2];
  let best = -Infinity;
  let axis = -1;
  for (let k = 0; k < 3; k++) {
    const axisAt = aAt + obbAxesAt + 3 * k;
    const ax = obbs[axisAt];
    const ay = obbs[axisAt + 1];
    const az = obbs[axisAt + 2];
    const along = x * ax + y * ay + z * az;
    const r0 = ax * obbs[axesB] + ay * obbs[axesB + 1] + az * obbs[axesB + 2];
    const r1 = ax * obbs[axesB + 3] + ay * obbs[axesB + 4] + az * obbs[axesB + 5];
    const r2 = ax * obbs[axesB + 6] + ay * obbs[axesB + 7] + az * obbs[axesB + 8];
    const s0 = Math.abs(r0);
    const s1 = Math.abs(r1);
    const s2 = Math.abs(r2);
    const gap = Math.abs(along) - (obbs[halfA + k] + s0 * b0 + s1 * b1 + s2 * b2);
    if (!(gap <= limit)) return -1;
    t[k] = along;
    r[3 * k] = r0;
    r[3 * k + 1] = r1;
    r[3 * k + 2] = r2;
    s[3 * k] = s0;
    s[3 * k + 1] = s1;
    s[3 * k + 2] = s2;
    if (gap > best) {
      best = gap;
      axis = k;
    }
  }
  const a0 = obbs[halfA];
  const a1 = obbs[halfA + 1];
  const a2 = obbs[halfA + 2];
  const handicap = preference * Math.min(a0, a1, a2, b0, b1, b2);
  let bar = best + handicap;
  for (let k = 0; k < 3; k++) {
    const along = t[0] * r[k] + t[1] * r[3 + k] + t[2] * r[6 + k];
    const gap = Math.abs(along) - (obbs[halfB + k] + s[k] * a0 + s[3 + k] * a1 + s[6 + k] * a2);
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
      const squared = 1 - r[3 * k + l] * r[3 * k + l];
      if (squared < parallelEdges) continue;
      const l1 = l === 2 ? 0 : l + 1;
      const l2 = l === 0 ? 2 : l - 1;
      const along = t[k2] * r[3 * k1 + l] - t[k1] * r[3 * k2 + l];
      const gap =
        Math.abs(along) -
        (obbs[halfA + k1] * s[3 * k2 + l] +
          obbs[halfA + k2] * s[3 * k1 + l] +
          obbs[halfB + l1] * s[3 * k + l2] +
          obbs[halfB + l2] * s[3 * k + l1]);
      // Dividing a negative gap by the sine only lowers it.
      if (gap < 0 && gap <= bar) continue;
      const apart = gap / Math.sqrt(squared);
      if (!(apart <= limit)) return -1;
      if (apart > bar) {
        bar = best = apart;
        axis = firstEdgeAxis + 3 * k + l;
      }
    }
  }
  distance[0] = best;
  return axis;
}
