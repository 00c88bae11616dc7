/** The kernel of everything that follows bodies: pose between two states, times a local matrix, as a column-major 4×4. */

/** Poses of bodies in flat arrays: three numbers and four a body. `RigidBodies` of @colide/solvers has them. */
export interface BodyPoses {
  /** Positions of the frames of the bodies: their centres of mass. */
  readonly positions: Float64Array;
  /** Unit quaternions x, y, z, w. */
  readonly quaternions: Float64Array;
}

/** Numbers of a local matrix: three columns of a 3×3 matrix and a position. */
export const localStride = 12;

/**
 * Writes to `out` at `at` the matrix of `body`, on its way from the pose in `from` to the one in `to`, times the local matrix
 * number `local`. `factor[0]` is the part of the way: positions on a line, quaternions normalised after it. Unchecked.
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
  const q = to.quaternions;
  const p0 = from.positions;
  const q0 = from.quaternions;
  const i = 3 * body;
  const j = 4 * body;
  const f = factor[0]!;
  const g = 1 - f;
  const px = g * p0[i]! + f * p[i]!;
  const py = g * p0[i + 1]! + f * p[i + 1]!;
  const pz = g * p0[i + 2]! + f * p[i + 2]!;
  const side = q0[j]! * q[j]! + q0[j + 1]! * q[j + 1]! + q0[j + 2]! * q[j + 2]! + q0[j + 3]! * q[j + 3]!;
  const h = side < 0 ? -g : g;
  let x = h * q0[j]! + f * q[j]!;
  let y = h * q0[j + 1]! + f * q[j + 1]!;
  let z = h * q0[j + 2]! + f * q[j + 2]!;
  let w = h * q0[j + 3]! + f * q[j + 3]!;
  const scale = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  x *= scale;
  y *= scale;
  z *= scale;
  w *= scale;
  const xx = 1 - 2 * (y * y + z * z);
  const xy = 2 * (x * y + w * z);
  const xz = 2 * (x * z - w * y);
  const yx = 2 * (x * y - w * z);
  const yy = 1 - 2 * (x * x + z * z);
  const yz = 2 * (y * z + w * x);
  const zx = 2 * (x * z + w * y);
  const zy = 2 * (y * z - w * x);
  const zz = 1 - 2 * (x * x + y * y);
  const from12 = localStride * local;
  for (let column = 0; column < 4; column++) {
    const a = locals[from12 + 3 * column]!;
    const b = locals[from12 + 3 * column + 1]!;
    const c = locals[from12 + 3 * column + 2]!;
    const moved = column === 3 ? 1 : 0;
    const k = at + 4 * column;
    out[k] = xx * a + yx * b + zx * c + moved * px;
    out[k + 1] = xy * a + yy * b + zy * c + moved * py;
    out[k + 2] = xz * a + yz * b + zz * c + moved * pz;
    out[k + 3] = moved;
  }
}
