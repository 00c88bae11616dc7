/**
 * A height field for {@link MeshShape}: terrain that needs neither triangles in memory nor a structure over
 * them. The cells below a box are found by division, and their triangles are made from the heights when they
 * are asked for.
 *
 *   const shape = new MeshShape(new HeightFieldMesh(field));
 *   world.add({ shape, type: 'static' });
 *
 * Memory: eight bytes per sample, those of the field itself; a BVH over the same terrain takes about twenty
 * times as much. O(cells below the box) per query, O(cells below it) per ray. The surface is the one that
 * `field.geometry()` has as triangles, with the same numbers of vertices and triangles.
 */
import { type IdList, type RayHit, type ReadonlyVec3, refuse, requireFiniteArray } from '@colide/core';
import type { HeightField, TriangleGeometry } from '@colide/geometry';
import { rayHeightField } from '@colide/narrowphase';
import type { MeshTriangles } from './mesh-shape.ts';

/** First column, first row, last column, last row. */
const cells = /* @__PURE__ */ new Int32Array(4);

/** The triangles of a height field, made when they are needed. */
export class HeightFieldMesh implements MeshTriangles {
  readonly field: HeightField;

  constructor(field: HeightField) {
    if (typeof field?.cellRange !== 'function') refuse('field', 'be a HeightField', field);
    this.field = field;
  }

  get triangleCount(): number {
    return this.field.triangleCount;
  }

  /** All vertices, for drawing: a new array. */
  get positions(): Float64Array {
    return this.geometry().positions;
  }

  /** The vertices of all triangles, for drawing: a new array. */
  get indices(): Uint32Array {
    return this.geometry().indices;
  }

  triangle(out: Float64Array, id: number): Float64Array {
    this.field.triangle(out, id);
    return out;
  }

  vertexIds(out: Int32Array, id: number): void {
    const { columns } = this.field;
    const cell = id >> 1;
    // A row has one vertex more than cells.
    const first = cell + Math.floor(cell / (columns - 1));
    const opposite = first + columns + 1;
    out[0] = first;
    out[1] = (id & 1) === 1 ? opposite : first + columns;
    out[2] = (id & 1) === 1 ? first + 1 : opposite;
  }

  raycast(hit: RayHit, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT = Infinity): number {
    if (typeof hit?.normal !== 'object') refuse('hit', 'be a RayHit', hit);
    requireFiniteArray('origin', origin, 3);
    requireFiniteArray('direction', direction, 3);
    if (direction[0] === 0 && direction[1] === 0 && direction[2] === 0)
      throw new RangeError('direction must not be zero');
    if (!(typeof maxT === 'number' && maxT >= 0)) refuse('maxT', 'not be negative', maxT);
    if (rayHeightField(hit, origin, direction, this.field) > maxT) hit.t = Infinity;
    return hit.t;
  }

  /** Appends the triangles of the cells that may touch `box`. */
  slotsIn(out: IdList, box: Float64Array): void {
    const { field } = this;
    const { heights, columns } = field;
    if (!field.cellRange(cells, box)) return;
    for (let row = cells[1]; row <= cells[3]; row++)
      for (let column = cells[0]; column <= cells[2]; column++) {
        const at = row * columns + column;
        const a = heights[at];
        const b = heights[at + 1];
        const c = heights[at + columns];
        const d = heights[at + columns + 1];
        if (Math.max(a, b, c, d) < box[1] || Math.min(a, b, c, d) > box[4]) continue;
        const id = 2 * (at - row);
        out.push(id);
        out.push(id + 1);
      }
  }

  private geometry(): TriangleGeometry {
    return this.field.geometry();
  }
}
