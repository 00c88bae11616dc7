/**
 * Hinges as blocks of their own. Like balls, they hold two anchors together, in world axes. They also lock
 * the rotations about the axes u and v of A's frame and leave the one about n free. All five locked motions
 * are solved at once, by elimination: a torque about u moves the anchors, an impulse there undoes that, and
 * the response that is left is that of the rotations alone.
 *
 * | at | numbers | what                                                                           |
 * | -- | ------- | ------------------------------------------------------------------------------ |
 * |  0 | 21      | anchors, as in a block of a ball                                               |
 * | 21 | 3 · 3   | the axes n, u and v                                                            |
 * | 30 | 3       | errors of the rotations about n, u and v                                       |
 * | 33 | 3 · 2   | minus the impulses that hold the anchors against a unit of torque about u and v |
 * | 39 | 3       | effective mass of the two rotations, while anchors are held: uu, uv, vv        |
 * | 42 | 3       | velocity of the anchors for a unit of torque about n                           |
 * | 45 | 2       | speeds of the rotations about u and v for it                                   |
 * | 47 | 5       | what holds all locked motions against it: impulse, torques about u and v       |
 * | 52 | 2       | angular impulses about u and v                                                 |
 * | 54 | 3       | sums of those about u, v and n of all substeps before this one                 |
 */
import { type Doubles, plainDoubles } from '@colide/core';
import {
  frictionImpulseAt,
  type JointData,
  jointImpulseSize,
  lowerImpulseAt,
  motorImpulseAt,
  springImpulseAt,
  upperImpulseAt,
} from '../../internal/joint-data.ts';
import {
  angularVelocityAt,
  impulseScaleAt,
  inverseInertiaAt,
  inverseMassAt,
  jointSoftnessAt,
  massScaleAt,
  substepAt,
} from '../../internal/solve-contacts.ts';
import { freeImpulse, setFreeSpeed, solveFree } from '../../internal/solve-free.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';
import {
  ballErrorAt,
  ballImpulseAt,
  ballLeverBAt,
  ballLoadAt,
  ballMassAt,
  followAnchors,
  type JointBlocks,
  setAnchorMass,
  singular,
  softPass,
  warmPass,
} from './ball-blocks.ts';
import { turnHinge, writeAxes } from './joint-geometry.ts';
import { motionCount } from './joint-layout.ts';

export const hingeSize = 57;
export const hingeAxesAt = 21;
const turnErrorAt = 30;
const anchorsForTurnAt = 33;
const turnMassAt = 39;
const freeMotionAt = 42;
const freeTurnsAt = 45;
const reactionAt = 47;
export const turnImpulseAt = 52;
export const turnLoadAt = 54;

/** Integers per hinge: those of a ball, then what acts along the free rotation. */
export const hingeEntrySize = 4;
export const hingeDriveAt = 3;
/** Nothing acts along it; limits that do not bounce; anything. */
export const driveNone = 0;
export const driveLimits = 1;
export const driveAny = 2;

/** Velocities of the anchors for a unit of torque about n, u and v, and the angular velocities. */
const motions = /* @__PURE__ */ plainDoubles(9);
const spins = /* @__PURE__ */ plainDoubles(9);

/** Writes what a unit of torque about each axis does: {@link motions} and {@link spins}. */
function setTurns(blocks: Doubles, at: number, states: Doubles, a: number, b: number): void {
  const rx = blocks[at];
  const ry = blocks[at + 1];
  const rz = blocks[at + 2];
  const sx = blocks[at + ballLeverBAt];
  const sy = blocks[at + ballLeverBAt + 1];
  const sz = blocks[at + ballLeverBAt + 2];
  const i = a + inverseInertiaAt;
  const j = b + inverseInertiaAt;
  for (let k = 0; k < 9; k += 3) {
    const x = blocks[at + hingeAxesAt + k];
    const y = blocks[at + hingeAxesAt + k + 1];
    const z = blocks[at + hingeAxesAt + k + 2];
    const ax = states[i] * x + states[i + 3] * y + states[i + 4] * z;
    const ay = states[i + 3] * x + states[i + 1] * y + states[i + 5] * z;
    const az = states[i + 4] * x + states[i + 5] * y + states[i + 2] * z;
    const bx = states[j] * x + states[j + 3] * y + states[j + 4] * z;
    const by = states[j + 3] * x + states[j + 1] * y + states[j + 5] * z;
    const bz = states[j + 4] * x + states[j + 5] * y + states[j + 2] * z;
    motions[k] = ay * rz - az * ry + by * sz - bz * sy;
    motions[k + 1] = az * rx - ax * rz + bz * sx - bx * sz;
    motions[k + 2] = ax * ry - ay * rx + bx * sy - by * sx;
    spins[k] = ax + bx;
    spins[k + 1] = ay + by;
    spins[k + 2] = az + bz;
  }
}

/**
 * Writes the effective masses of the rotations about u and v, from {@link motions} and {@link spins}: the
 * response that is left while the anchors are held, inverted by its factors L D Lᵀ.
 */
function setTurnMasses(blocks: Doubles, at: number): void {
  const m = at + ballMassAt;
  const n = at + hingeAxesAt;
  const g = at + anchorsForTurnAt;
  for (let k = 0; k < 6; k += 3) {
    const x = motions[3 + k];
    const y = motions[4 + k];
    const z = motions[5 + k];
    blocks[g + k] = blocks[m] * x + blocks[m + 3] * y + blocks[m + 4] * z;
    blocks[g + k + 1] = blocks[m + 3] * x + blocks[m + 1] * y + blocks[m + 5] * z;
    blocks[g + k + 2] = blocks[m + 4] * x + blocks[m + 5] * y + blocks[m + 2] * z;
  }
  const uu = blocks[n + 3] * spins[3] + blocks[n + 4] * spins[4] + blocks[n + 5] * spins[5];
  const uv = blocks[n + 6] * spins[3] + blocks[n + 7] * spins[4] + blocks[n + 8] * spins[5];
  const vv = blocks[n + 6] * spins[6] + blocks[n + 7] * spins[7] + blocks[n + 8] * spins[8];
  const first = uu - (motions[3] * blocks[g] + motions[4] * blocks[g + 1] + motions[5] * blocks[g + 2]);
  const cross = uv - (motions[3] * blocks[g + 3] + motions[4] * blocks[g + 4] + motions[5] * blocks[g + 5]);
  const last = vv - (motions[6] * blocks[g + 3] + motions[7] * blocks[g + 4] + motions[8] * blocks[g + 5]);
  const iu = first > singular * uu ? 1 / first : 0;
  const l = iu * cross;
  const second = last - l * cross;
  const iv = second > singular * vv ? 1 / second : 0;
  blocks[at + turnMassAt] = iu + l * l * iv;
  blocks[at + turnMassAt + 1] = -l * iv;
  blocks[at + turnMassAt + 2] = iv;
}

/** Writes what a unit of torque about n does to the locked motions, what holds them, and its mass. */
function setReaction(blocks: Doubles, at: number, { freeMasses }: JointData, j: number): void {
  const m = at + ballMassAt;
  const n = at + hingeAxesAt;
  const g = at + anchorsForTurnAt;
  const q = at + turnMassAt;
  const r = at + reactionAt;
  const x = motions[0];
  const y = motions[1];
  const z = motions[2];
  const nn = blocks[n] * spins[0] + blocks[n + 1] * spins[1] + blocks[n + 2] * spins[2];
  const nu = blocks[n + 3] * spins[0] + blocks[n + 4] * spins[1] + blocks[n + 5] * spins[2];
  const nv = blocks[n + 6] * spins[0] + blocks[n + 7] * spins[1] + blocks[n + 8] * spins[2];
  const u = nu - (blocks[g] * x + blocks[g + 1] * y + blocks[g + 2] * z);
  const v = nv - (blocks[g + 3] * x + blocks[g + 4] * y + blocks[g + 5] * z);
  const tu = -(blocks[q] * u + blocks[q + 1] * v);
  const tv = -(blocks[q + 1] * u + blocks[q + 2] * v);
  const px = blocks[m] * x + blocks[m + 3] * y + blocks[m + 4] * z + blocks[g] * tu + blocks[g + 3] * tv;
  const py =
    blocks[m + 3] * x + blocks[m + 1] * y + blocks[m + 5] * z + blocks[g + 1] * tu + blocks[g + 4] * tv;
  const pz =
    blocks[m + 4] * x + blocks[m + 5] * y + blocks[m + 2] * z + blocks[g + 2] * tu + blocks[g + 5] * tv;
  const free = nn - (x * px + y * py + z * pz) + nu * tu + nv * tv;
  freeMasses[j] = free > singular * nn ? 1 / free : 0;
  for (let k = 0; k < 3; k++) blocks[at + freeMotionAt + k] = motions[k];
  blocks[at + freeTurnsAt] = nu;
  blocks[at + freeTurnsAt + 1] = nv;
  blocks[r] = -px;
  blocks[r + 1] = -py;
  blocks[r + 2] = -pz;
  blocks[r + 3] = tu;
  blocks[r + 4] = tv;
}

/** Lets all hinges follow their bodies. */
export function prepareHinges(
  { blocks, entries, count }: JointBlocks,
  bodies: RigidBodies,
  states: Doubles,
  joints: JointData,
): void {
  for (let n = 0; n < count; n++) {
    const at = hingeSize * n;
    const e = hingeEntrySize * n;
    const j = entries[e];
    followAnchors(blocks, at, at + ballErrorAt, bodies, joints, j);
    setAnchorMass(blocks, at, states, entries[e + 1], entries[e + 2]);
    writeAxes(blocks, at + hingeAxesAt, bodies, joints, j);
    turnHinge(blocks, at + turnErrorAt, bodies, joints, j);
    setTurns(blocks, at, states, entries[e + 1], entries[e + 2]);
    setTurnMasses(blocks, at);
    setReaction(blocks, at, joints, j);
  }
}

/**
 * One pass over all hinges: the locked motions of each, then the free rotation with these held.
 *
 * In one piece for the same reason as `solveBalls`, where cutting it made a step take 1.05 times as long.
 */
export function solveHinges(
  { blocks, entries, count }: JointBlocks,
  states: Doubles,
  joints: JointData,
  step: Doubles,
  pass: number,
): void {
  const isSoft = pass === softPass;
  const rate = isSoft ? step[jointSoftnessAt] : 0;
  const massScale = isSoft ? step[jointSoftnessAt + massScaleAt] : 1;
  const impulseScale = isSoft ? step[jointSoftnessAt + impulseScaleAt] : 0;
  const h = step[substepAt];
  const { impulses, approaches, freeMasses, limits, values } = joints;
  for (let n = 0; n < count; n++) {
    const at = hingeSize * n;
    const j = entries[hingeEntrySize * n];
    const a = entries[hingeEntrySize * n + 1];
    const b = entries[hingeEntrySize * n + 2];
    const drive = entries[hingeEntrySize * n + hingeDriveAt];
    const rx = blocks[at];
    const ry = blocks[at + 1];
    const rz = blocks[at + 2];
    const sx = blocks[at + ballLeverBAt];
    const sy = blocks[at + ballLeverBAt + 1];
    const sz = blocks[at + ballLeverBAt + 2];
    const axes = at + hingeAxesAt;
    const nx = blocks[axes];
    const ny = blocks[axes + 1];
    const nz = blocks[axes + 2];
    const ux = blocks[axes + 3];
    const uy = blocks[axes + 4];
    const uz = blocks[axes + 5];
    const vx = blocks[axes + 6];
    const vy = blocks[axes + 7];
    const vz = blocks[axes + 8];
    const cx = states[a + angularVelocityAt];
    const cy = states[a + angularVelocityAt + 1];
    const cz = states[a + angularVelocityAt + 2];
    const ox = states[b + angularVelocityAt];
    const oy = states[b + angularVelocityAt + 1];
    const oz = states[b + angularVelocityAt + 2];
    const i = at + ballImpulseAt;
    const t = at + turnImpulseAt;
    // Impulse on the anchors, and torques about u, v and n.
    let px = blocks[i];
    let py = blocks[i + 1];
    let pz = blocks[i + 2];
    let tu = blocks[t];
    let tv = blocks[t + 1];
    let tn = 0;
    if (pass === warmPass) {
      const l = at + turnLoadAt;
      const f = jointImpulseSize * j + motionCount;
      tn =
        impulses[f + lowerImpulseAt] -
        impulses[f + upperImpulseAt] +
        impulses[f + motorImpulseAt] +
        impulses[f + springImpulseAt] +
        impulses[f + frictionImpulseAt];
      blocks[at + ballLoadAt] += px;
      blocks[at + ballLoadAt + 1] += py;
      blocks[at + ballLoadAt + 2] += pz;
      blocks[l] += tu;
      blocks[l + 1] += tv;
      blocks[l + 2] += tn;
      approaches[j] = 0;
    } else {
      const e = at + ballErrorAt;
      const m = at + ballMassAt;
      const g = at + anchorsForTurnAt;
      const q = at + turnMassAt;
      const wx = ox - cx;
      const wy = oy - cy;
      const wz = oz - cz;
      const x =
        massScale * (states[b] + oy * sz - oz * sy - states[a] - cy * rz + cz * ry + rate * blocks[e]);
      const y =
        massScale *
        (states[b + 1] + oz * sx - ox * sz - states[a + 1] - cz * rx + cx * rz + rate * blocks[e + 1]);
      const z =
        massScale *
        (states[b + 2] + ox * sy - oy * sx - states[a + 2] - cx * ry + cy * rx + rate * blocks[e + 2]);
      const u =
        massScale * (wx * ux + wy * uy + wz * uz + rate * blocks[at + turnErrorAt + 1]) -
        (blocks[g] * x + blocks[g + 1] * y + blocks[g + 2] * z);
      const v =
        massScale * (wx * vx + wy * vy + wz * vz + rate * blocks[at + turnErrorAt + 2]) -
        (blocks[g + 3] * x + blocks[g + 4] * y + blocks[g + 5] * z);
      const du = -(blocks[q] * u + blocks[q + 1] * v);
      const dv = -(blocks[q + 1] * u + blocks[q + 2] * v);
      px =
        -(blocks[m] * x + blocks[m + 3] * y + blocks[m + 4] * z) -
        (blocks[g] * du + blocks[g + 3] * dv) -
        impulseScale * px;
      py =
        -(blocks[m + 3] * x + blocks[m + 1] * y + blocks[m + 5] * z) -
        (blocks[g + 1] * du + blocks[g + 4] * dv) -
        impulseScale * py;
      pz =
        -(blocks[m + 4] * x + blocks[m + 5] * y + blocks[m + 2] * z) -
        (blocks[g + 2] * du + blocks[g + 5] * dv) -
        impulseScale * pz;
      tu = du - impulseScale * tu;
      tv = dv - impulseScale * tv;
      if (drive !== driveNone && freeMasses[j] > 0) {
        const f = at + freeMotionAt;
        const k = at + freeTurnsAt;
        const speed =
          wx * nx +
          wy * ny +
          wz * nz +
          (blocks[f] * px + blocks[f + 1] * py + blocks[f + 2] * pz) +
          (blocks[k] * tu + blocks[k + 1] * tv);
        const l = jointImpulseSize * j + motionCount;
        const value = values[j];
        const next = value + h * speed;
        if (
          drive === driveAny ||
          impulses[l + lowerImpulseAt] !== 0 ||
          impulses[l + upperImpulseAt] !== 0 ||
          !(Math.min(value, next) >= limits[2 * j] && Math.max(value, next) <= limits[2 * j + 1])
        ) {
          const r = at + reactionAt;
          setFreeSpeed(speed);
          solveFree(joints, j, step, isSoft);
          tn = freeImpulse();
          px += tn * blocks[r];
          py += tn * blocks[r + 1];
          pz += tn * blocks[r + 2];
          tu += tn * blocks[r + 3];
          tv += tn * blocks[r + 4];
        }
      }
      blocks[i] += px;
      blocks[i + 1] += py;
      blocks[i + 2] += pz;
      blocks[t] += tu;
      blocks[t + 1] += tv;
    }
    const tx = tn * nx + tu * ux + tv * vx;
    const ty = tn * ny + tu * uy + tv * vy;
    const tz = tn * nz + tu * uz + tv * vz;
    const fx = tx + ry * pz - rz * py;
    const fy = ty + rz * px - rx * pz;
    const fz = tz + rx * py - ry * px;
    const gx = tx + sy * pz - sz * py;
    const gy = ty + sz * px - sx * pz;
    const gz = tz + sx * py - sy * px;
    const wa = states[a + inverseMassAt];
    const wb = states[b + inverseMassAt];
    const k = a + inverseInertiaAt;
    const l = b + inverseInertiaAt;
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
