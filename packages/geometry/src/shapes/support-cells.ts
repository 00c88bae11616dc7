/**
 * Finds the vertex of a convex polytope farthest along a direction, by cells of directions.
 *
 * A direction d is scaled to |x| + |y| + |z| = 1, a point of an octahedron, and assigned to a cell of a
 * square grid over u = x + y and v = x − y, one grid per sign of z: one division, no branch. Most cells
 * belong to a single vertex, whose number is then the answer; the others list every vertex that is the
 * farthest for some direction in them, two or three on average. So a support query costs the same at 8 and at
 * 10 000 vertices, with no state and no start to guess.
 *
 * Layout of the one array: `cells[0]` is the side of the grid; the cell in column c and row r, above (1) or
 * below (0), is at 1 + 2 (r · side + c) + above. It holds three times the number of its vertex, the offset of
 * that vertex among the coordinates, or ~k if the list of its vertices begins at `cells[k]`; lists end with
 * −1.
 *
 * The cells are built top down: a block of cells starts with the candidates of the block of which it is a
 * quarter, and drops those that a single neighbour beats at all four corners of the block. Because heights
 * are linear, a vertex beaten at the corners is beaten in between, so no support vertex is missed; a few of
 * the listed ones are superfluous.
 *
 * About 40 cells per vertex. We have not seen this elsewhere; it stands in for hill climbing (van den Bergen,
 * "Collision Detection in Interactive 3D Environments", 2003, §4.3.4) and for the hierarchy of Dobkin and
 * Kirkpatrick.
 */

/** Cells are widened by this much: rounding may put a direction into the cell next to its own. */
const slack = 1e-6;

/**
 * The offset in `vertices` of the vertex farthest along `directions[at..]`: three times its number. The
 * direction must not be so small or large that squares over- or underflow; for zero or NaN some vertex is
 * returned.
 */
export function supportCellsFind(
  cells: Int32Array,
  vertices: Float64Array,
  directions: Float64Array,
  at: number,
): number {
  const entry = supportCell(cells, directions, at);
  return entry >= 0 ? entry : supportCellBest(cells, vertices, entry, directions, at);
}

/**
 * The entry of a direction's cell: the offset of its only vertex, or a number < 0 for
 * {@link supportCellBest}.
 */
export function supportCell(cells: Int32Array, directions: Float64Array, at: number): number {
  const x = directions[at];
  const y = directions[at + 1];
  const z = directions[at + 2];
  const side = cells[0];
  const half = 0.5 * side;
  // A little less than 1: no direction reaches beyond the grid.
  const scale = 0.999999999 / (Math.abs(x) + Math.abs(y) + Math.abs(z));
  const column = (((x + y) * scale + 1) * half) | 0;
  const row = (((x - y) * scale + 1) * half) | 0;
  return cells[1 + 2 * (row * side + column) + ((z * scale + 1) | 0)];
}

/** The offset of the vertex farthest along a direction, among the list that `entry` < 0 refers to. */
export function supportCellBest(
  cells: Int32Array,
  vertices: Float64Array,
  entry: number,
  directions: Float64Array,
  at: number,
): number {
  const x = directions[at];
  const y = directions[at + 1];
  const z = directions[at + 2];
  let k = ~entry;
  let best = cells[k];
  let height = vertices[best] * x + vertices[best + 1] * y + vertices[best + 2] * z;
  for (let next = cells[++k]; next >= 0; next = cells[++k]) {
    const along = vertices[next] * x + vertices[next + 1] * y + vertices[next + 2] * z;
    if (along > height) {
      height = along;
      best = next;
    }
  }
  return best;
}

/**
 * Makes the cells of a polytope.
 *
 * @param vertices corners of a convex hull, x, y, z each; all of them extreme
 * @param adjacencyOffsets the neighbours of vertex v begin at `adjacencyOffsets[v]` in `adjacency`
 */
export function supportCellsBuild(
  vertices: Float64Array,
  adjacencyOffsets: Uint32Array,
  adjacency: Int32Array,
): Int32Array {
  return new Builder(vertices, adjacencyOffsets, adjacency).build();
}

class Builder {
  private readonly side: number;
  private readonly first: Int32Array;
  private readonly lists: number[] = [];
  /** Candidates of the current block and of those around it, one after the other. */
  private readonly stack: number[] = [];
  private readonly corners = new Float64Array(12);

  constructor(
    private readonly vertices: Float64Array,
    private readonly adjacencyOffsets: Uint32Array,
    private readonly adjacency: Int32Array,
  ) {
    const count = vertices.length / 3;
    this.side = 8;
    while (this.side < 64 && this.side < 3.2 * Math.sqrt(count)) this.side *= 2;
    this.first = new Int32Array(1 + 2 * this.side * this.side);
  }

  build(): Int32Array {
    const { side, first, lists, stack } = this;
    first[0] = side;
    for (let i = 0; 3 * i < this.vertices.length; i++) stack.push(i);
    const all = stack.length;
    for (let above = 0; above < 2; above++)
      for (let quarter = 0; quarter < 4; quarter++) {
        const half = side / 2;
        this.block((quarter & 1) * half, (quarter >> 1) * half, half, above, 0, all);
      }
    const cells = new Int32Array(first.length + lists.length);
    cells.set(first);
    cells.set(lists, first.length);
    return cells;
  }

  /** Fills a square block of cells, given the candidates `stack[from..end)` of the block around it. */
  private block(column: number, row: number, size: number, above: number, from: number, end: number): void {
    const { side, first, lists, stack } = this;
    this.placeCorners(column, row, size, above);
    const start = stack.length;
    for (let k = from; k < end; k++) if (!this.isBeaten(stack[k])) stack.push(stack[k]);
    const kept = stack.length - start;
    if (kept === 1) {
      for (let r = row; r < row + size; r++)
        for (let c = column; c < column + size; c++) first[1 + 2 * (r * side + c) + above] = 3 * stack[start];
    } else if (size > 1) {
      const half = size / 2;
      const stop = stack.length;
      for (let quarter = 0; quarter < 4; quarter++)
        this.block(column + (quarter & 1) * half, row + (quarter >> 1) * half, half, above, start, stop);
    } else {
      first[1 + 2 * (row * side + column) + above] = ~(first.length + lists.length);
      for (let k = start; k < stack.length; k++) lists.push(3 * stack[k]);
      lists.push(-1);
    }
    stack.length = start;
  }

  /**
   * Writes the directions of the four corners of a block. On the octahedron |z| = 1 − max(|u|, |v|): a block
   * lies on one side of the folds |u| = |v| or is cut by a fold along its diagonal.
   */
  private placeCorners(column: number, row: number, size: number, above: number): void {
    const { side, corners } = this;
    const scale = 2 / side;
    const middleU = (column + 0.5 * size) * scale - 1;
    const middleV = (row + 0.5 * size) * scale - 1;
    for (let i = 0; i < 4; i++) {
      const u = (column + (i & 1) * size) * scale - 1 + ((i & 1) === 0 ? -slack : slack);
      const v = (row + (i >> 1) * size) * scale - 1 + (i < 2 ? -slack : slack);
      const alongU = middleU < 0 ? -u : u;
      const alongV = middleV < 0 ? -v : v;
      const difference = Math.abs(middleU) - Math.abs(middleV);
      const outward = difference > 0 ? alongU : difference < 0 ? alongV : Math.max(alongU, alongV);
      corners[3 * i] = 0.5 * (u + v);
      corners[3 * i + 1] = 0.5 * (u - v);
      corners[3 * i + 2] = above === 1 ? 1 - outward : outward - 1;
    }
  }

  /** Whether one neighbour lies higher at all four corners. */
  private isBeaten(vertex: number): boolean {
    const { vertices: p, adjacencyOffsets, adjacency, corners: c } = this;
    const end = adjacencyOffsets[vertex + 1];
    for (let e = adjacencyOffsets[vertex]; e < end; e++) {
      const other = 3 * adjacency[e];
      const x = p[other] - p[3 * vertex];
      const y = p[other + 1] - p[3 * vertex + 1];
      const z = p[other + 2] - p[3 * vertex + 2];
      let k = 0;
      while (k < 12 && c[k] * x + c[k + 1] * y + c[k + 2] * z > 0) k += 3;
      if (k === 12) return true;
    }
    return false;
  }
}
