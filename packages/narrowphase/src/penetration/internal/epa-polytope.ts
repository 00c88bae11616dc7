/**
 * The expanding polytope of EPA: triangles with neighbours on flat arrays, and the horizon search that
 * replaces the faces which a new vertex sees. The face nearest the origin is found by a scan: there are
 * usually a few dozen, and one pass over a dense array costs less than keeping a heap in order.
 *
 * | array | record | numbers |
 * | --- | --- | --- |
 * | `w`, `a`, `b` | vertex | a point of A ⊖ B and the points of A and B it comes from: x, y, z |
 * | `corners` | face | three vertices, counter-clockwise seen from outside |
 * | `neighbours` | face | half-edges across its edges; edge e runs from corner e to the next |
 * | `planes` | face | outward normal n of any length 0–2, offset d 3: the points n · x = d |
 *
 * A half-edge is edge e of face f as one number, `(f << edgeBits) | e`. It is taken apart where it is read:
 * with functions for this, which count towards the limit up to which V8 inlines, EPA took 1.05 times as long.
 */
import type { GjkSimplex } from '../../gjk/gjk-simplex.ts';
import { fourthAt, idsBAt, pointsAAt, pointsBAt, secondAt, thirdAt } from '../../internal/simplex-layout.ts';

/** Vertices the polytope can hold; each adds two faces. */
export const maxVertices = 256;
const maxFaces = 2 * maxVertices;
export const planeSize = 4;
const offsetAt = 3;
/** Bits of the edge in a half-edge. */
export const edgeBits = 2;
const edgeMask = 3;

/** The polytope, reused from query to query. */
export class EpaPolytope {
  vertexCount = 0;
  /** The largest coordinate of the first four vertices: the scale of rounding. */
  extent = 0;
  readonly w = new Float64Array(3 * maxVertices);
  readonly a = new Float64Array(3 * maxVertices);
  readonly b = new Float64Array(3 * maxVertices);
  readonly idsA = new Int32Array(maxVertices);
  readonly idsB = new Int32Array(maxVertices);
  readonly corners = new Uint16Array(3 * maxFaces);
  readonly neighbours = new Uint16Array(3 * maxFaces);
  /** Planes of the faces. */
  readonly planes = new Float64Array(planeSize * maxFaces);
  /** Signed distances of the face planes from the origin; positive when the origin is inside. */
  readonly distances = new Float64Array(maxFaces);
  /** The distances again, of the faces that may still be nearest; Infinity for the others. */
  private readonly keys = new Float64Array(maxFaces);
  private readonly alive = new Uint8Array(maxFaces);
  private faceCount = 0;
  private readonly free = new Uint16Array(maxFaces);
  private freeCount = 0;
  private readonly stack = new Uint16Array(6 * maxFaces);
  private readonly horizon = new Uint16Array(3 * maxFaces);

  /** Starts from the four points of the simplex, which must span a volume. */
  start(simplex: GjkSimplex): void {
    this.vertexCount = this.faceCount = this.freeCount = 0;
    for (let i = 0; i < 4; i++) this.addVertex(simplex, i);
    const { w } = this;
    this.extent = 0;
    for (let i = 0; i < pointsAAt; i++) this.extent = Math.max(this.extent, Math.abs(w[i]));
    const abx = w[secondAt] - w[0];
    const aby = w[secondAt + 1] - w[1];
    const abz = w[secondAt + 2] - w[2];
    const acx = w[thirdAt] - w[0];
    const acy = w[thirdAt + 1] - w[1];
    const acz = w[thirdAt + 2] - w[2];
    const adx = w[fourthAt] - w[0];
    const ady = w[fourthAt + 1] - w[1];
    const adz = w[fourthAt + 2] - w[2];
    const volume =
      adx * (aby * acz - abz * acy) + ady * (abz * acx - abx * acz) + adz * (abx * acy - aby * acx);
    // With a positive volume, d lies above abc, and abc is counter-clockwise from above: reverse the base.
    const b = volume > 0 ? 2 : 1;
    const c = 3 - b;
    this.addFace(0, b, c);
    this.addFace(0, 3, b);
    this.addFace(b, 3, c);
    this.addFace(c, 3, 0);
    this.link(0, 0, 1, 2);
    this.link(0, 1, 2, 2);
    this.link(0, 2, 3, 2);
    this.link(1, 1, 2, 0);
    this.link(2, 1, 3, 0);
    this.link(3, 1, 1, 0);
  }

  /** The face nearest the origin among those not taken yet; −1 when none is left. */
  takeNearest(): number {
    const { keys, faceCount } = this;
    let nearest = -1;
    let least = Infinity;
    for (let face = 0; face < faceCount; face++) {
      const key = keys[face];
      if (key < least) {
        least = key;
        nearest = face;
      }
    }
    if (nearest >= 0) keys[nearest] = Infinity;
    return nearest;
  }

  /** Copies point `slot` of the simplex into the polytope and returns the index of the vertex. */
  addVertex(simplex: GjkSimplex, slot: number): number {
    const vertex = this.vertexCount++;
    const { w, a, b } = this;
    const { numbers, ids } = simplex;
    const to = 3 * vertex;
    const from = 3 * slot;
    w[to] = numbers[from];
    w[to + 1] = numbers[from + 1];
    w[to + 2] = numbers[from + 2];
    a[to] = numbers[from + pointsAAt];
    a[to + 1] = numbers[from + pointsAAt + 1];
    a[to + 2] = numbers[from + pointsAAt + 2];
    b[to] = numbers[from + pointsBAt];
    b[to + 1] = numbers[from + pointsBAt + 1];
    b[to + 2] = numbers[from + pointsBAt + 2];
    this.idsA[vertex] = ids[slot];
    this.idsB[vertex] = ids[idsBAt + slot];
    return vertex;
  }

  /** Whether point `slot` of the simplex is a vertex already. */
  has(simplex: GjkSimplex, slot: number): boolean {
    const { w } = this;
    const x = simplex.w[3 * slot];
    const y = simplex.w[3 * slot + 1];
    const z = simplex.w[3 * slot + 2];
    for (let i = 0; i < 3 * this.vertexCount; i += 3) {
      if (w[i] === x && w[i + 1] === y && w[i + 2] === z) return true;
    }
    return false;
  }

  /**
   * Replaces the faces that `vertex` sees, `seed` among them, by a fan from the horizon. Returns false when
   * rounding leaves no closed horizon or memory runs out; the polytope must not be expanded any further then.
   */
  expand(vertex: number, seed: number): boolean {
    const count = this.findHorizon(vertex, seed);
    if (count < 3 || this.faceCount + count - this.freeCount > maxFaces) return false;
    const { horizon, corners } = this;
    let first = -1;
    let previous = -1;
    let firstStart = -1;
    let end = -1;
    for (let i = 0; i < count; i++) {
      const outer = horizon[i] >> edgeBits;
      const edge = horizon[i] & edgeMask;
      // Seen from the hole, the outer face's edge runs backwards.
      const start = corners[3 * outer + next(edge)];
      const stop = corners[3 * outer + edge];
      if (end !== -1 && start !== end) return false;
      const face = this.addFace(start, stop, vertex);
      this.link(face, 0, outer, edge);
      if (previous === -1) {
        first = face;
        firstStart = start;
      } else this.link(previous, 1, face, 2);
      previous = face;
      end = stop;
    }
    if (end !== firstStart) return false;
    this.link(previous, 1, first, 2);
    return true;
  }

  /**
   * Removes the faces seen from `vertex` and lists the edges around them, in order, as seen from outside
   * faces.
   */
  private findHorizon(vertex: number, seed: number): number {
    const { w, planes, neighbours, alive, stack, horizon } = this;
    const x = w[3 * vertex];
    const y = w[3 * vertex + 1];
    const z = w[3 * vertex + 2];
    let depth = 0;
    let count = 0;
    this.kill(seed);
    for (let e = 2; e >= 0; e--) stack[depth++] = neighbours[3 * seed + e];
    while (depth > 0) {
      const entry = stack[--depth];
      const face = entry >> edgeBits;
      if (alive[face] === 0) continue;
      const edge = entry & edgeMask;
      const n = planeSize * face;
      if (planes[n] * x + planes[n + 1] * y + planes[n + 2] * z > planes[n + offsetAt]) {
        this.kill(face);
        stack[depth++] = neighbours[3 * face + previous(edge)];
        stack[depth++] = neighbours[3 * face + next(edge)];
      } else horizon[count++] = entry;
    }
    return count;
  }

  private kill(face: number): void {
    this.alive[face] = 0;
    this.keys[face] = Infinity;
    this.free[this.freeCount++] = face;
  }

  private link(f: number, e: number, g: number, d: number): void {
    this.neighbours[3 * f + e] = (g << edgeBits) | d;
    this.neighbours[3 * g + d] = (f << edgeBits) | e;
  }

  /** Adds a triangle; a degenerate one has no direction, is never seen and never nearest. */
  private addFace(i: number, j: number, k: number): number {
    const face = this.freeCount > 0 ? this.free[--this.freeCount] : this.faceCount++;
    const { w, corners, planes, distances, keys } = this;
    const f = 3 * face;
    corners[f] = i;
    corners[f + 1] = j;
    corners[f + 2] = k;
    const ix = w[3 * i];
    const iy = w[3 * i + 1];
    const iz = w[3 * i + 2];
    const ux = w[3 * j] - ix;
    const uy = w[3 * j + 1] - iy;
    const uz = w[3 * j + 2] - iz;
    const vx = w[3 * k] - ix;
    const vy = w[3 * k + 1] - iy;
    const vz = w[3 * k + 2] - iz;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const offset = nx * ix + ny * iy + nz * iz;
    const distance = offset / Math.sqrt(nx * nx + ny * ny + nz * nz);
    const n = planeSize * face;
    planes[n] = nx;
    planes[n + 1] = ny;
    planes[n + 2] = nz;
    planes[n + offsetAt] = offset;
    this.alive[face] = 1;
    // Without an area there is no direction: 0 / 0 is NaN, which is not nearest.
    distances[face] = keys[face] = distance;
    return face;
  }
}

/** The edge after `edge` on a triangle: 0, 1, 2 becomes 1, 2, 0. */
function next(edge: number): number {
  return (0b001001 >> (2 * edge)) & 3;
}

/** The edge before `edge`: 0, 1, 2 becomes 2, 0, 1. */
function previous(edge: number): number {
  return (0b010010 >> (2 * edge)) & 3;
}
