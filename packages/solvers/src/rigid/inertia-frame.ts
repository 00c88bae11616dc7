/**
 * Particles that represent a solid body: four or more points whose masses, centre and inertia tensor are
 * exactly those of the body. Particle bodies need them, since corners of equal mass would rotate too slowly:
 * a box with its mass in the corners has three times the inertia of the solid box.
 *
 * Idea: inertia is decided by the second moments `M = ½ tr(I) 1 − I = Σ m x xᵀ`. With M/m = V D² Vᵀ, the
 * corners tₖ of a regular tetrahedron (±1, ±1, ±1) stretched to V D tₖ, with a quarter of the mass each, have
 * just these moments, because Σ tₖtₖᵀ = 4·1 and Σ tₖ = 0.
 */
import {
  type ReadonlyMat3,
  type ReadonlyVec3,
  requireFiniteArray,
  requireLength,
  requirePositive,
} from '@colide/core';
import { eigenSymmetric } from '@colide/math';

const moments = /* @__PURE__ */ new Float64Array(9);
const values = /* @__PURE__ */ new Float64Array(3);
const axes = /* @__PURE__ */ new Float64Array(9);

/**
 * Writes four points to `out`, twelve numbers, that with the mass `mass / 4` each have the centre `center`
 * and about it the inertia tensor `inertia`. Returns how solid the body is: the smallest of the three extents
 * over the largest, 0 for a plate or a rod, whose four points lie in a plane or on a line.
 */
export function inertiaFrame(
  out: Float64Array,
  mass: number,
  center: ReadonlyVec3,
  inertia: ReadonlyMat3,
): number {
  requireLength('out', out, 12);
  requirePositive('mass', mass);
  requireFiniteArray('center', center, 3);
  requireFiniteArray('inertia', inertia, 9);
  const half = 0.5 * (inertia[0] + inertia[4] + inertia[8]);
  requirePositive('the trace of inertia', half);
  for (let k = 0; k < 9; k++) moments[k] = ((k % 4 === 0 ? half : 0) - inertia[k]) / mass;
  eigenSymmetric(values, axes, moments);
  for (let k = 0; k < 3; k++) {
    if (!(values[k] >= (-1e-9 * half) / mass))
      throw new RangeError(`inertia must obey the triangle inequality, second moment ${k} is ${values[k]}`);
    values[k] = Math.sqrt(Math.max(0, values[k]));
  }
  for (let corner = 0; corner < 4; corner++)
    for (let row = 0; row < 3; row++) {
      let sum = center[row];
      for (let axis = 0; axis < 3; axis++) {
        // Corners (1, 1, 1), (1, −1, −1), (−1, 1, −1), (−1, −1, 1).
        const sign = corner === 0 || corner === axis + 1 ? 1 : -1;
        sum += sign * values[axis] * axes[3 * axis + row];
      }
      out[3 * corner + row] = sum;
    }
  return values[0] > 0 ? values[2] / values[0] : 0;
}

/** Writes the inertia tensor of particles about their weighted centre to `out`, column-major. */
export function particleInertia(
  out: Float64Array,
  positions: ArrayLike<number>,
  masses: ArrayLike<number>,
): Float64Array {
  requireLength('out', out, 9);
  requireFiniteArray('positions', positions, 3 * masses.length);
  let total = 0;
  values.fill(0);
  for (let i = 0; i < masses.length; i++) {
    total += masses[i];
    for (let k = 0; k < 3; k++) values[k] += masses[i] * positions[3 * i + k];
  }
  requirePositive('the sum of masses', total);
  moments.fill(0);
  for (let i = 0; i < masses.length; i++)
    for (let j = 0; j < 3; j++)
      for (let k = 0; k < 3; k++)
        moments[3 * j + k] +=
          masses[i] * (positions[3 * i + j] - values[j] / total) * (positions[3 * i + k] - values[k] / total);
  const trace = moments[0] + moments[4] + moments[8];
  for (let k = 0; k < 9; k++) out[k] = (k % 4 === 0 ? trace : 0) - moments[k];
  return out;
}
