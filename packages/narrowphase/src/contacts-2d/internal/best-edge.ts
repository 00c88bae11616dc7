/**
 * The edge of one polygon along whose normal the other polygon is farthest, and the vertex of the other one
 * that is nearest along it.
 */
import { plainDoubles } from '@colide/core';
import type { PosedShape2d } from '../posed-shape-2d.ts';

/** The result of {@link findBestEdge}. The gap is in an array, since V8 boxes numbers in fields. */
export class BestEdge {
  edge = 0;
  vertex = 0;
  private readonly numbers = plainDoubles(1);

  /** Gap along the normal of the edge; negative where the polygons overlap. */
  get gap(): number {
    return this.numbers[0];
  }

  set gap(value: number) {
    this.numbers[0] = value;
  }
}

/**
 * Fills `out` with the best of the first `edges` edges of `a`, or with the first whose gap exceeds the one
 * that `out` has on entry. No gap is larger than that of the centre of `b`, so the edge farthest from the
 * centre is measured first, and few others remain after it. O(edges · vertices) at most.
 */
export function findBestEdge(out: BestEdge, a: PosedShape2d, b: PosedShape2d, edges: number): void {
  const { points, normals } = a;
  const others = b.points;
  const end = 2 * b.count;
  const x = b.center[0];
  const y = b.center[1];
  const most = out.gap;
  let first = 0;
  let farthest = -Infinity;
  for (let i = 0; i < 2 * edges; i += 2) {
    const ahead = normals[i] * (x - points[i]) + normals[i + 1] * (y - points[i + 1]);
    if (!(ahead > farthest)) continue;
    farthest = ahead;
    first = i;
  }
  let best = -Infinity;
  let edge = 2 * edges;
  for (let k = -2; k < 2 * edges; k += 2) {
    const i = k < 0 ? first : k;
    const nx = normals[i];
    const ny = normals[i + 1];
    if (k === first || nx * (x - points[i]) + ny * (y - points[i + 1]) < best) continue;
    let lowest = Infinity;
    let vertex = 0;
    for (let v = 0; v < end; v += 2) {
      const along = nx * others[v] + ny * others[v + 1];
      if (along < lowest) {
        lowest = along;
        vertex = v;
      }
    }
    const gap = lowest - nx * points[i] - ny * points[i + 1];
    // Of edges with the same gap the first is taken.
    if (gap < best || (gap === best && i > edge)) continue;
    best = gap;
    edge = i;
    out.vertex = vertex >> 1;
    if (!(best <= most)) break;
  }
  out.gap = best;
  out.edge = edge >> 1;
}
