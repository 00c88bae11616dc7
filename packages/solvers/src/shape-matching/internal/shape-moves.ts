/** Goals of matched shapes, `g = T q̃ + c`, and the moves of particles towards them. */
import { linearMapSize, quadraticMapSize } from './quadratic-transform.ts';
import type { MatchedShapes } from './shape-rest.ts';

const goal = /* @__PURE__ */ new Float64Array(3);

/** Writes the goal of member `k` of body `b`, for maps of 3 or 9 columns. */
export function setGoal(out: Float64Array, shapes: MatchedShapes, b: number, k: number): void {
  const { transforms, centers, offsets, order } = shapes;
  for (let axis = 0; axis < 3; axis++) {
    let sum = centers[3 * b + axis];
    for (let j = 0; j < order; j++) sum += transforms[3 * order * b + 3 * j + axis] * offsets[order * k + j];
    out[axis] = sum;
  }
}

/**
 * Adds to `target` the displacements of the particles at `positions` to their goals, times `stiffness` and by
 * their shares.
 */
export function addMoves(
  target: Float64Array,
  shapes: MatchedShapes,
  positions: Float64Array,
  inverseMasses: Float64Array,
  stiffness: number,
): void {
  const { shares, transforms, centers, offsets, order } = shapes;
  const { starts, ids } = shapes.members;
  const wideOrder = order === 9;
  for (let b = 0; b + 1 < starts.length; b++) {
    const at = (wideOrder ? quadraticMapSize : linearMapSize) * b;
    const t0 = transforms[at];
    const t1 = transforms[at + 1];
    const t2 = transforms[at + 2];
    const t3 = transforms[at + 3];
    const t4 = transforms[at + 4];
    const t5 = transforms[at + 5];
    const t6 = transforms[at + 6];
    const t7 = transforms[at + 7];
    const t8 = transforms[at + 8];
    const cx = centers[3 * b];
    const cy = centers[3 * b + 1];
    const cz = centers[3 * b + 2];
    for (let k = starts[b]; k < starts[b + 1]; k++) {
      const id = ids[k];
      if (inverseMasses[id] === 0) continue;
      const i = 3 * id;
      const s = stiffness * shares[id];
      if (wideOrder) {
        setGoal(goal, shapes, b, k);
        target[i] += s * (goal[0] - positions[i]);
        target[i + 1] += s * (goal[1] - positions[i + 1]);
        target[i + 2] += s * (goal[2] - positions[i + 2]);
        continue;
      }
      const u = offsets[3 * k];
      const v = offsets[3 * k + 1];
      const w = offsets[3 * k + 2];
      target[i] += s * (t0 * u + t3 * v + t6 * w + cx - positions[i]);
      target[i + 1] += s * (t1 * u + t4 * v + t7 * w + cy - positions[i + 1]);
      target[i + 2] += s * (t2 * u + t5 * v + t8 * w + cz - positions[i + 2]);
    }
  }
}
