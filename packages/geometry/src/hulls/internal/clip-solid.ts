/**
 * Cutting a closed triangle mesh with a plane into two closed meshes.
 *
 * Triangles that cross the plane are split at new vertices, one per crossing edge. The edges that then lack a
 * partner lie in the plane and form the outline of the cut, which is triangulated: outer loops with the holes
 * inside them. Vertices closer to the plane than the tolerance count as lying in it.
 */
import { bridgeHoles, clipEars, isInsideLoop, loopArea } from './ear-clipping.ts';

/**
 * A closed triangle mesh; triangles from `surfaceCount` on are cuts, those before belong to the original
 * surface.
 */
export interface Solid {
  positions: number[];
  indices: number[];
  surfaceCount: number;
}

/** A plane: points x with nx·x + ny·y + nz·z = d. */
export type CutPlane = readonly [nx: number, ny: number, nz: number, d: number];

/** Signed distances of all vertices, those within `tolerance` set to 0. */
export function planeHeights(solid: Solid, plane: CutPlane, tolerance: number): Float64Array {
  const { positions } = solid;
  const heights = new Float64Array(positions.length / 3);
  for (let v = 0; v < heights.length; v++) {
    const h =
      plane[0] * positions[3 * v] +
      plane[1] * positions[3 * v + 1] +
      plane[2] * positions[3 * v + 2] -
      plane[3];
    heights[v] = Math.abs(h) <= tolerance ? 0 : h;
  }
  return heights;
}

/**
 * The part of `solid` on the side of `plane` that its normal points to (`side` 1) or on the other side (−1).
 */
export function clipSolid(solid: Solid, plane: CutPlane, heights: Float64Array, side: 1 | -1): Solid {
  const clip = new SideClip(solid, heights, side);
  const triangleCount = solid.indices.length / 3;
  for (let t = 0; t < solid.surfaceCount; t++) clip.addTriangle(t, plane);
  const surfaceCount = clip.indices.length / 3;
  for (let t = solid.surfaceCount; t < triangleCount; t++) clip.addTriangle(t, plane);
  capOpening(clip.positions, clip.indices, plane, side);
  return { positions: clip.positions, indices: clip.indices, surfaceCount };
}

/** One side of a cut, under construction. */
class SideClip {
  readonly positions: number[] = [];
  readonly indices: number[] = [];
  private readonly solid: Solid;
  private readonly heights: Float64Array;
  private readonly side: number;
  private readonly copies = new Map<number, number>();
  private readonly crossings = new Map<number, number>();

  constructor(solid: Solid, heights: Float64Array, side: number) {
    this.solid = solid;
    this.heights = heights;
    this.side = side;
  }

  /** Adds what is left of triangle t: nothing, a triangle or a quadrilateral. */
  addTriangle(t: number, plane: CutPlane): void {
    const { solid, heights, side } = this;
    const corners = [solid.indices[3 * t], solid.indices[3 * t + 1], solid.indices[3 * t + 2]];
    const h = corners.map(v => side * heights[v]);
    if (h.every(x => x <= 0)) {
      // In the plane: it bounds the side that its normal points away from.
      if (h.every(x => x === 0) && side * this.normalAlong(corners, plane) < 0)
        this.indices.push(...corners.map(v => this.copy(v)));
      return;
    }
    const polygon: number[] = [];
    for (let k = 0; k < 3; k++) {
      const a = corners[k];
      const b = corners[(k + 1) % 3];
      const ha = h[k];
      const hb = h[(k + 1) % 3];
      if (ha >= 0) polygon.push(this.copy(a));
      if (ha * hb < 0) polygon.push(this.crossing(a, b));
    }
    for (let k = 2; k < polygon.length; k++) this.indices.push(polygon[0], polygon[k - 1], polygon[k]);
  }

  private normalAlong(corners: number[], plane: CutPlane): number {
    const p = this.solid.positions;
    const [a, b, c] = corners.map(v => [p[3 * v], p[3 * v + 1], p[3 * v + 2]]);
    const u = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const v = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
    return (
      plane[0] * (u[1] * v[2] - u[2] * v[1]) +
      plane[1] * (u[2] * v[0] - u[0] * v[2]) +
      plane[2] * (u[0] * v[1] - u[1] * v[0])
    );
  }

  private copy(vertex: number): number {
    const known = this.copies.get(vertex);
    if (known !== undefined) return known;
    const { positions } = this.solid;
    const id = this.addVertex(positions[3 * vertex], positions[3 * vertex + 1], positions[3 * vertex + 2]);
    this.copies.set(vertex, id);
    return id;
  }

  /** The vertex where the edge a b meets the plane; the same bits from both triangles and on both sides. */
  private crossing(a: number, b: number): number {
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    const key = low * this.heights.length + high;
    const known = this.crossings.get(key);
    if (known !== undefined) return known;
    const { positions } = this.solid;
    const t = this.heights[low] / (this.heights[low] - this.heights[high]);
    const at = (k: number): number =>
      positions[3 * low + k] + t * (positions[3 * high + k] - positions[3 * low + k]);
    const id = this.addVertex(at(0), at(1), at(2));
    this.crossings.set(key, id);
    return id;
  }

  private addVertex(x: number, y: number, z: number): number {
    this.positions.push(x, y, z);
    return this.positions.length / 3 - 1;
  }
}

/** Closes the mesh with triangles in the plane. */
function capOpening(positions: number[], indices: number[], plane: CutPlane, side: number): void {
  const loops = openLoops(indices, positions.length / 3);
  if (loops.length === 0) return;
  // Seen from outside the cap, along −side · normal, loops of the outline are counter-clockwise and holes
  // clockwise.
  const axis =
    Math.abs(plane[0]) >= Math.abs(plane[1]) && Math.abs(plane[0]) >= Math.abs(plane[2])
      ? 0
      : Math.abs(plane[1]) >= Math.abs(plane[2])
        ? 1
        : 2;
  const isSwapped = -side * plane[axis] < 0;
  const u = (axis + (isSwapped ? 2 : 1)) % 3;
  const v = (axis + (isSwapped ? 1 : 2)) % 3;
  const coords: number[] = [];
  for (let i = 0; i < positions.length; i += 3) coords.push(positions[i + u], positions[i + v]);
  const outlines = loops.filter(loop => loopArea(coords, loop) > 0);
  const holesOf = outlines.map((): number[][] => []);
  for (const hole of loops) {
    if (loopArea(coords, hole) > 0) continue;
    // The smallest outline around the hole; a hole without one has a negligible area.
    let best = -1;
    for (let i = 0; i < outlines.length; i++)
      if (hole.some(p => isInsideLoop(coords, outlines[i], p)))
        if (best < 0 || loopArea(coords, outlines[i]) < loopArea(coords, outlines[best])) best = i;
    if (best >= 0) holesOf[best].push(hole);
    else addFan(indices, hole);
  }
  outlines.forEach((outline, i) => {
    const holes = holesOf[i];
    const loop = holes.length === 0 ? outline : bridgeHoles(coords, outline, holes);
    const triangles: number[] = [];
    if (clipEars(triangles, coords, loop)) indices.push(...triangles);
    else for (const open of [outline, ...holes]) addFan(indices, open);
  });
}

/**
 * Closes a loop with a fan; its triangles overlap where the loop is not convex, but their signed sum is
 * right.
 */
function addFan(indices: number[], loop: number[]): void {
  for (let k = 2; k < loop.length; k++) indices.push(loop[0], loop[k - 1], loop[k]);
}

/** Loops that run opposite to the edges without a partner. */
function openLoops(indices: number[], vertexCount: number): number[][] {
  const balance = new Map<number, number>();
  for (let i = 0; i < indices.length; i++) {
    const a = indices[i];
    const b = indices[i % 3 === 2 ? i - 2 : i + 1];
    const [key, sign] = a < b ? [a * vertexCount + b, 1] : [b * vertexCount + a, -1];
    balance.set(key, (balance.get(key) ?? 0) + sign);
  }
  const after = new Map<number, number[]>();
  for (const [key, count] of balance) {
    const low = Math.floor(key / vertexCount);
    const high = key % vertexCount;
    for (let k = Math.abs(count); k > 0; k--) {
      const [from, to] = count > 0 ? [high, low] : [low, high];
      const list = after.get(from);
      if (list === undefined) after.set(from, [to]);
      else list.push(to);
    }
  }
  const loops: number[][] = [];
  for (const [start, exits] of after)
    while (exits.length > 0) {
      const loop: number[] = [];
      let at = start;
      do {
        loop.push(at);
        const next = after.get(at)?.pop();
        if (next === undefined) break;
        at = next;
      } while (at !== start);
      if (loop.length > 2) loops.push(loop);
    }
  return loops;
}
