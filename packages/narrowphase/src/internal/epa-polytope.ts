/**
 * The expanding polytope of EPA: triangles with neighbours on flat arrays, a binary heap of faces by distance from the
 * origin, and the horizon walk that replaces the faces a new vertex sees.
 *
 * Face f has vertices `corners[3f..]`, counter-clockwise from outside; across its edge e (from corner e to the next)
 * lies face `neighbours[3f + e] >> 2`, which calls that edge `neighbours[3f + e] & 3`.
 */
import type { GjkSimplex } from '../gjk-simplex.ts';

/** Vertices the polytope can hold; each adds two faces. */
export const maxVertices = 256;
const maxFaces = 2 * maxVertices;

/** The polytope, reused from query to query. */
export class EpaPolytope {
  vertexCount = 0;
  /** Largest coordinate of the first four vertices: the scale of rounding. */
  size = 0;
  readonly w = new Float64Array(3 * maxVertices);
  readonly a = new Float64Array(3 * maxVertices);
  readonly b = new Float64Array(3 * maxVertices);
  readonly idsA = new Int32Array(maxVertices);
  readonly idsB = new Int32Array(maxVertices);
  readonly corners = new Uint16Array(3 * maxFaces);
  /** Unit outward normals. */
  readonly normals = new Float64Array(3 * maxFaces);
  /** Signed distances of the face planes from the origin; positive when the origin is inside. */
  readonly distances = new Float64Array(maxFaces);
  readonly neighbours = new Uint16Array(3 * maxFaces);
  private readonly alive = new Uint8Array(maxFaces);
  private readonly inHeap = new Uint8Array(maxFaces);
  private readonly heap = new Uint16Array(maxFaces);
  private heapSize = 0;
  private faceCount = 0;
  private readonly free = new Uint16Array(maxFaces);
  private freeCount = 0;
  private readonly stack = new Uint16Array(6 * maxFaces);
  private readonly horizon = new Uint16Array(3 * maxFaces);

  /** Starts from the four points of the simplex, which must span a volume. */
  start(simplex: GjkSimplex): void {
    this.vertexCount = this.faceCount = this.freeCount = this.heapSize = 0;
    for (let i = 0; i < 4; i++) this.addVertex(simplex, i);
    const { w } = this;
    this.size = 0;
    for (let i = 0; i < 12; i++) this.size = Math.max(this.size, Math.abs(w[i]!));
    const abx = w[3]! - w[0]!;
    const aby = w[4]! - w[1]!;
    const abz = w[5]! - w[2]!;
    const acx = w[6]! - w[0]!;
    const acy = w[7]! - w[1]!;
    const acz = w[8]! - w[2]!;
    const adx = w[9]! - w[0]!;
    const ady = w[10]! - w[1]!;
    const adz = w[11]! - w[2]!;
    const volume =
      adx * (aby * acz - abz * acy) + ady * (abz * acx - abx * acz) + adz * (abx * acy - aby * acx);
    // With a positive volume, d lies above abc, and abc is counter-clockwise from above: turn the base over.
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

  /** Takes the face nearest the origin off the heap; −1 when none is left. */
  popNearest(): number {
    const { heap, alive } = this;
    while (this.heapSize > 0) {
      const face = heap[0]!;
      const last = heap[--this.heapSize]!;
      if (this.heapSize > 0) this.siftDown(last);
      this.inHeap[face] = 0;
      if (alive[face] === 1) return face;
      this.free[this.freeCount++] = face;
    }
    return -1;
  }

  /** Copies point `slot` of the simplex into the polytope and returns its number. */
  addVertex(simplex: GjkSimplex, slot: number): number {
    const number = this.vertexCount++;
    for (let i = 0; i < 3; i++) {
      this.w[3 * number + i] = simplex.w[3 * slot + i]!;
      this.a[3 * number + i] = simplex.a[3 * slot + i]!;
      this.b[3 * number + i] = simplex.b[3 * slot + i]!;
    }
    this.idsA[number] = simplex.idsA[slot]!;
    this.idsB[number] = simplex.idsB[slot]!;
    return number;
  }

  /** Whether point `slot` of the simplex is a vertex already. */
  has(simplex: GjkSimplex, slot: number): boolean {
    const { w } = this;
    const x = simplex.w[3 * slot]!;
    const y = simplex.w[3 * slot + 1]!;
    const z = simplex.w[3 * slot + 2]!;
    for (let i = 0; i < 3 * this.vertexCount; i += 3) {
      if (w[i] === x && w[i + 1] === y && w[i + 2] === z) return true;
    }
    return false;
  }

  /**
   * Replaces the faces that `vertex` sees, `seed` among them, by a fan from the horizon. Returns false when rounding
   * leaves no closed horizon or memory runs out; the polytope is then of no further use.
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
      const outer = horizon[i]! >> 2;
      const edge = horizon[i]! & 3;
      // Seen from the hole, the outer face's edge runs backwards.
      const start = corners[3 * outer + ((edge + 1) % 3)]!;
      const stop = corners[3 * outer + edge]!;
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

  /** Removes the faces seen from `vertex` and lists the edges around them, in order, as seen from outside faces. */
  private findHorizon(vertex: number, seed: number): number {
    const { w, normals, distances, neighbours, alive, stack, horizon } = this;
    const x = w[3 * vertex]!;
    const y = w[3 * vertex + 1]!;
    const z = w[3 * vertex + 2]!;
    let depth = 0;
    let count = 0;
    this.kill(seed);
    for (let e = 2; e >= 0; e--) stack[depth++] = neighbours[3 * seed + e]!;
    while (depth > 0) {
      const entry = stack[--depth]!;
      const face = entry >> 2;
      if (alive[face] === 0) continue;
      const edge = entry & 3;
      const n = 3 * face;
      const height = normals[n]! * x + normals[n + 1]! * y + normals[n + 2]! * z - distances[face]!;
      if (height > 0) {
        this.kill(face);
        stack[depth++] = neighbours[n + ((edge + 2) % 3)]!;
        stack[depth++] = neighbours[n + ((edge + 1) % 3)]!;
      } else horizon[count++] = entry;
    }
    return count;
  }

  private kill(face: number): void {
    this.alive[face] = 0;
    if (this.inHeap[face] === 0) this.free[this.freeCount++] = face;
  }

  private link(f: number, e: number, g: number, d: number): void {
    this.neighbours[3 * f + e] = (g << 2) | d;
    this.neighbours[3 * g + d] = (f << 2) | e;
  }

  /** Adds a triangle; a degenerate one has no direction, is never seen and never nearest. */
  private addFace(i: number, j: number, k: number): number {
    const face = this.freeCount > 0 ? this.free[--this.freeCount]! : this.faceCount++;
    const { w, corners, normals, distances } = this;
    const f = 3 * face;
    corners[f] = i;
    corners[f + 1] = j;
    corners[f + 2] = k;
    const ix = w[3 * i]!;
    const iy = w[3 * i + 1]!;
    const iz = w[3 * i + 2]!;
    const ux = w[3 * j]! - ix;
    const uy = w[3 * j + 1]! - iy;
    const uz = w[3 * j + 2]! - iz;
    const vx = w[3 * k]! - ix;
    const vy = w[3 * k + 1]! - iy;
    const vz = w[3 * k + 2]! - iz;
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    this.alive[face] = 1;
    if (length > 0) {
      normals[f] = nx / length;
      normals[f + 1] = ny / length;
      normals[f + 2] = nz / length;
      distances[face] = (nx * ix + ny * iy + nz * iz) / length;
      this.push(face);
    } else {
      normals[f] = normals[f + 1] = normals[f + 2] = 0;
      distances[face] = Infinity;
      this.inHeap[face] = 0;
    }
    return face;
  }

  private push(face: number): void {
    const { heap, distances } = this;
    const key = distances[face]!;
    let at = this.heapSize++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (distances[heap[parent]!]! <= key) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = face;
    this.inHeap[face] = 1;
  }

  private siftDown(face: number): void {
    const { heap, distances, heapSize } = this;
    const key = distances[face]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heapSize) break;
      if (child + 1 < heapSize && distances[heap[child + 1]!]! < distances[heap[child]!]!) child++;
      if (distances[heap[child]!]! >= key) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = face;
  }
}
