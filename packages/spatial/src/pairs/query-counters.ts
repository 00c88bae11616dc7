/**
 * The cost of queries, counted in the units of the literature: nodes or cells visited, boxes tested,
 * triangles tested. Structures add to their counters in every query; reset them before the work that is to be
 * measured.
 */

/** Offsets of the counts. */
const nodesAt = 0;
const boxesAt = 1;
const trianglesAt = 2;

/**
 * Work done since the last {@link reset}. The counts live in an array of doubles, so that counting never
 * allocates.
 */
export class QueryCounters {
  private readonly counts = new Float64Array(3);

  /** Nodes of a tree, cells of a grid or steps of a sweep that were visited. */
  get nodesVisited(): number {
    return this.counts[nodesAt];
  }

  /** Boxes of items that were compared with the query or with each other. */
  get boxesTested(): number {
    return this.counts[boxesAt];
  }

  /** Triangles that were tested exactly. */
  get trianglesTested(): number {
    return this.counts[trianglesAt];
  }

  /** Adds to the counts. */
  add(nodes: number, boxes: number, triangles = 0): void {
    this.counts[nodesAt] += nodes;
    this.counts[boxesAt] += boxes;
    this.counts[trianglesAt] += triangles;
  }

  /** Sets all counts to zero. */
  reset(): this {
    this.counts.fill(0);
    return this;
  }
}
