/**
 * Area conservation of triangles: `½ |(b−a)×(c−a)| = A₀`. The gradient at a corner is half the opposite edge
 * rotated by 90° in the plane of the triangle; the three sum to zero, so momentum is conserved.
 *
 * Together with distance constraints it keeps planar soft bodies from collapsing. A triangle without area has
 * no plane and is left alone.
 *
 * Müller et al., "Position based dynamics", JVCIR 18, 2007.
 */
import { requireCount, requireFraction } from '../internal/parameter-checks.ts';

/** Projects the area of a triangle, three ids, and returns the area before. Ids are not checked. */
export function projectArea(
  positions: Float64Array,
  inverseMasses: Float64Array,
  triangle: ArrayLike<number>,
  restArea: number,
  stiffness = 1,
): number {
  requireFraction('stiffness', stiffness);
  return project(positions, inverseMasses, triangle, 0, restArea, stiffness);
}

/** One sweep over the areas of `count` triangles, three ids each. Ids are not checked. */
export function projectAreas(
  positions: Float64Array,
  inverseMasses: Float64Array,
  triangles: Uint32Array,
  restAreas: Float64Array,
  stiffness = 1,
  count = restAreas.length,
): void {
  requireFraction('stiffness', stiffness);
  requireCount(count, triangles, 3);
  for (let i = 0, k = 0; i < count; i++, k += 3)
    project(positions, inverseMasses, triangles, k, restAreas[i], stiffness);
}

function project(
  positions: Float64Array,
  inverseMasses: Float64Array,
  triangles: ArrayLike<number>,
  at: number,
  restArea: number,
  stiffness: number,
): number {
  const a = triangles[at];
  const b = triangles[at + 1];
  const c = triangles[at + 2];
  const i = 3 * a;
  const j = 3 * b;
  const k = 3 * c;
  const abx = positions[j] - positions[i];
  const aby = positions[j + 1] - positions[i + 1];
  const abz = positions[j + 2] - positions[i + 2];
  const acx = positions[k] - positions[i];
  const acy = positions[k + 1] - positions[i + 1];
  const acz = positions[k + 2] - positions[i + 2];
  let nx = aby * acz - abz * acy;
  let ny = abz * acx - abx * acz;
  let nz = abx * acy - aby * acx;
  const doubleArea = Math.sqrt(nx * nx + ny * ny + nz * nz);
  if (doubleArea === 0) return 0;
  nx /= doubleArea;
  ny /= doubleArea;
  nz /= doubleArea;
  // ∇b = ½ ac × n, ∇c = ½ n × ab, ∇a = −∇b − ∇c
  const gbx = 0.5 * (acy * nz - acz * ny);
  const gby = 0.5 * (acz * nx - acx * nz);
  const gbz = 0.5 * (acx * ny - acy * nx);
  const gcx = 0.5 * (ny * abz - nz * aby);
  const gcy = 0.5 * (nz * abx - nx * abz);
  const gcz = 0.5 * (nx * aby - ny * abx);
  const gax = -gbx - gcx;
  const gay = -gby - gcy;
  const gaz = -gbz - gcz;
  const wa = inverseMasses[a];
  const wb = inverseMasses[b];
  const wc = inverseMasses[c];
  const weight =
    wa * (gax * gax + gay * gay + gaz * gaz) +
    wb * (gbx * gbx + gby * gby + gbz * gbz) +
    wc * (gcx * gcx + gcy * gcy + gcz * gcz);
  const area = 0.5 * doubleArea;
  if (weight === 0) return area;
  const s = (stiffness * (restArea - area)) / weight;
  positions[i] += s * wa * gax;
  positions[i + 1] += s * wa * gay;
  positions[i + 2] += s * wa * gaz;
  positions[j] += s * wb * gbx;
  positions[j + 1] += s * wb * gby;
  positions[j + 2] += s * wb * gbz;
  positions[k] += s * wc * gcx;
  positions[k + 1] += s * wc * gcy;
  positions[k + 2] += s * wc * gcz;
  return area;
}
