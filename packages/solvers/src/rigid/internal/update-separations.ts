/**
 * Keeps the separations of contact points up to date between the substeps, from the motion of the bodies
 * alone: one round of collision detection serves all substeps of a step.
 */
import type { Doubles } from '@colide/core';
import {
  bitangentAt,
  blockSize,
  type ContactBlocks,
  displacementAt,
  entryAAt,
  entryBAt,
  entryCountAt,
  entrySize,
  leverAAt,
  leverBAt,
  normalShiftAt,
  rotationAt,
  tangentAt,
  tiltAt,
} from '../../internal/solve-contacts.ts';

/** Writes how far B has moved and rotated against A since the step began, in the axes of every block. */
export function updateSeparations(
  { blocks, entries, count: blockCount }: ContactBlocks,
  states: Doubles,
): void {
  let at = 0;
  for (let e = 0; e < blockCount; e++) {
    const a = entries[entrySize * e + entryAAt];
    const b = entries[entrySize * e + entryBAt];
    const rx = blocks[at + leverAAt];
    const ry = blocks[at + leverAAt + 1];
    const rz = blocks[at + leverAAt + 2];
    const sx = blocks[at + leverBAt];
    const sy = blocks[at + leverBAt + 1];
    const sz = blocks[at + leverBAt + 2];
    const cx = states[a + rotationAt];
    const cy = states[a + rotationAt + 1];
    const cz = states[a + rotationAt + 2];
    const ox = states[b + rotationAt];
    const oy = states[b + rotationAt + 1];
    const oz = states[b + rotationAt + 2];
    const dx =
      states[b + displacementAt] + oy * sz - oz * sy - states[a + displacementAt] - cy * rz + cz * ry;
    const dy =
      states[b + displacementAt + 1] + oz * sx - ox * sz - states[a + displacementAt + 1] - cz * rx + cx * rz;
    const dz =
      states[b + displacementAt + 2] + ox * sy - oy * sx - states[a + displacementAt + 2] - cx * ry + cy * rx;
    blocks[at + normalShiftAt] = dx * blocks[at] + dy * blocks[at + 1] + dz * blocks[at + 2];
    const count = entries[entrySize * e + entryCountAt];
    if (count > 1) {
      const wx = ox - cx;
      const wy = oy - cy;
      const wz = oz - cz;
      blocks[at + tiltAt] =
        wx * blocks[at + tangentAt] + wy * blocks[at + tangentAt + 1] + wz * blocks[at + tangentAt + 2];
      blocks[at + tiltAt + 1] =
        wx * blocks[at + bitangentAt] + wy * blocks[at + bitangentAt + 1] + wz * blocks[at + bitangentAt + 2];
    }
    at += blockSize(count);
  }
}
