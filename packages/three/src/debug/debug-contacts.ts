/**
 * Contacts and pairs as lines: a cross and the normal at every contact point, a line between the bodies of
 * every pair.
 */
import type { PairList } from '@colide/core';
import type { DebugLines } from './debug-lines.ts';

/** Contact points in flat arrays, such as `RigidContacts` of @colide/solvers. */
export interface DebugContacts {
  readonly count: number;
  readonly points: Float64Array;
  readonly normals: Float64Array;
}

/** A cross of arm length `size` / 4 and the normal, `size` long, at every point. */
export function debugContacts(lines: DebugLines, contacts: DebugContacts, size = 0.2): void {
  const { count, points, normals } = contacts;
  const at = lines.reserve(4 * count);
  const { positions } = lines;
  const arm = 0.25 * size;
  for (let c = 0; c < count; c++)
    for (let s = 0; s < 4; s++)
      for (let k = 0; k < 3; k++) {
        const to = at + 24 * c + 6 * s + k;
        const p = points[3 * c + k];
        positions[to] = s === k ? p - arm : p;
        positions[to + 3] = s === 3 ? p + size * normals[3 * c + k] : s === k ? p + arm : p;
      }
}

/** A line between the positions, three numbers each, of every pair. */
export function debugPairs(lines: DebugLines, pairs: PairList, positions: ArrayLike<number>): void {
  for (let i = 0; i < pairs.count; i++)
    lines.segment(positions, 3 * pairs.first(i), positions, 3 * pairs.second(i));
}
