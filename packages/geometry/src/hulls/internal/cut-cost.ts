/**
 * How far from convex the pieces left by a cut would be, without making the cut.
 *
 * A solid is convex where all of it lies below the tangent planes of its surface. The cost of a cut is the
 * integral, over the surface, of the height by which the point's own piece rises above the tangent plane.
 * Unlike the volume that the hulls leave empty, it falls when a ring is cut in half: the two hulls fill the
 * hole as before, but each wall of the hole now faces half as much. Cuts chosen by volume shave slices off
 * the ring and never open it; so do cuts chosen by the distance to the hull, which flat slices make small.
 * And unlike the largest height, it falls when one of two equal dents disappears.
 *
 * Cost: O(n) for each of a few hundred triangles that sample the surface of a part of n vertices.
 */
import { type CutPlane, planeHeights, type Solid } from './clip-solid.ts';
import { triangleNormal } from './solid-depth.ts';

const normal: [number, number, number] = [0, 0, 0];

/** The approximate number of triangles sampled. */
const sampleCount = 160;

/** Triangles that stand for the whole surface, each with its weight in multiples of its own area. */
export interface SurfaceSample {
  triangles: number[];
  weights: number[];
}

/** Triangles at equal steps of area, so that large ones are never missed. */
export function sampleSurface(solid: Solid): SurfaceSample {
  const sample: SurfaceSample = { triangles: [], weights: [] };
  const areas = new Float64Array(solid.surfaceCount);
  let total = 0;
  for (let t = 0; t < areas.length; t++) total += areas[t] = triangleArea(solid, t);
  const step = areas.length <= 2 * sampleCount ? 0 : total / sampleCount;
  let passed = 0;
  let next = step / 2;
  for (let t = 0; t < areas.length; t++) {
    passed += areas[t];
    if (!(areas[t] > 0) || passed < next) continue;
    const hits = step > 0 ? Math.floor((passed - next) / step) + 1 : 1;
    next += hits * step;
    sample.triangles.push(t);
    sample.weights.push(step > 0 ? (hits * step) / areas[t] : 1);
  }
  return sample;
}

/** The cost of the pieces that `plane` leaves; Infinity if a side is empty. */
export function cutCost(solid: Solid, sample: SurfaceSample, plane: CutPlane, tolerance: number): number {
  const heights = planeHeights(solid, plane, tolerance);
  let cost = 0;
  for (const side of [1, -1]) {
    const pieces = new SidePieces(solid, plane, heights, side);
    if (pieces.count === 0) return Infinity;
    cost += pieces.cost(sample);
  }
  return cost;
}

/** The pieces on one side of a cut: the points and the volume of each. */
class SidePieces {
  count = 0;
  private readonly solid: Solid;
  private readonly heights: Float64Array;
  private readonly side: number;
  /** The piece of each vertex on this side, −1 for the others. */
  private readonly pieceOf: Int32Array;
  private readonly points: number[][] = [];
  private readonly volumes: number[] = [];
  /** The corners of what is left of a triangle. */
  private readonly polygon: number[] = [];

  constructor(solid: Solid, plane: CutPlane, heights: Float64Array, side: number) {
    this.solid = solid;
    this.heights = heights;
    this.side = side;
    this.pieceOf = this.findPieces();
    this.measureVolumes(plane);
    // A wall that faces inwards, of a cavity or of a pipe, belongs to the wall around it.
    if (this.volumes.some(volume => volume < 0)) this.join();
  }

  /** The integral over the part of the sample on this side. */
  cost(sample: SurfaceSample): number {
    const { solid, polygon, points } = this;
    const middle = new Float64Array(3);
    let sum = 0;
    for (let i = 0; i < sample.triangles.length; i++) {
      const t = sample.triangles[i];
      const piece = this.clip(t);
      if (piece < 0 || !triangleNormal(normal, solid, t)) continue;
      const area = polygonMiddle(middle, polygon, normal);
      const highest = highestOf(points[piece], normal);
      const height = normal[0] * middle[0] + normal[1] * middle[1] + normal[2] * middle[2];
      sum += sample.weights[i] * area * Math.max(highest - height, 0);
    }
    return sum;
  }

  /** Numbers the connected pieces and gathers their points. */
  private findPieces(): Int32Array {
    const { solid, heights, side, points } = this;
    const { positions: p, indices } = solid;
    const root = new Int32Array(heights.length).fill(-1);
    const find = (v: number): number => {
      let r = v;
      while (root[r] !== r) r = root[r] = root[root[r]];
      return r;
    };
    for (let i = 0; i < indices.length; i += 3) {
      let first = -1;
      if (!this.reaches(i / 3)) continue;
      for (let k = i; k < i + 3; k++) {
        const v = indices[k];
        if (side * heights[v] < 0) continue;
        if (root[v] < 0) root[v] = v;
        if (first < 0) first = v;
        else root[find(v)] = find(first);
      }
    }
    const pieceOf = new Int32Array(heights.length).fill(-1);
    for (let v = 0; v < root.length; v++) {
      if (root[v] < 0) continue;
      const r = find(v);
      if (pieceOf[r] < 0) {
        pieceOf[r] = this.count++;
        points.push([]);
        this.volumes.push(0);
      }
      pieceOf[v] = pieceOf[r];
      points[pieceOf[v]].push(p[3 * v], p[3 * v + 1], p[3 * v + 2]);
    }
    return pieceOf;
  }

  private reaches(t: number): boolean {
    const { heights, side } = this;
    const { indices } = this.solid;
    return (
      side * heights[indices[3 * t]] > 0 ||
      side * heights[indices[3 * t + 1]] > 0 ||
      side * heights[indices[3 * t + 2]] > 0
    );
  }

  /**
   * Adds the points in which edges cross the plane, and the volumes: seen from a point of the plane, the lids
   * of the cut add nothing.
   */
  private measureVolumes(plane: CutPlane): void {
    const { solid, heights, side, polygon, points, volumes } = this;
    const { indices } = solid;
    const [ox, oy, oz] = [plane[0] * plane[3], plane[1] * plane[3], plane[2] * plane[3]];
    for (let t = 0; t < indices.length / 3; t++) {
      const piece = this.clip(t);
      if (piece < 0) continue;
      volumes[piece] += coneVolume(polygon, ox, oy, oz);
      for (let k = 0; k < 3; k++) {
        const a = indices[3 * t + k];
        const b = indices[3 * t + ((k + 1) % 3)];
        // Once per edge, not once per triangle.
        if (side * heights[a] > 0 && side * heights[b] < 0) this.pushCrossing(points[piece], a, b);
      }
    }
  }

  /** Writes what is left of triangle t to `polygon`; returns the piece it belongs to, −1 for none. */
  private clip(t: number): number {
    if (!this.reaches(t)) return -1;
    const { solid, heights, side, polygon, pieceOf } = this;
    const { positions: p, indices } = solid;
    let piece = -1;
    polygon.length = 0;
    for (let k = 0; k < 3; k++) {
      const a = indices[3 * t + k];
      const b = indices[3 * t + ((k + 1) % 3)];
      if (side * heights[a] >= 0) {
        piece = pieceOf[a];
        polygon.push(p[3 * a], p[3 * a + 1], p[3 * a + 2]);
      }
      if (heights[a] * heights[b] < 0) this.pushCrossing(polygon, a, b);
    }
    return piece;
  }

  private pushCrossing(out: number[], a: number, b: number): void {
    const { positions: p } = this.solid;
    const t = this.heights[a] / (this.heights[a] - this.heights[b]);
    for (let k = 0; k < 3; k++) out.push(p[3 * a + k] + t * (p[3 * b + k] - p[3 * a + k]));
  }

  /** Joins all pieces into one. */
  private join(): void {
    const { pieceOf, points, volumes } = this;
    for (let v = 0; v < pieceOf.length; v++) if (pieceOf[v] > 0) pieceOf[v] = 0;
    points.splice(0, points.length, points.flat());
    volumes.splice(
      0,
      volumes.length,
      volumes.reduce((sum, volume) => sum + volume, 0),
    );
    this.count = 1;
  }
}

/** Writes the centroid of the flat polygon and returns its area. */
function polygonMiddle(
  out: Float64Array,
  q: number[],
  [nx, ny, nz]: readonly [number, number, number],
): number {
  let area = 0;
  out.fill(0);
  for (let k = 6; k < q.length; k += 3) {
    const [ux, uy, uz] = [q[k - 3] - q[0], q[k - 2] - q[1], q[k - 1] - q[2]];
    const [vx, vy, vz] = [q[k] - q[0], q[k + 1] - q[1], q[k + 2] - q[2]];
    const part = (nx * (uy * vz - uz * vy) + ny * (uz * vx - ux * vz) + nz * (ux * vy - uy * vx)) / 2;
    area += part;
    for (let i = 0; i < 3; i++) out[i] += (part * (q[i] + q[k - 3 + i] + q[k + i])) / 3;
  }
  if (!(area > 0)) return 0;
  for (let i = 0; i < 3; i++) out[i] /= area;
  return area;
}

function triangleArea({ positions: p, indices }: Solid, t: number): number {
  const [a, b, c] = [3 * indices[3 * t], 3 * indices[3 * t + 1], 3 * indices[3 * t + 2]];
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  return Math.sqrt((uy * vz - uz * vy) ** 2 + (uz * vx - ux * vz) ** 2 + (ux * vy - uy * vx) ** 2) / 2;
}

/** Signed volume of the cone from (x, y, z) to the polygon. */
function coneVolume(q: number[], x: number, y: number, z: number): number {
  const ax = q[0] - x;
  const ay = q[1] - y;
  const az = q[2] - z;
  let sum = 0;
  for (let k = 6; k < q.length; k += 3) {
    const bx = q[k - 3] - x;
    const by = q[k - 2] - y;
    const bz = q[k - 1] - z;
    const cx = q[k] - x;
    const cy = q[k + 1] - y;
    const cz = q[k + 2] - z;
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}

/** How far the points extend along the normal. */
function highestOf(points: number[], n: readonly [number, number, number]): number {
  const nx = n[0];
  const ny = n[1];
  const nz = n[2];
  let highest = -Infinity;
  for (let k = 0; k < points.length; k += 3) {
    const height = nx * points[k] + ny * points[k + 1] + nz * points[k + 2];
    if (height > highest) highest = height;
  }
  return highest;
}
