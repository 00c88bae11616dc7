/**
 * The octree of S1, as E1.1 and E1.2 need it: a triangle sinks to the deepest cell that holds it wholly, and
 * all triangles of the cells that a ray meets are listed, whatever their own boxes say. (`Octree` of the
 * library has the same cells, but compares the ray with the box of every item, too, and so tests fewer
 * triangles.)
 */
import type { IdList } from '@colide/core';

interface Cell {
  readonly low: readonly number[];
  readonly size: number;
  readonly triangles: number[];
  readonly children: (Cell | undefined)[];
}

function makeCell(low: readonly number[], size: number): Cell {
  return { low, size, triangles: [], children: new Array<Cell | undefined>(8).fill(undefined) };
}

/** The child that holds a box wholly: a bit per axis, or -1. */
function childOf({ low, size }: Cell, boxes: Float64Array, at: number): number {
  let child = 0;
  for (let k = 0; k < 3; k++) {
    const middle = low[k] + size / 2;
    if (boxes[at + k] >= middle) child |= 1 << k;
    else if (boxes[at + 3 + k] >= middle) return -1;
  }
  return child;
}

/** Triangles in nested cells of a cube that begins at the origin. */
export class SourceOctree {
  /** Cells that rays met, since it was last set to 0. */
  visited = 0;
  private readonly root: Cell;
  private readonly origin = new Float64Array(3);
  private readonly inverse = new Float64Array(3);

  /** @param boxes six numbers per triangle: min xyz, then max xyz */
  constructor(boxes: Float64Array, edge: number, maxDepth: number) {
    this.root = makeCell([0, 0, 0], edge);
    for (let at = 0; at < boxes.length; at += 6) {
      let cell = this.root;
      for (let depth = 0; depth < maxDepth; depth++) {
        const child = childOf(cell, boxes, at);
        if (child < 0) break;
        const half = cell.size / 2;
        cell.children[child] ??= makeCell(
          cell.low.map((x, k) => x + ((child >> k) & 1) * half),
          half,
        );
        cell = cell.children[child];
      }
      cell.triangles.push(at / 6);
    }
  }

  /** Appends the triangles of all cells that the ray meets. */
  list(ids: IdList, origin: Float64Array, direction: Float64Array): void {
    for (let k = 0; k < 3; k++) {
      this.origin[k] = origin[k];
      this.inverse[k] = 1 / direction[k];
    }
    this.listBelow(ids, this.root);
  }

  private listBelow(ids: IdList, cell: Cell): void {
    const { low, size, triangles, children } = cell;
    let [enter, leave] = [0, Infinity];
    for (let k = 0; k < 3; k++) {
      const t = (low[k] - this.origin[k]) * this.inverse[k];
      const u = (low[k] + size - this.origin[k]) * this.inverse[k];
      enter = Math.max(enter, Math.min(t, u));
      leave = Math.min(leave, Math.max(t, u));
    }
    if (enter > leave) return;
    this.visited++;
    for (let i = 0; i < triangles.length; i++) ids.push(triangles[i]);
    for (let k = 0; k < 8; k++) {
      const child = children[k];
      if (child) this.listBelow(ids, child);
    }
  }
}
