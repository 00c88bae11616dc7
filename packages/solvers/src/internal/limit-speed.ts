/**
 * Limits absurd speeds, which result from joints torn apart or from steps of minutes, before numbers
 * overflow.
 */
import type { Doubles } from '@colide/core';

/** Highest speed of a body, in m per second. */
export const speedLimit = 1e6;
/** Largest rotation of a body, in radians per substep. */
export const rotationLimit = 100;

/**
 * Shortens the vector at `speeds[at…]` to `distance` per `time`. A vector that is not finite stays, to be
 * found later. The quotient is computed here: V8 might box it as an argument.
 */
export function limitSpeed(speeds: Doubles, at: number, distance: number, time: number): void {
  const x = speeds[at];
  const y = speeds[at + 1];
  const z = speeds[at + 2];
  const square = x * x + y * y + z * z;
  const limit = distance / time;
  if (!(square > limit * limit)) return;
  const length = square < Infinity ? Math.sqrt(square) : Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (length === Infinity) return;
  for (let k = at; k < at + 3; k++) speeds[k] *= limit / length;
}
