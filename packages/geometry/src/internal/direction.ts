/** Scaling for support mappings that square a direction of any length. */

const tiniest = 1e-280;
const largest = 1e280;

/**
 * A power of two that brings the direction (x, y, z) into the range where its squared length neither
 * overflows nor underflows: 1 for all ordinary directions, 2^±600 for the others (subnormal numbers
 * included).
 */
export function directionScale(x: number, y: number, z: number): number {
  const squared = x * x + y * y + z * z;
  if (squared > tiniest && squared < largest) return 1;
  return squared >= largest ? 2 ** -600 : 2 ** 600;
}
