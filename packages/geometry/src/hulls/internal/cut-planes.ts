/** Candidate planes for the cuts of a convex decomposition. */
import type { Mat3 } from '@colide/core';
import { eigenSymmetric } from '@colide/math';
import { type SolidMass, solidIntegrals, solidMass } from '../../internal/solid-integrals.ts';
import type { CutPlane, Solid } from './clip-solid.ts';
import { triangleNormal } from './solid-depth.ts';
import { rangeAlong, type SolidPart } from './solid-parts.ts';

/**
 * Sine of the least angle between the faces at a reflex edge: cuts along the slight folds of a smooth surface
 * do not help.
 */
const leastFold = 0.15;
/** Planes closer than this in direction, and in distance to the size of the solid, are the same. */
const sameSine = 1e-3;

/**
 * Planes worth cutting along: those of the faces beside the strongest reflex edges, on which the walls of an
 * angular solid continue; six positions on each axis, one of them through the worst spot; and those
 * perpendicular to the principal axes.
 */
export function candidatePlanes(part: SolidPart, reflexEdges: number): CutPlane[] {
  const { solid, worstTriangle } = part;
  const { positions } = solid;
  const planes: CutPlane[] = [];
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    const [low, high] = rangeAlong(positions, axis);
    size = Math.max(size, high - low);
    let worst = 0;
    for (let k = 0; k < 3 && worstTriangle >= 0; k++)
      worst += positions[3 * solid.indices[3 * worstTriangle + k] + axis] / 3;
    const normal = [axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0] as const;
    const offsets = [1, 2, 3, 4, 5].map(i => low + ((high - low) * i) / 6);
    if (worstTriangle >= 0) offsets.push(worst);
    for (const offset of offsets) planes.push([...normal, offset]);
  }
  return [...reflexPlanes(solid, reflexEdges, size), ...planes, ...principalPlanes(solid)];
}

/**
 * Planes through the centre of mass perpendicular to the principal axes of the solid; they rotate with it.
 */
function principalPlanes(solid: Solid): CutPlane[] {
  const { positions: p, indices } = solid;
  const mass: SolidMass = { volume: 0, center: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0, 0, 0, 0] };
  solidMass(mass, solidIntegrals(p, indices), p[0], p[1], p[2]);
  const { center, inertia } = mass;
  const axes: Mat3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  eigenSymmetric([0, 0, 0], axes, inertia);
  return [0, 3, 6].map(at => {
    const [x, y, z] = [axes[at], axes[at + 1], axes[at + 2]];
    return [x, y, z, x * center[0] + y * center[1] + z * center[2]];
  });
}

/** The planes of both triangles at the longest and sharpest reflex edges. */
function reflexPlanes(solid: Solid, limit: number, size: number): CutPlane[] {
  const { positions: p, indices } = solid;
  const count = p.length / 3;
  const owner = new Map<number, number>();
  for (let i = 0; i < indices.length; i++)
    owner.set(indices[i] * count + indices[i % 3 === 2 ? i - 2 : i + 1], (i / 3) | 0);
  const found: { weight: number; plane: CutPlane }[] = [];
  const m: [number, number, number] = [0, 0, 0];
  const n: [number, number, number] = [0, 0, 0];
  for (const [key, t] of owner) {
    const a = Math.floor(key / count);
    const b = key % count;
    const other = owner.get(b * count + a);
    if (other === undefined || !triangleNormal(n, solid, t) || !triangleNormal(m, solid, other)) continue;
    const e = [p[3 * b] - p[3 * a], p[3 * b + 1] - p[3 * a + 1], p[3 * b + 2] - p[3 * a + 2]];
    // n × m points along the edge where it is convex and against it where it is reflex.
    const sharpness =
      (n[1] * m[2] - n[2] * m[1]) * e[0] +
      (n[2] * m[0] - n[0] * m[2]) * e[1] +
      (n[0] * m[1] - n[1] * m[0]) * e[2];
    const length = Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
    if (sharpness >= -leastFold * length) continue;
    const d = n[0] * p[3 * a] + n[1] * p[3 * a + 1] + n[2] * p[3 * a + 2];
    found.push({ weight: -sharpness, plane: [n[0], n[1], n[2], d] });
  }
  found.sort((x, y) => y.weight - x.weight);
  const planes: CutPlane[] = [];
  for (const { plane } of found) {
    if (planes.length === limit) break;
    if (!planes.some(other => isSame(plane, other, size))) planes.push(plane);
  }
  return planes;
}

/** Whether two planes, whichever way they face, make the same cut. */
function isSame(a: CutPlane, b: CutPlane, size: number): boolean {
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < 0 ? -1 : 1;
  for (let k = 0; k < 3; k++) if (Math.abs(a[k] - sign * b[k]) > sameSine) return false;
  return Math.abs(a[3] - sign * b[3]) <= sameSine * size;
}
