/**
 * Two hulls in one frame for the separating-axis test: A stays as it is, B is transformed to A's frame. The
 * arrays grow to the largest hull seen and are reused.
 */
import type { HullShape, Posed } from '@colide/geometry';
import { edgeSize, planeSize, secondVertexAt } from './hull-layout.ts';

/** A hull in its own frame, or posed in the world. */
export type SatHull = HullShape | Posed<HullShape>;

const identity = /* @__PURE__ */ Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const origin = /* @__PURE__ */ new Float64Array(3);

/** The shape of a hull that may be posed, or the hull of a posed box. */
export function hullOf(hull: SatHull): HullShape {
  const { hull: own, shape } = hull as Posed<HullShape>;
  return (own ?? shape ?? hull) as HullShape;
}

/** The rotation of a hull that may be posed, column-major. */
export function hullMatrix(hull: SatHull): Float64Array {
  return (hull as Posed<HullShape>).matrix ?? identity;
}

/** The position of a hull that may be posed. */
export function hullPosition(hull: SatHull): Float64Array {
  return (hull as Posed<HullShape>).position ?? origin;
}

/**
 * B's vertices, face normals and edge vectors in A's frame, and the edge vectors of A. Vectors are three
 * numbers each.
 */
export class SatFrame {
  /** Rotation from B's frame to A's, column-major. */
  readonly rotation = new Float64Array(9);
  /** Position of B's origin in A's frame. */
  readonly translation = new Float64Array(3);
  /** Vertices of B. */
  vertices = new Float64Array(0);
  /** Outward unit normals of B's faces. */
  normals = new Float64Array(0);
  /** Vectors along B's edges, from the first vertex to the second. */
  edges = new Float64Array(0);
  /** Vectors along A's edges. */
  edgesA = new Float64Array(0);
  /** One number per face of B: the dot product of an edge of A and the face's normal. */
  dots = new Float64Array(0);
  /** One number per face of either hull: the height of a point above it. */
  heights = new Float64Array(0);
  /** Edges of A that are to be tried. */
  listA = new Int32Array(0);
  /** Edges of B that are to be tried. */
  listB = new Int32Array(0);

  /** Computes the transform from B's frame to A's, and B's vertices. */
  set(a: SatHull, b: SatHull): void {
    const { rotation, translation } = this;
    const ma = hullMatrix(a);
    const mb = hullMatrix(b);
    const pa = hullPosition(a);
    const pb = hullPosition(b);
    const dx = pb[0] - pa[0];
    const dy = pb[1] - pa[1];
    const dz = pb[2] - pa[2];
    for (let row = 0; row < 3; row++) {
      const x = ma[3 * row];
      const y = ma[3 * row + 1];
      const z = ma[3 * row + 2];
      for (let column = 0; column < 9; column += 3)
        rotation[column + row] = x * mb[column] + y * mb[column + 1] + z * mb[column + 2];
      translation[row] = x * dx + y * dy + z * dz;
    }
    const { vertices } = hullOf(b);
    if (this.vertices.length < vertices.length) this.vertices = new Float64Array(2 * vertices.length);
    const m = rotation;
    const out = this.vertices;
    const tx = translation[0];
    const ty = translation[1];
    const tz = translation[2];
    for (let i = 0; i < vertices.length; i += 3) {
      const x = vertices[i];
      const y = vertices[i + 1];
      const z = vertices[i + 2];
      out[i] = m[0] * x + m[3] * y + m[6] * z + tx;
      out[i + 1] = m[1] * x + m[4] * y + m[7] * z + ty;
      out[i + 2] = m[2] * x + m[5] * y + m[8] * z + tz;
    }
  }

  /** Brings normals and edges of B into A's frame, after {@link set}. */
  setFeatures(a: HullShape, b: HullShape): void {
    this.reserve(a, b);
    const { rotation: m, normals } = this;
    const { planes } = b;
    for (let f = 0; f < b.faceCount; f++) {
      const at = planeSize * f;
      const x = planes[at];
      const y = planes[at + 1];
      const z = planes[at + 2];
      normals[3 * f] = m[0] * x + m[3] * y + m[6] * z;
      normals[3 * f + 1] = m[1] * x + m[4] * y + m[7] * z;
      normals[3 * f + 2] = m[2] * x + m[5] * y + m[8] * z;
    }
    edgeVectors(this.edges, b.edges, this.vertices);
    edgeVectors(this.edgesA, a.edges, a.vertices);
  }

  /**
   * Makes room for the features, twice as much as is needed. Nothing is copied: everything is computed again.
   */
  private reserve(a: HullShape, b: HullShape): void {
    const faces = b.faceCount;
    if (this.dots.length < faces) {
      this.normals = new Float64Array(3 * 2 * faces);
      this.dots = new Float64Array(2 * faces);
    }
    const most = Math.max(faces, a.faceCount);
    if (this.heights.length < most) this.heights = new Float64Array(2 * most);
    const edgesB = b.edges.length / edgeSize;
    if (this.listB.length < edgesB) {
      this.edges = new Float64Array(3 * 2 * edgesB);
      this.listB = new Int32Array(2 * edgesB);
    }
    const edgesA = a.edges.length / edgeSize;
    if (this.listA.length < edgesA) {
      this.edgesA = new Float64Array(3 * 2 * edgesA);
      this.listA = new Int32Array(2 * edgesA);
    }
  }
}

function edgeVectors(out: Float64Array, edges: Uint32Array, vertices: Float64Array): void {
  for (let e = 0, at = 0; e < edges.length; e += edgeSize, at += 3) {
    const i = 3 * edges[e];
    const j = 3 * edges[e + secondVertexAt];
    out[at] = vertices[j] - vertices[i];
    out[at + 1] = vertices[j + 1] - vertices[i + 1];
    out[at + 2] = vertices[j + 2] - vertices[i + 2];
  }
}
