/**
 * Warm-started extraction of the rotation nearest to a 3×3 matrix: the polar decomposition for simulations,
 * where the rotation of the last frame is a good guess for this one and two or three steps suffice. Without a
 * guess, use `polarDecompose`, which is then faster.
 *
 * Idea (Müller et al. 2016): see the columns of A as forces that pull at the columns of R, and rotate R by
 * the resulting torque until it vanishes.
 *
 * We depart from it in three ways, all described in `internal/rotation-ascent.ts`. The torque is divided by
 * the true curvature instead of by a scalar, which makes convergence quadratic where that of the original is
 * linear and slow on stretched matrices. The angle of each rotation is the best one about its axis in closed
 * form, without sine and cosine, so that every step climbs and engines agree to the bit. And where the torque
 * vanishes although R is the farthest rotation or a saddle, half a turn away, where the original stays
 * forever, we rotate about the axis of most negative curvature.
 *
 * Müller, Bender, Chentanez & Macklin, "A robust method to extract the rotational part of deformations",
 * Motion in Games 2016.
 */
import {
  type Quat,
  type ReadonlyMat3,
  requireFiniteArray,
  requireInteger,
  requirePositive,
} from '@colide/core';
import { loadNumbers, storeNumbers } from './internal/copy-numbers.ts';
import { loadMat3, mat3ScratchSize } from './internal/load-mat3.ts';
import { rotationAscentStep } from './internal/rotation-ascent.ts';

const scratch = /* @__PURE__ */ new Float64Array(mat3ScratchSize);
const r = /* @__PURE__ */ new Float64Array(9);
const q = /* @__PURE__ */ new Float64Array(4);

/** Reads the start; a zero quaternion stands for the identity. */
function load(start: Quat): void {
  loadNumbers(q, start, 4);
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  const length2 = x * x + y * y + z * z + w * w;
  if (length2 > 1e-100 && length2 < 1e100) {
    const s = 1 / Math.sqrt(length2);
    q[0] = x * s;
    q[1] = y * s;
    q[2] = z * s;
    q[3] = w * s;
  } else {
    requireFiniteArray('outQuat', start, 4);
    q[0] = q[1] = q[2] = 0;
    q[3] = 1;
  }
}

/**
 * Rotates `outQuat`, which holds the start (such as the rotation of the last frame), to the rotation nearest
 * to `m`, with determinant +1 whatever the sign of det `m`. Stops after a rotation by less than `tolerance`
 * radians; as convergence is quadratic, the error is then of the order of its square. Returns the number of
 * steps, or `Infinity` if `maxSteps` did not suffice. `outQuat` is a unit quaternion in any case.
 */
export function extractRotation(outQuat: Quat, m: ReadonlyMat3, maxSteps = 20, tolerance = 1e-9): number {
  requireInteger('maxSteps', maxSteps);
  requirePositive('tolerance', tolerance);
  const a = loadMat3(scratch, m);
  load(outQuat);
  let steps = 0;
  let converged = false;
  while (!converged && steps < maxSteps) {
    converged = rotationAscentStep(q, r, a, tolerance);
    steps++;
  }
  storeNumbers(outQuat, q, 4);
  return converged ? steps : Infinity;
}

/** One step of {@link extractRotation}, to watch it at work. Returns whether `outQuat` has converged. */
export function extractRotationStep(outQuat: Quat, m: ReadonlyMat3, tolerance = 1e-9): boolean {
  requirePositive('tolerance', tolerance);
  const a = loadMat3(scratch, m);
  load(outQuat);
  const converged = rotationAscentStep(q, r, a, tolerance);
  storeNumbers(outQuat, q, 4);
  return converged;
}
