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

/** Receives points of both hulls, three numbers each, and the numbers of the vertices. */
export interface SupportPair {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly idsA: Int32Array;
  readonly idsB: Int32Array;
  /** How many points it holds; the new ones are written after them. */
  readonly count: number;
}

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
  out: SupportPair,
  a: PlacedHull,
  b: PlacedHull,
  fromA: number,
  fromB: number,
): void {
  placeVertex(out.a, 3 * out.count, a, fromA);
  placeVertex(out.b, 3 * out.count, b, fromB);
  out.idsA[out.count] = fromA / 3;
  out.idsB[out.count] = fromB / 3;
}

function placeVertex(out: Float64Array, at: number, { points: p, pose: m }: PlacedHull, from: number): void {
  const x = p[from];
  const y = p[from + 1];
  const z = p[from + 2];
  out[at] = m[0] * x + m[3] * y + m[6] * z + m[positionAt];
  out[at + 1] = m[1] * x + m[4] * y + m[7] * z + m[positionAt + 1];
  out[at + 2] = m[2] * x + m[5] * y + m[8] * z + m[positionAt + 2];
}
