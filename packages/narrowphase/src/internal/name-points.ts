/**
 * Ids for the four points of a manifold that say where they lie, not which features they came from. If two
 * aligned faces of equal size touch, several features give the same corners, and rounding decides which; if a
 * face has many corners, a small tilt decides which four are kept. The location of a point does not depend on
 * either.
 *
 * The points are numbered in order around their centre, starting where the four are nearest to the middles of
 * the four quadrants of a frame perpendicular to the normal. So only when the whole set of points rotates
 * past 45° does every point take the id of its neighbour.
 */
import type { ContactManifold } from '../contacts/contact-manifold.ts';
import { setContactTangents } from './contact-tangents.ts';

/** Ids of points named by quadrant begin here, above all ids made from features. */
const quadrantId = 0x60000000;

/** The position of each point around the centre: 0 to 4, one unit per quadrant. */
const turns = /* @__PURE__ */ new Float64Array(4);
/** The points in the order of their positions. */
const order = /* @__PURE__ */ new Int32Array(4);
const tangents = /* @__PURE__ */ new Float64Array(6);

/** Sets the ids of the points of `out`, if there are four, by the tangents of its normal. */
export function namePoints(out: ContactManifold): void {
  if (out.count !== 4) return;
  setContactTangents(tangents, out.normal);
  namePointsAlong(out, tangents, 0, 3, quadrantId);
}

/**
 * Sets the ids of four points by the quadrants of the axes at `uAt` and `vAt` of `axes`; `firstId` is a
 * multiple of four.
 */
export function namePointsAlong(
  out: ContactManifold,
  axes: Float64Array,
  uAt: number,
  vAt: number,
  firstId: number,
): void {
  const { pointsA: p, ids } = out;
  const x = 0.25 * (p[0] + p[3] + p[6] + p[9]);
  const y = 0.25 * (p[1] + p[4] + p[7] + p[10]);
  const z = 0.25 * (p[2] + p[5] + p[8] + p[11]);
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    const dx = p[3 * i] - x;
    const dy = p[3 * i + 1] - y;
    const dz = p[3 * i + 2] - z;
    const u = dx * axes[uAt] + dy * axes[uAt + 1] + dz * axes[uAt + 2];
    const v = dx * axes[vAt] + dy * axes[vAt + 1] + dz * axes[vAt + 2];
    const size = Math.abs(u) + Math.abs(v);
    const turn = size > 0 ? (v >= 0 ? 1 - u / size : 3 + u / size) : 0;
    turns[i] = turn;
    sum += turn;
    let at = i;
    for (; at > 0 && turns[order[at - 1]] > turn; at--) order[at] = order[at - 1];
    order[at] = i;
  }
  // In the middles of the quadrants the positions are 0.5, 1.5, 2.5 and 3.5, which add up to eight.
  const start = Math.round(0.25 * sum) + 2;
  for (let i = 0; i < 4; i++) ids[order[i]] = firstId | ((start + i) & 3);
}
