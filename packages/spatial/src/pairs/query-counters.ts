/**
 * What queries cost, counted in the units of the literature: nodes or cells visited, boxes tested, triangles tested.
 * Structures add to their counters in every query; reset them before the work that is to be measured.
 */

/** Work done since the last {@link reset}. The counts live in doubles, so that counting never allocates. */
export class QueryCounters {
  /** Nodes visited, boxes tested, triangles tested. */
  readonly counts = new Float64Array(3);

  /** Nodes of a tree, cells of a grid or steps of a sweep that were looked at. */
  get nodesVisited(): number {
    return this.counts[0];
  }

  /** Boxes of items that were compared with the query or with each other. */
  get boxesTested(): number {
    return this.counts[1];
  }

  /** Triangles that were tested exactly. */
  get trianglesTested(): number {
    return this.counts[2];
  }

  /** Adds to the counts. */
  add(nodes: number, boxes: number, triangles = 0): void {
    this.counts[0] += nodes;
    this.counts[1] += boxes;
    this.counts[2] += triangles;
  }

  /** Sets all counts to zero. */
  reset(): this {
    this.counts.fill(0);
    return this;
  }
}
