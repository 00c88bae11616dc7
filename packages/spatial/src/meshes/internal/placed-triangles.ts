/**
 * The triangles of a posed mesh near another shape, in the world. The box around the shape is transformed to
 * the frame of the mesh, whose structure finds the triangles. No allocation unless there are more triangles
 * than ever before.
 */

import { type Convex, IdList } from '@colide/core';
import { convexAabb, type Posed } from '@colide/geometry';
import { triangleSize } from '../../internal/mesh-layout.ts';
import type { TreeMesh } from './tree-mesh.ts';

const point = /* @__PURE__ */ new Float64Array(3);
const halfExtents = /* @__PURE__ */ new Float64Array(3);

/** The triangles found by the last search. */
export class PlacedTriangles {
  /** Their slots in the mesh. */
  readonly slots = new IdList();
  /** The corners of the one that was loaded last. */
  readonly corners = new Float64Array(triangleSize);
  /** The box that {@link findInBox} searches, in the world; then the same box in the frame of the mesh. */
  readonly box = new Float64Array(6);

  /** Finds triangles that may be within `margin` of `convex`. */
  find(mesh: TreeMesh, placed: Posed, convex: Convex, margin: number): void {
    convexAabb(this.box, convex);
    this.findInBox(mesh, placed, margin);
  }

  /** Finds triangles that may be within `margin` of {@link box}. */
  findInBox(mesh: TreeMesh, placed: Posed, margin: number): void {
    this.moveBox(placed, margin);
    this.slots.clear();
    mesh.slotsIn(this.slots, this.box);
  }

  /** Moves {@link box}, widened by `margin`, from the world to the frame of the mesh. */
  moveBox({ matrix: m, position: p }: Posed, margin: number): void {
    const { box } = this;
    // Centre and half extents of the box, in the frame of the mesh.
    for (let k = 0; k < 3; k++) {
      point[k] = 0.5 * (box[k] + box[3 + k]) - p[k];
      halfExtents[k] = 0.5 * (box[3 + k] - box[k]) + margin;
    }
    for (let k = 0; k < 3; k++) {
      let middle = 0;
      let half = 0;
      for (let l = 0; l < 3; l++) {
        middle += m[3 * k + l] * point[l];
        half += Math.abs(m[3 * k + l]) * halfExtents[l];
      }
      // A few units in the last place wider, for the rounding of this sum.
      half += 1e-14 * (Math.abs(middle) + half);
      box[k] = middle - half;
      box[3 + k] = middle + half;
    }
  }

  /**
   * Writes to `out[at]` how far the box around the triangle in a slot is from {@link box} along some axis.
   */
  measureGap(out: Float64Array, at: number, mesh: TreeMesh, slot: number): void {
    const { box, corners } = this;
    const from = mesh.corners ?? mesh.triangle(corners, mesh.order ? mesh.order[slot] : slot);
    const first = mesh.corners ? 9 * slot : 0;
    let gap = 0;
    for (let k = 0; k < 3; k++) {
      const a = from[first + k];
      const b = from[first + 3 + k];
      const c = from[first + 6 + k];
      gap = Math.max(gap, box[k] - Math.max(a, b, c), Math.min(a, b, c) - box[3 + k]);
    }
    out[at] = gap;
  }

  /** Writes the triangle in a slot to {@link corners}, in the world; returns its number. */
  load(mesh: TreeMesh, placed: Posed, slot: number): number {
    const { order } = mesh;
    const id = order ? order[slot] : slot;
    mesh.triangle(this.corners, id);
    this.place(placed);
    return id;
  }

  /** As {@link load}; −1 if the triangle is outside of the box that was searched: a leaf has several. */
  loadInBox(mesh: TreeMesh, placed: Posed, slot: number): number {
    const { order } = mesh;
    const id = order ? order[slot] : slot;
    // In the order of slots, neighbours are adjacent in memory.
    const from = mesh.corners ?? mesh.triangle(this.corners, id);
    const at = mesh.corners ? 9 * slot : 0;
    return this.meets(from, at) ? this.loadSlot(mesh, placed, slot) : -1;
  }

  /** As {@link load}, from the corners in the order of slots, if the mesh has them. */
  loadSlot(mesh: TreeMesh, placed: Posed, slot: number): number {
    const { order, corners: from } = mesh;
    if (!from) return this.load(mesh, placed, slot);
    for (let k = 0; k < 9; k++) this.corners[k] = from[9 * slot + k];
    this.place(placed);
    return order ? order[slot] : slot;
  }

  /** Whether the box around the triangle at `from[at…]` meets the box that was searched. */
  private meets(from: ArrayLike<number>, at: number): boolean {
    const { box } = this;
    for (let k = 0; k < 3; k++) {
      const a = from[at + k];
      const b = from[at + 3 + k];
      const c = from[at + 6 + k];
      const low = box[k];
      const high = box[3 + k];
      if ((a < low && b < low && c < low) || (a > high && b > high && c > high)) return false;
    }
    return true;
  }

  /** Moves {@link corners} from the frame of the mesh to the world. */
  private place({ matrix: m, position: p }: Posed): void {
    const { corners } = this;
    for (let c = 0; c < 9; c += 3) {
      const x = corners[c];
      const y = corners[c + 1];
      const z = corners[c + 2];
      for (let k = 0; k < 3; k++) corners[c + k] = m[k] * x + m[3 + k] * y + m[6 + k] * z + p[k];
    }
  }
}
