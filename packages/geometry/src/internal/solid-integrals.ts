/** Integrals over the solid inside a closed triangle surface, and the mass properties made from them. */
import type { Mat3, Vec3 } from '@colide/core';
import { inertiaAddPoint } from './inertia.ts';

/** Mass properties of a solid of density 1. */
export interface SolidMass {
  volume: number;
  /** Centre of mass. */
  readonly center: Vec3;
  /** Inertia tensor about the centre of mass, column-major. */
  readonly inertia: Mat3;
}

/**
 * Integrals of 1, x, y, z, xx, yy, zz, xy, yz, zx over the signed tetrahedra between vertex 0 and the
 * triangles, with coordinates relative to vertex 0, so that nothing cancels far from the origin.
 */
export function solidIntegrals(points: ArrayLike<number>, indices: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(10);
  const ox = points[0];
  const oy = points[1];
  const oz = points[2];
  for (let t = 0; t < indices.length; t += 3) {
    const a = 3 * indices[t];
    const b = 3 * indices[t + 1];
    const c = 3 * indices[t + 2];
    const ax = points[a] - ox;
    const ay = points[a + 1] - oy;
    const az = points[a + 2] - oz;
    const bx = points[b] - ox;
    const by = points[b + 1] - oy;
    const bz = points[b + 2] - oz;
    const cx = points[c] - ox;
    const cy = points[c + 1] - oy;
    const cz = points[c + 2] - oz;
    const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const x = ax + bx + cx;
    const y = ay + by + cy;
    const z = az + bz + cz;
    sums[0] += det / 6;
    sums[1] += (det * x) / 24;
    sums[2] += (det * y) / 24;
    sums[3] += (det * z) / 24;
    sums[4] += (det * (ax * ax + bx * bx + cx * cx + x * x)) / 120;
    sums[5] += (det * (ay * ay + by * by + cy * cy + y * y)) / 120;
    sums[6] += (det * (az * az + bz * bz + cz * cz + z * z)) / 120;
    sums[7] += (det * (ax * ay + bx * by + cx * cy + x * y)) / 120;
    sums[8] += (det * (ay * az + by * bz + cy * cz + y * z)) / 120;
    sums[9] += (det * (az * ax + bz * bx + cz * cx + z * x)) / 120;
  }
  return sums;
}

/** Turns {@link solidIntegrals} of a volume above 0 into mass properties; (x, y, z) is vertex 0. */
export function solidMass(out: SolidMass, sums: ArrayLike<number>, x: number, y: number, z: number): void {
  const volume = sums[0];
  const { center, inertia } = out;
  const cx = sums[1] / volume;
  const cy = sums[2] / volume;
  const cz = sums[3] / volume;
  out.volume = volume;
  inertia[0] = sums[5] + sums[6];
  inertia[4] = sums[4] + sums[6];
  inertia[8] = sums[4] + sums[5];
  inertia[1] = inertia[3] = -sums[7];
  inertia[5] = inertia[7] = -sums[8];
  inertia[2] = inertia[6] = -sums[9];
  inertiaAddPoint(inertia, -volume, cx, cy, cz);
  center[0] = x + cx;
  center[1] = y + cy;
  center[2] = z + cz;
}
