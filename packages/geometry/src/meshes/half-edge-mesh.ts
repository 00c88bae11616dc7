/**
 * The half-edge structure (doubly connected edge list) on flat integer arrays: every edge of a surface is two
 * half-edges, one for each face beside it.
 *
 * Half-edge h is corner h of the face list the mesh was built from: it starts at `origin[h]`, runs to the
 * origin of `next[h]`, has `face[h]` on its left and `twin[h]` on the other side. So a mesh of polygons needs
 * only four integers per corner, and all traversals are index lookups that allocate nothing.
 *
 * Cost: built in O(corners + vertices) by two counting sorts; every traversal is linear in what it visits.
 * Limits: oriented 2-manifolds, with or without boundary. Anything else is refused with the report of
 * `meshReport`.
 *
 * D. E. Muller, F. P. Preparata, "Finding the intersection of two convex polyhedra", Theor. Comp. Sci. 7,
 * 1978.
 */
import { type IdList, requireInteger, requireLength, requireMultiple, requireObject } from '@colide/core';
import { edgeRunEnd, linkCorners, sortByEdge } from './internal/edge-pairs.ts';
import { describeMeshReport, meshReport } from './mesh-report.ts';

/** Numbers per plane, and the index of its offset, which follows the normal. */
const planeSize = 4;
const offsetAt = 3;

/**
 * Neighbours of all vertices in compressed rows: those of v are `neighbors[offsets[v]]` up to
 * `offsets[v + 1]`.
 */
export interface VertexAdjacency {
  offsets: Uint32Array;
  neighbors: Uint32Array;
}

/** Faces over shared vertices, such as a `Hull` or a polygon geometry. */
export interface FaceLists {
  readonly faceOffsets: ArrayLike<number>;
  readonly faceVertices: ArrayLike<number>;
}

/** An oriented manifold surface of polygons. */
export class HalfEdgeMesh {
  readonly vertexCount: number;
  readonly edgeCount: number;
  readonly faceCount: number;
  /** First half-edge of each face, then the number of half-edges; half-edges of a face are consecutive. */
  readonly faceOffsets: Uint32Array;
  /** Vertex at which each half-edge starts. */
  readonly origin: Uint32Array;
  /** The half-edge that follows in the same face, counter-clockwise. */
  readonly next: Uint32Array;
  /** The half-edge on the other side; −1 at a boundary. */
  readonly twin: Int32Array;
  /** Face to the left of each half-edge. */
  readonly face: Uint32Array;
  /**
   * A half-edge that starts at each vertex: at a boundary, the one with which the ring begins; −1 if the
   * vertex is unused.
   */
  readonly vertexHalfEdge: Int32Array;

  /**
   * Builds the mesh of `faces` over `vertexCount` vertices; throws an error that says what is wrong and where
   * unless it is manifold.
   */
  constructor(faces: FaceLists, vertexCount: number) {
    requireObject('faces', faces);
    const report = meshReport(faces.faceOffsets, faces.faceVertices, vertexCount);
    if (!report.manifold)
      throw new RangeError(`faces must form an oriented manifold: ${describeMeshReport(report)}`);
    this.vertexCount = vertexCount;
    this.faceOffsets = Uint32Array.from(faces.faceOffsets);
    this.origin = Uint32Array.from(faces.faceVertices);
    this.faceCount = this.faceOffsets.length - 1;
    const { next, face } = linkCorners(this.faceOffsets, this.origin.length);
    this.next = next;
    this.face = face;
    this.twin = new Int32Array(next.length).fill(-1);
    const order = sortByEdge(this.origin, next, vertexCount);
    let edgeCount = 0;
    for (let start = 0; start < order.length; edgeCount++) {
      const end = edgeRunEnd(this.origin, next, order, start);
      if (end - start === 2) {
        this.twin[order[start]] = order[start + 1];
        this.twin[order[start + 1]] = order[start];
      }
      start = end;
    }
    this.edgeCount = edgeCount;
    this.vertexHalfEdge = new Int32Array(vertexCount).fill(-1);
    for (let h = 0; h < next.length; h++) {
      const v = this.origin[h];
      if (this.vertexHalfEdge[v] < 0 || this.twin[h] < 0) this.vertexHalfEdge[v] = h;
    }
  }

  /** The mesh of triangles, three vertex numbers each. */
  static fromTriangles(indices: ArrayLike<number>, vertexCount: number): HalfEdgeMesh {
    requireMultiple('indices', indices, 3);
    const faceOffsets = new Uint32Array(indices.length / 3 + 1);
    for (let f = 0; f < faceOffsets.length; f++) faceOffsets[f] = 3 * f;
    return new HalfEdgeMesh({ faceOffsets, faceVertices: indices }, vertexCount);
  }

  /** Whether the surface has no boundary. */
  get closed(): boolean {
    return this.faceCount > 0 && 2 * this.edgeCount === this.origin.length;
  }

  /** Vertices in use − edges + faces: 2 for a sphere, 0 for a torus. */
  get eulerCharacteristic(): number {
    let used = 0;
    for (const h of this.vertexHalfEdge) if (h >= 0) used++;
    return used - this.edgeCount + this.faceCount;
  }

  /** Vertex at which half-edge `h` ends; unchecked. */
  target(h: number): number {
    return this.origin[this.next[h]];
  }

  /** The half-edge before `h` in its face; unchecked. */
  previous(h: number): number {
    const begin = this.faceOffsets[this.face[h]];
    return h > begin ? h - 1 : this.faceOffsets[this.face[h] + 1] - 1;
  }

  /** Appends the vertices of `face`, counter-clockwise, and returns how many. */
  faceLoop(out: IdList, face: number): number {
    requireInteger('face', face, 0, this.faceCount - 1);
    const begin = this.faceOffsets[face];
    const end = this.faceOffsets[face + 1];
    for (let h = begin; h < end; h++) out.push(this.origin[h]);
    return end - begin;
  }

  /** Appends the half-edges that start at `vertex`, clockwise, beginning at the boundary if there is one. */
  vertexRing(out: IdList, vertex: number): number {
    requireInteger('vertex', vertex, 0, this.vertexCount - 1);
    const start = this.vertexHalfEdge[vertex];
    if (start < 0) return 0;
    let count = 0;
    let h = start;
    do {
      out.push(h);
      count++;
      // At a boundary the walk begins with the half-edge without twin and turns towards the other end.
      h = this.twin[this.previous(h)];
    } while (h >= 0 && h !== start);
    return count;
  }

  /** Appends one half-edge of every edge, the one with the smaller number. */
  edges(out: IdList): number {
    for (let h = 0; h < this.origin.length; h++) {
      const other = this.twin[h];
      if (other < 0 || h < other) out.push(h);
    }
    return this.edgeCount;
  }

  /** Neighbours of all vertices in compressed rows, for hill climbing. */
  adjacency(): VertexAdjacency {
    const { origin, twin, vertexCount } = this;
    const offsets = new Uint32Array(vertexCount + 1);
    // A half-edge stands for one direction; a boundary edge has no second half-edge for the other.
    for (let h = 0; h < origin.length; h++) {
      offsets[origin[h] + 1]++;
      if (twin[h] < 0) offsets[this.target(h) + 1]++;
    }
    for (let v = 0; v < vertexCount; v++) offsets[v + 1] += offsets[v];
    const neighbors = new Uint32Array(offsets[vertexCount]);
    const at = offsets.slice();
    for (let h = 0; h < origin.length; h++) {
      neighbors[at[origin[h]]++] = this.target(h);
      if (twin[h] < 0) neighbors[at[this.target(h)]++] = origin[h];
    }
    return { offsets, neighbors };
  }

  /**
   * Writes the plane of every face to `out`, four numbers each: unit normal n (Newell's sum over the corners,
   * the best for corners not quite in a plane) and offset d, the mean of n · x; a face without area gives
   * zeros.
   */
  facePlanes(out: Float64Array, positions: ArrayLike<number>): Float64Array {
    requireLength('out', out, planeSize * this.faceCount);
    requireLength('positions', positions, 3 * this.vertexCount);
    for (let face = 0; face < this.faceCount; face++) this.writeFacePlane(out, positions, face);
    return out;
  }

  private writeFacePlane(out: Float64Array, positions: ArrayLike<number>, face: number): void {
    const { origin } = this;
    const begin = this.faceOffsets[face];
    const end = this.faceOffsets[face + 1];
    const base = 3 * origin[begin];
    const ox = positions[base];
    const oy = positions[base + 1];
    const oz = positions[base + 2];
    let nx = 0;
    let ny = 0;
    let nz = 0;
    let sx = 0;
    let sy = 0;
    let sz = 0;
    for (let h = begin; h < end; h++) {
      const a = 3 * origin[h];
      const b = 3 * this.target(h);
      const ax = positions[a] - ox;
      const ay = positions[a + 1] - oy;
      const az = positions[a + 2] - oz;
      const bx = positions[b] - ox;
      const by = positions[b + 1] - oy;
      const bz = positions[b + 2] - oz;
      nx += ay * bz - az * by;
      ny += az * bx - ax * bz;
      nz += ax * by - ay * bx;
      sx += ax;
      sy += ay;
      sz += az;
    }
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const inverse = length > 0 ? 1 / length : 0;
    const at = planeSize * face;
    out[at] = nx * inverse;
    out[at + 1] = ny * inverse;
    out[at + 2] = nz * inverse;
    const corners = end - begin;
    out[at + offsetAt] =
      out[at] * (ox + sx / corners) + out[at + 1] * (oy + sy / corners) + out[at + 2] * (oz + sz / corners);
  }
}
