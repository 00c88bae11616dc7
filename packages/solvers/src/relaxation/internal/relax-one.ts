import type { DistanceList } from '../../constraints/distance-constraint.ts';

/**
 * Projects distance constraint `i` when its relative error exceeds `tolerance`; 1 when it did, 0 when there
 * was nothing to do or nothing movable.
 */
export function relaxOne(
  positions: Float64Array,
  inverseMasses: Float64Array,
  distances: DistanceList,
  i: number,
  tolerance: number,
  overRelaxation: number,
): number {
  const { ids, restLengths } = distances;
  const ia = ids[2 * i];
  const ib = ids[2 * i + 1];
  const a = 3 * ia;
  const b = 3 * ib;
  const dx = positions[b] - positions[a];
  const dy = positions[b + 1] - positions[a + 1];
  const dz = positions[b + 2] - positions[a + 2];
  const squared = dx * dx + dy * dy + dz * dz;
  const rest = restLengths[i];
  const longest = rest * (1 + tolerance);
  const shortest = tolerance < 1 ? rest * (1 - tolerance) : 0;
  if (squared <= longest * longest && squared >= shortest * shortest) return 0;
  const wa = inverseMasses[ia];
  const wb = inverseMasses[ib];
  const length = Math.sqrt(squared);
  const weight = length * (wa + wb);
  if (weight === 0) return 0;
  const c = (overRelaxation * (length - rest)) / weight;
  const ca = c * wa;
  const cb = c * wb;
  positions[a] += dx * ca;
  positions[a + 1] += dy * ca;
  positions[a + 2] += dz * ca;
  positions[b] -= dx * cb;
  positions[b + 1] -= dy * cb;
  positions[b + 2] -= dz * cb;
  return 1;
}
