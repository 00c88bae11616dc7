/**
 * Johnson's sub-algorithm of GJK with the backup procedure: the point of a simplex nearest the origin, by cofactors.
 *
 * For a subset X of the points, Δ_i(X) are, up to a common factor, the weights of the point of X's affine hull nearest
 * the origin; each larger subset's follow from the smaller ones by Δ_j(X ∪ {j}) = Σ Δ_i(X) (w_i·w_k − w_i·w_j), k in X.
 * The subset with all its own Δ positive and no outside point that would become positive is the face that holds
 * the nearest point. Rounding can leave none; then the backup procedure takes the nearest of the faces with positive Δ.
 *
 * Gilbert, Johnson & Keerthi 1988; van den Bergen, "Collision Detection in Interactive 3D Environments", 2003, §4.3.
 * The products nearly cancel when the simplex is flat or far away compared to its distance: errors grow to the square
 * root of rounding, which is why `signedVolumes` is the default. For comparison and teaching.
 */
import { type GjkSimplex, gjkSimplexCompact } from './gjk-simplex.ts';

/** Δ_i(X) at 4·X + i, X as a bit set. */
const delta = /* @__PURE__ */ new Float64Array(64);
/** w_i · w_j at 4·i + j. */
const dots = /* @__PURE__ */ new Float64Array(16);
const best = /* @__PURE__ */ new Float64Array(1);

/** As `signedVolumes`: same arguments, same effect. */
export function johnson(v: Float64Array, simplex: GjkSimplex): boolean {
  const { w, count, weights } = simplex;
  const all = (1 << count) - 1;
  for (let i = 0; i < count; i++)
    for (let j = 0; j < count; j++)
      dots[4 * i + j] = w[3 * i] * w[3 * j] + w[3 * i + 1] * w[3 * j + 1] + w[3 * i + 2] * w[3 * j + 2];
  best[0] = Infinity;
  v[0] = v[1] = v[2] = Number.NaN;
  for (let set = 1; set <= all; set++) cofactors(set, count);
  for (let set = 1; set <= all; set++) {
    if (!hasPositive(set, count) || !isNearest(set, all, count)) continue;
    take(v, simplex, set);
    if (set < 15) {
      gjkSimplexCompact(simplex);
      return false;
    }
    if (isOrigin(v, simplex)) return true;
  }
  // The backup procedure.
  let chosen = 0;
  for (let set = 1; set <= all; set++) {
    if (!hasPositive(set, count)) continue;
    take(v, simplex, set);
    if (set === 15 && !isOrigin(v, simplex)) continue;
    const squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (!(squared < best[0])) continue;
    best[0] = squared;
    chosen = set;
  }
  if (chosen === 0) {
    weights.fill(Number.NaN);
    return false;
  }
  take(v, simplex, chosen);
  if (chosen === 15) return true;
  gjkSimplexCompact(simplex);
  return false;
}

/**
 * Whether the weights of a whole tetrahedron really give the origin. A flat one, such as the parallelogram of two edges, has
 * weights of nothing but rounding, and would claim to hold it.
 */
function isOrigin(v: Float64Array, { largest }: GjkSimplex): boolean {
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2] <= 1e-12 * largest[0];
}

/** Computes Δ_j(set) for all j in the set from the subsets with one point less. */
function cofactors(set: number, count: number): void {
  for (let j = 0; j < count; j++) {
    const rest = set & ~(1 << j);
    if (rest === set) continue;
    if (rest === 0) {
      delta[4 * set + j] = 1;
      continue;
    }
    let k = 0;
    while ((rest & (1 << k)) === 0) k++;
    let sum = 0;
    for (let i = 0; i < count; i++)
      if ((rest & (1 << i)) !== 0) sum += delta[4 * rest + i] * (dots[4 * i + k] - dots[4 * i + j]);
    delta[4 * set + j] = sum;
  }
}

function hasPositive(set: number, count: number): boolean {
  for (let i = 0; i < count; i++) if ((set & (1 << i)) !== 0 && !(delta[4 * set + i] > 0)) return false;
  return true;
}

function isNearest(set: number, all: number, count: number): boolean {
  for (let j = 0; j < count; j++) {
    const larger = set | (1 << j);
    if (larger !== set && larger <= all && !(delta[4 * larger + j] <= 0)) return false;
  }
  return true;
}

/** Writes the weights of the set and the point they give. */
function take(v: Float64Array, simplex: GjkSimplex, set: number): void {
  const { w, count, weights } = simplex;
  let sum = 0;
  for (let i = 0; i < 4; i++) weights[i] = i < count && (set & (1 << i)) !== 0 ? delta[4 * set + i] : 0;
  for (let i = 0; i < 4; i++) sum += weights[i];
  v[0] = v[1] = v[2] = 0;
  for (let i = 0; i < count; i++) {
    const weight = (weights[i] /= sum);
    for (let k = 0; k < 3; k++) v[k] += weight * w[3 * i + k];
  }
}
