/**
 * Moves contacts along with the bodies between the substeps, from the motion of the bodies alone: one round
 * of collision detection serves all substeps of a step.
 *
 * A contact point stays with one of the two surfaces or between them, and so do the levers that end there:
 *
 * - With a vertex, an edge or a face it rotates like the body, by ω × r.
 * - Under a ball of radius R it does not: only the lever of the ball's centre rotates, r − R n. A ball that
 *   rolls over a face keeps its lever.
 * - Under a body that is round about an axis it stays in the plane of axis and normal (`roll-contacts`). A
 *   cylinder that rolls on its side keeps its lever; one that tips over rotates it.
 *
 * `share` says how much the point stays with B; the rest belongs to A. Both levers still end at the same
 * point, so angular momentum is conserved whatever the share; the right share keeps the normal force from
 * making the bodies spin. Between two balls the normal also rotates, with the line of their centres.
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
  radiiAt,
  rotationAt,
  shortHeadSize,
  tangentAt,
  tiltAt,
} from '../../internal/solve-contacts.ts';
import { renewMasses, rotatesFar } from './contact-masses.ts';
import { goBack, isRound, mostRotation, rollOn } from './roll-contacts.ts';

/** Square of the least angle in radians at which a rotation of the line of centres is followed. */
const leastTurn = 1e-11;

/** Square of the distance in m by which bodies of any size may move past each other in a substep. */
const leastMotion = 1e-8;

/**
 * Adds the displacement and rotation of B relative to A in the last substep `h`, in the axes of every block.
 */
export function updateSeparations(set: ContactBlocks, states: Doubles, h: number): void {
  const { blocks, entries, count: end } = set;
  let at = 0;
  for (let e = 0; e < end; e++) {
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
    const round = share === 0 ? a : b;
    const rolls = isRound(blocks, at);
    if (rolls) goBack(blocks, at, states, round, share === 0, count > 1);
    const a0 = blocks[at + radiiAt];
    const b0 = blocks[at + radiiAt + 1];
    const ax = rx - a0 * blocks[at];
    const ay = ry - a0 * blocks[at + 1];
    const az = rz - a0 * blocks[at + 2];
    const bx = sx + b0 * blocks[at];
    const by = sy + b0 * blocks[at + 1];
    const bz = sz + b0 * blocks[at + 2];
    const rest = 1 - share;
    const turnA = a0 >= 0 && cx * cx + cy * cy + cz * cz < mostRotation ? rest : 0;
    const turnB = b0 >= 0 && ox * ox + oy * oy + oz * oz < mostRotation ? share : 0;
    const mx = turnA * (cy * az - cz * ay) + turnB * (oy * bz - oz * by);
    const my = turnA * (cz * ax - cx * az) + turnB * (oz * bx - ox * bz);
    const mz = turnA * (cx * ay - cy * ax) + turnB * (ox * by - oy * bx);
    blocks[at + leverAAt] += mx + share * dx;
    blocks[at + leverAAt + 1] += my + share * dy;
    blocks[at + leverAAt + 2] += mz + share * dz;
    blocks[at + leverBAt] += mx - rest * dx;
    blocks[at + leverBAt + 1] += my - rest * dy;
    blocks[at + leverBAt + 2] += mz - rest * dz;
    if (count > 1) {
      addTilt(blocks, at, states, a, b);
      if (rolls) rollOn(blocks, at, count, states, round, h);
    } else if (blocks[at + shortHeadSize + ballsAt] > 0) turnAxes(blocks, at, states, a, b);
    if (dx * dx + dy * dy + dz * dz > leastMotion || rotatesFar(states, a) || rotatesFar(states, b))
      renewMasses(blocks, at, states, a, b, count);
    at += blockSize(count);
  }
}

/** Adds the rotation of B relative to A about the tangents. */
function addTilt(blocks: Doubles, at: number, states: Doubles, a: number, b: number): void {
  const x = states[b + rotationAt] - states[a + rotationAt];
  const y = states[b + rotationAt + 1] - states[a + rotationAt + 1];
  const z = states[b + rotationAt + 2] - states[a + rotationAt + 2];
  const t = at + tangentAt;
  const u = at + bitangentAt;
  blocks[at + tiltAt] += x * blocks[t] + y * blocks[t + 1] + z * blocks[t + 2];
  blocks[at + tiltAt + 1] += x * blocks[u] + y * blocks[u + 1] + z * blocks[u + 2];
}

/**
 * Rotates the axes of a contact between two balls with the line of their centres. The shift along the normal
 * already includes the displacement along the old one.
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
  // Balls that hardly move past each other, such as those of a heap, leave the axes unchanged.
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
