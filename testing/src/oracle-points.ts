/** Brute-force answers over points and triangles, in double precision and O(n) per query. */
import type { TriangleMesh } from './data-meshes.ts';
import { cross, dot, type Vector, vectorAt } from './oracle-vectors.ts';

function squaredDistance(points: ArrayLike<number>, i: number, query: ArrayLike<number>): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) sum += (points[3 * i + axis] - query[axis]) ** 2;
  return sum;
}

/** The `k` points nearest to `query`: ids and distances, nearest first, equal distances by id. */
export function nearestPointsOracle(
  points: ArrayLike<number>,
  query: ArrayLike<number>,
  k = 1,
): { id: number; distance: number }[] {
  return Array.from({ length: points.length / 3 }, (_, id) => ({
    id,
    distance: Math.sqrt(squaredDistance(points, id, query)),
  }))
    .sort((a, b) => a.distance - b.distance || a.id - b.id)
    .slice(0, k);
}

/** Ids of the points at most `radius` away from `query`, ascending. */
export function radiusQueryOracle(
  points: ArrayLike<number>,
  query: ArrayLike<number>,
  radius: number,
): number[] {
  const ids: number[] = [];
  for (let id = 0; id < points.length / 3; id++)
    if (squaredDistance(points, id, query) <= radius * radius) ids.push(id);
  return ids;
}

/**
 * The nearest triangle that a ray meets, from either side: `t` along the direction (`Infinity` for a miss)
 * and the triangle's number (−1). A ray hits where it passes on one side of all three edges, by signed
 * volumes, borders included; triangles seen edge-on are not hit.
 */
export function rayTrianglesOracle(
  mesh: TriangleMesh,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  maxT = Infinity,
): { t: number; triangle: number } {
  let best = { t: Infinity, triangle: -1 };
  const d = vectorAt(direction, 0);
  for (let triangle = 0; triangle < mesh.indices.length / 3; triangle++) {
    const [a, b, c] = [0, 1, 2].map(k => {
      const corner = 3 * mesh.indices[3 * triangle + k];
      return [0, 1, 2].map(axis => mesh.positions[corner + axis] - origin[axis]) as unknown;
    }) as [Vector, Vector, Vector];
    const u = dot(d, cross(b, c));
    const v = dot(d, cross(c, a));
    const w = dot(d, cross(a, b));
    const sum = u + v + w;
    if (sum === 0 || (Math.min(u, v, w) < 0 && Math.max(u, v, w) > 0)) continue;
    const squaredLength = dot(d, d);
    const t = (u * dot(a, d) + v * dot(b, d) + w * dot(c, d)) / (sum * squaredLength);
    if (t >= 0 && t <= maxT && t < best.t) best = { t, triangle };
  }
  return best;
}
