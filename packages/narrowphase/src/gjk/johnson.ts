/**
 * Johnson's sub-algorithm of GJK with the backup procedure: the point of a simplex nearest the origin, by
 * cofactors.
 *
 * For a subset X of the points, Δ_i(X) are, up to a common factor, the weights of the point of X's affine
 * hull nearest the origin. Those of a larger subset follow from the smaller ones: Δ_j(X ∪ {j}) = Σ Δ_i(X)
 * (w_i·w_k − w_i·w_j), k in X. The face that holds the nearest point is the subset whose own Δ are all
 * positive while no point outside it would get a positive one. Rounding can leave none; then the backup
 * procedure takes the nearest of the faces with positive Δ.
 *
 * Gilbert, Johnson & Keerthi 1988; van den Bergen, "Collision Detection in Interactive 3D Environments",
 * 2003, §4.3. The products nearly cancel when the simplex is flat, or small compared to its distance from the
 * origin: errors grow to the square root of rounding, which is why `signedVolumes` is the default. For
 * comparison and teaching. Constant cost, no allocation.
 */
import { type GjkSimplex, gjkSimplexCompact } from './gjk-simplex.ts';

/** Points of a simplex at most. */
const maxPoints = 4;
/** All four points as a bit set. */
const tetrahedron = (1 << maxPoints) - 1;
/** Δ_i(X) at maxPoints · X + i, X as a bit set. */
const delta = /* @__PURE__ */ new Float64Array(maxPoints << maxPoints);
/** w_i · w_j at maxPoints · i + j. */
const dots = /* @__PURE__ */ new Float64Array(maxPoints * maxPoints);

/** As `signedVolumes`: same arguments, same effect. */
export function johnson(v: Float64Array, simplex: GjkSimplex): boolean {
  const { w, count, weights } = simplex;
  const all = (1 << count) - 1;
  for (let i = 0; i < count; i++)
    for (let j = 0; j < count; j++)
      dots[maxPoints * i + j] =
        w[3 * i] * w[3 * j] + w[3 * i + 1] * w[3 * j + 1] + w[3 * i + 2] * w[3 * j + 2];
  v[0] = v[1] = v[2] = Number.NaN;
  for (let set = 1; set <= all; set++) cofactors(set, count);
  for (let set = 1; set <= all; set++) {
    if (!hasPositive(set, count) || !isNearest(set, all, count)) continue;
    take(v, simplex, set);
    if (set < tetrahedron) {
      gjkSimplexCompact(simplex);
      return false;
    }
    if (isOrigin(v, simplex)) return true;
  }
  // The backup procedure.
  let chosen = 0;
  let least = Infinity;
  for (let set = 1; set <= all; set++) {
    if (!hasPositive(set, count)) continue;
    take(v, simplex, set);
    if (set === tetrahedron && !isOrigin(v, simplex)) continue;
    const squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (!(squared < least)) continue;
    least = squared;
    chosen = set;
  }
  if (chosen === 0) {
    weights.fill(Number.NaN);
    return false;
  }
  take(v, simplex, chosen);
  if (chosen === tetrahedron) return true;
  gjkSimplexCompact(simplex);
  return false;
}

/**
 * Whether the weights of a whole tetrahedron really give the origin. Those of a flat one, such as the
 * parallelogram of two edges, are nothing but rounding, and would claim that it holds the origin.
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
      delta[maxPoints * set + j] = 1;
      continue;
    }
    let k = 0;
    while ((rest & (1 << k)) === 0) k++;
    let sum = 0;
    for (let i = 0; i < count; i++)
      if ((rest & (1 << i)) !== 0)
        sum += delta[maxPoints * rest + i] * (dots[maxPoints * i + k] - dots[maxPoints * i + j]);
    delta[maxPoints * set + j] = sum;
  }
}

/** Whether all Δ of the set are positive. */
function hasPositive(set: number, count: number): boolean {
  for (let i = 0; i < count; i++)
    if ((set & (1 << i)) !== 0 && !(delta[maxPoints * set + i] > 0)) return false;
  return true;
}

/** Whether no point outside the set would have a positive Δ in it. */
function isNearest(set: number, all: number, count: number): boolean {
  for (let j = 0; j < count; j++) {
    const larger = set | (1 << j);
    if (larger !== set && larger <= all && !(delta[maxPoints * larger + j] <= 0)) return false;
  }
  return true;
}

/** Writes the weights of the set and the point they give. */
function take(v: Float64Array, simplex: GjkSimplex, set: number): void {
  const { w, count, weights } = simplex;
  let sum = 0;
  for (let i = 0; i < maxPoints; i++)
    weights[i] = i < count && (set & (1 << i)) !== 0 ? delta[maxPoints * set + i] : 0;
  for (let i = 0; i < maxPoints; i++) sum += weights[i];
  v[0] = v[1] = v[2] = 0;
  for (let i = 0; i < count; i++) {
    const weight = (weights[i] /= sum);
    for (let k = 0; k < 3; k++) v[k] += weight * w[3 * i + k];
  }
}
