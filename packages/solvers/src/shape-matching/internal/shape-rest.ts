/**
 * The rest shape of shape-matched bodies: offsets from the weighted centre, quadratic monomials, inverse
 * moments.
 */
import { invertSymmetric } from './symmetric-pseudo-inverse.ts';

/** Members of body `b` are `starts[b]` to `starts[b + 1]`. */
export interface ShapeMembers {
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
  /** Share of the particle's mass that belongs to this body. */
  readonly weights: Float64Array;
  /** Sum of the weights of each body. */
  readonly totals: Float64Array;
}

/** Bodies of a batch: their rest shapes, how they are matched, and the goals of the last match. */
export interface MatchedShapes {
  readonly members: ShapeMembers;
  /** One over the number of bodies of each particle. */
  readonly shares: Float64Array;
  /** Numbers per member in the rest shape: 3, or 9 with the quadratic monomials. */
  readonly order: 3 | 9;
  /** Rest shape of each member, `order` numbers. */
  readonly offsets: Float64Array;
  /** `(Σ m q qᵀ)⁺` of each body, `order`² numbers; empty where not needed. */
  readonly inverses: Float64Array;
  readonly centers: Float64Array;
  readonly transforms: Float64Array;
}

const mean = /* @__PURE__ */ new Float64Array(9);

/** Subtracts the weighted mean of body `b` from its `order` numbers per member. */
function removeMean(values: Float64Array, members: ShapeMembers, b: number, order: number): void {
  const { starts, weights, totals } = members;
  mean.fill(0);
  for (let k = starts[b]; k < starts[b + 1]; k++)
    for (let j = 0; j < order; j++) mean[j] += weights[k] * values[order * k + j];
  for (let k = starts[b]; k < starts[b + 1]; k++)
    for (let j = 0; j < order; j++) values[order * k + j] -= mean[j] / totals[b];
}

/**
 * Writes the offsets of body `b` from `source`, three numbers per member, deformed by the matrix
 * `strains[9b…]`. With order 9 the monomials x², y², z², xy, yz, zx follow, with their own mean removed, so
 * that goals keep the centre.
 */
export function setRestOffsets(
  offsets: Float64Array,
  source: Float64Array,
  strains: Float64Array,
  members: ShapeMembers,
  b: number,
  order: number,
): void {
  const { starts } = members;
  const s = 9 * b;
  for (let k = starts[b]; k < starts[b + 1]; k++) {
    const u = source[3 * k];
    const v = source[3 * k + 1];
    const w = source[3 * k + 2];
    const at = order * k;
    const x = strains[s] * u + strains[s + 3] * v + strains[s + 6] * w;
    const y = strains[s + 1] * u + strains[s + 4] * v + strains[s + 7] * w;
    const z = strains[s + 2] * u + strains[s + 5] * v + strains[s + 8] * w;
    offsets[at] = x;
    offsets[at + 1] = y;
    offsets[at + 2] = z;
    if (order === 3) continue;
    offsets[at + 3] = x * x;
    offsets[at + 4] = y * y;
    offsets[at + 5] = z * z;
    offsets[at + 6] = x * y;
    offsets[at + 7] = y * z;
    offsets[at + 8] = z * x;
  }
  removeMean(offsets, members, b, order);
}

/** Writes `(Σ m q qᵀ)⁺` of body `b`, `order`² numbers. */
export function setInverseMoments(
  inverses: Float64Array,
  offsets: Float64Array,
  members: ShapeMembers,
  b: number,
  order: number,
): void {
  const { starts, weights } = members;
  const at = order * order * b;
  inverses.fill(0, at, at + order * order);
  for (let k = starts[b]; k < starts[b + 1]; k++)
    for (let i = 0; i < order; i++)
      for (let j = 0; j < order; j++)
        inverses[at + order * i + j] += weights[k] * offsets[order * k + i] * offsets[order * k + j];
  invertSymmetric(inverses, at, order);
}
