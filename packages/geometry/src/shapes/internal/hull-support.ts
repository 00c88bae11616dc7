/**
 * Support points of two posed hulls at once, as GJK needs them: both directions are looked up in the hulls'
 * cells at the same time, so that the latencies of memory and division overlap. Narrow phases call it through
 * a hull, so that an application without hulls does not carry it. Nothing is allocated.
 */
import { positionAt } from '../../internal/pose-layout.ts';
import { supportCell, supportCellBest } from '../support-cells.ts';

/** A hull with its pose, the nine numbers of the rotation matrix and the three of the position. */
export interface PlacedHull {
  readonly cells: Int32Array;
  readonly points: Float64Array;
  readonly pose: Float64Array;
}

/**
 * Receives points of both hulls, in the layout of a `GjkSimplex` of @colide/narrowphase: `numbers` has up to
 * four differences of points of A and B from 0 on, then the points of A and those of B at the offsets below,
 * and the largest squared difference; `ids` has the numbers of the vertices of A, then of B. Differences are
 * computed here, not by the caller, who would have to read the points back: GJK then took 1.05 to 1.1 times
 * as long.
 */
export interface SupportPair {
  readonly numbers: Float64Array;
  readonly ids: Int32Array;
  /** How many points it holds; the new ones are written after them. */
  readonly count: number;
}

const pointsAAt = 12;
const pointsBAt = 24;
const largestAt = 40;
const idsBAt = 4;

/** The direction in A's frame, then the opposite direction in B's frame, and where that begins. */
const local = /* @__PURE__ */ new Float64Array(6);
const inBAt = 3;

/** Writes the points of A farthest along −`axis` and of B along `axis`. */
export function supportHulls(out: SupportPair, a: PlacedHull, b: PlacedHull, axis: Float64Array): void {
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  const m = a.pose;
  local[0] = -(m[0] * x + m[1] * y + m[2] * z);
  local[1] = -(m[3] * x + m[4] * y + m[5] * z);
  local[2] = -(m[6] * x + m[7] * y + m[8] * z);
  const n = b.pose;
  local[inBAt] = n[0] * x + n[1] * y + n[2] * z;
  local[inBAt + 1] = n[3] * x + n[4] * y + n[5] * z;
  local[inBAt + 2] = n[6] * x + n[7] * y + n[8] * z;
  let fromA = supportCell(a.cells, local, 0);
  let fromB = supportCell(b.cells, local, inBAt);
  if (fromA < 0) fromA = supportCellBest(a.cells, a.points, fromA, local, 0);
  if (fromB < 0) fromB = supportCellBest(b.cells, b.points, fromB, local, inBAt);
  placeHulls(out, a, b, fromA, fromB);
}

/** Writes the vertices at the offsets `fromA` and `fromB`. */
export function placeHulls(
  { numbers, ids, count }: SupportPair,
  { points: p, pose: m }: PlacedHull,
  { points: q, pose: n }: PlacedHull,
  fromA: number,
  fromB: number,
): void {
  const at = 3 * count;
  const px = p[fromA];
  const py = p[fromA + 1];
  const pz = p[fromA + 2];
  const qx = q[fromB];
  const qy = q[fromB + 1];
  const qz = q[fromB + 2];
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const onA = m[k] * px + m[3 + k] * py + m[6 + k] * pz + m[positionAt + k];
    const onB = n[k] * qx + n[3 + k] * qy + n[6 + k] * qz + n[positionAt + k];
    const difference = onA - onB;
    numbers[at + k] = difference;
    numbers[pointsAAt + at + k] = onA;
    numbers[pointsBAt + at + k] = onB;
    squared += difference * difference;
  }
  ids[count] = fromA / 3;
  ids[idsBAt + count] = fromB / 3;
  if (squared > numbers[largestAt]) numbers[largestAt] = squared;
}
