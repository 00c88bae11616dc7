/**
 * Fields of force and acceleration as plain functions over flat arrays, so that one call serves all particles
 * and the loop inside stays monomorphic.
 *
 * A force field *adds* its forces; several are summed by calling them one after the other. Multi-stage
 * integrators need the acceleration at states between the steps: `createAccelerationField` turns force fields
 * and masses into one.
 */

/** Adds forces to `forces` for the given state. All arrays hold three numbers per particle. */
export type ForceField = (
  forces: Float64Array,
  positions: Float64Array,
  velocities: Float64Array,
  time: number,
) => void;

/** Writes accelerations to `out` for the given state. All arrays hold three numbers per particle. */
export type AccelerationField = (
  out: Float64Array,
  positions: Float64Array,
  velocities: Float64Array,
  time: number,
) => void;

/** The acceleration field of several force fields: their sum, divided by the mass of each particle. */
export function createAccelerationField(
  fields: readonly ForceField[],
  inverseMasses: Float64Array,
): AccelerationField {
  return (out, positions, velocities, time) => {
    out.fill(0);
    for (let f = 0; f < fields.length; f++) fields[f](out, positions, velocities, time);
    for (let i = 0, k = 0; k < out.length; i++, k += 3) {
      const w = inverseMasses[i];
      out[k] *= w;
      out[k + 1] *= w;
      out[k + 2] *= w;
    }
  };
}
