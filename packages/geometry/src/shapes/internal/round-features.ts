/**
 * The feature of a round shape that supports it in a direction: a cap, a line down its side, a point of a rim
 * or of the surface. Manifolds are clipped from such features. The corners of a cap lie in fixed directions
 * around the normal, however the shape is rotated about its axis. Narrow phases call this through the shapes,
 * so that an application without round ones does not carry it.
 */

/** A shape that is round about y. */
interface Round {
  readonly radius: number;
  readonly halfHeight: number;
}

/** The polygon that a feature is written to, in the frame of the shape. */
export interface RoundFeature {
  count: number;
  readonly points: Float64Array;
  readonly ids: Int32Array;
}

/** What is looked for, as the narrow phase sees it. */
export interface FeatureQuery {
  /** 1 for the feature along the normal, −1 for the one against it. */
  readonly sign: number;
  /** Two unit vectors across the normal. */
  readonly tangents: Float64Array;
  /** Sine and cosine of the angle within which a feature still supports the shape. */
  readonly sine: number;
  readonly cosine: number;
  /** Corners of a cap, and the angle between two of them. */
  readonly samples: number;
  readonly sampleSine: number;
  readonly sampleCosine: number;
}

const local = /* @__PURE__ */ new Float64Array(3);
const around = /* @__PURE__ */ new Float64Array(3);

/** The cap, the line down the side or the point of a rim that looks along `direction`. */
export function cylinderFeature(
  out: RoundFeature,
  shape: Round,
  direction: Float64Array,
  search: FeatureQuery,
  matrix: Float64Array,
  factors: Float64Array,
): void {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const across = Math.sqrt(x * x + z * z);
  const size = Math.sqrt(x * x + y * y + z * z);
  if (Math.abs(y) >= search.cosine * size) {
    addDisc(out, shape, y < 0, search, matrix, factors);
    return;
  }
  const factor = across > 0 ? shape.radius / across : 0;
  local[0] = x * factor;
  local[1] = y < 0 ? -shape.halfHeight : shape.halfHeight;
  local[2] = z * factor;
  addLocal(out, 0);
  if (!(Math.abs(y) <= search.sine * size)) return;
  out.points[1] = -shape.halfHeight;
  local[1] = shape.halfHeight;
  addLocal(out, 1);
}

/** The base, the line down the side, or a single point. */
export function coneFeature(
  out: RoundFeature,
  shape: Round & { support(out: Float64Array, direction: Float64Array): unknown },
  direction: Float64Array,
  search: FeatureQuery,
  matrix: Float64Array,
  factors: Float64Array,
): void {
  const { radius, halfHeight } = shape;
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const across = Math.sqrt(x * x + z * z);
  const size = Math.sqrt(x * x + y * y + z * z);
  if (-y >= search.cosine * size) {
    addDisc(out, shape, true, search, matrix, factors);
    return;
  }
  // The normal of the side leans up by the angle with these legs.
  const slant = Math.sqrt(radius * radius + 4 * halfHeight * halfHeight);
  if (2 * halfHeight * across + radius * y < search.cosine * size * slant) {
    shape.support(local, direction);
    addLocal(out, 0);
    return;
  }
  const factor = across > 0 ? radius / across : 0;
  local[0] = x * factor;
  local[1] = -halfHeight;
  local[2] = z * factor;
  addLocal(out, 0);
  local[0] = local[2] = 0;
  local[1] = halfHeight;
  addLocal(out, 1);
}

/** The line down the side of a capsule, if it is level within the angle or the shape is scaled, or an end. */
export function capsuleFeature(
  out: RoundFeature,
  shape: Round,
  direction: Float64Array,
  search: FeatureQuery,
  factors: Float64Array,
): void {
  const isScaled = factors[0] !== 1 || factors[1] !== 1 || factors[2] !== 1;
  const sine = isScaled ? 1 : search.sine;
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const size = Math.sqrt(x * x + y * y + z * z);
  const factor = size > 0 ? shape.radius / size : 0;
  for (let end = 0; end < 2; end++) {
    if ((end ? -y : y) > sine * size) continue;
    local[0] = x * factor;
    local[1] = y * factor + (end ? shape.halfHeight : -shape.halfHeight);
    local[2] = z * factor;
    addLocal(out, end);
  }
}

/** Points of the rim of one end, in the directions around the normal. */
function addDisc(
  out: RoundFeature,
  shape: Round,
  isBottom: boolean,
  search: FeatureQuery,
  matrix: Float64Array,
  factors: Float64Array,
): void {
  const { tangents, sign, samples } = search;
  const { radius } = shape;
  const y = isBottom ? -shape.halfHeight : shape.halfHeight;
  let c = 1;
  let s = 0;
  for (let i = 0; i < samples; i++) {
    for (let k = 0; k < 3; k++) around[k] = c * tangents[k] + sign * s * tangents[3 + k];
    toLocal(around, matrix, factors);
    const length = Math.sqrt(local[0] * local[0] + local[2] * local[2]);
    const factor = length > 0 ? radius / length : 0;
    local[0] *= factor;
    local[1] = y;
    local[2] *= factor;
    addLocal(out, i);
    const turned = c * search.sampleCosine - s * search.sampleSine;
    s = s * search.sampleCosine + c * search.sampleSine;
    c = turned;
  }
}

/** Writes to `local` a direction of the world as the scaled shape sees it. */
function toLocal(vector: Float64Array, m: Float64Array, factors: Float64Array): void {
  for (let k = 0; k < 3; k++)
    local[k] = factors[k] * (m[3 * k] * vector[0] + m[3 * k + 1] * vector[1] + m[3 * k + 2] * vector[2]);
}

/** Appends the corner in `local`. */
function addLocal(out: RoundFeature, id: number): void {
  const at = out.count++;
  for (let k = 0; k < 3; k++) out.points[3 * at + k] = local[k];
  out.ids[at] = id;
}
