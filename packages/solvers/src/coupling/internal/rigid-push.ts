/**
 * Points of rigid bodies in the substeps of particles: their mobility, their displacement, and pushes on
 * them.
 */
import type { RigidSubsteps } from '../rigid-substeps.ts';

/** A push on a point of a body. It is a record because V8 may box fractions that are passed or returned. */
export interface RigidPush {
  /** I⁻¹ (r × n), the change of rotation under a unit push. */
  readonly rotation: Float64Array;
  /** Displacement of the point along a unit push; 0 for bodies that cannot be pushed. */
  mobility: number;
  /** Size of the push. */
  size: number;
}

/** An empty record. Its fields are fractions from the start, so that V8 stores them as doubles. */
export function createRigidPush(): RigidPush {
  return { rotation: new Float64Array(3), mobility: 0.5, size: 0.5 };
}

/**
 * Prepares a push along the unit vector `direction` on the point with the arm `arms[a…]` from the centre of
 * body `index`: everything but its size.
 */
export function rigidMobility(
  out: RigidPush,
  substeps: RigidSubsteps,
  index: number,
  arms: Float64Array,
  a: number,
  direction: Float64Array,
): void {
  out.mobility = 0;
  if (substeps.states[index] < 2) return;
  const { inverseMasses, worldInverseInertias: m } = substeps.bodies;
  const x = arms[a + 1] * direction[2] - arms[a + 2] * direction[1];
  const y = arms[a + 2] * direction[0] - arms[a] * direction[2];
  const z = arms[a] * direction[1] - arms[a + 1] * direction[0];
  const at = 6 * index;
  const { rotation } = out;
  rotation[0] = m[at] * x + m[at + 3] * y + m[at + 4] * z;
  rotation[1] = m[at + 3] * x + m[at + 1] * y + m[at + 5] * z;
  rotation[2] = m[at + 4] * x + m[at + 5] * y + m[at + 2] * z;
  out.mobility = inverseMasses[index] + x * rotation[0] + y * rotation[1] + z * rotation[2];
}

/** Adds a prepared push against `direction` to `target`, an array of shifts or motions. */
export function applyRigidPush(
  target: Float64Array,
  substeps: RigidSubsteps,
  index: number,
  direction: Float64Array,
  push: RigidPush,
): void {
  const { size, rotation } = push;
  const w = size * substeps.bodies.inverseMasses[index];
  const at = 6 * index;
  for (let k = 0; k < 3; k++) {
    target[at + k] -= w * direction[k];
    target[at + 3 + k] -= size * rotation[k];
  }
  substeps.states[index] = 3;
}

/**
 * Writes to `out` the displacement of the point with the arm `arms[a…]` under `values`, shifts or motions.
 */
export function rigidDisplacement(
  out: Float64Array,
  values: Float64Array,
  index: number,
  arms: Float64Array,
  a: number,
): void {
  const at = 6 * index;
  const x = values[at + 3];
  const y = values[at + 4];
  const z = values[at + 5];
  out[0] = values[at] + y * arms[a + 2] - z * arms[a + 1];
  out[1] = values[at + 1] + z * arms[a] - x * arms[a + 2];
  out[2] = values[at + 2] + x * arms[a + 1] - y * arms[a];
}
