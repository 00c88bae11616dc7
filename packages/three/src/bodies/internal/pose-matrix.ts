/** The kernel of everything that follows bodies: pose between two states, times a local matrix, as a column-major 4×4. */

/** Poses of bodies in flat arrays: three numbers and four a body. `RigidBodies` of @colide/solvers has them. */
export interface BodyPoses {
  /** Positions of the frames of the bodies: their centres of mass. */
  readonly positions: Float64Array;
  /** Unit quaternions x, y, z, w. */
  readonly rotations: Float64Array;
}

/** Numbers of a local matrix: three columns of a 3×3 matrix and a position. */
export const localStride = 12;

/**
 * Writes to `out` at `at` the matrix of `body`, on its way from the pose in `from` to the one in `to`, times the local matrix
 * number `local`. `factor[0]` is the part of the way: positions on a line, quaternions normalised after it. With `from` the same as `to` the
 * pose is taken as it is. Unchecked.
 */
export function poseMatrix(
  out: Float32Array | number[],
  at: number,
  from: BodyPoses,
  to: BodyPoses,
  body: number,
  locals: Float64Array,
  local: number,
  factor: Float64Array,
): void {
  const p = to.positions;
  const q = to.rotations;
  const i = 3 * body;
  const j = 4 * body;
  let px = p[i];
  let py = p[i + 1];
  let pz = p[i + 2];
  let x = q[j];
  let y = q[j + 1];
  let z = q[j + 2];
  let w = q[j + 3];
  if (from !== to) {
    const p0 = from.positions;
    const q0 = from.rotations;
    const f = factor[0];
    const g = 1 - f;
    px = g * p0[i] + f * px;
    py = g * p0[i + 1] + f * py;
    pz = g * p0[i + 2] + f * pz;
    const h = q0[j] * x + q0[j + 1] * y + q0[j + 2] * z + q0[j + 3] * w < 0 ? -g : g;
    x = h * q0[j] + f * x;
    y = h * q0[j + 1] + f * y;
    z = h * q0[j + 2] + f * z;
    w = h * q0[j + 3] + f * w;
    const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
    x *= scale;
    y *= scale;
    z *= scale;
    w *= scale;
  }
  const xx = 1 - 2 * (y * y + z * z);
  const xy = 2 * (x * y + w * z);
  const xz = 2 * (x * z - w * y);
  const yx = 2 * (x * y - w * z);
  const yy = 1 - 2 * (x * x + z * z);
  const yz = 2 * (y * z + w * x);
  const zx = 2 * (x * z + w * y);
  const zy = 2 * (y * z - w * x);
  const zz = 1 - 2 * (x * x + y * y);
  const l = localStride * local;
  let a = locals[l];
  let b = locals[l + 1];
  let c = locals[l + 2];
  out[at] = xx * a + yx * b + zx * c;
  out[at + 1] = xy * a + yy * b + zy * c;
  out[at + 2] = xz * a + yz * b + zz * c;
  out[at + 3] = 0;
  a = locals[l + 3];
  b = locals[l + 4];
  c = locals[l + 5];
  out[at + 4] = xx * a + yx * b + zx * c;
  out[at + 5] = xy * a + yy * b + zy * c;
  out[at + 6] = xz * a + yz * b + zz * c;
  out[at + 7] = 0;
  a = locals[l + 6];
  b = locals[l + 7];
  c = locals[l + 8];
  out[at + 8] = xx * a + yx * b + zx * c;
  out[at + 9] = xy * a + yy * b + zy * c;
  out[at + 10] = xz * a + yz * b + zz * c;
  out[at + 11] = 0;
  a = locals[l + 9];
  b = locals[l + 10];
  c = locals[l + 11];
  out[at + 12] = xx * a + yx * b + zx * c + px;
  out[at + 13] = xy * a + yy * b + zy * c + py;
  out[at + 14] = xz * a + yz * b + zz * c + pz;
  out[at + 15] = 1;
}
