/** Helpers of tests of deformable bodies: seconds of steps, extents, hashes. */
import { hashState } from '@colide/solvers';
import type { SoftBodies, SoftBody, World } from '@colide/world';

export const dt = 1 / 60;

/** Steps a world for so many seconds; `watch` is called after every step. */
export function run(world: World, seconds: number, watch?: () => void): void {
  for (let n = Math.round(seconds / dt); n > 0; n--) {
    world.step(dt);
    watch?.();
  }
}

/** The least and the largest coordinate of a body's particles. */
export function extent(soft: SoftBodies, body: SoftBody, axis: number): [number, number] {
  let least = Infinity;
  let largest = -Infinity;
  for (let i = body.first; i < body.first + body.count; i++) {
    least = Math.min(least, soft.positions[3 * i + axis]);
    largest = Math.max(largest, soft.positions[3 * i + axis]);
  }
  return [least, largest];
}

/** A fingerprint of all bits of the state. */
export function bits(world: World, soft: SoftBodies): number {
  const { positions, rotations, velocities, angularVelocities } = world.bodies;
  const { system } = soft;
  return [
    positions,
    rotations,
    velocities,
    angularVelocities,
    system.positions,
    system.previousPositions,
  ].reduce((seed, values) => hashState(values, seed), 1);
}

/** Momentum of all rigid and deformable bodies. */
export function momentum(world: World, soft: SoftBodies): number[] {
  const sum = [0, 0, 0];
  const { bodies } = world;
  const { system } = soft;
  for (let k = 0; k < 3; k++) {
    for (let b = 0; b < bodies.count; b++)
      if (bodies.inverseMasses[b] > 0) sum[k] += bodies.velocities[3 * b + k] / bodies.inverseMasses[b];
    for (let i = 0; i < soft.particleCount; i++)
      if (system.inverseMasses[i] > 0)
        sum[k] +=
          (system.positions[3 * i + k] - system.previousPositions[3 * i + k]) /
          (system.previousDt * system.inverseMasses[i]);
  }
  return sum;
}

/** The particles along the border of a cloth of `n` × `n`. */
export function border(n: number): number[] {
  return Array.from({ length: n * n }, (_, i) => i).filter(i => {
    const [column, row] = [i % n, Math.floor(i / n)];
    return column === 0 || row === 0 || column === n - 1 || row === n - 1;
  });
}
