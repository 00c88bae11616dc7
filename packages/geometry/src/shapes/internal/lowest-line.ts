/** Where capsules and cylinders on their sides touch a plane, whatever edge of it is near. */

/** Square of the sine of the angle to the ground up to which a cylinder lies on its side. */
const leastSquare = 0.01;

/** The pose of a shape. */
export interface Pose {
  readonly position: ArrayLike<number>;
  /** The axes of the shape, one after the other. */
  readonly matrix: ArrayLike<number>;
}

interface RoundShape {
  readonly kind: string;
  readonly radius: number;
  readonly halfHeight: number;
}

/**
 * Moves `point`, on the surface of a capsule or of a cylinder on its side, around the axis or the centre of a
 * round end to where that is lowest along `normal`.
 */
export function putBelow(
  point: Float64Array,
  { kind, radius, halfHeight }: RoundShape,
  { matrix, position }: Pose,
  normal: Float64Array,
): void {
  let at = 0;
  let lean = 0;
  for (let k = 0; k < 3; k++) {
    at += (point[k] - position[k]) * matrix[3 + k];
    lean += normal[k] * matrix[3 + k];
  }
  if (kind === 'capsule' && Math.abs(at) >= halfHeight) {
    at = Math.sign(at) * halfHeight;
    lean = 0;
  }
  if (kind === 'cylinder' && lean * lean >= leastSquare) return;
  const scale = radius / Math.sqrt(Math.max(leastSquare, 1 - lean * lean));
  for (let k = 0; k < 3; k++)
    point[k] = position[k] + (at + scale * lean) * matrix[3 + k] - scale * normal[k];
}
