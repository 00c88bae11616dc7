/**
 * The distance constraint of Jakobsen particles: two particles keep the distance d. With δ = x₂ − x₁ and
 * inverse masses w the projection is `x₁ += ε w₁/(w₁+w₂) c δ`, `x₂ −= ε w₂/(w₁+w₂) c δ`, `c = (|δ| − d)/|δ|`;
 * ε ∈ [0, 1] is the stiffness. (The widely copied original prints the signs the other way round.)
 *
 * The approximate form replaces the root by one Newton step from d, `|δ| ≈ (δ² + d²)/(2d)`, which leaves `c ≈
 * (δ² − d²)/(δ² + d²)`: same fixed point, second-order error in the stretch, no root.
 *
 * The effect of ε depends on the number of iterations and on the step; `xpbd-distance-constraint` does not
 * have that flaw. Coincident particles have no direction and are left alone. Bulk forms sweep in array order
 * (Gauss–Seidel): for speed and locality order the constraints with `grid-cloth` or `constraint-coloring`.
 *
 * Jakobsen, "Advanced character physics", GDC 2001. Müller et al., "Position based dynamics", JVCIR 18, 2007.
 */
import { requireCount, requireFraction, requireOverRelaxation } from '../internal/parameter-checks.ts';
import { projectPair, squaredDistance } from './internal/project-pair.ts';

/**
 * Projects one distance constraint between particles `a` and `b` and returns its relative error before, `(|δ|
 * − d)/d`. Ids are not checked.
 */
export function projectDistance(
  positions: Float64Array,
  inverseMasses: Float64Array,
  a: number,
  b: number,
  restLength: number,
  stiffness = 1,
): number {
  requireFraction('stiffness', stiffness);
  const length = Math.sqrt(squaredDistance(positions, a, b));
  projectPair(positions, inverseMasses, a, b, restLength, stiffness);
  return (length - restLength) / restLength;
}

/**
 * Distance constraints in flat arrays: constraint `i` joins particles `ids[2i]` and `ids[2i + 1]`. A
 * `DistanceConstraints` is such a list, and so is a `GridCloth`.
 */
export interface DistanceList {
  /** Two particles per constraint. */
  readonly ids: Uint32Array;
  /** Rest length of each constraint, or its limit. */
  readonly restLengths: Float64Array;
  /** How many constraints there are, from the first on. Default: one per rest length. */
  readonly count?: number;
}

/**
 * One Gauss–Seidel sweep over distance constraints. Ids are not checked.
 *
 * @param stiffness ε of all constraints
 * @param overRelaxation factor ω in (0, 2) on every correction; 1.2 to 1.5 speeds up long chains and large
 *   cloths
 */
export function projectDistances(
  positions: Float64Array,
  inverseMasses: Float64Array,
  distances: DistanceList,
  stiffness = 1,
  overRelaxation = 1,
): void {
  requireFraction('stiffness', stiffness);
  requireOverRelaxation(overRelaxation);
  sweep(positions, inverseMasses, distances, stiffness * overRelaxation, false);
}

/** As {@link projectDistances}, with the square root approximated. */
export function projectDistancesFast(
  positions: Float64Array,
  inverseMasses: Float64Array,
  distances: DistanceList,
  stiffness = 1,
  overRelaxation = 1,
): void {
  requireFraction('stiffness', stiffness);
  requireOverRelaxation(overRelaxation);
  sweep(positions, inverseMasses, distances, stiffness * overRelaxation, true);
}

function sweep(
  positions: Float64Array,
  inverseMasses: Float64Array,
  distances: DistanceList,
  factor: number,
  approximate: boolean,
): void {
  const { ids, restLengths, count = restLengths.length } = distances;
  requireCount(count, ids, 2);
  for (let i = 0; i < count; i++) {
    const ia = ids[2 * i];
    const ib = ids[2 * i + 1];
    const wa = inverseMasses[ia];
    const wb = inverseMasses[ib];
    const a = 3 * ia;
    const b = 3 * ib;
    const ax = positions[a];
    const ay = positions[a + 1];
    const az = positions[a + 2];
    const bx = positions[b];
    const by = positions[b + 1];
    const bz = positions[b + 2];
    const dx = bx - ax;
    const dy = by - ay;
    const dz = bz - az;
    const squared = dx * dx + dy * dy + dz * dz;
    const rest = approximate ? restLengths[i] * restLengths[i] : restLengths[i];
    const length = approximate ? squared : Math.sqrt(squared);
    const weight = (approximate ? squared + rest : length) * (wa + wb);
    if (weight === 0) continue;
    const c = (factor * (length - rest)) / weight;
    const ca = c * wa;
    const cb = c * wb;
    positions[a] = ax + dx * ca;
    positions[a + 1] = ay + dy * ca;
    positions[a + 2] = az + dz * ca;
    positions[b] = bx - dx * cb;
    positions[b + 1] = by - dy * cb;
    positions[b + 2] = bz - dz * cb;
  }
}
