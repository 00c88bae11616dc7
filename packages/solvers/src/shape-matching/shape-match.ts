/**
 * The rigid motion that fits a rest shape best to moved particles: the centre, the rotation and the error of
 * the least-squares problem min Σ mᵢ |R (x⁰ᵢ − c⁰) + c − xᵢ|². The optimal centres are the weighted means `Σ
 * mᵢxᵢ / Σ mᵢ`, and R is the rotation nearest to `A_pq = Σ mᵢ pᵢ qᵢᵀ` with p and q measured from them.
 *
 * Every configuration has an answer: reflected particles give the best proper rotation. Flat and straight
 * ones give a best rotation, one of several if it is not unique. Cost O(n). For many bodies in every step use
 * `shape-matching`.
 *
 * Müller, Heidelberger, Teschner & Gross, "Meshless deformations based on shape matching", SIGGRAPH 2005.
 */
import { requireFiniteArray, requireLength, requireMultiple } from '@colide/core';
import { polarDecompose, quatFromRotation } from '@colide/math';

/** The best rigid fit: x ≈ R (x⁰ − restCenter) + center. */
export interface ShapeMatch {
  /** Unit quaternion of R. */
  readonly rotation: Float64Array;
  /** R, column-major. */
  readonly rotationMatrix: Float64Array;
  /** RᵀA_pq: symmetric; for an undeformed body the second moments of the rest shape. */
  readonly stretch: Float64Array;
  /** Weighted mean of the particles. */
  readonly center: Float64Array;
  /** Weighted mean of the rest shape. */
  readonly restCenter: Float64Array;
  /** Root of the weighted mean square distance that remains. */
  error: number;
}

/** An empty result. */
export function createShapeMatch(): ShapeMatch {
  return {
    rotation: new Float64Array([0, 0, 0, 1]),
    rotationMatrix: new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]),
    stretch: new Float64Array(9),
    center: new Float64Array(3),
    restCenter: new Float64Array(3),
    error: 0,
  };
}

const moments = /* @__PURE__ */ new Float64Array(9);

/**
 * Writes the weighted mean of `points` to `out`; measured from the first point, so that distance costs no
 * digits.
 */
function weightedMean(
  out: Float64Array,
  points: ArrayLike<number>,
  masses: ArrayLike<number>,
  total: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const origin = points[axis];
    let sum = 0;
    for (let i = 0, k = axis; k < points.length; i++, k += 3) sum += masses[i] * (points[k] - origin);
    out[axis] = origin + sum / total;
  }
}

/**
 * Fits `restPositions` to `positions`, three numbers per particle. Returns whether the rotation is unique
 * beyond rounding.
 *
 * @param masses weight of each particle, none negative and not all zero
 */
export function shapeMatch(
  out: ShapeMatch,
  restPositions: ArrayLike<number>,
  positions: ArrayLike<number>,
  masses: ArrayLike<number>,
): boolean {
  const length = positions.length;
  requireMultiple('positions', positions, 3);
  requireFiniteArray('positions', positions);
  requireFiniteArray('restPositions', restPositions, length);
  requireLength('masses', masses, length / 3);
  let total = 0;
  for (let i = 0; i < length / 3; i++) {
    if (!(masses[i] >= 0 && masses[i] < Infinity))
      throw new RangeError(`masses[${i}] must be finite and not negative, got ${masses[i]}`);
    total += masses[i];
  }
  if (total === 0) throw new RangeError('masses must not all be zero');
  const { center, restCenter, rotationMatrix: rotation, stretch } = out;
  weightedMean(center, positions, masses, total);
  weightedMean(restCenter, restPositions, masses, total);
  moments.fill(0);
  let spread = 0;
  for (let i = 0, k = 0; k < length; i++, k += 3)
    for (let column = 0; column < 3; column++) {
      const q = masses[i] * (restPositions[k + column] - restCenter[column]);
      for (let row = 0; row < 3; row++) moments[3 * column + row] += (positions[k + row] - center[row]) * q;
    }
  const unique = polarDecompose(rotation, stretch, moments);
  quatFromRotation(out.rotation, 0, rotation);
  for (let i = 0, k = 0; k < length; i++, k += 3)
    for (let row = 0; row < 3; row++) {
      let goal = center[row];
      for (let column = 0; column < 3; column++)
        goal += rotation[3 * column + row] * (restPositions[k + column] - restCenter[column]);
      const distance = goal - positions[k + row];
      spread += masses[i] * distance * distance;
    }
  out.error = Math.sqrt(spread / total);
  return unique;
}
