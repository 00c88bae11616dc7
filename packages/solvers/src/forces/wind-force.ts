/**
 * Wind on a triangle mesh. Each triangle feels the air that streams past it, u = wind − its mean velocity,
 * over the area A that faces the stream: `F = ½ ρ A |u·n| ( C_D u + C_L |u| n )`, n the normal on the lee
 * side, a third of it on each vertex. A triangle edge-on to the wind feels nothing.
 *
 * The same formula is air drag when the wind is zero. O(triangles); a triangle of zero area is skipped.
 */
import { type ReadonlyVec3, requireLength, requireNonNegative } from '@colide/core';
import { requireCount } from '../internal/parameter-checks.ts';

/** Air that moves. */
export interface Wind {
  /** In m/s. */
  readonly velocity: ReadonlyVec3;
  /** ρ in kg/m³. Default 1.2, as at sea level. */
  readonly density?: number;
  /** C_D, along the stream. Default 1. */
  readonly drag?: number;
  /** C_L, along the normal. Default 0. */
  readonly lift?: number;
}

/** Adds the force of the wind to the vertices of `count` triangles (three ids each, not checked). */
export function addWind(
  forces: Float64Array,
  positions: Float64Array,
  velocities: Float64Array,
  triangles: Uint32Array,
  wind: Wind,
  count = triangles.length / 3,
): void {
  const { velocity, density = 1.2, drag = 1, lift = 0 } = wind;
  requireNonNegative('density', density);
  requireNonNegative('drag', drag);
  requireNonNegative('lift', lift);
  requireCount(count, triangles, 3);
  requireLength('velocities', velocities, positions.length);
  const windX = velocity[0];
  const windY = velocity[1];
  const windZ = velocity[2];
  // ½ ρ · ½ (the area is half the cross product) · ⅓ (a third on each vertex)
  const scale = density / 12;
  for (let t = 0; t < 3 * count; t += 3) {
    const a = 3 * triangles[t];
    const b = 3 * triangles[t + 1];
    const c = 3 * triangles[t + 2];
    const abx = positions[b] - positions[a];
    const aby = positions[b + 1] - positions[a + 1];
    const abz = positions[b + 2] - positions[a + 2];
    const acx = positions[c] - positions[a];
    const acy = positions[c + 1] - positions[a + 1];
    const acz = positions[c + 2] - positions[a + 2];
    const nx = aby * acz - abz * acy;
    const ny = abz * acx - abx * acz;
    const nz = abx * acy - aby * acx;
    const doubleArea = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (doubleArea === 0) continue;
    const ux = windX - (velocities[a] + velocities[b] + velocities[c]) / 3;
    const uy = windY - (velocities[a + 1] + velocities[b + 1] + velocities[c + 1]) / 3;
    const uz = windZ - (velocities[a + 2] + velocities[b + 2] + velocities[c + 2]) / 3;
    const through = ux * nx + uy * ny + uz * nz;
    const strength = scale * Math.abs(through);
    const along = strength * drag;
    const normal =
      (strength * lift * Math.sqrt(ux * ux + uy * uy + uz * uz) * (through < 0 ? -1 : 1)) / doubleArea;
    const fx = along * ux + normal * nx;
    const fy = along * uy + normal * ny;
    const fz = along * uz + normal * nz;
    forces[a] += fx;
    forces[a + 1] += fy;
    forces[a + 2] += fz;
    forces[b] += fx;
    forces[b + 1] += fy;
    forces[b + 2] += fz;
    forces[c] += fx;
    forces[c + 1] += fy;
    forces[c + 2] += fz;
  }
}
