/**
 * Relative motion of two bodies at a common point (the centre of a manifold or the anchor of a joint) in
 * three axes: its response to forces and torques there, its measurement, and the application of an impulse to
 * both bodies. A block of numbers begins with the axes and with the levers from both bodies to the point, see
 * `solve-contacts`.
 */
import type { Doubles } from '@colide/core';
import {
  angularVelocityAt,
  bitangentAt,
  inverseInertiaAt,
  inverseMassAt,
  leverAAt,
  leverBAt,
  tangentAt,
} from './solve-contacts.ts';

/** Two unit vectors that make a right-handed frame with the normal of the block (Duff et al. 2017). */
export function setTangents(blocks: Doubles, at: number): void {
  const x = blocks[at];
  const y = blocks[at + 1];
  const z = blocks[at + 2];
  const sign = z < 0 ? -1 : 1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  blocks[at + tangentAt] = 1 + sign * x * x * a;
  blocks[at + tangentAt + 1] = sign * b;
  blocks[at + tangentAt + 2] = -sign * x;
  blocks[at + bitangentAt] = b;
  blocks[at + bitangentAt + 1] = sign + y * y * a;
  blocks[at + bitangentAt + 2] = -y;
}

/**
 * The response of the relative motion at the centre of a block to forces and torques there: the upper
 * triangle of a symmetric 6×6 matrix, by rows.
 *
 * |     | Vₙ | V_t | V_b | Ωₙ | Ω_t | Ω_b |
 * | --- | -- | --- | --- | -- | --- | --- |
 * | Vₙ  |  0 |  1  |  2  |  3 |  4  |  5  |
 * | V_t |    |  7  |  8  |  9 | 10  | 11  |
 * | V_b |    |     | 14  | 15 | 16  | 17  |
 * | Ωₙ  |    |     |     | 21 | 22  | 23  |
 * | Ω_t |    |     |     |    | 28  | 29  |
 * | Ω_b |    |     |     |    |     | 35  |
 */
export const responseSize = 36;
/** Offsets of the diagonal: the responses to a force along n, t and b and to a torque about them. */
export const forceNAt = 0;
export const forceTAt = 7;
export const forceBAt = 14;
export const torqueNAt = 21;
export const torqueTAt = 28;
export const torqueBAt = 35;

/**
 * Adds the response of one body to `response`. With its inverse inertia J and its lever r in the axes of the
 * contact, a torque T gives it the angular velocity J T, a force F gives it J (r × F) and moves the centre by
 * w F + J (r × F) × r.
 *
 * In one piece: with J in the axes of the contact computed by a function of its own, it took 1.3 times as
 * long (Node 20).
 */
export function addResponse(
  response: Doubles,
  blocks: Doubles,
  at: number,
  lever: number,
  states: Doubles,
  state: number,
): void {
  const w = states[state + inverseMassAt];
  const xx = states[state + inverseInertiaAt];
  if (w === 0 && xx === 0) return;
  const yy = states[state + inverseInertiaAt + 1];
  const zz = states[state + inverseInertiaAt + 2];
  const xy = states[state + inverseInertiaAt + 3];
  const xz = states[state + inverseInertiaAt + 4];
  const yz = states[state + inverseInertiaAt + 5];
  const nx = blocks[at];
  const ny = blocks[at + 1];
  const nz = blocks[at + 2];
  const tx = blocks[at + tangentAt];
  const ty = blocks[at + tangentAt + 1];
  const tz = blocks[at + tangentAt + 2];
  const bx = blocks[at + bitangentAt];
  const by = blocks[at + bitangentAt + 1];
  const bz = blocks[at + bitangentAt + 2];
  const x = blocks[lever];
  const y = blocks[lever + 1];
  const z = blocks[lever + 2];
  const rn = x * nx + y * ny + z * nz;
  const rt = x * tx + y * ty + z * tz;
  const rb = x * bx + y * by + z * bz;
  let nn = xx;
  let tt = xx;
  let bb = xx;
  let nt = 0;
  let nb = 0;
  let tb = 0;
  if (xx !== yy || xx !== zz || xy !== 0 || xz !== 0 || yz !== 0) {
    let jx = xx * nx + xy * ny + xz * nz;
    let jy = xy * nx + yy * ny + yz * nz;
    let jz = xz * nx + yz * ny + zz * nz;
    nn = jx * nx + jy * ny + jz * nz;
    nt = jx * tx + jy * ty + jz * tz;
    nb = jx * bx + jy * by + jz * bz;
    jx = xx * tx + xy * ty + xz * tz;
    jy = xy * tx + yy * ty + yz * tz;
    jz = xz * tx + yz * ty + zz * tz;
    tt = jx * tx + jy * ty + jz * tz;
    tb = jx * bx + jy * by + jz * bz;
    bb = xx + yy + zz - nn - tt;
  }
  // Rows of (r × e)ᵀ J for e = n, t, b.
  const gnn = rb * nt - rt * nb;
  const gnt = rb * tt - rt * tb;
  const gnb = rb * tb - rt * bb;
  const gtn = rn * nb - rb * nn;
  const gtt = rn * tb - rb * nt;
  const gtb = rn * bb - rb * nb;
  const gbn = rt * nn - rn * nt;
  const gbt = rt * nt - rn * tt;
  const gbb = rt * nb - rn * tb;
  response[0] += w + rb * gnt - rt * gnb;
  response[1] += rn * gnb - rb * gnn;
  response[2] += rt * gnn - rn * gnt;
  response[3] += gnn;
  response[4] += gnt;
  response[5] += gnb;
  response[7] += w + rn * gtb - rb * gtn;
  response[8] += rt * gtn - rn * gtt;
  response[9] += gtn;
  response[10] += gtt;
  response[11] += gtb;
  response[14] += w + rt * gbn - rn * gbt;
  response[15] += gbn;
  response[16] += gbt;
  response[17] += gbb;
  response[21] += nn;
  response[22] += nt;
  response[23] += nb;
  response[28] += tt;
  response[29] += tb;
  response[35] += bb;
}

/**
 * Writes the velocity of B relative to A at the centre of a block, then their relative angular velocity, in
 * its axes.
 */
export function measureMotion(
  out: Doubles,
  blocks: Doubles,
  at: number,
  states: Doubles,
  a: number,
  b: number,
): void {
  const rx = blocks[at + leverAAt];
  const ry = blocks[at + leverAAt + 1];
  const rz = blocks[at + leverAAt + 2];
  const sx = blocks[at + leverBAt];
  const sy = blocks[at + leverBAt + 1];
  const sz = blocks[at + leverBAt + 2];
  const cx = states[a + angularVelocityAt];
  const cy = states[a + angularVelocityAt + 1];
  const cz = states[a + angularVelocityAt + 2];
  const ox = states[b + angularVelocityAt];
  const oy = states[b + angularVelocityAt + 1];
  const oz = states[b + angularVelocityAt + 2];
  const vx = states[b] + oy * sz - oz * sy - states[a] - cy * rz + cz * ry;
  const vy = states[b + 1] + oz * sx - ox * sz - states[a + 1] - cz * rx + cx * rz;
  const vz = states[b + 2] + ox * sy - oy * sx - states[a + 2] - cx * ry + cy * rx;
  const wx = ox - cx;
  const wy = oy - cy;
  const wz = oz - cz;
  for (let k = 0; k < 3; k++) {
    const x = blocks[at + 3 * k];
    const y = blocks[at + 3 * k + 1];
    const z = blocks[at + 3 * k + 2];
    out[k] = vx * x + vy * y + vz * z;
    out[3 + k] = wx * x + wy * y + wz * z;
  }
}

/**
 * Applies a wrench, impulse and angular impulse at the centre of the block at `at` in its axes, to the body
 * with the state at `b`, and its opposite to that at `a`.
 */
export function applyWrench(
  wrench: Doubles,
  blocks: Doubles,
  at: number,
  states: Doubles,
  a: number,
  b: number,
): void {
  const nx = blocks[at];
  const ny = blocks[at + 1];
  const nz = blocks[at + 2];
  const tx = blocks[at + tangentAt];
  const ty = blocks[at + tangentAt + 1];
  const tz = blocks[at + tangentAt + 2];
  const bx = blocks[at + bitangentAt];
  const by = blocks[at + bitangentAt + 1];
  const bz = blocks[at + bitangentAt + 2];
  const px = wrench[0] * nx + wrench[1] * tx + wrench[2] * bx;
  const py = wrench[0] * ny + wrench[1] * ty + wrench[2] * by;
  const pz = wrench[0] * nz + wrench[1] * tz + wrench[2] * bz;
  const mx = wrench[3] * nx + wrench[4] * tx + wrench[5] * bx;
  const my = wrench[3] * ny + wrench[4] * ty + wrench[5] * by;
  const mz = wrench[3] * nz + wrench[4] * tz + wrench[5] * bz;
  const rx = blocks[at + leverAAt];
  const ry = blocks[at + leverAAt + 1];
  const rz = blocks[at + leverAAt + 2];
  const sx = blocks[at + leverBAt];
  const sy = blocks[at + leverBAt + 1];
  const sz = blocks[at + leverBAt + 2];
  const fx = mx + ry * pz - rz * py;
  const fy = my + rz * px - rx * pz;
  const fz = mz + rx * py - ry * px;
  const gx = mx + sy * pz - sz * py;
  const gy = my + sz * px - sx * pz;
  const gz = mz + sx * py - sy * px;
  const wa = states[a + inverseMassAt];
  const wb = states[b + inverseMassAt];
  const k = a + inverseInertiaAt;
  const l = b + inverseInertiaAt;
  states[a] -= wa * px;
  states[a + 1] -= wa * py;
  states[a + 2] -= wa * pz;
  states[a + angularVelocityAt] -= states[k] * fx + states[k + 3] * fy + states[k + 4] * fz;
  states[a + angularVelocityAt + 1] -= states[k + 3] * fx + states[k + 1] * fy + states[k + 5] * fz;
  states[a + angularVelocityAt + 2] -= states[k + 4] * fx + states[k + 5] * fy + states[k + 2] * fz;
  states[b] += wb * px;
  states[b + 1] += wb * py;
  states[b + 2] += wb * pz;
  states[b + angularVelocityAt] += states[l] * gx + states[l + 3] * gy + states[l + 4] * gz;
  states[b + angularVelocityAt + 1] += states[l + 3] * gx + states[l + 1] * gy + states[l + 5] * gz;
  states[b + angularVelocityAt + 2] += states[l + 4] * gx + states[l + 5] * gy + states[l + 2] * gz;
}
