/** Speeds beyond all reason, from joints that were torn apart or steps of minutes, are cut before numbers overflow. */
import { type Doubles, plainDoubles } from '@colide/core';

/** Highest speed of a body in m/s, and the angle in radians by which it turns at most in a substep. */
const speedLimit = 1e6;
const turnLimit = 100;
/** Both as speeds: of velocities, and of angular velocities in this substep. */
const limits = /* @__PURE__ */ plainDoubles(2);

/** Sets the limits for substeps of the length `time[0]`. */
export function setSpeedLimits(time: Float64Array): void {
  limits[0] = speedLimit;
  limits[1] = turnLimit / time[0];
}

/** Shortens the velocity (`which` 0) or angular velocity (1) at `speeds[at…]` to its limit. What is not finite stays, to be found. */
export function limitSpeed(speeds: Doubles, at: number, which: number): void {
  const x = speeds[at];
  const y = speeds[at + 1];
  const z = speeds[at + 2];
  const square = x * x + y * y + z * z;
  const limit = limits[which];
  if (!(square > limit * limit)) return;
  const length = square < Infinity ? Math.sqrt(square) : Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (length === Infinity) return;
  for (let k = at; k < at + 3; k++) speeds[k] *= limit / length;
}
