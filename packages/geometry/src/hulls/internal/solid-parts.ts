/** The measurements of convex decomposition on a closed mesh: its hull, its concavity and its pieces. */

import { solidIntegrals } from '../../internal/solid-integrals.ts';
import { type Hull, quickHull } from '../quick-hull.ts';
import type { Solid } from './clip-solid.ts';
import { depthBelow, triangleNormal } from './solid-depth.ts';

/** The weight of the radius of the empty ball, after Wei et al. */
const ballWeight = 0.3;
/** Empty fractions of a hull's volume up to this are rounding error. */
const volumeNoise = 1e-12;

/** A piece of the solid with its hull. */
export interface SolidPart {
  solid: Solid;
  hull: Hull;
  /**
   * Upper bound of the distance from the original surface, along its normal, to the hull; more if the hull is
   * emptier than that.
   */
  concavity: number;
  /** The triangle at which it is largest; −1 for none. */
  worstTriangle: number;
}

/** The least and the greatest coordinate along an axis. */
export function rangeAlong(positions: ArrayLike<number>, axis: number): [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (let i = axis; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]);
    high = Math.max(high, positions[i]);
  }
  return [low, high];
}

/** Measures a piece. */
export function measurePart(solid: Solid): SolidPart {
  const { positions: p, indices, surfaceCount } = solid;
  const hull = quickHull(p);
  let concavity = 0;
  let worstTriangle = -1;
  const normal: [number, number, number] = [0, 0, 0];
  const corners = new Float64Array(9);
  for (let t = 0; t < surfaceCount; t++) {
    if (!triangleNormal(normal, solid, t)) continue;
    for (let k = 0; k < 9; k++) corners[k] = p[3 * indices[3 * t + Math.floor(k / 3)] + (k % 3)];
    const depth = depthBelow(corners, normal, hull.planes, concavity);
    if (depth === concavity) continue;
    concavity = depth;
    worstTriangle = t;
  }
  return { solid, hull, concavity: Math.max(concavity, emptiness(solid, hull)), worstTriangle };
}

/**
 * {@link ballWeight} times the radius of a ball with the volume that the solid leaves empty in its hull. It
 * is needed because the normals of a flat ring with bevelled walls soon leave its hull, however wide the hole
 * is.
 */
function emptiness(solid: Solid, hull: Hull): number {
  const { vertices, faceOffsets, faceVertices } = hull;
  const triangles: number[] = [];
  for (let face = 0; face + 1 < faceOffsets.length; face++)
    for (let i = faceOffsets[face] + 2; i < faceOffsets[face + 1]; i++)
      triangles.push(faceVertices[faceOffsets[face]], faceVertices[i - 1], faceVertices[i]);
  const full = solidIntegrals(vertices, triangles)[0];
  const empty = full - solidIntegrals(solid.positions, solid.indices)[0];
  return empty > volumeNoise * full ? ballWeight * Math.cbrt((3 * empty) / (4 * Math.PI)) : 0;
}

/**
 * The connected pieces of a solid that enclose a volume; one piece if a cavity makes them depend on each
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
