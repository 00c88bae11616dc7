/**
 * A rigid motion from time 0 to time 1: the frame's origin moves on a straight line while the body rotates at
 * a constant rate about it. This is how integrators move bodies in a step, if shapes have their centre of
 * mass at the origin.
 *
 * The rotation comes from a series and repeated squaring of the quaternion instead of `Math.sin`, whose last bits
 * differ between engines.
 */
import type { ReadonlyQuat, ReadonlyVec3 } from '@colide/core';

/** Something that can be posed, such as `Posed` of `@colide/geometry`. */
export interface Posable {
  setPose(position: ReadonlyVec3, rotation: ReadonlyQuat): unknown;
}

/** A motion; fill the arrays freely. */
export interface Sweep {
  /** Where the origin of the frame is at time 0. */
  readonly position: Float64Array;
  /** The rotation at time 0, a unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
  /** By how much the origin moves until time 1. */
  readonly linear: Float64Array;
  /** The rotation until time 1: an axis times an angle in radians, of any size. */
  readonly angular: Float64Array;
  /** Radius of a ball around the origin of the frame that holds the shape: its `boundingRadius`. */
  radius: number;
}

/** A body at rest at the origin. */
export function createSweep(radius: number): Sweep {
  return {
    position: new Float64Array(3),
    rotation: Float64Array.of(0, 0, 0, 1),
    linear: new Float64Array(3),
    angular: new Float64Array(3),
    radius,
  };
}

const moved = /* @__PURE__ */ new Float64Array(3);
const rotated = /* @__PURE__ */ new Float64Array(4);
/** The time that {@link sweepPose} hands on to {@link sweepPoseAt}, which reads it from an array. */
const moment = /* @__PURE__ */ new Float64Array(1);

/** Poses `body` as it is at `time`. */
export function sweepPose(body: Posable, sweep: Sweep, time: number): void {
  moment[0] = time;
  sweepPoseAt(body, sweep, moment, 0);
}

/** As {@link sweepPose}, with the time in an array: V8 boxes fractional numbers that cross a call. */
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
  body.setPose(moved, rotated);
}
