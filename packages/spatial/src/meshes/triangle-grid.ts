/**
 * A uniform grid over the triangles of a mesh: triangles are referred to from every cell they touch, and a
 * ray steps from cell to cell (Amanatides & Woo, "A fast voxel traversal algorithm for ray tracing",
 * Eurographics 1987: three-dimensional DDA).
 *
 * The number of cells is a multiple of the number of triangles, distributed over the axes so that cells are
 * nearly cubes (Cleary & Wyvill, "Analysis of an algorithm for fast ray tracing using uniform space
 * subdivision", 1988). Building takes two passes, one that counts and one that fills, O(references).
 *
 * Good for triangles of similar size that are evenly spread. Limits: a detailed object in a large scene falls
 * into one cell ("teapot in a stadium"); `TriangleBvh` and `TriangleOctree` adapt.
 */

import { type IdList, requirePositive } from '@colide/core';
import { triangleBox } from '@colide/narrowphase';
import { knownTriangleOptions } from '../internal/known-options.ts';
import { triangleSize } from '../internal/mesh-layout.ts';
import { type PackedArray, packArrays, unpackArrays } from '../internal/pack.ts';
import { directionAt, inverseAt, limitAt } from '../internal/ray-state.ts';
import { TriangleCells, wasWatertight } from './internal/triangle-cells.ts';
import type { SlotVisitor, TriangleQueryOptions } from './triangle-queries.ts';

const tag = 'trig';

/** What is packed. */
type Packed = NonNullable<ConstructorParameters<typeof TriangleGrid>[3]>;
const mostCells = 2 ** 24;
const corners = /* @__PURE__ */ new Float64Array(triangleSize);
const box = /* @__PURE__ */ new Float64Array(6);
const range = /* @__PURE__ */ new Int32Array(6);

/** Options of {@link TriangleGrid}. */
export interface TriangleGridOptions extends TriangleQueryOptions {
  /** The approximate number of cells per triangle. Default 4. */
  readonly cellsPerTriangle?: number;
}

/** A grid over triangles. */
export class TriangleGrid extends TriangleCells {
  /** Number of cells along the axes. */
  readonly resolution = new Int32Array(3);
  /** Edges of a cell. */
  readonly cellSize = new Float64Array(3);
  /** Offset of the slots of each cell, x fastest, then y; one more entry than there are cells. */
  starts: Uint32Array = new Uint32Array(1);

  /** Restores a grid from the buffer of {@link serialize}, and the mesh it was made for. */
  static deserialize(
    buffer: ArrayBufferLike,
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
  ): TriangleGrid {
    const arrays = unpackArrays<Packed>(tag, buffer);
    return new TriangleGrid(positions, indices, { watertight: wasWatertight(arrays) }, arrays);
  }

  /**
   * @param positions x, y, z of the vertices, all finite; kept, not copied
   * @param indices three vertices per triangle; kept, not copied
   * @param built arrays that `deserialize` passes, so that nothing is built
   */
  constructor(
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
    options: TriangleGridOptions = {},
    built?: readonly [
      order: Uint32Array,
      base: Float64Array,
      resolution: Int32Array,
      cellSize: Float64Array,
      starts: Uint32Array,
    ],
  ) {
    super(positions, indices, knownTriangleOptions(options, 'cellsPerTriangle'));
    const { cellsPerTriangle = 4 } = options;
    requirePositive('cellsPerTriangle', cellsPerTriangle);
    if (built) {
      const [order, base, resolution, cellSize, starts] = built;
      this.unpackBase(base);
      this.resolution.set(resolution);
      this.cellSize.set(cellSize);
      this.starts = starts;
      this.arrange(order);
    } else {
      this.measure();
      this.chooseResolution(cellsPerTriangle);
      this.fill();
    }
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  protected override packed(): PackedArray[] {
    return [this.order, ...this.packBase(), this.resolution, this.cellSize, this.starts];
  }

  protected override cast(ray: Float64Array): void {
    if (!this.clipToBounds(ray)) return;
    const { bounds, cellSize, starts, resolution } = this;
    const near = this.stretch[0];
    const far = this.stretch[1];
    const rx = resolution[0];
    const ry = resolution[1];
    const rz = resolution[2];
    let x = clampCell((ray[0] + near * ray[directionAt] - bounds[0]) / cellSize[0], rx);
    let y = clampCell((ray[1] + near * ray[directionAt + 1] - bounds[1]) / cellSize[1], ry);
    let z = clampCell((ray[2] + near * ray[directionAt + 2] - bounds[2]) / cellSize[2], rz);
    const stepX = ray[directionAt] < 0 ? -1 : 1;
    const stepY = ray[directionAt + 1] < 0 ? -1 : 1;
    const stepZ = ray[directionAt + 2] < 0 ? -1 : 1;
    // Positions of planes are products, not sums of steps, so that errors do not accumulate.
    const aheadX = ray[directionAt] < 0 ? 0 : 1;
    const aheadY = ray[directionAt + 1] < 0 ? 0 : 1;
    const aheadZ = ray[directionAt + 2] < 0 ? 0 : 1;
    let nextX = (bounds[0] + (x + aheadX) * cellSize[0] - ray[0]) * ray[inverseAt];
    let nextY = (bounds[1] + (y + aheadY) * cellSize[1] - ray[1]) * ray[inverseAt + 1];
    let nextZ = (bounds[2] + (z + aheadZ) * cellSize[2] - ray[2]) * ray[inverseAt + 2];
    let visited = 0;
    for (;;) {
      visited++;
      const cell = x + rx * (y + ry * z);
      const first = starts[cell];
      const last = starts[cell + 1];
      if (first < last && this.castSlots(ray, first, last)) break;
      const next = Math.min(nextX, nextY, nextZ);
      if (next > ray[limitAt] || next > far) break;
      if (next === nextX) {
        x += stepX;
        if (x < 0 || x >= rx) break;
        nextX = (bounds[0] + (x + aheadX) * cellSize[0] - ray[0]) * ray[inverseAt];
      } else if (next === nextY) {
        y += stepY;
        if (y < 0 || y >= ry) break;
        nextY = (bounds[1] + (y + aheadY) * cellSize[1] - ray[1]) * ray[inverseAt + 1];
      } else {
        z += stepZ;
        if (z < 0 || z >= rz) break;
        nextZ = (bounds[2] + (z + aheadZ) * cellSize[2] - ray[2]) * ray[inverseAt + 2];
      }
    }
    this.counters.add(visited, 0);
  }

  /**
   * Visits shells of cells around the cell of the point, or the cell nearest to it, until the next shell is
   * too far away.
   */
  override slotsAround(target: Float64Array, visit: SlotVisitor): void {
    if (this.triangleCount === 0) return;
    const { bounds, cellSize, resolution, starts } = this;
    const cx = clampCell((target[0] - bounds[0]) / cellSize[0], resolution[0]);
    const cy = clampCell((target[1] - bounds[1]) / cellSize[1], resolution[1]);
    const cz = clampCell((target[2] - bounds[2]) / cellSize[2], resolution[2]);
    const smallest = Math.min(cellSize[0], cellSize[1], cellSize[2]);
    const shells = Math.max(resolution[0], resolution[1], resolution[2]);
    let visited = 0;
    for (let shell = 0; shell < shells; shell++) {
      const away = Math.max(0, (shell - 1) * smallest - this.slack);
      if (away * away > target[3]) break;
      const lastZ = Math.min(resolution[2] - 1, cz + shell);
      for (let z = Math.max(0, cz - shell); z <= lastZ; z++) {
        const lastY = Math.min(resolution[1] - 1, cy + shell);
        for (let y = Math.max(0, cy - shell); y <= lastY; y++) {
          // Inside the shell only the two ends of a row belong to it.
          const onFace = Math.abs(z - cz) === shell || Math.abs(y - cy) === shell;
          const stride = onFace || shell === 0 ? 1 : 2 * shell;
          for (let x = cx - shell; x <= cx + shell; x += stride) {
            if (x < 0 || x >= resolution[0]) continue;
            const cell = x + resolution[0] * (y + resolution[1] * z);
            if (starts[cell] === starts[cell + 1]) continue;
            if (this.distanceSquared(x, y, z, target) > target[3]) continue;
            visited++;
            this.approachSlots(visit, target, starts[cell], starts[cell + 1]);
          }
        }
      }
    }
    this.counters.add(visited, 0);
  }

  override slotsIn(out: IdList, window: Float64Array): void {
    this.beginGathering();
    if (this.triangleCount === 0) return;
    const { resolution, starts, bounds } = this;
    for (let axis = 0; axis < 3; axis++)
      if (window[axis] > bounds[axis + 3] || window[axis + 3] < bounds[axis]) return;
    this.findRange(window, this.slack);
    for (let z = range[2]; z <= range[5]; z++)
      for (let y = range[1]; y <= range[4]; y++) {
        const row = resolution[0] * (y + resolution[1] * z);
        this.gather(out, starts[row + range[0]], starts[row + range[3] + 1]);
      }
    this.counters.add((range[3] - range[0] + 1) * (range[4] - range[1] + 1) * (range[5] - range[2] + 1), 0);
  }

  override slotsInside(out: IdList, planes: ArrayLike<number>): void {
    this.beginGathering();
    if (this.triangleCount === 0) return;
    const { resolution, starts } = this;
    let visited = 0;
    for (let z = 0; z < resolution[2]; z++)
      for (let y = 0; y < resolution[1]; y++) {
        // A whole row first, then its cells.
        this.writeCell(0, y, z);
        box[3] = this.bounds[3];
        visited++;
        if (this.isOutside(box, 0, planes)) continue;
        for (let x = 0; x < resolution[0]; x++) {
          const cell = x + resolution[0] * (y + resolution[1] * z);
          if (starts[cell] === starts[cell + 1]) continue;
          visited++;
          this.writeCell(x, y, z);
          if (!this.isOutside(box, 0, planes)) this.gather(out, starts[cell], starts[cell + 1]);
        }
      }
    this.counters.add(visited, 0);
  }

  private chooseResolution(cellsPerTriangle: number): void {
    const { bounds, resolution, cellSize } = this;
    if (this.triangleCount === 0) {
      bounds.fill(0);
      resolution.fill(1);
      cellSize.fill(1);
      return;
    }
    const size = [0, 1, 2].map(axis => bounds[axis + 3] - bounds[axis]);
    const wanted = Math.min(mostCells / 2, cellsPerTriangle * this.triangleCount);
    // Axes along which the mesh is thinner than a cell have one layer; the others share the cells.
    let edge = Math.cbrt((size[0] * size[1] * size[2]) / wanted);
    for (let round = 0; round < 3; round++) {
      const wide = size.filter(extent => extent > edge);
      if (wide.length === 0) break;
      edge = (wide.reduce((product, extent) => product * extent, 1) / wanted) ** (1 / wide.length);
    }
    for (let axis = 0; axis < 3; axis++) {
      resolution[axis] = Math.max(1, Math.min(2048, Math.round(size[axis] / edge) || 1));
      cellSize[axis] = size[axis] / resolution[axis];
    }
  }

  /** Counts the references of every cell, then fills them in. */
  private fill(): void {
    const { resolution } = this;
    const starts = new Uint32Array(resolution[0] * resolution[1] * resolution[2] + 1);
    this.forReferences(cell => {
      starts[cell + 1]++;
    });
    for (let cell = 1; cell < starts.length; cell++) starts[cell] += starts[cell - 1];
    const next = starts.slice();
    const order = new Uint32Array(starts[starts.length - 1]);
    this.forReferences((cell, id) => {
      order[next[cell]++] = id;
    });
    this.starts = starts;
    this.finish(order);
  }

  private forReferences(visit: (cell: number, id: number) => void): void {
    const { resolution, slack } = this;
    for (let id = 0; id < this.triangleCount; id++) {
      for (let i = 0; i < triangleSize; i++) corners[i] = this.soup[triangleSize * id + i];
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(corners[axis], corners[axis + 3], corners[axis + 6]);
        box[axis + 3] = Math.max(corners[axis], corners[axis + 3], corners[axis + 6]);
      }
      this.findRange(box, slack);
      const [x0, y0, z0, x1, y1, z1] = range;
      const single = x0 === x1 && y0 === y1 && z0 === z1;
      for (let z = z0; z <= z1; z++)
        for (let y = y0; y <= y1; y++)
          for (let x = x0; x <= x1; x++) {
            if (!single) {
              this.writeCell(x, y, z);
              for (let axis = 0; axis < 3; axis++) {
                box[axis] -= slack;
                box[axis + 3] += slack;
              }
              if (!triangleBox(corners, box)) continue;
            }
            visit(x + resolution[0] * (y + resolution[1] * z), id);
          }
    }
  }

  /** Writes to `range` the cells that a box, enlarged by `slack`, touches. */
  private findRange(window: Float64Array, slack: number): void {
    const { bounds, cellSize, resolution } = this;
    for (let axis = 0; axis < 3; axis++) {
      range[axis] = clampCell((window[axis] - slack - bounds[axis]) / cellSize[axis], resolution[axis]);
      range[axis + 3] = clampCell(
        (window[axis + 3] + slack - bounds[axis]) / cellSize[axis],
        resolution[axis],
      );
    }
  }

  private writeCell(x: number, y: number, z: number): void {
    const { bounds, cellSize } = this;
    box[0] = bounds[0] + x * cellSize[0];
    box[1] = bounds[1] + y * cellSize[1];
    box[2] = bounds[2] + z * cellSize[2];
    box[3] = bounds[0] + (x + 1) * cellSize[0];
    box[4] = bounds[1] + (y + 1) * cellSize[1];
    box[5] = bounds[2] + (z + 1) * cellSize[2];
  }

  private distanceSquared(x: number, y: number, z: number, target: Float64Array): number {
    this.writeCell(x, y, z);
    let sum = 0;
    for (let axis = 0; axis < 3; axis++) {
      const away = Math.max(
        box[axis] - this.slack - target[axis],
        target[axis] - box[axis + 3] - this.slack,
        0,
      );
      sum += away * away;
    }
    return sum;
  }
}

/** The cell of a coordinate measured in cells; coordinates outside belong to the first or last cell. */
function clampCell(place: number, count: number): number {
  return place > 0 ? Math.min(count - 1, Math.floor(place)) : 0;
}
