/**
 * What convex decomposition asks of a closed mesh: its hull, its concavity, its pieces and where to cut it.
 */

import { solidIntegrals } from '../../internal/solid-integrals.ts';
import { type Hull, quickHull } from '../quick-hull.ts';
import { type CutPlane, planeHeights, type Solid } from './clip-solid.ts';

/** A piece of the solid with its hull. */
export interface SolidPart {
  solid: Solid;
  hull: Hull;
  /** Upper bound of the distance from the original surface, along its normal, to the hull. */
  concavity: number;
  /** The triangle where it is largest; −1 for none. */
  worstTriangle: number;
}

/** Measures a piece. */
export function measurePart(solid: Solid): SolidPart {
  const hull = quickHull(solid.positions);
  let concavity = 0;
  let worstTriangle = -1;
  const normal = [0, 0, 0];
  for (let t = 0; t < solid.surfaceCount; t++) {
    if (!triangleNormal(normal, solid, t)) continue;
    const depth = depthAlong(solid, t, normal, hull.planes);
    if (depth > concavity) {
      concavity = depth;
      worstTriangle = t;
    }
  }
  return { solid, hull, concavity, worstTriangle };
}

/**
 * How far the triangle is below the hull along its own normal: for every plane of the hull the farthest
 * corner counts, and of the planes the nearest, which is never less than the true maximum over the triangle.
 */
function depthAlong(solid: Solid, t: number, normal: number[], planes: Float64Array): number {
  const { positions: p, indices } = solid;
  const [a, b, c] = [3 * indices[3 * t], 3 * indices[3 * t + 1], 3 * indices[3 * t + 2]];
  const [nx, ny, nz] = normal;
  let depth = Infinity;
  for (let f = 0; f < planes.length; f += 4) {
    const x = planes[f];
    const y = planes[f + 1];
    const z = planes[f + 2];
    const slope = x * nx + y * ny + z * nz;
    if (slope <= 1e-9) continue;
    const lowest = Math.min(
      x * p[a] + y * p[a + 1] + z * p[a + 2],
      x * p[b] + y * p[b + 1] + z * p[b + 2],
      x * p[c] + y * p[c + 1] + z * p[c + 2],
    );
    depth = Math.min(depth, (planes[f + 3] - lowest) / slope);
  }
  return depth === Infinity ? 0 : Math.max(depth, 0);
}

/** Writes the unit normal of triangle t; false where it has no area. */
function triangleNormal(out: number[], solid: Solid, t: number): boolean {
  const { positions: p, indices } = solid;
  const [a, b, c] = [3 * indices[3 * t], 3 * indices[3 * t + 1], 3 * indices[3 * t + 2]];
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const vx = p[c] - p[a];
  const vy = p[c + 1] - p[a + 1];
  const vz = p[c + 2] - p[a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  // Slivers from earlier cuts have a direction of noise, and their neighbours cover them.
  if (!(length > 1e-9 * (ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz))) return false;
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
  return true;
}

/**
 * The connected pieces of a solid that enclose a volume; one piece where a cavity makes them depend on each
 * other.
 */
export function splitPieces(solid: Solid, leastVolume: number): Solid[] {
  const count = solid.positions.length / 3;
  const root = Int32Array.from({ length: count }, (_, i) => i);
  const find = (v: number): number => {
    let r = v;
    while (root[r] !== r) r = root[r] = root[root[r]];
    return r;
  };
  const { indices } = solid;
  for (let i = 0; i < indices.length; i += 3) {
    root[find(indices[i])] = find(indices[i + 1]);
    root[find(indices[i + 1])] = find(indices[i + 2]);
  }
  const pieces = new Map<number, { indices: number[]; surfaceCount: number }>();
  for (let t = 0; t < indices.length / 3; t++) {
    const key = find(indices[3 * t]);
    let piece = pieces.get(key);
    if (piece === undefined) pieces.set(key, (piece = { indices: [], surfaceCount: 0 }));
    piece.indices.push(indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]);
    if (t < solid.surfaceCount) piece.surfaceCount++;
  }
  const volumeOf = (piece: { indices: number[] }): number =>
    solidIntegrals(solid.positions, piece.indices)[0];
  const volumes = Array.from(pieces.values(), volumeOf);
  if (volumes.some(volume => volume < -leastVolume)) return [compact(solid)];
  return Array.from(pieces.values())
    .filter((_, i) => volumes[i] > leastVolume)
    .map(piece => compact({ positions: solid.positions, ...piece }));
}

function compact(solid: Solid): Solid {
  const ids = new Map<number, number>();
  const positions: number[] = [];
  const indices = solid.indices.map(v => {
    let id = ids.get(v);
    if (id === undefined) {
      ids.set(v, (id = ids.size));
      positions.push(solid.positions[3 * v], solid.positions[3 * v + 1], solid.positions[3 * v + 2]);
    }
    return id;
  });
  return { positions, indices, surfaceCount: solid.surfaceCount };
}

/**
 * Planes worth cutting along: those of the faces beside the strongest reflex edges, on which the walls of an
 * angular solid continue, and three positions on each axis, one of them through the worst place.
 */
export function candidatePlanes(part: SolidPart, reflexEdges: number): CutPlane[] {
  const { solid, worstTriangle } = part;
  const planes = reflexPlanes(solid, reflexEdges);
  const { positions } = solid;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = axis; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    let worst = 0;
    for (let k = 0; k < 3 && worstTriangle >= 0; k++)
      worst += positions[3 * solid.indices[3 * worstTriangle + k] + axis] / 3;
    const normal = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0] as const;
    const places = [(low + high) / 2, (3 * low + high) / 4, (low + 3 * high) / 4];
    if (worstTriangle >= 0) places.push(worst);
    for (const place of places) planes.push([...normal, place]);
  }
  return planes;
}

/** Planes of the two triangles at each of the reflex edges that are longest and sharpest. */
function reflexPlanes(solid: Solid, limit: number): CutPlane[] {
  const { positions: p, indices } = solid;
  const count = p.length / 3;
  const owner = new Map<number, number>();
  for (let i = 0; i < indices.length; i++)
    owner.set(indices[i] * count + indices[i % 3 === 2 ? i - 2 : i + 1], (i / 3) | 0);
  const found: { weight: number; plane: CutPlane }[] = [];
  const m = [0, 0, 0];
  const n = [0, 0, 0];
  for (const [key, t] of owner) {
    const a = Math.floor(key / count);
    const b = key % count;
    const other = owner.get(b * count + a);
    if (other === undefined || !triangleNormal(n, solid, t) || !triangleNormal(m, solid, other)) continue;
    const e = [0, 1, 2].map(k => p[3 * b + k] - p[3 * a + k]);
    // n × m points along the edge where it is convex and against it where it is reflex.
    const sharpness =
      (n[1] * m[2] - n[2] * m[1]) * e[0] +
      (n[2] * m[0] - n[0] * m[2]) * e[1] +
      (n[0] * m[1] - n[1] * m[0]) * e[2];
    if (sharpness >= 0) continue;
    const d = n[0] * p[3 * a] + n[1] * p[3 * a + 1] + n[2] * p[3 * a + 2];
    found.push({ weight: -sharpness, plane: [n[0], n[1], n[2], d] });
  }
  found.sort((x, y) => y.weight - x.weight);
  return found.slice(0, limit).map(x => x.plane);
}

/**
 * The summed hull volume of the two sides of a cut, without building them; Infinity where a side is empty.
 */
export function cutCost(solid: Solid, plane: CutPlane, tolerance: number): number {
  const heights = planeHeights(solid, plane, tolerance);
  const { positions: p, indices } = solid;
  // A vertex in the plane belongs to a side where one of its triangles reaches into that side.
  const reaches = new Uint8Array(heights.length);
  for (let i = 0; i < indices.length; i += 3) {
    let bits = 0;
    for (let k = i; k < i + 3; k++) {
      const h = heights[indices[k]];
      bits |= h > 0 ? 1 : h < 0 ? 2 : 0;
    }
    for (let k = i; k < i + 3; k++) {
      const h = heights[indices[k]];
      reaches[indices[k]] |= h > 0 ? 1 : h < 0 ? 2 : bits;
    }
  }
  const sides: [number[], number[]] = [[], []];
  for (let v = 0; v < heights.length; v++)
    for (let side = 0; side < 2; side++)
      if (reaches[v] & (1 << side)) sides[side].push(p[3 * v], p[3 * v + 1], p[3 * v + 2]);
  if (sides[0].length === 0 || sides[1].length === 0) return Infinity;
  for (let i = 0; i < indices.length; i++) {
    const a = indices[i];
    const b = indices[i % 3 === 2 ? i - 2 : i + 1];
    if (a > b || !(heights[a] * heights[b] < 0)) continue;
    const t = heights[a] / (heights[a] - heights[b]);
    for (let k = 0; k < 3; k++) {
      const x = p[3 * a + k] + t * (p[3 * b + k] - p[3 * a + k]);
      sides[0].push(x);
      sides[1].push(x);
    }
  }
  return (
    hullVolume(quickHull(sides[0], { triangles: true })) +
    hullVolume(quickHull(sides[1], { triangles: true }))
  );
}

/** Volume of a triangulated hull. */
export function hullVolume(hull: Hull): number {
  return hull.dimension < 3 ? 0 : solidIntegrals(hull.vertices, hull.faceVertices)[0];
}
