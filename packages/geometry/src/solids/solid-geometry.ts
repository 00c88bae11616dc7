/**
 * The form in which solids and mesh files are returned: flat arrays, as renderers and `HalfEdgeMesh` take
 * them.
 */

/** Triangles over shared vertices. */
export interface TriangleGeometry {
  /** Vertex coordinates x, y, z, one vertex after the other. */
  readonly positions: Float64Array;
  /** Three vertex numbers per triangle, counter-clockwise seen from outside. */
  readonly indices: Uint32Array;
}

/** A solid with flat polygonal faces, together with a triangulation of them. */
export interface PolygonGeometry extends TriangleGeometry {
  /**
   * Face `f` has the vertices `faceVertices[faceOffsets[f]]` up to, not including,
   * `faceVertices[faceOffsets[f + 1]]`.
   */
  readonly faceOffsets: Uint32Array;
  /** Vertex numbers of all faces, counter-clockwise seen from outside. */
  readonly faceVertices: Uint32Array;
}
