/**
 * A solid hull as `hullSeparation` reads it: numbers and indices in arrays that V8 keeps unboxed, and the
 * neighbours of every feature.
 */
import type { Vec3 } from '@colide/core';
import type { Hull } from '../../hulls/quick-hull.ts';

/** The hull whose features are found: a solid `HullShape`. */
interface SolidHull extends Hull {
  readonly edges: Uint32Array;
  readonly cells: Int32Array;
  readonly vertexCount: number;
  readonly adjacencyOffsets: Uint32Array;
  readonly adjacency: Int32Array;
  centerOfMass(out: Vec3): Vec3;
}

/** Numbers per face in `planes`: the outward unit normal, then the offset. */
export const planeSize = 4;
export const planeOffsetAt = 3;
/** Numbers per edge in `edges`: two vertices, the face to the left and the face to the right. */
export const edgeSize = 4;
export const leftFaceAt = 2;
export const rightFaceAt = 3;
/**
 * Offsets into `ball`, after the centre: radii of the inner and outer ball around it, their ratio, and the
 * largest of the factors of the edges.
 */
export const innerAt = 3;
export const outerAt = 4;
export const roundnessAt = 5;
export const reachAt = 6;
const ballSize = 7;

/** The part of a hull that is read. */
export class HullFeatures {
  readonly planes: Float64Array;
  readonly vertices: Float64Array;
  /** See `supportCellsBuild`. */
  readonly cells: Int32Array;
  readonly edges: Int32Array;
  readonly faceOffsets: Int32Array;
  readonly faceVertices: Int32Array;
  /** Offset in {@link edges} of the edge from each of {@link faceVertices} to the next. */
  readonly faceEdges: Int32Array;
  /** The faces at vertex `v` begin at `vertexOffsets[v]` in {@link vertexFaces}. */
  readonly vertexOffsets: Int32Array;
  readonly vertexFaces: Int32Array;
  /** The neighbours of vertex `v` begin at `neighbourOffsets[v]` in {@link neighbours}. */
  readonly neighbourOffsets: Int32Array;
  readonly neighbours: Int32Array;
  /** 1 / cos(θ / 2) for every edge, where θ is the angle between the normals of its faces. */
  readonly arcReach: Float64Array;
  /** The centre of mass, then as named above. */
  readonly ball = new Float64Array(ballSize);

  constructor(hull: SolidHull) {
    this.planes = hull.planes;
    this.vertices = hull.vertices;
    this.cells = hull.cells;
    this.edges = Int32Array.from(hull.edges);
    this.faceOffsets = Int32Array.from(hull.faceOffsets);
    this.faceVertices = Int32Array.from(hull.faceVertices);
    this.faceEdges = this.findFaceEdges();
    this.vertexOffsets = new Int32Array(hull.vertexCount + 1);
    this.vertexFaces = this.findVertexFaces();
    this.neighbourOffsets = Int32Array.from(hull.adjacencyOffsets);
    this.neighbours = hull.adjacency;
    this.arcReach = this.measureArcs();
    this.measureBalls(hull);
  }

  private findFaceEdges(): Int32Array {
    const { edges, faceOffsets, faceVertices } = this;
    const faceEdges = new Int32Array(faceVertices.length);
    for (let e = 0; e < edges.length; e += edgeSize)
      for (let side = 0; side < 2; side++) {
        const face = edges[e + leftFaceAt + side];
        // The left face has the edge from the first vertex to the second, the right one the other way.
        const from = edges[e + side];
        for (let k = faceOffsets[face]; k < faceOffsets[face + 1]; k++)
          if (faceVertices[k] === from) faceEdges[k] = e;
      }
    return faceEdges;
  }

  private findVertexFaces(): Int32Array {
    const { vertexOffsets, faceOffsets, faceVertices } = this;
    for (const v of faceVertices) vertexOffsets[v + 1]++;
    for (let v = 1; v < vertexOffsets.length; v++) vertexOffsets[v] += vertexOffsets[v - 1];
    const next = vertexOffsets.slice();
    const vertexFaces = new Int32Array(faceVertices.length);
    for (let face = 0; face + 1 < faceOffsets.length; face++)
      for (let k = faceOffsets[face]; k < faceOffsets[face + 1]; k++)
        vertexFaces[next[faceVertices[k]]++] = face;
    return vertexFaces;
  }

  /** The sum of two unit normals has the length 2 cos(θ / 2). */
  private measureArcs(): Float64Array {
    const { edges, planes, ball } = this;
    const reach = new Float64Array(edges.length / edgeSize);
    for (let i = 0; i < reach.length; i++) {
      const left = planeSize * edges[edgeSize * i + leftFaceAt];
      const right = planeSize * edges[edgeSize * i + rightFaceAt];
      const x = planes[left] + planes[right];
      const y = planes[left + 1] + planes[right + 1];
      const z = planes[left + 2] + planes[right + 2];
      // A little more, for rounding.
      reach[i] = (1 + 1e-9) * (2 / Math.hypot(x, y, z));
      ball[reachAt] = Math.max(ball[reachAt], reach[i]);
    }
    return reach;
  }

  private measureBalls(hull: SolidHull): void {
    const { ball, planes, vertices } = this;
    hull.centerOfMass(ball);
    const [x, y, z] = ball;
    let inner = Infinity;
    let outer = 0;
    for (let at = 0; at < planes.length; at += planeSize)
      inner = Math.min(
        inner,
        planes[at + planeOffsetAt] - planes[at] * x - planes[at + 1] * y - planes[at + 2] * z,
      );
    for (let at = 0; at < vertices.length; at += 3)
      outer = Math.max(outer, Math.hypot(vertices[at] - x, vertices[at + 1] - y, vertices[at + 2] - z));
    ball[innerAt] = Math.max(inner, 0);
    ball[outerAt] = outer;
    ball[roundnessAt] = ball[innerAt] / outer;
  }
}
