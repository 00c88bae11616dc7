/**
 * Ball joints that have no limits, as blocks of their own: they hold two anchors together, in world axes.
 * Frames of joints, rotations and 6×6 matrices, which other joints need, would take most of the time. Hinges
 * begin with the same numbers, see `hinge-blocks`.
 *
 * | at | numbers | what                                                              |
 * | -- | ------- | ----------------------------------------------------------------- |
 * |  0 | 3 · 2   | levers from bodies A and B to the anchor on B                      |
 * |  6 | 3       | error: the anchor on B relative to that on A                       |
 * |  9 | 6       | effective mass of the anchors: xx, yy, zz, xy, xz, yz              |
 * | 15 | 3       | impulse on B                                                       |
 * | 18 | 3       | sum of the impulses of all substeps before this one                |
 */
import type { Doubles } from '@colide/core';
import { frameSideSize, type JointData, jointFrameSize } from '../../internal/joint-data.ts';
import {
  angularVelocityAt,
  impulseScaleAt,
  inverseInertiaAt,
  inverseMassAt,
  jointSoftnessAt,
  massScaleAt,
} from '../../internal/solve-contacts.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';

export const ballSize = 21;
export const ballLeverAAt = 0;
export const ballLeverBAt = 3;
export const ballErrorAt = 6;
export const ballMassAt = 9;
export const ballImpulseAt = 15;
export const ballLoadAt = 18;

/** Integers per joint: its index, then the offsets of the states of its bodies. */
export const ballEntrySize = 3;

/** What a pass does: apply the impulses of the last substep, or solve with or without softness. */
export const warmPass = 0;
export const softPass = 1;
export const stiffPass = 2;

/** Fraction of the diagonal below which a pivot is only rounding. */
export const singular = 1e-10;

/** Joints of one kind: their blocks one after the other, and integers for each. */
export interface JointBlocks {
  blocks: number[];
  entries: number[];
  count: number;
  /** Numbers per block, and integers per joint. */
  readonly size: number;
  readonly entrySize: number;
}

/** Rotates an anchor, at `local` of the frames of the joints, with its body; −2 is the world. */
function rotateAnchor(
  out: Doubles,
  at: number,
  { rotations }: RigidBodies,
  body: number,
  frames: Float64Array,
  local: number,
): void {
  const vx = frames[local];
  const vy = frames[local + 1];
  const vz = frames[local + 2];
  if (body < 0) {
    out[at] = vx;
    out[at + 1] = vy;
    out[at + 2] = vz;
    return;
  }
  const x = rotations[4 * body];
  const y = rotations[4 * body + 1];
  const z = rotations[4 * body + 2];
  const w = rotations[4 * body + 3];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[at] = vx + w * tx + y * tz - z * ty;
  out[at + 1] = vy + w * ty + z * tx - x * tz;
  out[at + 2] = vz + w * tz + x * ty - y * tx;
}

/**
 * Writes levers of joint `j`, from bodies A and B to the anchor on B, to `blocks[levers]`, and the position
 * of this anchor relative to that on A to `blocks[error]`.
 */
export function followAnchors(
  blocks: Doubles,
  levers: number,
  error: number,
  bodies: RigidBodies,
  { bodies: pairs, frames }: JointData,
  j: number,
): void {
  const { positions } = bodies;
  const a = pairs[2 * j];
  const b = pairs[2 * j + 1];
  rotateAnchor(blocks, levers, bodies, a, frames, jointFrameSize * j);
  rotateAnchor(blocks, levers + 3, bodies, b, frames, jointFrameSize * j + frameSideSize);
  for (let k = 0; k < 3; k++) {
    const offset = (b < 0 ? 0 : positions[3 * b + k]) - (a < 0 ? 0 : positions[3 * a + k]);
    const lever = blocks[levers + 3 + k] + offset;
    blocks[error + k] = lever - blocks[levers + k];
    blocks[levers + k] = lever;
  }
}

/** Adds to the matrix at `m` the response of one body, at the lever `at`, to impulses there. */
function addAnchorResponse(blocks: Doubles, m: number, at: number, states: Doubles, body: number): void {
  const x = blocks[at];
  const y = blocks[at + 1];
  const z = blocks[at + 2];
  const w = states[body + inverseMassAt];
  const i = body + inverseInertiaAt;
  const xx = states[i];
  const yy = states[i + 1];
  const zz = states[i + 2];
  const xy = states[i + 3];
  const xz = states[i + 4];
  const yz = states[i + 5];
  // Spins that impulses along x, y and, in part, z give: the inverse inertia times lever × direction.
  const xSpinY = yy * z - yz * y;
  const xSpinZ = yz * z - zz * y;
  const ySpinX = xz * x - xx * z;
  const ySpinY = yz * x - xy * z;
  const ySpinZ = zz * x - xz * z;
  const zSpinX = xx * y - xy * x;
  const zSpinY = xy * y - yy * x;
  blocks[m] += w + z * xSpinY - y * xSpinZ;
  blocks[m + 1] += w + x * ySpinZ - z * ySpinX;
  blocks[m + 2] += w + y * zSpinX - x * zSpinY;
  blocks[m + 3] += z * ySpinY - y * ySpinZ;
  blocks[m + 4] += z * zSpinY - y * (xz * y - yz * x);
  blocks[m + 5] += y * ySpinX - x * ySpinY;
}

/**
 * Writes the effective mass of the anchors: the inverse of their response, by its factors L D Lᵀ. A direction
 * in which no impulse moves them gets none.
 */
export function setAnchorMass(blocks: Doubles, at: number, states: Doubles, a: number, b: number): void {
  const m = at + ballMassAt;
  for (let k = 0; k < 6; k++) blocks[m + k] = 0;
  addAnchorResponse(blocks, m, at + ballLeverAAt, states, a);
  addAnchorResponse(blocks, m, at + ballLeverBAt, states, b);
  const xx = blocks[m];
  const yy = blocks[m + 1];
  const zz = blocks[m + 2];
  const ix = xx > 0 ? 1 / xx : 0;
  const l1 = ix * blocks[m + 3];
  const l2 = ix * blocks[m + 4];
  const y = yy - l1 * blocks[m + 3];
  const iy = y > singular * yy ? 1 / y : 0;
  const l = blocks[m + 5] - l1 * blocks[m + 4];
  const l3 = iy * l;
  const z = zz - l2 * blocks[m + 4] - l3 * l;
  const iz = z > singular * zz ? 1 / z : 0;
  const c = l1 * l3 - l2;
  blocks[m] = ix + l1 * l1 * iy + c * c * iz;
  blocks[m + 1] = iy + l3 * l3 * iz;
  blocks[m + 2] = iz;
  blocks[m + 3] = -l1 * iy - c * l3 * iz;
  blocks[m + 4] = c * iz;
  blocks[m + 5] = -l3 * iz;
}

/** Lets all balls follow their bodies. */
export function prepareBalls(
  { blocks, entries, count }: JointBlocks,
  bodies: RigidBodies,
  states: Doubles,
  joints: JointData,
): void {
  for (let n = 0; n < count; n++) {
    const e = ballEntrySize * n;
    followAnchors(blocks, ballSize * n, ballSize * n + ballErrorAt, bodies, joints, entries[e]);
    setAnchorMass(blocks, ballSize * n, states, entries[e + 1], entries[e + 2]);
  }
}

/**
 * One pass over all balls.
 *
 * In one piece: with the impulses applied by a function of its own, a step of 4 000 balls took 1.05 times as
 * long (Node 20).
 */
export function solveBalls(
  { blocks, entries, count }: JointBlocks,
  states: Doubles,
  step: Doubles,
  pass: number,
): void {
  const isSoft = pass === softPass;
  const rate = isSoft ? step[jointSoftnessAt] : 0;
  const massScale = isSoft ? step[jointSoftnessAt + massScaleAt] : 1;
  const impulseScale = isSoft ? step[jointSoftnessAt + impulseScaleAt] : 0;
  for (let n = 0; n < count; n++) {
    const at = ballSize * n;
    const a = entries[ballEntrySize * n + 1];
    const b = entries[ballEntrySize * n + 2];
    const rx = blocks[at];
    const ry = blocks[at + 1];
    const rz = blocks[at + 2];
    const sx = blocks[at + ballLeverBAt];
    const sy = blocks[at + ballLeverBAt + 1];
    const sz = blocks[at + ballLeverBAt + 2];
    const cx = states[a + angularVelocityAt];
    const cy = states[a + angularVelocityAt + 1];
    const cz = states[a + angularVelocityAt + 2];
    const ox = states[b + angularVelocityAt];
    const oy = states[b + angularVelocityAt + 1];
    const oz = states[b + angularVelocityAt + 2];
    const i = at + ballImpulseAt;
    let px = blocks[i];
    let py = blocks[i + 1];
    let pz = blocks[i + 2];
    if (pass === warmPass) {
      blocks[at + ballLoadAt] += px;
      blocks[at + ballLoadAt + 1] += py;
      blocks[at + ballLoadAt + 2] += pz;
    } else {
      const e = at + ballErrorAt;
      const m = at + ballMassAt;
      const vx = states[b] + oy * sz - oz * sy - states[a] - cy * rz + cz * ry;
      const vy = states[b + 1] + oz * sx - ox * sz - states[a + 1] - cz * rx + cx * rz;
      const vz = states[b + 2] + ox * sy - oy * sx - states[a + 2] - cx * ry + cy * rx;
      const x = massScale * (vx + rate * blocks[e]);
      const y = massScale * (vy + rate * blocks[e + 1]);
      const z = massScale * (vz + rate * blocks[e + 2]);
      px = -(blocks[m] * x + blocks[m + 3] * y + blocks[m + 4] * z) - impulseScale * px;
      py = -(blocks[m + 3] * x + blocks[m + 1] * y + blocks[m + 5] * z) - impulseScale * py;
      pz = -(blocks[m + 4] * x + blocks[m + 5] * y + blocks[m + 2] * z) - impulseScale * pz;
      blocks[i] += px;
      blocks[i + 1] += py;
      blocks[i + 2] += pz;
    }
    const wa = states[a + inverseMassAt];
    const wb = states[b + inverseMassAt];
    const k = a + inverseInertiaAt;
    const l = b + inverseInertiaAt;
    const fx = ry * pz - rz * py;
    const fy = rz * px - rx * pz;
    const fz = rx * py - ry * px;
    const gx = sy * pz - sz * py;
    const gy = sz * px - sx * pz;
    const gz = sx * py - sy * px;
    states[a] -= wa * px;
    states[a + 1] -= wa * py;
    states[a + 2] -= wa * pz;
    states[a + angularVelocityAt] = cx - (states[k] * fx + states[k + 3] * fy + states[k + 4] * fz);
    states[a + angularVelocityAt + 1] = cy - (states[k + 3] * fx + states[k + 1] * fy + states[k + 5] * fz);
    states[a + angularVelocityAt + 2] = cz - (states[k + 4] * fx + states[k + 5] * fy + states[k + 2] * fz);
    states[b] += wb * px;
    states[b + 1] += wb * py;
    states[b + 2] += wb * pz;
    states[b + angularVelocityAt] = ox + states[l] * gx + states[l + 3] * gy + states[l + 4] * gz;
    states[b + angularVelocityAt + 1] = oy + states[l + 3] * gx + states[l + 1] * gy + states[l + 5] * gz;
    states[b + angularVelocityAt + 2] = oz + states[l + 4] * gx + states[l + 5] * gy + states[l + 2] * gz;
  }
}
