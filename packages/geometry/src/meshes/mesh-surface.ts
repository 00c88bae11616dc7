/**
 * The surface of a mesh as contacts see it: each vertex with its neighbours, each edge with the two triangles
 * that share it, the normals of the triangles, and the mass properties of the solid inside. Corners at equal
 * positions are one vertex, whatever their indices, since meshes for drawing repeat vertices along seams.
 *
 * O(triangles) to make, with a hash table of the vertices; about 200 bytes per triangle.
 */
import { requireFiniteArray, requireMultiple } from '@colide/core';
import { type SolidMass, solidIntegrals, solidMass } from '../internal/solid-integrals.ts';
import { weld } from '../internal/weld.ts';
import { edgeRunEnd, linkCorners, sortByEdge } from './internal/edge-pairs.ts';

/** Numbers per cone: axis, cosine and, for an edge, sine. */
const vertexConeSize = 4;
const edgeConeSize = 5;
const cosineAt = 3;
/** Cosine above which the triangles of an edge count as one face. */
const flatCosine = 0.9999;

/** Vertices, edges and triangles of a mesh, with their neighbours. */
export class MeshSurface {
  /** x, y, z of every vertex. */
  readonly vertices: Float64Array;
  /** Three vertices per triangle. */
  readonly corners: Uint32Array;
  /** Unit normals of the triangles by their winding; 0 for a triangle without area. */
  readonly normals: Float64Array;
  /** Two vertices per edge. */
  readonly edges: Uint32Array;
  /** Two triangles per edge; the second is −1 if there is none. */
  readonly edgeTriangles: Int32Array;
  /** Three edges per triangle: from each corner to the next. */
  readonly triangleEdges: Uint32Array;
  /** 1 for edges between coplanar triangles: only the faces beside them can touch anything. */
  readonly flatEdges: Uint8Array;
  /**
   * Four numbers per vertex, of the cone around the normals of its triangles: unit axis, cosine of half the
   * opening. If the surface is not closed, a cone of all directions.
   */
  readonly vertexCones: Float64Array;
  /** The same per edge, then the sine. */
  readonly edgeCones: Float64Array;
  /** One triangle of each vertex. */
  readonly vertexTriangles: Uint32Array;
  /** The neighbours of vertex v are `neighbors[neighborStarts[v]]` and following. */
  readonly neighborStarts: Uint32Array;
  readonly neighbors: Uint32Array;
  /**
   * Whether it bounds a solid: every edge has two triangles with opposite directions, and the volume is
   * above 0.
   */
  readonly closed: boolean;
  /** Sum of the areas of all triangles. */
  readonly area: number;
  /** Volume, centre and inertia at density 1 of the solid inside; all 0 if the surface is not closed. */
  readonly solid: SolidMass;

  /** @param triangles nine coordinates per triangle */
  constructor(triangles: ArrayLike<number>) {
    requireMultiple('triangles', triangles, 9);
    requireFiniteArray('triangles', triangles);
    const { positions, indices } = weld(triangles);
    this.vertices = positions;
    this.corners = indices;
    const vertexCount = this.vertices.length / 3;
    this.normals = new Float64Array(this.corners.length);
    this.area = this.setNormals();
    const { edges, edgeTriangles, triangleEdges, isClosed } = findEdges(this.corners, vertexCount);
    this.edges = edges;
    this.edgeTriangles = edgeTriangles;
    this.triangleEdges = triangleEdges;
    this.flatEdges = new Uint8Array(edges.length / 2);
    this.vertexTriangles = new Uint32Array(vertexCount);
    this.neighborStarts = new Uint32Array(vertexCount + 1);
    this.neighbors = new Uint32Array(edges.length);
    this.vertexCones = new Float64Array(vertexConeSize * vertexCount);
    this.edgeCones = new Float64Array(edgeConeSize * this.flatEdges.length);
    this.setNeighbors();
    this.solid = { volume: 0, center: new Float64Array(3), inertia: new Float64Array(9) };
    const sums = solidIntegrals(this.vertices, this.corners);
    this.closed = isClosed && sums[0] > 0;
    if (this.closed) solidMass(this.solid, sums, this.vertices[0], this.vertices[1], this.vertices[2]);
    this.setVertexCones();
    this.setEdgeCones();
  }

  /** The number of triangles. */
  get triangleCount(): number {
    return this.corners.length / 3;
  }

  /** Computes the normals; returns the area. */
  private setNormals(): number {
    const { vertices: p, corners, normals } = this;
    let area = 0;
    for (let t = 0; t < corners.length; t += 3) {
      const a = 3 * corners[t];
      const b = 3 * corners[t + 1];
      const c = 3 * corners[t + 2];
      for (let k = 0; k < 3; k++) {
        const l = (k + 1) % 3;
        const m = (k + 2) % 3;
        normals[t + k] =
          (p[b + l] - p[a + l]) * (p[c + m] - p[a + m]) - (p[b + m] - p[a + m]) * (p[c + l] - p[a + l]);
      }
      const length = Math.hypot(normals[t], normals[t + 1], normals[t + 2]);
      for (let k = 0; k < 3; k++) normals[t + k] = length > 0 ? normals[t + k] / length : 0;
      area += 0.5 * length;
    }
    return area;
  }

  /** Finds the cones of the vertices: around the mean of the normals, as wide as they are. */
  private setVertexCones(): void {
    const { corners, normals, vertexCones: cones } = this;
    for (let at = cosineAt; at < cones.length; at += vertexConeSize) cones[at] = this.closed ? 1 : -1;
    if (!this.closed) return;
    for (let i = 0; i < corners.length; i++) {
      const t = i - (i % 3);
      for (let k = 0; k < 3; k++) cones[vertexConeSize * corners[i] + k] += normals[t + k];
    }
    for (let at = 0; at < cones.length; at += vertexConeSize) normalize(cones, at);
    for (let i = 0; i < corners.length; i++) {
      const t = i - (i % 3);
      const at = vertexConeSize * corners[i];
      const cosine = cones[at] * normals[t] + cones[at + 1] * normals[t + 1] + cones[at + 2] * normals[t + 2];
      cones[at + cosineAt] = Math.min(cones[at + cosineAt], cosine);
    }
  }

  /** The same for the edges. */
  private setEdgeCones(): void {
    const { edgeTriangles, normals, edgeCones: cones } = this;
    for (let e = 0; edgeConeSize * e < cones.length; e++) {
      const at = edgeConeSize * e;
      cones[at + cosineAt + 1] = 1;
      if (!this.closed) continue;
      const first = 3 * edgeTriangles[2 * e];
      const second = 3 * edgeTriangles[2 * e + 1];
      for (let k = 0; k < 3; k++) cones[at + k] = normals[first + k] + normals[second + k];
      normalize(cones, at);
      let cosine = 0;
      for (let k = 0; k < 3; k++) cosine += cones[at + k] * normals[first + k];
      cones[at + cosineAt] = Math.min(1, cosine);
      cones[at + cosineAt + 1] = Math.sqrt(Math.max(0, 1 - cosine * cosine));
    }
  }

  /** Finds what is next to each vertex and edge. */
  private setNeighbors(): void {
    const { corners, edges, edgeTriangles, normals, flatEdges, vertexTriangles } = this;
    const { neighborStarts, neighbors } = this;
    for (let i = corners.length - 1; i >= 0; i--) vertexTriangles[corners[i]] = Math.floor(i / 3);
    for (let e = 0; e < edges.length; e += 2) {
      neighborStarts[edges[e] + 1]++;
      neighborStarts[edges[e + 1] + 1]++;
      const first = 3 * edgeTriangles[e];
      const second = 3 * edgeTriangles[e + 1];
      let cosine = 0;
      for (let k = 0; second >= 0 && k < 3; k++) cosine += normals[first + k] * normals[second + k];
      flatEdges[e / 2] = cosine > flatCosine ? 1 : 0;
    }
    for (let v = 1; v < neighborStarts.length; v++) neighborStarts[v] += neighborStarts[v - 1];
    const ends = neighborStarts.slice();
    for (let e = 0; e < edges.length; e += 2) {
      neighbors[ends[edges[e]]++] = edges[e + 1];
      neighbors[ends[edges[e + 1]]++] = edges[e];
    }
  }
}

/** Makes the vector at `v[at…]` a unit vector, unless it is 0. */
function normalize(v: Float64Array, at: number): void {
  const length = Math.hypot(v[at], v[at + 1], v[at + 2]);
  for (let k = at; length > 0 && k < at + 3; k++) v[k] /= length;
}

/** The edges of triangles, and whether each has two triangles that traverse it in opposite directions. */
function findEdges(corners: Uint32Array, vertexCount: number) {
  const offsets = Uint32Array.from({ length: corners.length / 3 + 1 }, (_, t) => 3 * t);
  const { next } = linkCorners(offsets, corners.length);
  const order = sortByEdge(corners, next, vertexCount);
  const edges: number[] = [];
  const triangles: number[] = [];
  const triangleEdges = new Uint32Array(corners.length);
  let isClosed = corners.length > 0;
  for (let start = 0; start < order.length; ) {
    const end = edgeRunEnd(corners, next, order, start);
    const h = order[start];
    const twin = end - start > 1 ? order[start + 1] : -1;
    if (end - start !== 2 || corners[h] !== corners[next[twin]] || corners[h] === corners[next[h]])
      isClosed = false;
    for (let i = start; i < end; i++) triangleEdges[order[i]] = edges.length / 2;
    edges.push(corners[h], corners[next[h]]);
    triangles.push(Math.floor(h / 3), twin < 0 ? -1 : Math.floor(twin / 3));
    start = end;
  }
  return {
    edges: Uint32Array.from(edges),
    edgeTriangles: Int32Array.from(triangles),
    triangleEdges,
    isClosed,
  };
}
