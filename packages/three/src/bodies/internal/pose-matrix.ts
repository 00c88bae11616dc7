/** The kernel of everything that follows bodies: a pose between two states, times a local matrix, as a column-major 4×4. */

/** Poses of bodies in flat arrays: three and four numbers per body. `RigidBodies` of @colide/solvers has them. */
export interface BodyPoses {
  /** Positions of the frames of the bodies: their centres of mass. */
  readonly positions: Float64Array;
  /** Unit quaternions x, y, z, w. */
  readonly rotations: Float64Array;
}

/** The poses before the last step, as in `PoseHistory`. */
interface PastPoses extends BodyPoses {
  readonly recorded: number;
}

/** Numbers per local matrix, and where its position begins, after the three columns of a 3×3 matrix. */
export const localSize = 12;
export const originAt = 9;

/** Numbers per 4×4 matrix, and per column. */
export const matrixSize = 16;
const columnSize = 4;

/** Two states of the bodies and how far from one to the other a picture is. */
export interface PoseInterpolation {
  from: BodyPoses;
  to: BodyPoses;
  /** 0 is `from`, 1 is `to`. */
  factor: number;
}

/** An interpolation to be filled by {@link setInterpolation}. */
export function createInterpolation(): PoseInterpolation {
  const none = { positions: new Float64Array(0), rotations: new Float64Array(0) };
  return { from: none, to: none, factor: 0.5 };
}

/** Interpolates from the poses of `history` where it has recorded enough of the same bodies; else `bodies` as they are. */
export function setInterpolation(
  out: PoseInterpolation,
  bodies: BodyPoses,
  factor: number,
  history: PastPoses | undefined,
): void {
  const past = history && history.recorded === 2 && history.positions.length === bodies.positions.length;
  out.from = past ? history : bodies;
  out.to = bodies;
  out.factor = factor;
}

/** Position and unit quaternion of one body. */
const pose = /* @__PURE__ */ new Float64Array(7);
const rotationAt = 3;

/**
 * Writes to `out` at `at` the matrix of `body` times the local matrix number `local`. Positions are interpolated along a
 * line; quaternions too, and then normalised. Where both states are the same, the pose is taken unchanged. Unchecked.
 */
export function poseMatrix(
  out: Float32Array | number[],
  at: number,
  between: PoseInterpolation,
  body: number,
  locals: Float64Array,
  local: number,
): void {
  interpolatePose(between, body);
  const x = pose[rotationAt];
  const y = pose[rotationAt + 1];
  const z = pose[rotationAt + 2];
  const w = pose[rotationAt + 3];
  const xx = 1 - 2 * (y * y + z * z);
  const xy = 2 * (x * y + w * z);
  const xz = 2 * (x * z - w * y);
  const yx = 2 * (x * y - w * z);
  const yy = 1 - 2 * (x * x + z * z);
  const yz = 2 * (y * z + w * x);
  const zx = 2 * (x * z + w * y);
  const zy = 2 * (y * z - w * x);
  const zz = 1 - 2 * (x * x + y * y);
  let to = at;
  let from = localSize * local;
  for (let column = 0; column < 3; column++) {
    const a = locals[from];
    const b = locals[from + 1];
    const c = locals[from + 2];
    out[to] = xx * a + yx * b + zx * c;
    out[to + 1] = xy * a + yy * b + zy * c;
    out[to + 2] = xz * a + yz * b + zz * c;
    out[to + 3] = 0;
    from += 3;
    to += columnSize;
  }
  const a = locals[from];
  const b = locals[from + 1];
  const c = locals[from + 2];
  out[to] = xx * a + yx * b + zx * c + pose[0];
  out[to + 1] = xy * a + yy * b + zy * c + pose[1];
  out[to + 2] = xz * a + yz * b + zz * c + pose[2];
  out[to + 3] = 1;
}

/** Writes to `pose` where a body is between two states. */
function interpolatePose({ from, to, factor }: PoseInterpolation, body: number): void {
  const p = to.positions;
  const q = to.rotations;
  const i = 3 * body;
  const j = 4 * body;
  for (let k = 0; k < 3; k++) pose[k] = p[i + k];
  for (let k = 0; k < 4; k++) pose[rotationAt + k] = q[j + k];
  if (from === to) return;
  const p0 = from.positions;
  const q0 = from.rotations;
  const rest = 1 - factor;
  for (let k = 0; k < 3; k++) pose[k] = rest * p0[i + k] + factor * p[i + k];
  // q and −q are the same rotation: take the one nearer to the other state.
  const cosine = q0[j] * q[j] + q0[j + 1] * q[j + 1] + q0[j + 2] * q[j + 2] + q0[j + 3] * q[j + 3];
  const near = cosine < 0 ? -rest : rest;
  const x = near * q0[j] + factor * q[j];
  const y = near * q0[j + 1] + factor * q[j + 1];
  const z = near * q0[j + 2] + factor * q[j + 2];
  const w = near * q0[j + 3] + factor * q[j + 3];
  const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  pose[rotationAt] = x * scale;
  pose[rotationAt + 1] = y * scale;
  pose[rotationAt + 2] = z * scale;
  pose[rotationAt + 3] = w * scale;
}
