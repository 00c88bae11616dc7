/**
 * Which vertices of a convex polytope can be farthest along a direction, by cells of directions.
 *
 * A direction d is scaled to |x| + |y| + |z| = 1, a point of an octahedron, and sorted into a square grid over x and y
 * and the sign of z: one division, no branch. Each cell lists every vertex that is the farthest for some direction in
 * it, two or three on average, so a support query compares a few vertices whatever the size of the polytope, with no
 * state and no start to guess.
 *
 * The list comes from a flood over the adjacency: from the support vertex of the middle of the cell to all vertices
 * that no single neighbour beats at all four corners of the cell. Whoever is beaten at the corners is beaten in
 * between, heights being linear, so no support vertex is missed; a few listed ones are superfluous. The vertices whose
 * normal cones meet a cell are connected through edges, so the flood reaches them all.
 *
 * Building costs about 1 µs a cell, with about four cells a vertex.
 */

/** Cells are widened by this much: rounding may put a direction into the cell next to its own. */
const slack = 1e-6;
/** A little less than 1: no direction reaches beyond the grid. */
const inner = 1 - 1e-9;

/** Candidates by cells of directions. */
export class SupportTable {
  /** Cells along one side of the grid; even, so that no cell crosses an axis. */
  private readonly side: number;
  private readonly half: number;
  private readonly vertices: Float64Array;
  /** The candidates of cell c begin at `offsets[c]`. */
  private readonly offsets: Int32Array;
  /** Three times the number of a vertex: where it begins in `vertices`. */
  private readonly candidates: Int32Array;

  constructor(vertices: Float64Array, adjacencyOffsets: Uint32Array, adjacency: Int32Array) {
    const count = vertices.length / 3;
    const side = 2 * Math.max(2, Math.min(32, Math.ceil(Math.sqrt(count))));
    this.side = side;
    this.half = 0.5 * side * inner;
    this.vertices = vertices;
    this.offsets = new Int32Array(2 * side * side + 1);
    const lists: number[] = [];
    const corners = new Float64Array(12);
    const seen = new Int32Array(count).fill(-1);
    let start = 0;
    for (let row = 0; row < side; row++)
      for (let column = 0; column < side; column++)
        for (let up = 0; up < 2; up++) {
          const cell = (row * side + column) * 2 + up;
          this.offsets[cell] = lists.length;
          cellCorners(corners, (2 * column) / side - 1, (2 * row) / side - 1, 2 / side, up === 1 ? 1 : -1);
          start = climbToMiddle(vertices, adjacencyOffsets, adjacency, corners, start);
          seen[start] = cell;
          const from = lists.length;
          lists.push(start);
          // Whoever is listed is also the queue of the flood; vertices found beaten are overwritten by the last.
          for (let k = from; k < lists.length; k++) {
            const vertex = lists[k]!;
            for (let e = adjacencyOffsets[vertex]!; e < adjacencyOffsets[vertex + 1]!; e++) {
              const next = adjacency[e]!;
              if (seen[next] === cell) continue;
              seen[next] = cell;
              if (!isBeaten(vertices, adjacencyOffsets, adjacency, corners, next)) lists.push(next);
            }
          }
        }
    this.offsets[2 * side * side] = lists.length;
    this.candidates = Int32Array.from(lists, vertex => 3 * vertex);
  }

  /** The number of a vertex farthest along `direction`, which must not be so small or large that squares over- or underflow. */
  find(direction: ArrayLike<number>): number {
    const x = direction[0]!;
    const y = direction[1]!;
    const z = direction[2]!;
    const { side, half, vertices: v, candidates, offsets } = this;
    const sum = Math.abs(x) + Math.abs(y) + Math.abs(z);
    const scale = half / sum;
    const middle = 0.5 * side;
    const column = (x * scale + middle) | 0;
    const row = (y * scale + middle) | 0;
    const up = z < 0 ? 0 : 1;
    const cell = (row * side + column) * 2 + up;
    let k = offsets[cell]!;
    const end = offsets[cell + 1]!;
    let best = candidates[k]!;
    if (++k === end) return (best / 3) | 0;
    let height = v[best]! * x + v[best + 1]! * y + v[best + 2]! * z;
    for (; k < end; k++) {
      const at = candidates[k]!;
      const along = v[at]! * x + v[at + 1]! * y + v[at + 2]! * z;
      if (along > height) {
        height = along;
        best = at;
      }
    }
    return (best / 3) | 0;
  }
}

/** Writes the four corners of the cell at (x, y) on the octahedron's side of that sign of z. */
function cellCorners(out: Float64Array, x: number, y: number, width: number, sign: number): void {
  for (let i = 0; i < 4; i++) {
    const u = (i & 1) === 0 ? x - slack : x + width + slack;
    const v = (i & 2) === 0 ? y - slack : y + width + slack;
    out[3 * i] = u;
    out[3 * i + 1] = v;
    // Linear over the cell, which lies within one quadrant: beyond the octahedron's edge it turns over.
    out[3 * i + 2] = sign * (1 - (x < -0.5 * width ? -u : u) - (y < -0.5 * width ? -v : v));
  }
}

/** Whether one neighbour lies higher at all four corners. */
function isBeaten(
  v: Float64Array,
  adjacencyOffsets: Uint32Array,
  adjacency: Int32Array,
  corners: Float64Array,
  vertex: number,
): boolean {
  for (let e = adjacencyOffsets[vertex]!; e < adjacencyOffsets[vertex + 1]!; e++) {
    const other = 3 * adjacency[e]!;
    const x = v[other]! - v[3 * vertex]!;
    const y = v[other + 1]! - v[3 * vertex + 1]!;
    const z = v[other + 2]! - v[3 * vertex + 2]!;
    let k = 0;
    while (k < 12 && corners[k]! * x + corners[k + 1]! * y + corners[k + 2]! * z > 0) k += 3;
    if (k === 12) return true;
  }
  return false;
}

/** The support vertex of the middle of the cell, by hill climbing from `start`. */
function climbToMiddle(
  v: Float64Array,
  adjacencyOffsets: Uint32Array,
  adjacency: Int32Array,
  corners: Float64Array,
  start: number,
): number {
  const x = corners[0]! + corners[9]!;
  const y = corners[1]! + corners[10]!;
  const z = corners[2]! + corners[11]!;
  let best = start;
  let height = v[3 * start]! * x + v[3 * start + 1]! * y + v[3 * start + 2]! * z;
  for (let vertex = -1; vertex !== best; ) {
    vertex = best;
    for (let e = adjacencyOffsets[vertex]!; e < adjacencyOffsets[vertex + 1]!; e++) {
      const at = 3 * adjacency[e]!;
      const along = v[at]! * x + v[at + 1]! * y + v[at + 2]! * z;
      if (along > height) {
        height = along;
        best = adjacency[e]!;
      }
    }
  }
  return best;
}
