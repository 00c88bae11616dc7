/**
 * The edge of one polygon along whose normal the other polygon is farthest, and the vertex of the other one
 * that is nearest along it.
 */
import type { PosedShape2d } from '../posed-shape-2d.ts';

/** What {@link findBestEdge} has found. The gap is in an array, since V8 boxes numbers in fields. */
export class BestEdge {
  edge = 0;
  vertex = 0;
  private readonly numbers = new Float64Array(1);

  /** Gap along the normal of the edge; negative where the polygons overlap. */
  get gap(): number {
    return this.numbers[0];
  }

  set gap(value: number) {
    this.numbers[0] = value;
  }
}

/**
 * Fills `out` with the best of the first `edges` edges of `a`, or with any that keeps the two farther apart than the gap
 * that `out` has on entry. O(edges · vertices).
 */
export function findBestEdge(out: BestEdge, a: PosedShape2d, b: PosedShape2d, edges: number): void {
  const { points, normals } = a;
  const others = b.points;
  const end = 2 * b.count;
  const most = out.gap;
  let best = -Infinity;
  for (let i = 0; i < 2 * edges && best <= most; i += 2) {
    const nx = normals[i];
    const ny = normals[i + 1];
    let lowest = Infinity;
    let vertex = 0;
    for (let k = 0; k < end; k += 2) {
      const along = nx * others[k] + ny * others[k + 1];
      if (along < lowest) {
        lowest = along;
        vertex = k;
      }
    }
    const gap = lowest - nx * points[i] - ny * points[i + 1];
    if (gap <= best) continue;
    best = gap;
    out.edge = i >> 1;
    out.vertex = vertex >> 1;
  }
  out.gap = best;
}
