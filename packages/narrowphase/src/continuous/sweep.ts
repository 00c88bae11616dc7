/**
 * A rigid motion from time 0 to time 1: the frame's origin moves on a straight line while the body rotates at
 * a constant rate about it. This is how integrators move bodies in a step, if the centre of mass is the
 * origin. The shape may be elsewhere in the frame, like a part of a compound; then it moves along a curve.
 *
 * The rotation comes from a series and repeated squaring of the quaternion instead of `Math.sin`, whose last
 * bits differ between engines.
 */
import type { ReadonlyQuat, ReadonlyVec3 } from '@colide/core';
import { poseCompose } from '@colide/math';

/** Something that can be posed, such as `Posed` of `@colide/geometry`. */
export interface Posable {
  setPose(position: ReadonlyVec3, rotation: ReadonlyQuat): unknown;
}

/** A motion; fill the arrays freely. */
export interface Sweep {
  /** The position of the frame's origin at time 0. */
  readonly position: Float64Array;
  /** The rotation at time 0, a unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
  /** The displacement of the origin from time 0 to time 1. */
  readonly linear: Float64Array;
  /** The rotation from time 0 to time 1: an axis times an angle in radians, of any size. */
  readonly angular: Float64Array;
  /**
   * Radius of a ball around the origin of the frame that contains the shape: its `boundingRadius`, plus its
   * distance from the origin if it has an {@link offset}.
   */
  radius: number;
  /**
   * The pose of the shape in the frame: position, then a unit quaternion. If undefined, the shape is at the
   * origin.
   */
  readonly offset: Float64Array | undefined;
}

/** A body at rest at the origin; `offset` is the pose of its shape in the frame, seven numbers. */
export function createSweep(radius: number, offset?: Float64Array): Sweep {
  return {
    position: new Float64Array(3),
    rotation: Float64Array.of(0, 0, 0, 1),
    linear: new Float64Array(3),
    angular: new Float64Array(3),
    radius,
    offset,
  };
}

const moved = /* @__PURE__ */ new Float64Array(3);
const rotated = /* @__PURE__ */ new Float64Array(4);
const shapePosition = /* @__PURE__ */ new Float64Array(3);
const shapeRotation = /* @__PURE__ */ new Float64Array(4);
/** The time that {@link sweepPose} passes to {@link sweepPoseAt}, which reads it from an array. */
const moment = /* @__PURE__ */ new Float64Array(1);

/** Poses `body` as it is at `time`. */
export function sweepPose(body: Posable, sweep: Sweep, time: number): void {
  moment[0] = time;
  sweepPoseAt(body, sweep, moment, 0);
}

/** As {@link sweepPose}, with the time in an array: V8 boxes fractional arguments. */
export function sweepPoseAt(body: Posable, sweep: Sweep, times: Float64Array, at: number): void {
  const time = times[at];
  const { position, rotation, linear, angular } = sweep;
  for (let i = 0; i < 3; i++) moved[i] = position[i] + time * linear[i];
  let x = 0.5 * time * angular[0];
  let y = 0.5 * time * angular[1];
  let z = 0.5 * time * angular[2];
  let halvings = 0;
  let squared = x * x + y * y + z * z;
  for (; squared > 0.01 && halvings < 64; halvings++) {
    x *= 0.5;
    y *= 0.5;
    z *= 0.5;
    squared *= 0.25;
  }
  // sin(h)/h and cos(h) for h² = squared ≤ 0.01: the next terms are below 1e-17.
  const s =
    1 -
    (squared / 6) * (1 - (squared / 20) * (1 - (squared / 42) * (1 - (squared / 72) * (1 - squared / 110))));
  let w =
    1 -
    (squared / 2) * (1 - (squared / 12) * (1 - (squared / 30) * (1 - (squared / 56) * (1 - squared / 90))));
  x *= s;
  y *= s;
  z *= s;
  for (; halvings > 0; halvings--) {
    x *= 2 * w;
    y *= 2 * w;
    z *= 2 * w;
    w = 2 * w * w - 1;
  }
  const qx = rotation[0];
  const qy = rotation[1];
  const qz = rotation[2];
  const qw = rotation[3];
  rotated[0] = w * qx + x * qw + y * qz - z * qy;
  rotated[1] = w * qy - x * qz + y * qw + z * qx;
  rotated[2] = w * qz + x * qy - y * qx + z * qw;
  rotated[3] = w * qw - x * qx - y * qy - z * qz;
  if (sweep.offset !== undefined) shift(sweep.offset);
  body.setPose(moved, rotated);
}

/** Changes the pose from that of the frame to that of the shape. */
function shift(offset: Float64Array): void {
  for (let k = 0; k < 3; k++) shapePosition[k] = offset[k];
  for (let k = 0; k < 4; k++) shapeRotation[k] = offset[3 + k];
  poseCompose(moved, rotated, moved, rotated, shapePosition, shapeRotation);
}

/** Angular velocities of more revolutions than this are ignored. */
const mostTurns = 100;

/**
 * Sets the motion of a sweep so that it ends at a pose. `position` and `rotation` of the sweep must be set;
 * the end is at `positions[3 · index]` and `rotations[4 · index]`, a unit quaternion. Of the rotations that
 * lead there, it takes the one nearest to the vector `spins[3 · index]` times `time[0]`; without `spins`, the
 * shortest.
 *
 * The angle comes from half-angle formulas and a series, not from `Math.atan2`.
 */
export function sweepBetween(
  sweep: Sweep,
  positions: Float64Array,
  rotations: Float64Array,
  index: number,
  spins?: Float64Array,
  time?: Float64Array,
): void {
  const { position, rotation: q, linear, angular } = sweep;
  for (let k = 0; k < 3; k++) linear[k] = positions[3 * index + k] - position[k];
  const at = 4 * index;
  const px = rotations[at];
  const py = rotations[at + 1];
  const pz = rotations[at + 2];
  const pw = rotations[at + 3];
  // End · start⁻¹, with a scalar part that is not negative.
  let x = -pw * q[0] + px * q[3] - py * q[2] + pz * q[1];
  let y = -pw * q[1] + px * q[2] + py * q[3] - pz * q[0];
  let z = -pw * q[2] - px * q[1] + py * q[0] + pz * q[3];
  let cosine = pw * q[3] + px * q[0] + py * q[1] + pz * q[2];
  const sign = cosine < 0 ? -1 : 1;
  x *= sign;
  y *= sign;
  z *= sign;
  cosine *= sign;
  const length = Math.sqrt(x * x + y * y + z * z);
  let sine = length;
  let scale = 2;
  while (sine > 0.1) {
    cosine = Math.sqrt(0.5 * (1 + cosine));
    sine /= 2 * cosine;
    scale *= 2;
  }
  // asin(s)/s for s ≤ 0.1: the next term is below 1e-14.
  const s = sine * sine;
  const series =
    1 +
    s * (1 / 6 + s * (3 / 40 + s * (15 / 336 + s * (105 / 3456 + s * (945 / 42240 + (s * 10395) / 599040)))));
  let angle = scale * sine * series;
  if (spins !== undefined && time !== undefined && length > 0) {
    const b = 3 * index;
    const along = (time[0] * (x * spins[b] + y * spins[b + 1] + z * spins[b + 2])) / length;
    const turns = Math.round((along - angle) / (2 * Math.PI));
    if (Math.abs(turns) <= mostTurns) angle += 2 * Math.PI * turns;
  }
  const factor = length > 0 ? angle / length : 2;
  angular[0] = factor * x;
  angular[1] = factor * y;
  angular[2] = factor * z;
}
