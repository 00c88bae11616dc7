/**
 * A convex polytope as a shape. Vertices, faces, planes, edges and adjacency are public flat arrays, for SAT, clipping
 * and the Gauss map.
 *
 * Support: small hulls scan all vertices. Large ones climb: from a vertex to its best neighbour until none is
 * better, which on a convex polytope is the global best (van den Bergen, "Collision Detection in Interactive 3D
 * Environments", 2003, §4.3.4). The start comes from a table: directions are sorted into the cells of a cube map, and
 * each cell keeps the support vertex of its middle, so a climb takes about one step whatever was asked before. That
 * departs from the usual "start where the last call ended": no state changes, so results do not depend on the order
 * of the calls, and one shape can serve many bodies. Callers with a better start pass it to `supportVertex`.
 *
 * Memory: 24 bytes a vertex, about 12 an edge for the adjacency and 16 for the edge list, 4 a table cell.
 */
import type { Aabb } from '@colide/core';
import type { mat3, ReadonlyVec3, vec3 } from 'gl-matrix';
import type { ConvexShape } from './convex-shape.ts';
import { directionScale } from './internal/direction.ts';
import { buildHullTopology } from './internal/hull-topology.ts';
import { solidIntegrals, solidMass } from './internal/solid-integrals.ts';
import { type Hull3, quickHull3 } from './quick-hull-3.ts';

/** Hulls with more vertices climb, others scan. Measured: a scan and a climb cost the same at 16 to 18 vertices. */
const scanLimit = 16;

/** A convex hull with support mapping, bounds and mass properties. */
export class HullShape implements ConvexShape, Hull3 {
  readonly dimension: 0 | 1 | 2 | 3;
  readonly vertices: Float64Array;
  readonly vertexIds: Uint32Array;
  readonly faceOffsets: Uint32Array;
  readonly faceVertices: Uint32Array;
  readonly planes: Float64Array;
  /** Four numbers an edge: its two vertices, the face to its left (seen from outside, walking from first to second), the face to its right. */
  readonly edges: Uint32Array;
  /** The neighbours of vertex `v` begin at `adjacencyOffsets[v]` in {@link adjacency}. */
  readonly adjacencyOffsets: Uint32Array;
  /** Neighbours of all vertices. (Signed: V8 keeps such numbers unboxed.) */
  readonly adjacency: Int32Array;
  readonly boundingRadius: number;
  readonly volume: number;
  private readonly center = new Float64Array(3);
  private readonly tensor = new Float64Array(9);
  private readonly box = new Float64Array(6);
  /** Cells along an edge of the cube map; 0 means that the hull is scanned. */
  private readonly cells: number;
  private readonly starts: Int32Array;
  private readonly count: number;
  /** The direction at hand. Passed as an array: V8 boxes fractional numbers that cross a call it does not inline. */
  private readonly scaled = new Float64Array(3);

  /** @param hull what `quickHull3` returned; its arrays are used, not copied */
  constructor(hull: Hull3) {
    this.dimension = hull.dimension;
    this.vertices = hull.vertices;
    this.vertexIds = hull.vertexIds;
    this.faceOffsets = hull.faceOffsets;
    this.faceVertices = hull.faceVertices;
    this.planes = hull.planes;
    const topology = buildHullTopology(hull);
    this.edges = topology.edges;
    this.adjacencyOffsets = topology.adjacencyOffsets;
    this.adjacency = topology.adjacency;
    this.count = hull.vertices.length / 3;
    let radius = 0;
    this.box.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
    for (let i = 0; i < this.count; i++) {
      radius = Math.max(
        radius,
        Math.hypot(this.vertices[3 * i]!, this.vertices[3 * i + 1]!, this.vertices[3 * i + 2]!),
      );
      for (let axis = 0; axis < 3; axis++) {
        const value = this.vertices[3 * i + axis]!;
        this.box[axis] = Math.min(this.box[axis]!, value);
        this.box[axis + 3] = Math.max(this.box[axis + 3]!, value);
        this.center[axis] += value / this.count;
      }
    }
    this.boundingRadius = radius;
    this.volume = this.dimension === 3 ? this.computeMass(topology.triangles) : 0;
    // As many cells as vertices, roughly: 6 · cells² ≈ count.
    this.cells =
      this.count > scanLimit ? Math.max(1, Math.min(64, Math.round(Math.sqrt(this.count / 6)))) : 0;
    this.starts = new Int32Array(6 * this.cells * this.cells);
    if (this.cells > 0) this.fillStarts();
  }

  /** The hull of `points` (x, y, z each). Flat sets are fine: a polygon, a segment or a point. */
  static fromPoints(points: ArrayLike<number>): HullShape {
    return new HullShape(quickHull3(points));
  }

  /** How many vertices the hull has. */
  get vertexCount(): number {
    return this.count;
  }

  /** How many faces the hull has. */
  get faceCount(): number {
    return this.faceOffsets.length - 1;
  }

  support(out: vec3, direction: ReadonlyVec3): vec3 {
    return this.vertex(out, this.supportVertex(direction, -1));
  }

  /**
   * The number of a vertex farthest along `direction`. `start` is a vertex to climb from, such as the previous answer, or
   * −1 for none; large hulls climb from it where it is better than the one from their table. Small ones are scanned.
   */
  supportVertex(direction: ReadonlyVec3, start: number): number {
    const d = this.scaled;
    const x = (d[0] = direction[0]);
    const y = (d[1] = direction[1]);
    const z = (d[2] = direction[2]);
    const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
    if (!(size > 1e-100 && size < 1e100)) {
      const scale = directionScale(x, y, z);
      d[0] = x * scale;
      d[1] = y * scale;
      d[2] = z * scale;
    }
    if (this.cells === 0) return this.scan(d);
    const known = this.starts[this.cell(d)]!;
    return this.climb(d, start >= 0 ? this.better(d, known, start) : known);
  }

  /** Writes vertex `id`; unchecked. */
  vertex(out: vec3, id: number): vec3 {
    const at = 3 * id;
    const { vertices } = this;
    out[0] = vertices[at]!;
    out[1] = vertices[at + 1]!;
    out[2] = vertices[at + 2]!;
    return out;
  }

  aabb(out: Aabb): Aabb {
    for (let i = 0; i < 6; i++) out[i] = this.box[i]!;
    return out;
  }

  /** Writes the centre of mass; of flat hulls the mean of the vertices. */
  centerOfMass(out: vec3): vec3 {
    for (let i = 0; i < 3; i++) out[i] = this.center[i]!;
    return out;
  }

  inertia(out: mat3): mat3 {
    for (let i = 0; i < 9; i++) out[i] = this.tensor[i]!;
    return out;
  }

  /** The vertex `i` or `j` that lies farther along `d`. */
  private better(d: Float64Array, i: number, j: number): number {
    const v = this.vertices;
    const along =
      (v[3 * j]! - v[3 * i]!) * d[0]! +
      (v[3 * j + 1]! - v[3 * i + 1]!) * d[1]! +
      (v[3 * j + 2]! - v[3 * i + 2]!) * d[2]!;
    return along > 0 ? j : i;
  }

  private scan(d: Float64Array): number {
    const { vertices } = this;
    const x = d[0]!;
    const y = d[1]!;
    const z = d[2]!;
    const end = 3 * this.count;
    let best = 0;
    let bestDot = vertices[0]! * x + vertices[1]! * y + vertices[2]! * z;
    for (let at = 3; at < end; at += 3) {
      const dot = vertices[at]! * x + vertices[at + 1]! * y + vertices[at + 2]! * z;
      if (dot > bestDot) {
        bestDot = dot;
        best = at;
      }
    }
    return best / 3;
  }

  private climb(d: Float64Array, start: number): number {
    const { vertices, adjacency, adjacencyOffsets } = this;
    const x = d[0]!;
    const y = d[1]!;
    const z = d[2]!;
    let best = start;
    let bestDot = vertices[3 * start]! * x + vertices[3 * start + 1]! * y + vertices[3 * start + 2]! * z;
    for (let vertex = -1; vertex !== best; ) {
      vertex = best;
      const end = adjacencyOffsets[vertex + 1]!;
      for (let k = adjacencyOffsets[vertex]!; k < end; k++) {
        const neighbour = adjacency[k]!;
        const at = 3 * neighbour;
        const dot = vertices[at]! * x + vertices[at + 1]! * y + vertices[at + 2]! * z;
        if (dot > bestDot) {
          bestDot = dot;
          best = neighbour;
        }
      }
    }
    return best;
  }

  /** The cell of the cube map that `d` points to. */
  private cell(d: Float64Array): number {
    const x = d[0]!;
    const y = d[1]!;
    const z = d[2]!;
    const ax = Math.abs(x);
    const ay = Math.abs(y);
    const az = Math.abs(z);
    let side: number;
    let major: number;
    let u: number;
    let v: number;
    if (ax >= ay && ax >= az) {
      side = x < 0 ? 1 : 0;
      major = ax;
      u = y;
      v = z;
    } else if (ay >= az) {
      side = y < 0 ? 3 : 2;
      major = ay;
      u = x;
      v = z;
    } else {
      side = z < 0 ? 5 : 4;
      major = az;
      u = x;
      v = y;
    }
    if (!(major > 0)) return 0;
    const n = this.cells;
    const half = (0.5 * n) / major;
    const column = Math.min(n - 1, ((u + major) * half) | 0);
    const row = Math.min(n - 1, ((v + major) * half) | 0);
    return (side * n + row) * n + column;
  }

  /** Finds the support vertex of the middle of every cell, each climb starting where the one before ended. */
  private fillStarts(): void {
    const n = this.cells;
    let vertex = 0;
    for (let side = 0; side < 6; side++)
      for (let row = 0; row < n; row++)
        for (let column = 0; column < n; column++) {
          const u = (2 * column + 1) / n - 1;
          const v = (2 * row + 1) / n - 1;
          const major = side & 1 ? -1 : 1;
          const d = this.scaled;
          d[0] = side < 2 ? major : u;
          d[1] = side < 2 ? u : side < 4 ? major : v;
          d[2] = side < 4 ? v : major;
          vertex = this.climb(d, vertex);
          this.starts[(side * n + row) * n + column] = vertex;
        }
  }

  private computeMass(triangles: Uint32Array): number {
    const { vertices } = this;
    const mass = {
      volume: 0,
      center: this.center as unknown as vec3,
      inertia: this.tensor as unknown as mat3,
    };
    solidMass(mass, solidIntegrals(vertices, triangles), vertices[0]!, vertices[1]!, vertices[2]!);
    return mass.volume;
  }
}
