/**
 * Contacts of bodies that are round about an axis u: cylinders, cones and capsules on their side. As the body
 * rolls, its contact line does not rotate along with its surface, but it follows the axis:
 *
 * - It goes back round the body to where the normal lies in the plane of axis and normal, by
 *   `φ = ω · (u − n_u n_p / n_p²)`, where n_u and n_p are the parts of the normal along and perpendicular to
 *   the axis.
 * - If the axis rotates about the normal, so do the arms of the points. Otherwise spin would look like a
 *   tilt.
 * - A line that has sunk in more at one end than at the other makes the spin look like a twist, by the slope
 *   times the spin. Friction would rotate the axis, and sideways friction would tilt it further: beyond a
 *   radian per substep that loop grows. So the part of the spin along the normal is subtracted
 *   (`twistBiasAt`). A cone has an axis that is inclined to its contact line, and rolls in a circle; that
 *   remains.
 *
 * O(1) per contact, without trigonometry.
 */
import type { Doubles } from '@colide/core';
import {
  axisAt,
  bitangentAt,
  headSize,
  leverAAt,
  leverBAt,
  pointArmAt,
  pointSeparationAt,
  pointSize,
  radiiAt,
  rotationAt,
  tangentAt,
  tiltAt,
  twistBiasAt,
} from '../../internal/solve-contacts.ts';

/** Square of the angle in radians up to which a rotation is small: levers do not follow faster ones. */
export const mostRotation = 0.04;

/** Square of the least sine between axis and normal at which a point is moved around a body. */
const leastAcross = 0.0025;

/** Whether the block at `at` belongs to a body that is round about an axis. */
export function isRound(blocks: Doubles, at: number): boolean {
  return blocks[at + axisAt] !== 0 || blocks[at + axisAt + 1] !== 0 || blocks[at + axisAt + 2] !== 0;
}

/** Whether both bodies of the block at `at` touch with a face, an edge or a vertex. */
export function isFlat(blocks: Doubles, at: number): boolean {
  return blocks[at + radiiAt] === 0 && blocks[at + radiiAt + 1] === 0 && !isRound(blocks, at);
}

/** The scalar product of the vectors at `a[i…]` and `b[j…]`. */
export function dot(a: Doubles, i: number, b: Doubles, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/**
 * Moves the point back around `body`, A or B, by the angle φ by which the rotation takes it out of the plane
 * of axis and normal, and subtracts that angle from the tilt. Call it before the levers rotate: with rotated
 * levers, a cylinder would roll on a growing radius.
 */
export function goBack(
  blocks: Doubles,
  at: number,
  states: Doubles,
  body: number,
  isA: boolean,
  several: boolean,
): void {
  const ux = blocks[at + axisAt];
  const uy = blocks[at + axisAt + 1];
  const uz = blocks[at + axisAt + 2];
  const u = at + axisAt;
  const c = body + rotationAt;
  const along = dot(blocks, at, blocks, u);
  const across = 1 - along * along;
  // On the end of a cylinder there is no such plane, and close to it the angle is not small.
  if (across < leastAcross) return;
  const spin = dot(states, c, blocks, u);
  const angle = spin - (along * (dot(states, c, blocks, at) - along * spin)) / across;
  if (several) {
    const off = isA ? angle : -angle;
    blocks[at + tiltAt] += off * dot(blocks, u, blocks, at + tangentAt);
    blocks[at + tiltAt + 1] += off * dot(blocks, u, blocks, at + bitangentAt);
  }
  // The angle is faster than the rotation of the body if it lies nearly on its end.
  if (Math.max(dot(states, c, states, c), angle * angle) >= mostRotation) return;
  const lever = at + (isA ? leverAAt : leverBAt);
  const radius = isA ? -blocks[at + radiiAt] : blocks[at + radiiAt + 1];
  const rx = blocks[lever] + radius * blocks[at];
  const ry = blocks[lever + 1] + radius * blocks[at + 1];
  const rz = blocks[lever + 2] + radius * blocks[at + 2];
  for (let l = leverAAt; l <= leverBAt; l += leverBAt - leverAAt) {
    blocks[at + l] += angle * (uz * ry - uy * rz);
    blocks[at + l + 1] += angle * (ux * rz - uz * rx);
    blocks[at + l + 2] += angle * (uy * rx - ux * ry);
  }
}

/**
 * Brings a block of `count` points, more than one, up to date after a substep of `h` in which `body` rotated.
 */
export function rollOn(
  blocks: Doubles,
  at: number,
  count: number,
  states: Doubles,
  body: number,
  h: number,
): void {
  turnWithAxis(blocks, at, states, body);
  setTwistBias(blocks, at, count, states, body + rotationAt, h);
}

/** Rotates the tangents of a block of several points about the normal, along with the axis of `body`. */
function turnWithAxis(blocks: Doubles, at: number, states: Doubles, body: number): void {
  const ux = blocks[at + axisAt];
  const uy = blocks[at + axisAt + 1];
  const uz = blocks[at + axisAt + 2];
  const c = body + rotationAt;
  const along = dot(blocks, at, blocks, at + axisAt);
  const across = 1 - along * along;
  if (across < leastAcross) return;
  const cx = states[c];
  const cy = states[c + 1];
  const cz = states[c + 2];
  const angle = (dot(states, c, blocks, at) - along * dot(states, c, blocks, at + axisAt)) / across;
  const scale = 1 / Math.sqrt(1 + angle * angle);
  for (let k = at + tangentAt; k < at + bitangentAt; k++) {
    const t = blocks[k];
    const b = blocks[k + bitangentAt - tangentAt];
    blocks[k] = scale * (t + angle * b);
    blocks[k + bitangentAt - tangentAt] = scale * (b - angle * t);
  }
  const x = ux + cy * uz - cz * uy;
  const y = uy + cz * ux - cx * uz;
  const z = uz + cx * uy - cy * ux;
  const length = Math.sqrt(x * x + y * y + z * z);
  blocks[at + axisAt] = x / length;
  blocks[at + axisAt + 1] = y / length;
  blocks[at + axisAt + 2] = z / length;
}

/**
 * Writes the apparent twist of a spin about the axis, for a block of `count` points. The angular velocity is
 * that at `states[at…]` of the body, or a rotation, divided by `time`.
 */
export function setTwistBias(
  blocks: Doubles,
  at: number,
  count: number,
  states: Doubles,
  velocityAt: number,
  time: number,
): void {
  const spin = dot(states, velocityAt, blocks, at + axisAt);
  const alongT = dot(blocks, at + tangentAt, blocks, at + axisAt);
  const alongB = dot(blocks, at + bitangentAt, blocks, at + axisAt);
  let rise = 0;
  let spread = 0;
  for (let p = at + headSize; p < at + headSize + pointSize * count; p += pointSize) {
    const v = blocks[p + pointArmAt];
    const u = blocks[p + pointArmAt + 1];
    const distance = alongB * v - alongT * u;
    rise +=
      distance * (blocks[p + pointSeparationAt] + v * blocks[at + tiltAt] + u * blocks[at + tiltAt + 1]);
    spread += distance * distance;
  }
  const flat = Math.sqrt(alongT * alongT + alongB * alongB);
  blocks[at + twistBiasAt] = spread > 0 ? (-spin * flat * rise) / (time * spread) : 0;
}
