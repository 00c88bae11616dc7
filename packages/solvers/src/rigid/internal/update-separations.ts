/**
 * Carries contacts along with the bodies between the substeps, from the motion of the bodies alone: one round
 * of collision detection serves all substeps of a step.
 *
 * A contact point moves over both surfaces. Over which of them, and by how much, follows from how round they
 * are: it stays under a ball that rolls over a face, and with the vertex that slides over one. So the relative
 * displacement d of the bodies is shared between the levers: that of A takes `share · d`, that of B the rest
 * with the opposite sign. Both still end at the same point, so angular momentum is kept whatever the share; the
 * right share keeps the normal force from making the bodies spin. Between two balls the normal turns as well,
 * along with the line of their centres.
 */
import type { Doubles } from '@colide/core';
import {
  ballsAt,
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
  leverShareAt,
  normalShiftAt,
  pointSeparationAt,
  rotationAt,
  shortHeadSize,
  tangentAt,
  tiltAt,
} from '../../internal/solve-contacts.ts';

/** Square of the angle in radians by which the line of centres turns at the least to be followed. */
const leastTurn = 1e-11;

/** Adds how far B has moved and rotated against A in the last substep, in the axes of every block. */
export function updateSeparations(
  { blocks, entries, count: blockCount }: ContactBlocks,
  states: Doubles,
): void {
  let at = 0;
  for (let e = 0; e < blockCount; e++) {
    const a = entries[entrySize * e + entryAAt];
    const b = entries[entrySize * e + entryBAt];
    const count = entries[entrySize * e + entryCountAt];
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
    const dx = states[b + displacementAt] - states[a + displacementAt];
    const dy = states[b + displacementAt + 1] - states[a + displacementAt + 1];
    const dz = states[b + displacementAt + 2] - states[a + displacementAt + 2];
    const share = blocks[at + leverShareAt];
    blocks[at + normalShiftAt] +=
      (dx + oy * sz - oz * sy - cy * rz + cz * ry) * blocks[at] +
      (dy + oz * sx - ox * sz - cz * rx + cx * rz) * blocks[at + 1] +
      (dz + ox * sy - oy * sx - cx * ry + cy * rx) * blocks[at + 2];
    blocks[at + leverAAt] = rx + share * dx;
    blocks[at + leverAAt + 1] = ry + share * dy;
    blocks[at + leverAAt + 2] = rz + share * dz;
    blocks[at + leverBAt] = sx + (share - 1) * dx;
    blocks[at + leverBAt + 1] = sy + (share - 1) * dy;
    blocks[at + leverBAt + 2] = sz + (share - 1) * dz;
    if (count > 1) {
      const wx = ox - cx;
      const wy = oy - cy;
      const wz = oz - cz;
      blocks[at + tiltAt] +=
        wx * blocks[at + tangentAt] + wy * blocks[at + tangentAt + 1] + wz * blocks[at + tangentAt + 2];
      blocks[at + tiltAt + 1] +=
        wx * blocks[at + bitangentAt] + wy * blocks[at + bitangentAt + 1] + wz * blocks[at + bitangentAt + 2];
    } else if (blocks[at + shortHeadSize + ballsAt] > 0) turnAxes(blocks, at, states, a, b);
    at += blockSize(count);
  }
}

/**
 * Turns the axes of a contact between two balls with the line of their centres. The shift along the normal
 * includes the displacement along the old one already.
 */
function turnAxes(blocks: Doubles, at: number, states: Doubles, a: number, b: number): void {
  const p = at + shortHeadSize;
  const dx = states[b + displacementAt] - states[a + displacementAt];
  const dy = states[b + displacementAt + 1] - states[a + displacementAt + 1];
  const dz = states[b + displacementAt + 2] - states[a + displacementAt + 2];
  let nx = blocks[at];
  let ny = blocks[at + 1];
  let nz = blocks[at + 2];
  const along = dx * nx + dy * ny + dz * nz;
  const before = blocks[p + ballsAt] + blocks[p + pointSeparationAt] + blocks[at + normalShiftAt] - along;
  // Balls that hardly move past each other, such as those of a heap, turn nothing.
  if (dx * dx + dy * dy + dz * dz - along * along < leastTurn * before * before) return;
  nx = before * nx + dx;
  ny = before * ny + dy;
  nz = before * nz + dz;
  const distance = Math.sqrt(nx * nx + ny * ny + nz * nz);
  // Centres that meet or pass each other have no line to follow.
  if (!(before + along > 0.5 * distance)) return;
  nx /= distance;
  ny /= distance;
  nz /= distance;
  let tx = blocks[at + tangentAt];
  let ty = blocks[at + tangentAt + 1];
  let tz = blocks[at + tangentAt + 2];
  const lean = tx * nx + ty * ny + tz * nz;
  const scale = 1 / Math.sqrt(1 - lean * lean);
  tx = scale * (tx - lean * nx);
  ty = scale * (ty - lean * ny);
  tz = scale * (tz - lean * nz);
  blocks[at] = nx;
  blocks[at + 1] = ny;
  blocks[at + 2] = nz;
  blocks[at + tangentAt] = tx;
  blocks[at + tangentAt + 1] = ty;
  blocks[at + tangentAt + 2] = tz;
  blocks[at + bitangentAt] = ny * tz - nz * ty;
  blocks[at + bitangentAt + 1] = nz * tx - nx * tz;
  blocks[at + bitangentAt + 2] = nx * ty - ny * tx;
  blocks[at + normalShiftAt] += distance - before - along;
}
