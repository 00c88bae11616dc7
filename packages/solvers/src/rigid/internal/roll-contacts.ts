/**
 * Contacts of bodies that are round about an axis u: cylinders, cones and capsules on their side. As the body
 * rolls, its contact line does not rotate along with its surface, but it follows the axis:
 *
 * - It goes back round the body to where the normal lies in the plane of axis and normal, by
 *   `φ = ω · (u − n_u n_p / n_p²)`, where n_u and n_p are the parts of the normal along and across the axis.
 * - Where the axis turns about the normal, so do the arms of the points. Otherwise spin would look like a tilt.
 * - A line that has sunk in more at one end than at the other makes the spin look like a twist, by the slope
 *   times the spin. Friction would turn the axis, sideways friction would tilt it further: beyond a radian
 *   per substep that loop grows. So the part of the spin along the normal is taken off (`twistBiasAt`). A cone
 *   has an axis that is inclined to its contact line, and rolls in a circle; that remains.
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

/** Square of the least sine between axis and normal at which a point is moved round a body. */
const leastAcross = 0.0025;

/** Whether the block at `at` belongs to a body that is round about an axis. */
export function isRound(blocks: Doubles, at: number): boolean {
  return blocks[at + axisAt] !== 0 || blocks[at + axisAt + 1] !== 0 || blocks[at + axisAt + 2] !== 0;
}

/** Whether both bodies of the block at `at` touch with a face, an edge or a vertex. */
export function isFlat(blocks: Doubles, at: number): boolean {
  return blocks[at + radiiAt] === 0 && blocks[at + radiiAt + 1] === 0 && !isRound(blocks, at);
}

/**
 * Moves the point back round `body`, A or B, by the angle φ that its rotation takes it out of the plane of axis
 * and normal, and takes that angle off the tilt. Called before the levers rotate along: with those that have
 * rotated, a cylinder would roll on a growing radius.
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
  const nx = blocks[at];
  const ny = blocks[at + 1];
  const nz = blocks[at + 2];
  const along = nx * ux + ny * uy + nz * uz;
  const across = 1 - along * along;
  // On the end of a cylinder there is no such plane, and near it no small angle.
  if (across < leastAcross) return;
  const cx = states[body + rotationAt];
  const cy = states[body + rotationAt + 1];
  const cz = states[body + rotationAt + 2];
  const spin = cx * ux + cy * uy + cz * uz;
  const angle = spin - (along * (cx * nx + cy * ny + cz * nz - along * spin)) / across;
  if (several) {
    const t = at + tangentAt;
    const b = at + bitangentAt;
    const off = isA ? angle : -angle;
    blocks[at + tiltAt] += off * (ux * blocks[t] + uy * blocks[t + 1] + uz * blocks[t + 2]);
    blocks[at + tiltAt + 1] += off * (ux * blocks[b] + uy * blocks[b + 1] + uz * blocks[b + 2]);
  }
  if (cx * cx + cy * cy + cz * cz >= mostRotation) return;
  const lever = at + (isA ? leverAAt : leverBAt);
  const radius = isA ? -blocks[at + radiiAt] : blocks[at + radiiAt + 1];
  const rx = blocks[lever] + radius * nx;
  const ry = blocks[lever + 1] + radius * ny;
  const rz = blocks[lever + 2] + radius * nz;
  for (let l = leverAAt; l <= leverBAt; l += leverBAt - leverAAt) {
    blocks[at + l] += angle * (uz * ry - uy * rz);
    blocks[at + l + 1] += angle * (ux * rz - uz * rx);
    blocks[at + l + 2] += angle * (uy * rx - ux * ry);
  }
}

/** Brings a block of `count` points, more than one, up to date after a substep of `h` in which `body` rotated. */
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

/** Turns the tangents of a block of several points about the normal, along with the axis of `body`. */
function turnWithAxis(blocks: Doubles, at: number, states: Doubles, body: number): void {
  const ux = blocks[at + axisAt];
  const uy = blocks[at + axisAt + 1];
  const uz = blocks[at + axisAt + 2];
  const nx = blocks[at];
  const ny = blocks[at + 1];
  const nz = blocks[at + 2];
  const along = nx * ux + ny * uy + nz * uz;
  const across = 1 - along * along;
  if (across < leastAcross) return;
  const cx = states[body + rotationAt];
  const cy = states[body + rotationAt + 1];
  const cz = states[body + rotationAt + 2];
  const angle = (cx * nx + cy * ny + cz * nz - along * (cx * ux + cy * uy + cz * uz)) / across;
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
 * Writes the twist that a spin about the axis only seems to have, for a block of `count` points. The angular
 * velocity is that at `states[at…]` of the body, or a rotation, divided by `time`.
 */
export function setTwistBias(
  blocks: Doubles,
  at: number,
  count: number,
  states: Doubles,
  velocityAt: number,
  time: number,
): void {
  const ux = blocks[at + axisAt];
  const uy = blocks[at + axisAt + 1];
  const uz = blocks[at + axisAt + 2];
  const t = at + tangentAt;
  const b = at + bitangentAt;
  const spin = states[velocityAt] * ux + states[velocityAt + 1] * uy + states[velocityAt + 2] * uz;
  const alongT = blocks[t] * ux + blocks[t + 1] * uy + blocks[t + 2] * uz;
  const alongB = blocks[b] * ux + blocks[b + 1] * uy + blocks[b + 2] * uz;
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
