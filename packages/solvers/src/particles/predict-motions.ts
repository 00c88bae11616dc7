/**
 * Predicts how far Verlet particles will move if nothing stops them, for collision detection ahead of the
 * step. One pass, no allocation.
 */

/**
 * Writes to `out` the displacement of each particle during `timing[0]` seconds, by its velocity and the
 * acceleration `gravity`; `timing[1]` is the length of the last substep, 0 before the first. Particles of
 * inverse mass 0 stay. Nothing is checked.
 */
export function predictMotions(
  out: Float64Array,
  positions: Float64Array,
  previousPositions: Float64Array,
  inverseMasses: Float64Array,
  gravity: Float64Array,
  timing: Float64Array,
): void {
  const dt = timing[0];
  const ratio = timing[1] > 0 ? dt / timing[1] : 1;
  for (let i = 0, k = 0; i < inverseMasses.length; i++, k += 3)
    for (let axis = 0; axis < 3; axis++)
      out[k + axis] =
        inverseMasses[i] === 0
          ? 0
          : (positions[k + axis] - previousPositions[k + axis]) * ratio + gravity[axis] * dt * dt;
}
